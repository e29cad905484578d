//! The backend `landlock`, for where namespaces are refused, as in many containers.
//!
//! Two domains, one inside the other. The outer one has the helper in it too and keeps signals in:
//! so the helper can kill everything that a program left behind in one stroke, however it hides,
//! and nothing else. The inner one is the program's: files, network, and no signals to the
//! helper either. Since signals came to Landlock last, the backend needs Linux 6.12 (Landlock ABI 6).
//!
//! What Landlock has no say in is refused as system calls in [`seccomp`](super::seccomp). What no filter can see stays possible: asking whether a path
//! exists, and listing the machine's processes.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope, make_bitflags,
};
use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::signal::kill;
use nix::unistd::getppid;

use super::protocol::{InStep, Order, Refused};
use crate::Backend;
use crate::view::What;

/// The first version of Landlock that keeps signals in.
const NEEDED: ABI = ABI::V6;

const NEEDED_NAME: &str = "Landlock ABI 6 (Linux 6.12)";

/// Devices that are as harmless as they are useful, and what may be done with them.
const DEVICES: [(&str, BitFlags<AccessFs>); 5] = [
    ("/dev/null", READ_AND_WRITE),
    ("/dev/full", READ_AND_WRITE),
    ("/dev/zero", READ),
    ("/dev/random", READ),
    ("/dev/urandom", READ),
];

const READ: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile});
const READ_AND_WRITE: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile | WriteFile});

/// Puts this process into the outer domain, and makes it the parent of whatever loses its own.
pub fn keep_signals_in() -> Result<(), Refused> {
    prctl::set_child_subreaper(true).step("subreaper")?;
    let domain = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .scope(Scope::Signal)
        .step(NEEDED_NAME)?;
    Rules(domain.create().step("Landlock")?).enforce()?;
    check_signals()
}

/// Makes sure that a process outside, our own parent, is out of reach of signals.
pub fn check_signals() -> Result<(), Refused> {
    match kill(getppid(), None) {
        Err(Errno::EPERM) => Ok(()),
        other => Err(Refused(format!("Landlock lets signals out: {other:?}"))),
    }
}

/// Gets the inner domain ready, which the program enters by [`Rules::enforce`].
///
/// To be called before root is given up: what the program may read can lie where only root gets to.
/// In the other backends it is a second line behind the mounts, if the kernel has Landlock at all;
/// nothing that they promise rests on it.
pub fn plan(order: &Order) -> Result<Rules, Refused> {
    let strictness = match order.backend {
        Backend::Landlock => CompatLevel::HardRequirement,
        _ => CompatLevel::BestEffort,
    };
    let handled = Ruleset::default()
        .set_compatibility(strictness)
        .handle_access(AccessFs::from_all(NEEDED))
        .and_then(|it| it.handle_access(AccessNet::from_all(NEEDED)))
        .and_then(|it| it.scope(Scope::Signal | Scope::AbstractUnixSocket))
        .step(NEEDED_NAME)?;
    let mut rules = Rules(handled.create().step("Landlock")?);
    let devices = DEVICES.map(|(device, access)| (device.into(), access));
    let own = order.own().into_iter().map(|own| (own.to_owned(), AccessFs::from_all(NEEDED)));
    for (path, access) in readable(order).into_iter().chain(devices).chain(own) {
        rules.allow(&path, access)?;
    }
    Ok(rules)
}

/// What may be read and executed: where there are mounts, all that they show.
fn readable(order: &Order) -> Vec<(PathBuf, BitFlags<AccessFs>)> {
    let all = AccessFs::from_read(NEEDED);
    if order.backend != Backend::Landlock {
        return vec![("/".into(), all)];
    }
    let mut rules = vec![("/proc".into(), all)];
    for visible in &order.view {
        if let What::Real(source) = &visible.what {
            all_but_hidden(source, &order.hidden, &mut rules);
        }
    }
    rules
}

/// Rules for `path` and what is below it. Landlock takes nothing away below what it gives, so around
/// a hidden file each of its neighbours has a rule of its own.
fn all_but_hidden(
    path: &Path,
    hidden: &[OsString],
    rules: &mut Vec<(PathBuf, BitFlags<AccessFs>)>,
) {
    if !hidden.iter().any(|it| Path::new(it).starts_with(path)) {
        rules.push((path.to_owned(), AccessFs::from_read(NEEDED)));
        return;
    }
    if path.is_dir() {
        rules.push((path.to_owned(), make_bitflags!(AccessFs::{ReadDir})));
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        // A rule for a link would be one for what it leads to; to be followed it needs none.
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            all_but_hidden(&entry.path(), hidden, rules);
        }
    }
}

/// A domain that nobody is in yet.
pub struct Rules(RulesetCreated);

impl Rules {
    /// Allows `access` to all that is below `path`, or, for a file, what of it concerns files.
    fn allow(&mut self, path: &Path, access: BitFlags<AccessFs>) -> Result<(), Refused> {
        let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEEDED) };
        let name = path.display();
        let fd = PathFd::new(path).step(&format!("open {name}"))?;
        let rule = PathBeneath::new(fd, access);
        let rules = &mut self.0;
        rules.add_rule(rule).map(drop).step(&format!("allow {name}"))
    }

    /// Puts this process into it, and whatever that becomes or starts, for good.
    pub fn enforce(self) -> Result<(), Refused> {
        self.0.restrict_self().map(drop).step("Landlock")
    }
}
