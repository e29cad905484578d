//! Compilers and interpreters work in isolation, in every backend. One that is missing is skipped.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use sandbox::{FileLocks, Job, Limits, System, find_copies, view};

use super::{Place, run, skip};

/// program, what a shell is to do, what it prints
const CASES: &[(&str, &str, &str)] = &[
    ("sh", "echo hello; cat < /dev/null; sleep 0.1 & wait", "hello"),
    (
        "python3",
        "python3 -c 'import json, subprocess, tempfile, threading
tempfile.TemporaryFile().write(b\"x\")
t = threading.Thread(target=print, args=(json.dumps([1]),)); t.start(); t.join()
open(\"out\", \"w\").write(\"2\"); print(open(\"out\").read())
print(subprocess.run([\"echo\", \"3\"], capture_output=True, text=True).stdout)'",
        "[1] 2 3",
    ),
    (
        "gcc",
        "printf '#include <stdio.h>\nint main() { puts(\"hello\"); }' > h.c && gcc -O1 -o h h.c && ./h",
        "hello",
    ),
    (
        "g++",
        "printf '#include <iostream>\nint main() { std::cout << \"hello\"; }' > h.cpp \
         && g++ -o h h.cpp && ./h",
        "hello",
    ),
    (
        "javac",
        "printf 'class H { public static void main(String[] a) { System.out.println(6 * 7); } }' \
         > H.java && javac H.java && java H",
        "42",
    ),
    ("node", "node -e 'require(\"fs\").writeFileSync(\"out\", \"x\"); console.log(6 * 7)'", "42"),
    ("go", "printf 'package main\nfunc main() { print(42) }' > h.go && go run h.go 2>&1", "42"),
];

#[test]
fn compilers_and_interpreters_work() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        for (program, script, expected) in CASES {
            let backend = sandbox.backend();
            if !Path::new("/usr/bin").join(program).exists() {
                skip(format_args!("{program}: not among the system's programs"));
                continue;
            }
            let dir = place.dir(&format!("{backend}-{program}"));
            let mut job = Job::new("sh", &dir).args(["-c", script]);
            job = job.env("JAVA_TOOL_OPTIONS", "-Xmx256m").env("PYTHONDONTWRITEBYTECODE", "1");
            job.locks = FileLocks::Allowed;
            let report = run(&sandbox, &job, &Limits::for_cpu(Duration::from_secs(60)));
            let printed: Vec<String> =
                report.stdout.to_string().split_whitespace().map(str::to_owned).collect();
            assert_eq!(printed.join(" "), *expected, "{backend} {program}: {report:?}");
            assert_eq!(report.outcome.to_string(), "exit code 0", "{backend} {program}");
            println!("{backend}: {program} works");
        }
    }
}

/// Interpreters in a home directory: what lies beside them becomes readable, and no more.
#[test]
fn a_toolchain_has_a_prefix_and_a_home_has_none() {
    let place = tempfile::tempdir().unwrap();
    let real = place.path().canonicalize().unwrap();
    for program in ["tool/bin/run", "bin/run", "elsewhere/run"] {
        let path = real.join(program);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    fs::create_dir(real.join("tool/lib")).unwrap();
    std::os::unix::fs::symlink(real.join("tool/bin/run"), real.join("link")).unwrap();
    let cases = [
        ("tool/bin/run", "tool"),
        ("link", "tool"),
        ("bin/run", "bin/run"),
        ("elsewhere/run", "elsewhere/run"),
    ];
    for (program, expected) in cases {
        let prefix = view::toolchain_prefix(&real.join(program)).unwrap();
        assert_eq!(prefix, real.join(expected), "{program}");
    }
    assert!(view::toolchain_prefix(&real.join("missing")).is_err());
}

/// As interpreters of version managers do in the home of root.
#[test]
fn a_toolchain_in_a_private_home_works() {
    let place = Place::new();
    let home = place.dir("home");
    for dir in ["home/tool", "home/tool/bin", "home/tool/lib"] {
        place.dir(dir);
    }
    let shell = place.path("home/tool/bin/shell");
    let copied = Command::new("cp").args(["/bin/sh".as_ref(), shell.as_os_str()]).status();
    assert!(copied.unwrap().success());
    fs::write(place.path("home/secret"), "not for everybody").unwrap();
    fs::write(place.path("home/tool/lib/own"), "its own").unwrap();
    fs::set_permissions(&home, fs::Permissions::from_mode(0o700)).unwrap();
    let script = "cat ../home/tool/lib/own; cat ../home/secret || ls ../home || echo; echo refused";
    for sandbox in place.sandboxes() {
        let dir = place.dir(&format!("private-{}", sandbox.backend()));
        let prefix = view::toolchain_prefix(&shell).unwrap();
        let job = Job::new(&shell, &dir).args(["-c", script]).readable(prefix);
        let report = run(&sandbox, &job, &Limits::default());
        // With mounts, the home is there, and holds nothing else.
        let printed = report.stdout.to_string().replace("tool\n", "\n");
        assert_eq!(printed, "its own\nrefused\n", "{report:?}");
    }
}

#[test]
fn what_lies_among_the_systems_files_is_exposed() {
    let shown = view::system_directories();
    let exposed = |path: &Path| view::exposed_by(path, &shown).unwrap();
    assert_eq!(exposed(Path::new("/usr/bin")), Some(Path::new("/usr")));
    assert_eq!(exposed(Path::new("/bin/sh")), Some(Path::new("/usr")));
    assert_eq!(exposed(Path::new("/etc/passwd")), None);
    assert_eq!(exposed(&std::env::temp_dir()), None);
    let own = [std::env::temp_dir()];
    let file = tempfile::NamedTempFile::new().unwrap();
    assert_eq!(view::exposed_by(file.path(), &own).unwrap(), Some(&*own[0]));
}

/// A copy has the same contents or, being another version, the same name.
#[test]
fn copies_of_a_program_are_found_by_contents_and_by_name() {
    let place = tempfile::tempdir().unwrap();
    let real = place.path().canonicalize().unwrap();
    for (path, text, mode) in [
        ("own/prog", "the program", 0o755),
        ("in/copy", "the program", 0o644),
        ("in/a/prog", "an older one", 0o755),
        ("in/b/prog", "a text about it", 0o644),
        ("in/other", "the programs", 0o755),
        ("in/c/same-length", "the pr0gram", 0o755),
    ] {
        let path = real.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }
    std::os::unix::fs::symlink(real.join("own"), real.join("in/link")).unwrap();
    let found = find_copies(&real.join("own/prog"), &[real.join("in")]).unwrap();
    assert_eq!(found, [real.join("in/a/prog"), real.join("in/copy")]);
    // The system's own programs have their copies among themselves.
    let sh = fs::canonicalize("/bin/sh").unwrap();
    let found = find_copies(&sh, &view::system_directories()).unwrap();
    assert!(found.contains(&sh));
    // A place may be a file.
    assert_eq!(find_copies(&sh, std::slice::from_ref(&sh)).unwrap(), [sh]);
}

/// Once `mancala-0.9` beside `mancala` did everybody's homework.
#[test]
fn another_version_under_another_name_is_found_by_its_section() {
    let place = Place::new();
    let installed = place.dir("bin").join("helper-0.9");
    let copied = Command::new("cp").args([&place.path("helper"), &installed]).status();
    assert!(copied.unwrap().success());
    // Other bytes, and another length.
    let mut file = fs::OpenOptions::new().append(true).open(&installed).unwrap();
    file.write_all(b"another version").unwrap();
    let sh = fs::canonicalize("/bin/sh").unwrap();
    let found = find_copies(&sh, &[place.path("bin")]).unwrap();
    assert_eq!(found, [installed.canonicalize().unwrap()]);
    fs::set_permissions(&installed, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(find_copies(&sh, &[place.path("bin")]).unwrap().is_empty());
}

/// What a language does not need is not there, in whichever way it is asked for.
#[test]
fn a_program_may_see_only_a_part_of_the_system() {
    let place = Place::new();
    for sandbox in place.sandboxes() {
        let dir = place.dir(&format!("part-{}", sandbox.backend()));
        let script = "ls /usr/share > /dev/null 2>&1; echo $?; ls /usr/bin/env /bin/ls";
        let mut job = Job::new("sh", &dir).args(["-c", script]);
        job.system = System::Only(["/usr/bin", "/usr/lib", "/usr/lib64"].map(Into::into).into());
        let report = run(&sandbox, &job, &Limits::default());
        let expected = "2\n/bin/ls\n/usr/bin/env\n";
        assert_eq!(report.stdout.to_string(), expected, "{report:?}");
    }
}
