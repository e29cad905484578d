//! Which backend runs a program, within which limits, and what is said when none can.

use std::path::Path;
use std::time::Duration;

use sandbox::{Backend, Job, Limits, Outcome, Sandbox, probe_all};

use super::{GO_ON, Place, run, shell, small_limits};

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
fn a_fault_is_ours_and_says_which_path() {
    let place = Place::new();
    let dir = place.dir("dir");
    for sandbox in place.sandboxes() {
        let fault = |job: Job| sandbox.run(&job, &small_limits(), &GO_ON).unwrap_err().to_string();
        assert_eq!(
            fault(Job::new("true", "/none")),
            "/none: No such file or directory (os error 2)"
        );
        assert_eq!(fault(Job::new("true", "/bin/sh")), "/bin/sh: not a directory");
        assert_eq!(
            fault(Job::new("true", "/")),
            "/: cannot be a working directory: it holds the system"
        );
        assert_eq!(
            fault(Job::new("true", &dir).readable("/none")),
            "/none: No such file or directory (os error 2)"
        );
    }
}

#[test]
fn a_backend_is_demanded_or_refused_and_never_replaced() {
    let missing = Path::new("/no/such/helper");
    let refused = Sandbox::with_helper(Some(Backend::Landlock), missing).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "no sandbox: landlock (cannot start /no/such/helper: No such file or directory (os error 2))"
    );
    assert!(Sandbox::with_helper(None, missing).is_err());
    let statuses = probe_all(missing);
    let available: Vec<Backend> =
        statuses.iter().filter(|it| it.available.is_ok()).map(|it| it.backend).collect();
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
    let chosen = Sandbox::with_helper(None, &place.path("helper")).unwrap();
    assert_eq!(chosen.backend(), first.backend());
}

#[test]
fn without_protection_the_clock_and_the_output_are_watched() {
    let place = Place::new();
    let dir = place.dir("dir");
    let helper = place.path("helper");
    let sandbox = Sandbox::with_helper(Some(Backend::Unprotected), &helper).unwrap();
    let mut limits = small_limits();
    let report = run(&sandbox, &shell("echo out; echo err >&2; exit 3", &dir), &limits);
    assert_eq!(report.outcome, Outcome::Exited(3));
    assert_eq!(
        (report.stdout.to_string(), report.stderr.to_string()),
        ("out\n".into(), "err\n".into())
    );
    assert_eq!((report.backend, report.cpu), (Backend::Unprotected, None));
    assert_eq!(
        run(&sandbox, &Job::new("no-such-program", &dir), &limits).outcome.to_string(),
        "cannot be executed: No such file or directory (os error 2)"
    );
    assert_eq!(
        run(&sandbox, &Job::new("yes", &dir), &limits).outcome.to_string(),
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
