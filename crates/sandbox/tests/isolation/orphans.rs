//! What is left of a run when the grader itself is killed: nothing.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sandbox::{Backend, BackendRequest, Job, Outcome, Sandbox};

use super::hostile::processes_with;
use super::{GO_ON, Place, run, small_limits};

/// The test that becomes a grader to be killed.
const VICTIM: &str = "orphans::a_grader_to_be_killed";

#[test]
fn a_grader_to_be_killed() {
    let Ok(order) = std::env::var("GRADER_TO_BE_KILLED") else {
        return;
    };
    let words: Vec<&str> = order.splitn(4, ' ').collect();
    let backend: Backend = words[0].parse().unwrap();
    let helper = Path::new(words[1]);
    let sandbox = Sandbox::with_helper(BackendRequest::Exactly(backend), helper).unwrap();
    // Daemons too, each with the token among its arguments.
    let daemon = "setsid sh -c 'while :; do sleep 0.01; done' \"$0\" &";
    let script = format!("{daemon} {daemon} {daemon} : > up; while :; do sleep 1; done");
    let job = Job::new("sh", words[2]).args(["-c", &script, words[3]]);
    let _ = sandbox.run(&job, &small_limits(), &GO_ON);
}

#[test]
fn nothing_outlives_a_grader_that_is_killed() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        let backend = sandbox.backend();
        let dir = place.dir(&format!("dir-{backend}"));
        let token = format!("orphan-{backend}-{}", std::process::id());
        // A name of its own, by which its servers are found.
        let helper = place.path(&format!("helper-{backend}"));
        std::fs::hard_link(place.path("helper"), &helper).unwrap();
        let order = format!("{backend} {} {} {token}", helper.display(), dir.display());
        let mut grader = Command::new(place.path("tests"))
            .args(["--exact", VICTIM, "--nocapture"])
            .env("GRADER_TO_BE_KILLED", order)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while !dir.join("up").exists() {
            assert!(
                grader.try_wait().unwrap().is_none(),
                "{backend}: ended by itself"
            );
            thread::sleep(Duration::from_millis(1));
        }
        assert!(!processes_with(&token).is_empty());
        grader.kill().unwrap();
        grader.wait().unwrap();
        // Nobody is left to say when it is done.
        let left = || {
            [
                processes_with(&token),
                processes_with(&helper.to_string_lossy()),
            ]
            .concat()
        };
        let gone = (0..1000).any(|_| {
            thread::sleep(Duration::from_millis(10));
            left().is_empty()
        });
        assert!(gone, "{backend}: {:?}", left());
    }
}

#[test]
fn a_fork_server_that_somebody_kills_is_replaced() {
    let place = Place::new();
    let dir = place.dir("dir");
    let helper = place.path("helper").to_string_lossy().into_owned();
    for sandbox in place.sandboxes() {
        for _ in 0..3 {
            let report = run(&sandbox, &Job::new("true", &dir), &small_limits());
            assert_eq!(report.outcome, Outcome::Exited(0), "{}", sandbox.backend());
            let servers = processes_with(&helper);
            assert!(!servers.is_empty());
            for server in servers {
                let server = Pid::from_raw(server.parse().unwrap());
                kill(server, Signal::SIGKILL).unwrap();
            }
        }
    }
}
