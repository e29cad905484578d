//! Hostile and honest programs in isolation, in every backend that is available.
//!
//! [`hostile`] runs the table `hostile.txt` of [`attacks`]; [`tools`] runs compilers and
//! interpreters; [`lifecycle`] looks at runs from start to end, [`ownership`] at whose their files are,
//! [`backends`] at what isolates them; [`outputs`] reads what a program left. As root, all of it is repeated as a plain user.

#![cfg(target_os = "linux")]
// A test that meets what it does not expect has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod attacks;
mod backends;
mod hostile;
mod lifecycle;
mod outputs;
mod ownership;
mod tools;

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use sandbox::{Backend, Job, Limits, Report, Sandbox, remove_tree};
use tempfile::TempDir;

/// The user that programs become when we are root; here, also the plain user.
const NOBODY: u32 = 65_534;

/// The environment variable that, when it is `all`, turns what is skipped into a failure.
const REQUIRE: &str = "MANCALA_REQUIRE";

/// Never set.
static GO_ON: AtomicBool = AtomicBool::new(false);

/// A directory that everybody may pass through, with copies of the programs that tests run: where
/// they were built, another user may not get to.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        fs::set_permissions(place.path(), Permissions::from_mode(0o755)).unwrap();
        let helper = std::env::var_os("SANDBOX_TEST_HELPER");
        let helper = helper.unwrap_or_else(|| env!("CARGO_BIN_EXE_sandbox-helper").into());
        let programs =
            [(PathBuf::from(helper), "helper"), (std::env::current_exe().unwrap(), "tests")];
        for (from, name) in programs {
            let to = place.path().join(name);
            // Not `fs::copy`: a child that another thread starts meanwhile would hold the file open
            // for writing, and such a file cannot be executed.
            let copied = Command::new("cp").args([&from, &to]).status().unwrap();
            assert!(copied.success(), "{}", from.display());
            fs::set_permissions(&to, Permissions::from_mode(0o755)).unwrap();
        }
        Self(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A new, empty directory.
    fn dir(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir(&path).unwrap();
        path
    }

    /// One sandbox for each backend that is available; says why the others are not.
    fn sandboxes(&self) -> Vec<Sandbox> {
        let mut made = Vec::new();
        for backend in [Backend::Namespaces, Backend::Landlock] {
            match Sandbox::with_helper(Some(backend), &self.path("helper")) {
                Ok(sandbox) => made.push(sandbox),
                Err(reason) => {
                    let reason = reason.to_string();
                    assert!(!reason.contains("the isolation does not hold"), "{reason}");
                    skip(reason);
                }
            }
        }
        made
    }
}

/// Small limits, so that passing them is quick.
fn small_limits() -> Limits {
    Limits {
        memory_bytes: 96 << 20,
        processes: 32,
        stack_bytes: 8 << 20,
        file_bytes: 4 << 20,
        disk_bytes: 16 << 20,
        files: 500,
        open_files: 64,
        output_bytes: 256 << 10,
        ..Limits::for_cpu(std::time::Duration::from_secs(60))
    }
}

/// Says why something is skipped; fails where nothing may be.
#[track_caller]
fn skip(reason: impl std::fmt::Display) {
    let demanded = std::env::var_os(REQUIRE).is_some_and(|value| value == "all");
    assert!(!demanded, "{REQUIRE}=all, but: {reason}");
    println!("skipped: {reason}");
}

/// A job that is a script.
fn shell(script: &str, dir: &Path) -> Job {
    Job::new("sh", dir).args(["-c", script])
}

fn run(sandbox: &Sandbox, job: &Job, limits: &Limits) -> Report {
    match sandbox.run(job, limits, &GO_ON) {
        Ok(report) => report,
        Err(fault) => panic!("{}: {fault}", sandbox.backend()),
    }
}

/// Runs all of these tests once more, as a plain user.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn as_a_plain_user() {
    if !nix::unistd::geteuid().is_root() {
        return skip("only root can become somebody else");
    }
    let place = Place::new();
    let temporary = place.dir("tmp");
    chown(&temporary, Some(NOBODY), Some(NOBODY)).unwrap();
    let output = Command::new(place.path("tests"))
        .args(["--skip", "as_a_plain_user", "--nocapture"])
        // Only root's runs are somebody else, so there is nothing to see for others.
        .args(["--skip", "a_file_with_a_second_name_is_not_handed_over"])
        .args(["--skip", "each_run_has_a_user_of_its_own"])
        .env("TMPDIR", &temporary)
        .env("SANDBOX_TEST_HELPER", place.path("helper"))
        .current_dir(&temporary)
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{errors}");
    assert!(said.contains("hostile::every_attack_fails"), "{said}");
    println!("{said}");
    remove_tree(&temporary).unwrap();
}
