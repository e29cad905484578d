//! Trying the walls: a run of nothing but looks over them.
//!
//! Left out: remembering the answer ([`tier`](super::super::tier)).

use std::fs::{self, File, OpenOptions, Permissions};
use std::net::UdpSocket;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::super::{Fault, Job, Limits, Outcome, Sandbox, Tier};
use super::protocol::{Refused, Step, Task};
use super::supervise;

/// Settings with which administrators and distributions refuse user namespaces.
const SWITCHES: [(&str, &str); 3] = [
    ("/proc/sys/user/max_user_namespaces", "0"),
    ("/proc/sys/kernel/unprivileged_userns_clone", "0"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
    ),
];

/// Whether a tier works here, and if not, why.
pub(in super::super) fn probe(tier: Tier, helper: &Path) -> Result<(), String> {
    match attempt(tier, helper) {
        Ok(Outcome::Exited(0)) => Ok(()),
        Ok(other) => Err(format!("the trial ended with {other}")),
        Err(fault) => Err(format!("{fault}{}", switches(tier))),
    }
}

fn attempt(tier: Tier, helper: &Path) -> Result<Outcome, Fault> {
    let at_home = |source| Fault::Path {
        path: std::env::temp_dir(),
        source,
    };
    let place = tempfile::tempdir().map_err(at_home)?;
    let dir = place.path().join("inside");
    let outside = place.path().join("outside");
    // Nothing but the walls is to stand between the program and the file outside.
    fs::set_permissions(place.path(), Permissions::from_mode(0o755)).map_err(at_home)?;
    fs::create_dir(&dir).map_err(at_home)?;
    fs::write(&outside, "untouched").map_err(at_home)?;
    fs::set_permissions(&outside, Permissions::from_mode(0o666)).map_err(at_home)?;

    let job = Job::new(helper, &dir); // the program is not executed
    let limits = Limits::for_cpu(Duration::from_secs(5));
    let task = Task::Try {
        outside: outside.into_os_string(),
    };
    let never = AtomicBool::new(false);
    let sandbox = Sandbox::of(tier, helper);
    supervise::run_task(&sandbox, &job, task, &limits, &never).map(|report| report.outcome)
}

/// Looks over the walls from inside.
pub(super) fn inside(outside: &Path) -> Result<(), Refused> {
    let must_fail = |what: &str, it_did: bool| match it_did {
        true => Err(Refused(format!(
            "the walls do not hold: {what} was possible"
        ))),
        false => Ok(()),
    };
    must_fail("reading outside", File::open(outside).is_ok())?;
    let written = OpenOptions::new().append(true).open(outside);
    must_fail("writing outside", written.is_ok())?;
    must_fail("a socket", UdpSocket::bind(("127.0.0.1", 0)).is_ok())?;
    fs::write("inside", "written").step("writing inside")
}

/// What is known to be in the way, to be added to the reason.
fn switches(tier: Tier) -> String {
    if tier == Tier::Landlock {
        return String::new();
    }
    let on = SWITCHES.iter().filter(|(path, refusing)| {
        fs::read_to_string(path).is_ok_and(|value| value.trim() == *refusing)
    });
    on.map(|(path, value)| format!(" ({path} is {value})"))
        .collect()
}
