//! What a student hands in, and what his programs leave, does no harm to whoever handles it.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use grader::submission::collect::copy_tree;
use grader::submission::recognise::recognise;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use sandbox::Tree;

use super::{copy, here, no_sandbox, open_folder};
use crate::program::{ends_with, mancala, succeeds, text};
use crate::skip::skip;

/// A class of one, whose program is built by a script of its own.
fn built_by(script: &str) -> tempfile::TempDir {
    let folder = open_folder();
    let student = folder.path().join("class/ann");
    fs::create_dir_all(&student).unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    fs::write(student.join("mancala.c"), "int main() { return 0; }").unwrap();
    fs::write(student.join("make.sh"), script).unwrap();
    let commands = "[language.c]\nbuild = \"bash make.sh\"\nrun = \"bash {folder}/program\"\n";
    fs::write(folder.path().join("results/grade.toml"), commands).unwrap();
    folder
}

fn grade(folder: &Path) -> Command {
    let mut command = mancala(folder);
    command.args(["grade", "class", "--filter", "greedy", "--cases"]);
    command.arg(here("cases"));
    command
}

/// A build left `.built-by` as a link to a file of the grader's user, and the grader wrote `0` there.
#[test]
fn a_build_that_leaves_a_link_overwrites_nothing() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = built_by("");
    let victim = folder.path().join("of-the-teacher");
    fs::write(&victim, "precious").unwrap();
    let script = format!(
        "for name in .built-by program input.txt; do ln -s '{}' $name; done\n",
        victim.display()
    );
    fs::write(folder.path().join("class/ann/make.sh"), script).unwrap();
    // Nothing is left that the command of grade.toml can run, and whose fault that is, is not known.
    ends_with(&mut grade(folder.path()), 3);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
}

/// A build left `.built-by` as a FIFO, and the grader waited for ever for somebody who reads.
#[test]
fn a_build_that_leaves_a_fifo_is_not_waited_for() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = built_by("mkfifo .built-by; echo 'exit 1' > program\n");
    let mut grading = grade(folder.path()).spawn().unwrap();
    let begin = Instant::now();
    while grading.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(60) {
            grading.kill().unwrap();
            panic!("it waits for somebody who reads");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A built tree that other parts of the class take was copied with the text of what its hard links were.
#[test]
fn no_link_of_a_built_tree_is_copied() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    fs::create_dir_all(at("built/inside")).unwrap();
    fs::create_dir(at("outside")).unwrap();
    fs::write(at("outside/secret"), "secret").unwrap();
    fs::write(at("built/inside/program"), "its own").unwrap();
    fs::hard_link(at("outside/secret"), at("built/second")).unwrap();
    symlink("../outside", at("built/folder")).unwrap();
    symlink("../outside/secret", at("built/file")).unwrap();
    Command::new("mkfifo").arg(at("built/fifo")).status().unwrap();
    copy_tree(&at("built"), &at("copy")).unwrap();
    let copied = walkdir::WalkDir::new(at("copy")).sort_by_file_name();
    let copied: Vec<_> = copied.into_iter().skip(1).map(|it| it.unwrap().into_path()).collect();
    assert_eq!(copied, [at("copy/inside"), at("copy/inside/program")]);
}

/// What this thread has taken of a processor, which other tests do not change.
fn processor_milliseconds() -> i64 {
    let used = getrusage(UsageWho::RUSAGE_THREAD).unwrap();
    (used.user_time() + used.system_time()).num_milliseconds()
}

/// Each took minutes and gigabytes while no case was run: what is read of a source has to take as long as the source
/// is.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn sources_that_nest_or_repeat_are_read_in_no_time() {
    let million = |text: &str| text.repeat((1 << 20) / text.len());
    let imports: String = (0..800).map(|n| format!("import m{n}\n")).collect();
    let many =
        |count: usize, name: &dyn Fn(usize) -> String, text: &str| -> Vec<(String, String)> {
            (0..count).map(|n| (name(n), text.to_owned())).collect()
        };
    let long = "a".repeat(1 << 19);
    let sources: [(&str, Vec<(String, String)>); 8] = [
        ("nested classes", vec![("A.java".into(), million("class a{static void main(;"))]),
        (
            "long names",
            vec![(
                "A.java".into(),
                format!("class {long}{{{}", "static void main(;".repeat(20_000)),
            )],
        ),
        (
            "a long package",
            vec![(
                "A.java".into(),
                format!("package {}; {}", "a.".repeat(200_000), "class a{}".repeat(50_000)),
            )],
        ),
        ("open parameters", vec![("mancala.c".into(), million("main("))]),
        ("open braces", many(60, &|n| format!("a{n}.java"), &million("{"))),
        ("imports", many(800, &|n| format!("m{n}.py"), &imports)),
        (
            "names from a long module",
            vec![(
                "mancala.py".into(),
                format!("from {} import {}", "a.".repeat(200_000), "b,".repeat(200_000)),
            )],
        ),
        (
            "equal classes",
            many(800, &|n| format!("f{n}/A{n}.java"), &"class a{} class b{}".repeat(300)),
        ),
    ];
    for (what, files) in sources {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let begin = processor_milliseconds();
        let recognised = recognise(&Tree::open(root.path()).unwrap());
        let time = processor_milliseconds() - begin;
        println!("{what}: {time} ms, {} ok", recognised.is_ok());
        assert!(time < 12_000, "{what}: {time} ms");
        if what == "open braces" {
            let said = recognised.map_or_else(|why| why, |it| it.warnings.join("\n"));
            assert!(said.contains("a10.java"), "{said}");
        }
    }
}

/// It is said where not all sources were looked at.
#[test]
fn more_sources_than_are_looked_at_are_told_of() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("mancala.c"), "int main() {}").unwrap();
    for number in 0..12 {
        let table = format!("int t{number}[] = {{{}}};", "1,".repeat(500_000));
        fs::write(root.path().join(format!("table{number}.c")), table).unwrap();
    }
    let recognised = recognise(&Tree::open(root.path()).unwrap()).unwrap();
    assert_eq!(recognised.sources.len(), 13, "all of them are compiled");
    let said = recognised.warnings.join("\n");
    assert!(said.contains("source files were not read"), "{said}");
}

/// Names that begin with a dash, or hold a line end, are names.
#[test]
fn no_name_of_a_file_is_an_option() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let right = fs::read(here("submissions/python-right/mancala.py")).unwrap();
    let names = [
        "--version.py",
        "-c.py",
        "--\nhelp; exit 0.py",
        "@mancala \u{202e}.py",
        "{folder}{class}.py",
        "\u{1b}[31m.py",
    ];
    for (number, name) in names.iter().enumerate() {
        let student = folder.path().join(format!("class/{number}"));
        fs::create_dir_all(&student).unwrap();
        fs::write(student.join(name), &right).unwrap();
    }
    let grading = succeeds(&mut grade(folder.path()));
    let table = fs::read_to_string(folder.path().join("results/cases.csv")).unwrap();
    let said = text(&grading.stderr);
    assert_eq!(table.matches(",AC,").count(), names.len(), "{table}{said}");
}

/// Where no file fits any more, a right program got RTE for good.
#[test]
fn a_disk_without_room_for_files_is_no_fault_of_a_program() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let small = folder.path().join("small");
    fs::create_dir(&small).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "nr_inodes=7,size=900m,mode=777", "none"])
        .arg(&small)
        .status();
    if !mounted.is_ok_and(|it| it.success()) {
        return skip("no file system can be mounted here");
    }
    let student = folder.path().join("class/ann");
    copy(&here("submissions/python-right"), &student);
    // Its second output is one file too many.
    let grade = |folder: &Path| {
        let mut command = mancala(folder);
        command.args(["grade", "class", "--filter", "minimax", "--cases"]);
        command.arg(here("cases"));
        command
    };
    let graded = grade(folder.path()).env("TMPDIR", &small).output().unwrap();
    let table = fs::read_to_string(folder.path().join("results/cases.csv"));
    let again = grade(folder.path()).output().unwrap();
    Command::new("umount").arg(&small).status().unwrap();
    let said = text(&graded.stderr);
    let table = table.unwrap_or_default();
    assert!(table.contains("ann,minimax,minimax,IE,"), "{table}{said}");
    // It is run again where there is space.
    let table = fs::read_to_string(folder.path().join("results/cases.csv")).unwrap();
    assert!(table.contains(",AC,"), "{table}{}", text(&again.stderr));
}

/// Other accounts read classmates' sources while they were graded, and the results afterwards.
#[test]
fn results_are_for_whoever_grades_alone() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    fs::create_dir_all(folder.path().join("class/ann")).unwrap();
    fs::write(folder.path().join("class/ann/run"), "#!/bin/sh\nexit 1\n").unwrap();
    let mode = |name: &str| {
        let what = fs::metadata(folder.path().join(name)).unwrap();
        what.permissions().mode() & 0o777
    };
    let said = |command: &mut Command| text(&ends_with(command, 1).stderr);
    let warning = "warning: other users can read";
    assert!(!said(&mut grade(folder.path())).contains(warning));
    assert_eq!(mode("results"), 0o700);
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path().join("results"), open).unwrap();
    assert!(said(&mut grade(folder.path())).contains(warning));
    assert!(!said(grade(folder.path()).arg("--shared")).contains(warning));
    let shared = said(grade(folder.path()).args(["--shared", "--results", "shared"]));
    assert!(!shared.contains(warning), "{shared}");
    assert_ne!(mode("shared"), 0o700);
}
