//! From the start of a run to its end, also of one that is cut short: because it is cancelled, because the
//! grader is killed, because somebody kills a fork server.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sandbox::{Backend, Fault, FileLocks, Job, Outcome, Sandbox};

use super::hostile::processes_with;
use super::{GO_ON, Place, run, shell, small_limits};

/// A script and what it ends in.
const ENDS: &[(&str, &str)] = &[
    ("exit 0", "exit code 0"),
    ("exit 42", "exit code 42"),
    ("kill -SEGV $$", "killed by SIGSEGV"),
    ("kill -KILL $$", "killed by SIGKILL"),
    ("kill -PIPE $$", "killed by SIGPIPE"),
    ("kill -40 $$", "killed by signal 40"),
    ("kill -XFSZ $$", "file size limit"),
    ("exec ./missing", "exit code 127"),
];

#[test]
fn the_end_is_told() {
    let place = Place::new();
    let dir = place.dir("dir");
    for sandbox in place.sandboxes() {
        for (script, expected) in ENDS {
            let report = run(&sandbox, &shell(script, &dir), &small_limits());
            assert_eq!(report.outcome.to_string(), *expected, "{} {script}", sandbox.backend());
        }
    }
}

#[test]
fn what_cannot_be_executed_is_no_fault_of_ours() {
    let place = Place::new();
    let dir = place.dir("dir");
    fs::write(dir.join("text"), "no program").unwrap();
    let cases = [
        ("no-such-program", "cannot be executed: No such file or directory (os error 2)"),
        ("./text", "cannot be executed: Permission denied (os error 13)"),
    ];
    for sandbox in place.sandboxes() {
        for (program, expected) in cases {
            let report = run(&sandbox, &Job::new(program, &dir), &small_limits());
            assert_eq!(report.outcome.to_string(), expected, "{}", sandbox.backend());
        }
    }
}

#[test]
fn input_output_and_usage_are_passed_on() {
    let place = Place::new();
    let dir = place.dir("dir");
    fs::write(dir.join("input"), "from the file\n").unwrap();
    let script =
        "cat; cat input; echo $WORD; echo oops >&2; pwd; echo kept > result; : > $TMPDIR/x";
    for sandbox in place.sandboxes() {
        let job = shell(script, &dir).env("WORD", "from the environment");
        let report = run(&sandbox, &job, &small_limits());
        let here = dir.canonicalize().unwrap();
        let expected = format!("from the file\nfrom the environment\n{}\n", here.display());
        assert_eq!(report.stdout.to_string(), expected, "{report:?}");
        assert_eq!(report.stderr.to_string(), "oops\n");
        assert_eq!(fs::read_to_string(dir.join("result")).unwrap(), "kept\n");
        assert_eq!(report.backend, sandbox.backend());
        assert!(report.cpu.unwrap() > Duration::ZERO);
        assert!(report.peak_memory.unwrap() > 100_000);
        fs::remove_file(dir.join("result")).unwrap();
    }
}

#[test]
fn of_a_long_stream_both_ends_are_kept() {
    let place = Place::new();
    let dir = place.dir("dir");
    for sandbox in place.sandboxes() {
        let report = run(&sandbox, &shell("seq 20000", &dir), &small_limits());
        let text = report.stdout.to_string();
        assert!(text.starts_with("1\n2\n3\n") && text.ends_with("\n19999\n20000\n"), "{text}");
        assert_eq!(report.stdout.total, 108_894);
        assert_eq!(report.stdout.omitted(), 108_894 - (16 << 10));
        assert!(text.contains("\n[... 92510 bytes omitted ...]\n"), "{text}");
    }
}

/// As linkers do, and whoever copies a file.
#[test]
fn a_program_may_change_modes_and_times_of_its_own_files() {
    let place = Place::new();
    let script = "echo > $TMPDIR/f && chmod 700 $TMPDIR/f && touch -d 2001-01-01 $TMPDIR/f \
        && cp -p $TMPDIR/f copy && mv $TMPDIR/f moved && cp -p copy $TMPDIR/back \
        && ln -s moved link && chmod u-w link && touch -h link && mkdir d && chmod 755 d/.. && echo ok";
    for sandbox in place.sandboxes() {
        let dir = place.dir(sandbox.backend().name());
        let report = run(&sandbox, &shell(script, &dir), &small_limits());
        assert_eq!(report.stdout.to_string(), "ok\n", "{report:?}");
        for (name, mode) in [("copy", 0o700), ("moved", 0o500)] {
            let what = fs::metadata(dir.join(name)).unwrap();
            assert_eq!(what.mode() & 0o700, mode, "{} {name}", sandbox.backend());
            assert!(what.mtime() < 1_000_000_000, "{} {name}", sandbox.backend());
        }
    }
}

/// Of two that lock a file, the second gets it only if there are no locks.
#[test]
fn builds_lock_files_and_programs_are_told_so() {
    let place = Place::new();
    let script = "exec 8> own 9> own; flock 8 || echo no; flock --nonblock 9 || echo held";
    for sandbox in place.sandboxes() {
        for (locks, expected) in [(FileLocks::Allowed, "held\n"), (FileLocks::Pretended, "")] {
            let dir = place.dir(&format!("{}-{locks:?}", sandbox.backend()));
            let mut job = shell(script, &dir);
            job.locks = locks;
            let report = run(&sandbox, &job, &small_limits());
            let backend = sandbox.backend();
            assert_eq!(report.stdout.to_string(), expected, "{backend} {locks:?}");
            assert_eq!(report.stderr.to_string(), "", "{backend} {locks:?}");
        }
    }
}

/// No option of ours, whatever it looks like.
#[test]
fn names_and_arguments_that_look_like_options_are_neither() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        let dir = place.dir(sandbox.backend().name());
        for name in ["--help", "--", "-c", "__sandbox-fork-server"] {
            let program = dir.join(name);
            fs::write(&program, "#!/bin/sh\nfor word; do echo \"$word\"; done\n").unwrap();
            fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
            let words = ["--help", "__sandbox-fork-server", "--"];
            let job = Job::new(name, &dir).args(words).env("PATH", &dir);
            let report = run(&sandbox, &job, &small_limits());
            assert_eq!(report.stdout.to_string(), words.join("\n") + "\n", "{name}");
        }
    }
}

#[test]
fn a_cancelled_run_ends_and_leaves_nothing() {
    let place = Place::new();
    let dir = place.dir("dir");
    for sandbox in place.sandboxes() {
        let token = format!("cancelled-{}-{}", sandbox.backend(), std::process::id());
        let job = Job::new("sh", &dir).args(["-c", ": > up; sleep 1000 & sleep 1000", &token]);
        let cancel = AtomicBool::new(false);
        let result = thread::scope(|scope| {
            let running = scope.spawn(|| sandbox.run(&job, &small_limits(), &cancel));
            while !dir.join("up").exists() {
                thread::sleep(Duration::from_millis(1));
            }
            cancel.store(true, Ordering::Relaxed);
            running.join().unwrap()
        });
        assert!(matches!(result, Err(Fault::Interrupted)), "{result:?}");
        assert_eq!(processes_with(&token), Vec::<String>::new(), "{}", sandbox.backend());
        fs::remove_file(dir.join("up")).unwrap();
    }
}

/// The test that becomes a grader to be killed.
const VICTIM: &str = "lifecycle::a_grader_to_be_killed";

#[test]
fn a_grader_to_be_killed() {
    let Ok(order) = std::env::var("GRADER_TO_BE_KILLED") else {
        return;
    };
    let words: Vec<&str> = order.splitn(4, ' ').collect();
    let backend: Backend = words[0].parse().unwrap();
    let helper = Path::new(words[1]);
    let sandbox = Sandbox::with_helper(Some(backend), helper).unwrap();
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
        let token = format!("left-{backend}-{}", std::process::id());
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
            assert!(grader.try_wait().unwrap().is_none(), "{backend}: ended by itself");
            thread::sleep(Duration::from_millis(1));
        }
        assert!(!processes_with(&token).is_empty());
        grader.kill().unwrap();
        grader.wait().unwrap();
        // Nobody is left to say when it is done.
        let left = || [processes_with(&token), processes_with(&helper.to_string_lossy())].concat();
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
