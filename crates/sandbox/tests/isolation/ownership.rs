//! Whose the files of a run are, and what two runs have in common: nothing.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::thread;
use std::time::Duration;

use sandbox::{Backend, Job, Outcome, Sandbox};

use super::{Place, run, shell, small_limits};

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
        let job = Job::new(built.join("program"), &dir).readable(&built);
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
        for name in [".", "a", "a/b", "a/b/program", "fifo", "locked", "second", "link"] {
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
        let report = run(&sandbox, &shell("cat input; echo x > input", &dir), &small_limits());
        assert_eq!(report.stdout.to_string(), "as it was", "{report:?}");
        assert_eq!(fs::read_to_string(&original).unwrap(), "as it was");
    }
}

/// Archives of other systems hold names in any encoding.
#[test]
fn a_directory_may_have_any_name() {
    let place = Place::new();
    let dir = place.dir("dir").join(OsStr::from_bytes(b"na\xefve, \"two\"\nlines"));
    fs::create_dir(&dir).unwrap();
    for sandbox in place.sandboxes() {
        let report = run(&sandbox, &shell("echo > made", &dir), &small_limits());
        assert_eq!(report.outcome, Outcome::Exited(0), "{report:?}");
        fs::remove_file(dir.join("made")).unwrap();
    }
}
