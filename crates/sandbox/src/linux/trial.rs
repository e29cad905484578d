//! Trying a backend: a run that does nothing but look whether it is isolated.

use std::fs::{self, File, OpenOptions, Permissions};
use std::net::UdpSocket;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::protocol::{InStep, Refused, Task};
use super::supervise;
use crate::{Backend, Fault, Job, Limits, Outcome, Sandbox};

/// Settings by which administrators refuse user namespaces: the setting, the value that refuses, and one that allows.
const SWITCHES: [(&str, &str, &str); 3] = [
    ("user.max_user_namespaces", "0", "15000"),
    ("kernel.unprivileged_userns_clone", "0", "1"),
    ("kernel.apparmor_restrict_unprivileged_userns", "1", "0"),
];

/// Whether a backend works here, and if not, why.
pub fn probe(backend: Backend, helper: &Path) -> Result<(), String> {
    match attempt(backend, helper) {
        Ok(Outcome::Exited(0)) => Ok(()),
        Ok(other) => Err(format!("the trial ended with {other}")),
        Err(fault) if backend == Backend::Namespaces => Err(format!("{fault}{}", advice(&setting))),
        Err(fault) => Err(fault.to_string()),
    }
}

fn attempt(backend: Backend, helper: &Path) -> Result<Outcome, Fault> {
    let at_home = |source| Fault::Path { path: std::env::temp_dir(), source };
    let place = tempfile::tempdir().map_err(at_home)?;
    let dir = place.path().join("inside");
    let outside = place.path().join("outside");
    // Nothing but the backend is to stand between the program and the file outside.
    fs::set_permissions(place.path(), Permissions::from_mode(0o755)).map_err(at_home)?;
    fs::create_dir(&dir).map_err(at_home)?;
    fs::write(&outside, "untouched").map_err(at_home)?;
    fs::set_permissions(&outside, Permissions::from_mode(0o666)).map_err(at_home)?;

    let job = Job::new(helper, &dir); // the program is not executed
    let limits = Limits::for_cpu(Duration::from_secs(5));
    let task = Task::Try { outside: outside.into_os_string() };
    let never = AtomicBool::new(false);
    let sandbox = Sandbox::of(backend, helper);
    supervise::run_task(&sandbox, &job, task, &limits, &never).map(|report| report.outcome)
}

/// Tries the isolation from inside.
pub fn inside(outside: &Path) -> Result<(), Refused> {
    let must_fail = |what: &str, it_did: bool| match it_did {
        true => Err(Refused(format!("the isolation does not hold: {what} was possible"))),
        false => Ok(()),
    };
    must_fail("reading outside", File::open(outside).is_ok())?;
    let written = OpenOptions::new().append(true).open(outside);
    must_fail("writing outside", written.is_ok())?;
    must_fail("a socket", UdpSocket::bind(("127.0.0.1", 0)).is_ok())?;
    fs::write("inside", "written").step("writing inside")
}

/// What is known to be in the way and what to do about it, to be added to the reason. `setting` says the value of one.
fn advice(setting: &dyn Fn(&str) -> Option<String>) -> String {
    let refusing =
        |(name, value, _): &&(&str, &str, &str)| setting(name).is_some_and(|it| it == *value);
    let causes = SWITCHES.iter().filter(refusing);
    let causes: String = causes
        .map(|(name, value, good)| {
            format!("; {name} is {value}, and `sysctl {name}={good}`, as root, allows it")
        })
        .collect();
    format!("{causes}; help: run as root, or use the sandbox landlock, which needs no namespaces")
}

fn setting(name: &str) -> Option<String> {
    let value = fs::read_to_string(format!("/proc/sys/{}", name.replace('.', "/"))).ok()?;
    Some(value.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ubuntu's, since 23.10.
    #[test]
    fn where_namespaces_are_refused_it_is_said_what_to_do() {
        let setting = |name: &str| (name == SWITCHES[2].0).then(|| "1".to_owned());
        assert_eq!(
            advice(&setting),
            "; kernel.apparmor_restrict_unprivileged_userns is 1, and \
             `sysctl kernel.apparmor_restrict_unprivileged_userns=0`, as root, allows it; help: run as \
             root, or use the sandbox landlock, which needs no namespaces"
        );
    }
}
