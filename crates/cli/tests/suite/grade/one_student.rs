//! One student never hurts another, nor the grader: whatever is handed in, everybody else is graded as
//! if it were not there, and nobody vanishes.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::layouts::{gz, tar_of, zip};
use super::{here, no_sandbox, open_folder};
use crate::program::{ends_with, mancala, succeeds, text};
use crate::skip::skip;

/// A program that answers the greedy case.
const RIGHT: &str = "#!/bin/sh\nprintf '3 1 3\\n2 1 0\\n0\\n1\\n' > next_state.txt\n";

fn put(path: &Path, content: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// `mancala grade class --cases cases` in a folder, with the greedy case.
fn grade(folder: &Path) -> Command {
    put(&folder.join("cases/greedy.txt"), fs::read(here("cases/greedy.txt")).unwrap());
    let mut command = mancala(folder);
    command.args(["grade", "class", "--cases", "cases", "--jobs", "2"]);
    command
}

/// "submission verdict" of every row.
fn verdicts(folder: &Path) -> Vec<String> {
    let mut table = csv::Reader::from_path(folder.join("results/cases.csv")).unwrap();
    let records = table.records().map(|record| record.unwrap());
    records.map(|record| format!("{} {}", &record[0], &record[3])).collect()
}

#[test]
fn no_submission_has_a_say_in_which_compiler_is_asked() {
    use grader::submission::toolchain::Toolchains;
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    if let Err(reason) = Toolchains::default().tool("g++") {
        return skip(reason);
    }
    let folder = open_folder();
    let marker = folder.path().join("marker");
    // As a student would have it found: in the folder in which the grader is started.
    let script = format!("#!/bin/sh\npwd >> '{0}'\nenv >> '{0}'\nexit 1\n", marker.display());
    put(&folder.path().join("g++"), &script);
    put(&folder.path().join("class/ann/mancala.cpp"), "int main() {}\n");
    let path = std::env::var("PATH").unwrap();
    let mut command = grade(folder.path());
    ends_with(command.env("PATH", format!(".::{path}")), 1);
    assert!(!marker.exists(), "{}", fs::read_to_string(&marker).unwrap());
    // And where it is asked for by its path, nothing of what lies around reaches it.
    let tools = folder.path().join("tools");
    put(&tools.join("g++"), &script);
    let mut command = grade(folder.path());
    command.args(["--rerun", "all"]).env("SECRET", "of the grader");
    ends_with(command.env("PATH", format!("{}:{path}", tools.display())), 1);
    let told = fs::read_to_string(&marker).unwrap();
    assert!(told.starts_with("/\n"), "{told}");
    assert!(!told.contains("SECRET"), "{told}");
}

#[test]
fn a_build_that_sleeps_is_no_fault_of_ours() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    put(&folder.path().join("class/ann/run"), RIGHT);
    let toml = "[build_limits]\nwall_seconds = 0.5\n[language.executable]\nbuild = \"sleep 9\"\n";
    put(&folder.path().join("cases/grade.toml"), toml);
    ends_with(&mut grade(folder.path()), 1);
    assert_eq!(verdicts(folder.path()), ["ann CE"]);
}

#[test]
fn what_could_not_be_graded_stays_open_until_a_person_decides() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(here("ledger.jsonl"), folder.path().join("ledger.jsonl")).unwrap();
    let eve = || {
        let grades = fs::read_to_string(folder.path().join("grades.csv")).unwrap();
        let line = grades.lines().find(|line| line.starts_with("eve,"));
        line.unwrap().split(',').skip(3).take(2).collect::<Vec<_>>().join("/")
    };
    ends_with(mancala(folder.path()).args(["report", "."]), 3);
    let open = eve();
    let toml = "[[override]]\nsubmission = \"eve\"\ncase = \"hidden-minimax\"\n\
                excuse = true\nreason = \"a full disk\"\n\
                [[override]]\nsubmission = \"fay\"\nexcuse = true\nreason = \"no go\"\n\
                [[group]]\ncases = \"hidden-*\"\npoints = 2\n";
    fs::write(folder.path().join("grade.toml"), toml).unwrap();
    ends_with(mancala(folder.path()).args(["rescore", "."]), 1);
    assert_eq!((open.as_str(), eve().as_str()), ("0/4", "0/2"));
}

#[test]
fn a_full_disk_is_no_zero_and_is_not_remembered() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    put(&folder.path().join("class/ann/run"), "#!/bin/sh\nexit 1\n");
    put(&folder.path().join("small/.keep"), "");
    let script = "mount -t tmpfs -o size=8m,mode=755 none small && TMPDIR=$PWD/small \
                  \"$0\" grade class --cases cases --require-backend landlock";
    let mut command = Command::new("unshare");
    command.arg("--mount");
    let id = Command::new("id").arg("-u").output().unwrap();
    if text(&id.stdout).trim() != "0" {
        command.arg("--map-root-user");
    }
    command
        .args(["bash", "-c", script])
        .arg(env!("CARGO_BIN_EXE_mancala"))
        .current_dir(folder.path());
    drop(grade(folder.path()));
    let output = command.output().unwrap();
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    if !said.contains("the disk is almost full") && output.status.code() != Some(1) {
        return skip(format!("no disk of one's own can be mounted here: {said}"));
    }
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert_eq!(verdicts(folder.path()), ["ann IE"]);
    ends_with(&mut grade(folder.path()), 1);
    assert_eq!(verdicts(folder.path()), ["ann RTE"]);
}

#[test]
fn one_entry_does_not_stop_the_archive_of_a_class() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let long = format!("hw/eve/{}", "x".repeat(300));
    let mut builder = tar_of(&[
        ("hw/ann/run", RIGHT),
        ("hw/bob/run", RIGHT),
        ("hw/bob/..\\..\\mancala.py", ""),
        ("hw/carl/run", RIGHT),
        ("hw/dora/run", RIGHT),
    ]);
    let mut link = |path: &str| {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::Symlink);
        header.set_size(0);
        builder.append_link(&mut header, path, "/usr/bin/python3").unwrap();
    };
    link("hw/carl/venv/bin/python");
    link("hw/dora/python");
    let mut header = tar::Header::new_gnu();
    header.set_size(0);
    builder.append_data(&mut header, long, std::io::empty()).unwrap();
    let bytes = gz(&builder.into_inner().unwrap());
    fs::write(folder.path().join("class.tar.gz"), bytes).unwrap();
    drop(grade(folder.path()));
    let mut command = mancala(folder.path());
    ends_with(command.args(["grade", "class.tar.gz", "--cases", "cases"]), 1);
    let wanted = ["ann AC", "bob CE", "carl AC", "dora CE", "eve CE"];
    assert_eq!(verdicts(folder.path()), wanted);
}

#[test]
fn a_long_name_keeps_nobody_from_a_report() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    put(&folder.path().join("class/ann/run"), RIGHT);
    put(&folder.path().join("class").join("x".repeat(255)).join("run"), RIGHT);
    ends_with(&mut grade(folder.path()), 0);
    let feedback = fs::read_dir(folder.path().join("results/feedback")).unwrap();
    assert_eq!(feedback.count(), 2);
}

#[test]
fn reports_keep_no_file_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut ledger = "{\"record\":\"suite\",\"cases\":[]}\n".to_owned();
    for student in 0..600 {
        ledger += &format!(
            "{{\"record\":\"submission\",\"name\":\"s{student}\",\"program\":\"p\",\"language\":\"c\",\
             \"toolchain\":\"\",\"late_days\":0,\"build\":\"ready\"}}\n"
        );
    }
    fs::write(folder.path().join("ledger.jsonl"), ledger).unwrap();
    let mut command = Command::new("bash");
    let script = "ulimit -n 64 && exec \"$0\" report .";
    command.args(["-c", script, env!("CARGO_BIN_EXE_mancala")]);
    succeeds(command.current_dir(folder.path()));
    let feedback = fs::read_dir(folder.path().join("feedback")).unwrap();
    assert_eq!(feedback.count(), 600);
}

#[test]
fn equal_programs_are_each_known_afterwards() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    for name in ["ann", "bob", "carl"] {
        put(&folder.path().join("class").join(name).join("run"), RIGHT);
    }
    ends_with(&mut grade(folder.path()), 0);
    let ledger = || fs::read_to_string(folder.path().join("results/ledger.jsonl")).unwrap();
    let before = ledger();
    let again = ends_with(&mut grade(folder.path()), 0);
    assert!(text(&again.stderr).contains("0 cases run, 3 reused"));
    assert_eq!(ledger(), before, "nothing is written either");
}

/// The second case was taken for known, under the name of the first, and stayed open for ever.
#[test]
fn cases_that_ask_the_same_are_each_run() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    put(&folder.path().join("class/ann/run"), RIGHT);
    let mut command = grade(folder.path());
    let case = folder.path().join("cases/greedy.txt");
    fs::copy(&case, folder.path().join("cases/the-same.txt")).unwrap();
    ends_with(&mut command, 0);
    assert_eq!(verdicts(folder.path()), ["ann AC", "ann AC"]);
    fs::rename(case, folder.path().join("cases/renamed.txt")).unwrap();
    ends_with(&mut command, 0);
    assert_eq!(verdicts(folder.path()), ["ann AC", "ann AC"]);
}

#[test]
fn gradescope_has_one_student_whatever_the_files_are_called() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let class = folder.path().join("class");
    put(&class.join("agent.py"), "import board\nboard.save()\n");
    let board = "def save():\n    open('next_state.txt', 'w').write('3 1 3\\n2 1 0\\n0\\n1\\n')\n";
    put(&class.join("board.py"), board);
    let mut command = grade(folder.path());
    ends_with(command.args(["--gradescope", "results.json"]), 0);
    let results = fs::read_to_string(folder.path().join("results.json")).unwrap();
    assert!(results.contains("\"score\": 1.0"), "{results}");
    assert_eq!(verdicts(folder.path()), ["class AC"]);
}

#[test]
fn no_two_students_become_one() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let class = folder.path().join("class");
    for bytes in [b"ann\xfe", b"ann\xff"] {
        put(&class.join(std::ffi::OsStr::from_bytes(bytes)).join("run"), RIGHT);
    }
    put(&class.join("bob.zip"), zip(&[("x/mancala.py", "1 / 0\n")]));
    put(&class.join("bob.tar"), tar_of(&[("x/mancala.py", "1 / 0\n")]).into_inner().unwrap());
    put(&class.join("new\nline\x1b[31m/run"), RIGHT);
    let output = ends_with(&mut grade(folder.path()), 1);
    assert_eq!(verdicts(folder.path()).len(), 5, "{:?}", verdicts(folder.path()));
    let said = text(&output.stdout);
    assert!(!said.contains('\x1b'), "{said:?}");
    assert_eq!(said.lines().count(), 6, "{said}");
}

#[test]
fn a_damaged_line_of_a_ledger_can_be_deleted() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    put(&folder.path().join("class/ann/run"), RIGHT);
    ends_with(&mut grade(folder.path()), 0);
    let ledger = folder.path().join("results/ledger.jsonl");
    let text_of = |path: &Path| fs::read_to_string(path).unwrap();
    let damaged = text_of(&ledger).replacen('\n', "\nnot of a grader\n", 1);
    fs::write(&ledger, &damaged).unwrap();
    let refused = ends_with(&mut grade(folder.path()), 2);
    assert!(text(&refused.stderr).contains("line 2: expected a result of a grader"));
    assert!(text(&refused.stderr).contains("delete it"));
    fs::write(&ledger, damaged.replace("not of a grader\n", "")).unwrap();
    let said = text(&ends_with(&mut grade(folder.path()), 0).stderr);
    assert!(said.contains("0 cases run, 1 reused"), "{said}");
}

#[test]
fn formulas_are_text_also_where_a_reader_sees_another_cell() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a;=1+1", "b; @x", "c\\t=1", "-1", "d;\\\"=1"];
    let mut ledger = "{\"record\":\"suite\",\"cases\":[]}\n".to_owned();
    for name in names {
        ledger += &format!(
            "{{\"record\":\"submission\",\"name\":\"{name}\",\"program\":\"p\",\"language\":\"c\",\
             \"toolchain\":\"\",\"late_days\":0,\"build\":\"ready\"}}\n"
        );
    }
    fs::write(folder.path().join("ledger.jsonl"), ledger).unwrap();
    succeeds(mancala(folder.path()).args(["report", "."]));
    let mut table = csv::Reader::from_path(folder.path().join("grades.csv")).unwrap();
    let found: Vec<_> = table.records().map(|it| it.unwrap()[0].to_owned()).collect();
    let wanted = ["'-1", "a;'=1+1", "b; '@x", "c␉=1", "d;\"'=1"];
    assert_eq!(found, wanted);
}
