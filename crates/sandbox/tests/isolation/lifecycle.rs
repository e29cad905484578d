//! How a run is conducted: what goes in, what comes out, and what happens when it is cut short.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use sandbox::{
    Backend, BackendRequest, Fault, FileLocks, Job, Limits, Outcome, Sandbox, Stdin, probe_all,
};

use super::hostile::processes_with;
use super::{GO_ON, Place, run, small_limits};

fn shell(script: &str, dir: &Path) -> Job {
    Job::new("sh", dir).args(["-c", script])
}

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
            assert_eq!(
                report.outcome.to_string(),
                *expected,
                "{} {script}",
                sandbox.backend()
            );
        }
    }
}

#[test]
fn what_cannot_be_executed_is_no_fault_of_ours() {
    let place = Place::new();
    let dir = place.dir("dir");
    fs::write(dir.join("text"), "no program").unwrap();
    let cases = [
        (
            "no-such-program",
            "cannot be executed: No such file or directory (os error 2)",
        ),
        (
            "./text",
            "cannot be executed: Permission denied (os error 13)",
        ),
    ];
    for sandbox in place.sandboxes() {
        for (program, expected) in cases {
            let report = run(&sandbox, &Job::new(program, &dir), &small_limits());
            assert_eq!(
                report.outcome.to_string(),
                expected,
                "{}",
                sandbox.backend()
            );
        }
    }
}

#[test]
fn input_output_and_usage_are_passed_on() {
    let place = Place::new();
    let dir = place.dir("dir");
    fs::write(dir.join("input"), "from the file\n").unwrap();
    let script = "cat; echo $WORD; echo oops >&2; pwd; echo kept > result; : > $TMPDIR/x";
    for sandbox in place.sandboxes() {
        let mut job = shell(script, &dir).env("WORD", "from the environment");
        job.stdin = Stdin::File("input".into());
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
        assert!(
            text.starts_with("1\n2\n3\n") && text.ends_with("\n19999\n20000\n"),
            "{text}"
        );
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

/// A build, and then the program that was built, say.
#[test]
fn one_run_finds_what_the_last_one_made() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        let dir = place.dir(&format!("dir-{}", sandbox.backend()));
        fs::write(dir.join("given"), "given\n").unwrap();
        fs::set_permissions(dir.join("given"), Permissions::from_mode(0o600)).unwrap();
        for (script, printed) in [
            ("mkdir -m 700 made && cat given > made/file", ""),
            ("echo again >> made/file && cat made/file", "given\nagain\n"),
        ] {
            let report = run(&sandbox, &shell(script, &dir), &small_limits());
            assert_eq!(report.stdout.to_string(), printed, "{report:?}");
            assert_eq!(report.outcome, Outcome::Exited(0));
        }
    }
}

/// The caller may keep the folder around a run, and what was built there, to itself: nobody else's
/// account is to get at what a program leaves.
#[test]
fn the_folders_around_a_run_may_be_closed_to_everybody_else() {
    let place = Place::new();
    let private = place.dir("private");
    fs::set_permissions(&private, Permissions::from_mode(0o700)).unwrap();
    for sandbox in place.sandboxes() {
        let dir = place.dir(&format!("private/run-{}", sandbox.backend()));
        let built = place.dir(&format!("private/built-{}", sandbox.backend()));
        fs::write(
            built.join("program"),
            "#!/bin/sh\ncat input; pwd; echo > made; realpath made; chmod 604 made; stat -c %a made\n",
        )
        .unwrap();
        fs::set_permissions(built.join("program"), Permissions::from_mode(0o755)).unwrap();
        fs::write(dir.join("input"), "from the file\n").unwrap();
        let mut job = Job::new(built.join("program"), &dir).readable(&built);
        job.stdin = Stdin::File("input".into());
        let report = run(&sandbox, &job, &small_limits());
        let here = dir.canonicalize().unwrap();
        let here = here.display();
        let expected = format!("from the file\n{here}\n{here}/made\n604\n");
        assert_eq!(report.stdout.to_string(), expected, "{report:?}");
    }
}

/// What two runs print that last at the same time, the second of which begins after the first.
fn together(sandbox: &Sandbox, place: &Place, script: &str) -> [String; 2] {
    let script = format!("{script}; : > up; while [ ! -e done ]; do sleep 0.01; done");
    let dirs = ["one", "two"].map(|name| place.dir(&format!("{}-{name}", sandbox.backend())));
    thread::scope(|scope| {
        let runs = dirs.each_ref().map(|dir| {
            let job = shell(&script, dir);
            let running = scope.spawn(move || run(sandbox, &job, &small_limits()).stdout);
            while !dir.join("up").exists() {
                thread::sleep(Duration::from_millis(1));
            }
            running
        });
        for dir in &dirs {
            fs::write(dir.join("done"), "").unwrap();
        }
        runs.map(|it| it.join().unwrap().to_string())
    })
}

/// One who is the same in two runs can write what the other one left.
#[test]
fn each_run_has_a_user_of_its_own() {
    if !nix::unistd::geteuid().is_root() {
        return super::skip("a plain user's programs are that user");
    }
    let place = Place::new();
    for sandbox in place.sandboxes() {
        let [one, two] = together(&sandbox, &place, "id -u; stat -c %u .");
        assert_ne!(one, two, "{}", sandbox.backend());
        for user in [one, two] {
            let seen: Vec<u32> = user.lines().map(|it| it.parse().unwrap()).collect();
            assert!(seen[0] > 0x7000_0000 && seen[0] == seen[1], "{seen:?}");
        }
    }
}

/// Its user's number may be another run's, later.
#[test]
fn what_a_run_leaves_is_the_callers() {
    let place = Place::new();
    let me = nix::unistd::geteuid().as_raw();
    let script = "umask 077; mkdir -p a/b; echo > a/b/program; chmod 700 a/b/program; mkfifo fifo; \
        echo > locked; chmod 0 locked; ln -s /etc/passwd link; ln locked second; chmod 777 .";
    for sandbox in place.sandboxes() {
        let backend = sandbox.backend();
        let dir = place.dir(backend.name());
        let report = run(&sandbox, &shell(script, &dir), &small_limits());
        assert_eq!(report.outcome, Outcome::Exited(0), "{report:?}");
        let facts = |name: &str| fs::symlink_metadata(dir.join(name)).unwrap();
        for name in [
            ".",
            "a",
            "a/b",
            "a/b/program",
            "fifo",
            "locked",
            "second",
            "link",
        ] {
            assert_eq!(facts(name).uid(), me, "{backend} {name}");
        }
        // What others may do makes no difference to a plain user's runs, which are the user.
        if me == 0 {
            assert_eq!(facts("a/b/program").mode() & 0o777, 0o755, "{backend}");
            assert_eq!(facts("locked").mode() & 0o777, 0, "{backend}");
        }
        assert_eq!(fs::metadata("/etc/passwd").unwrap().uid(), 0);
    }
}

/// Whatever a program makes of its temporary directory: another account gets to nothing in it.
#[test]
fn the_temporary_directory_is_closed_to_everybody_else() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        let dir = place.dir(sandbox.backend().name());
        let script = "chmod 777 $TMPDIR; stat -c %a $TMPDIR/..";
        let report = run(&sandbox, &shell(script, &dir), &small_limits());
        let expected = match (sandbox.backend(), nix::unistd::geteuid().is_root()) {
            (Backend::Landlock, true) => "710\n", // for the run's own group
            (Backend::Landlock, false) => "700\n",
            _ => "755\n", // in memory, and nowhere outside
        };
        assert_eq!(report.stdout.to_string(), expected, "{}", sandbox.backend());
    }
}

/// A second lock, behind the filter that lets nobody set such bits.
#[test]
fn with_mounts_the_working_directory_has_no_set_id_programs_and_no_devices() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        if sandbox.backend() == Backend::Landlock {
            continue;
        }
        let dir = place.dir("dir");
        let job = Job::new("grep", &dir).args([" ".into(), "/proc/self/mountinfo".to_owned()]);
        let report = run(&sandbox, &job, &small_limits()).stdout.to_string();
        let here = format!(" {} rw,nosuid,nodev", dir.canonicalize().unwrap().display());
        assert!(report.contains(&here), "{here}: {report}");
    }
}

/// A build, and then several runs of what was built, each as somebody else.
#[test]
fn what_was_built_for_oneself_can_be_executed_by_the_next_run() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        let backend = sandbox.backend();
        let built = place.dir(&format!("built-{backend}"));
        let dir = place.dir(&format!("dir-{backend}"));
        let script = "umask 077; mkdir bin; printf '#!/bin/sh\necho hello' > bin/program; chmod u+x bin/program";
        run(&sandbox, &shell(script, &built), &small_limits());
        let job = Job::new(built.join("bin/program"), &dir).readable(&built);
        let report = run(&sandbox, &job, &small_limits());
        assert_eq!(report.stdout.to_string(), "hello\n", "{backend} {report:?}");
    }
}

/// By the list of sockets in `/proc/net` two runs could tell each other something.
#[test]
fn runs_at_the_same_time_share_no_network() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        if sandbox.backend() == Backend::Landlock {
            continue; // there it is the machine's, in which sockets cannot be made
        }
        let [one, two] = together(&sandbox, &place, "readlink /proc/self/ns/net");
        assert_ne!(one, two);
        let ours = fs::read_link("/proc/self/ns/net").unwrap();
        assert!(![one, two].contains(&format!("{}\n", ours.display())));
    }
}

/// A case's input may be linked into many working directories instead of copied.
#[test]
fn a_file_with_a_second_name_is_not_handed_over() {
    if !nix::unistd::geteuid().is_root() {
        return super::skip("nothing is handed over unless we are root");
    }
    let place = Place::new();
    let original = place.path("original");
    fs::write(&original, "as it was").unwrap();
    for sandbox in place.sandboxes() {
        let dir = place.dir(&format!("dir-{}", sandbox.backend()));
        fs::hard_link(&original, dir.join("input")).unwrap();
        let report = run(
            &sandbox,
            &shell("cat input; echo x > input", &dir),
            &small_limits(),
        );
        assert_eq!(report.stdout.to_string(), "as it was", "{report:?}");
        assert_eq!(fs::read_to_string(&original).unwrap(), "as it was");
    }
}

/// Archives of other systems hold names in any encoding.
#[test]
fn a_directory_may_have_any_name() {
    let place = Place::new();
    let dir = place
        .dir("dir")
        .join(OsStr::from_bytes(b"na\xefve, \"two\"\nlines"));
    fs::create_dir(&dir).unwrap();
    for sandbox in place.sandboxes() {
        let report = run(&sandbox, &shell("echo > made", &dir), &small_limits());
        assert_eq!(report.outcome, Outcome::Exited(0), "{report:?}");
        fs::remove_file(dir.join("made")).unwrap();
    }
}

#[test]
fn limits_may_be_beyond_all_bounds() {
    let place = Place::new();
    let dir = place.dir("dir");
    let limits = Limits {
        cpu: Duration::MAX,
        wall: Duration::MAX,
        memory_bytes: u64::MAX,
        processes: u32::MAX,
        stack_bytes: u64::MAX,
        file_bytes: u64::MAX,
        disk_bytes: u64::MAX,
        files: u64::MAX,
        open_files: u32::MAX,
        output_bytes: u64::MAX,
    };
    for sandbox in place.sandboxes() {
        let report = run(&sandbox, &shell("echo > made", &dir), &limits);
        assert_eq!(report.outcome, Outcome::Exited(0), "{report:?}");
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
        assert_eq!(
            processes_with(&token),
            Vec::<String>::new(),
            "{}",
            sandbox.backend()
        );
        fs::remove_file(dir.join("up")).unwrap();
    }
}

#[test]
fn a_fault_is_ours_and_says_which_path() {
    let place = Place::new();
    let dir = place.dir("dir");
    for sandbox in place.sandboxes() {
        let fault = |job: Job| {
            sandbox
                .run(&job, &small_limits(), &GO_ON)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            fault(Job::new("true", "/none")),
            "/none: No such file or directory (os error 2)"
        );
        assert_eq!(
            fault(Job::new("true", "/bin/sh")),
            "/bin/sh: not a directory"
        );
        assert_eq!(
            fault(Job::new("true", "/")),
            "/: cannot be a working directory: it holds the system"
        );
        assert_eq!(
            fault(Job::new("true", &dir).readable("/none")),
            "/none: No such file or directory (os error 2)"
        );
        let mut job = Job::new("true", &dir);
        job.stdin = Stdin::File("none".into());
        assert_eq!(
            fault(job),
            "cannot build the sandbox: none: No such file or directory (os error 2)"
        );
    }
}

#[test]
fn a_backend_is_demanded_or_refused_and_never_replaced() {
    let missing = Path::new("/no/such/helper");
    let refused =
        Sandbox::with_helper(BackendRequest::Exactly(Backend::Landlock), missing).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "no sandbox: landlock (cannot start /no/such/helper: No such file or directory (os error 2))"
    );
    assert!(Sandbox::with_helper(BackendRequest::Strongest, missing).is_err());
    let statuses = probe_all(missing);
    let available: Vec<Backend> = statuses
        .iter()
        .filter(|it| it.available.is_ok())
        .map(|it| it.backend)
        .collect();
    assert_eq!(available, [Backend::Unprotected]);

    for backend in Backend::ALL {
        assert_eq!(backend.to_string().parse(), Ok(backend));
    }
    let unknown = "docker".parse::<Backend>().unwrap_err().to_string();
    assert_eq!(
        unknown,
        "unknown backend 'docker', expected one of: namespaces, landlock, unprotected"
    );
}

#[test]
fn the_strongest_backend_is_the_first_that_works() {
    let place = Place::new();
    let works = place.sandboxes();
    let Some(first) = works.first() else { return };
    let chosen = Sandbox::with_helper(BackendRequest::Strongest, &place.path("helper")).unwrap();
    assert_eq!(chosen.backend(), first.backend());
}

#[test]
fn without_protection_the_clock_and_the_output_are_watched() {
    let place = Place::new();
    let dir = place.dir("dir");
    let helper = place.path("helper");
    let sandbox =
        Sandbox::with_helper(BackendRequest::Exactly(Backend::Unprotected), &helper).unwrap();
    let mut limits = small_limits();
    let report = run(
        &sandbox,
        &shell("echo out; echo err >&2; exit 3", &dir),
        &limits,
    );
    assert_eq!(report.outcome, Outcome::Exited(3));
    assert_eq!(
        (report.stdout.to_string(), report.stderr.to_string()),
        ("out\n".into(), "err\n".into())
    );
    assert_eq!((report.backend, report.cpu), (Backend::Unprotected, None));
    assert_eq!(
        run(&sandbox, &Job::new("no-such-program", &dir), &limits)
            .outcome
            .to_string(),
        "cannot be executed: No such file or directory (os error 2)"
    );
    assert_eq!(
        run(&sandbox, &Job::new("yes", &dir), &limits)
            .outcome
            .to_string(),
        "standard output limit"
    );
    limits.wall = Duration::from_millis(200);
    assert_eq!(
        run(&sandbox, &Job::new("sleep", &dir).args(["9"]), &limits).outcome,
        Outcome::WallLimit
    );
}

#[test]
fn limits_have_defaults() {
    let limits = Limits::for_cpu(Duration::from_secs(3));
    assert_eq!(limits.wall, Duration::from_secs(12));
    assert_eq!(Limits::default(), Limits::for_cpu(Duration::from_secs(10)));
}
