//! The program as its users meet it: arguments, files, messages, exit codes.

#[cfg(unix)]
mod endless;
#[cfg(unix)]
mod outputs;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `command` to its end with `typed` on its standard input.
pub(crate) fn typing(command: &mut Command, typed: impl AsRef<[u8]>) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    keyboard.write_all(typed.as_ref()).unwrap();
    drop(keyboard);
    child.wait_with_output().unwrap()
}

/// The program, to be run in `folder`.
pub(crate) fn mancala(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command.current_dir(folder).env("NO_COLOR", "1");
    command
}

/// Runs a command that has to end with exit code 0.
#[track_caller]
pub(crate) fn succeeds(command: &mut Command) -> Output {
    ends_with(command, 0)
}

/// Runs a command that has to end with this exit code.
#[track_caller]
pub(crate) fn ends_with(command: &mut Command, code: i32) -> Output {
    let output = command.output().unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{command:?}\n{out}\n{err}");
    output
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const INPUT: &str = "2\n1\n1\n1 0 4\n1 0 2\n0\n0\n";
const STATE: &str = "1 0 4\n0 0 2\n0\n1\n";
const LOG: &str = "Node,Depth,Value\nroot,0,-Infinity\nB2,1,1\nroot,0,1\nB4,1,1\nroot,0,1\n";

/// A folder with an `input.txt`.
fn folder(input: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("input.txt"), input).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[track_caller]
fn has_answer(folder: &Path) {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("next_state.txt"), STATE);
    assert_eq!(read("traverse_log.txt"), LOG);
}

#[test]
fn alone_beside_an_input() {
    let folder = folder(INPUT);
    succeeds(&mut mancala(folder.path()));
    has_answer(folder.path());
    assert_eq!(names(folder.path()), ["input.txt", "next_state.txt", "traverse_log.txt"]);
}

#[test]
fn as_the_course_calls_it() {
    let (folder, elsewhere) = (folder(INPUT), tempfile::tempdir().unwrap());
    let input = folder.path().join("input.txt");
    succeeds(mancala(elsewhere.path()).arg("-i").arg(input));
    has_answer(elsewhere.path());
    assert_eq!(names(folder.path()), ["input.txt"]);
}

#[test]
fn into_a_new_folder() {
    let folder = folder(INPUT);
    succeeds(mancala(folder.path()).args(["run", "input.txt", "-o", "deep/er"]));
    has_answer(&folder.path().join("deep/er"));
}

#[test]
fn summary_on_standard_error() {
    let folder = folder(INPUT);
    let output = succeeds(&mut mancala(folder.path()));
    insta::with_settings!({filters => [(r"[\d.]+[nµm]?s\n$", "TIME\n")]}, {
        insta::assert_snapshot!(text(&output.stderr));
    });
    assert!(output.stdout.is_empty());
}

#[test]
fn quiet_says_nothing() {
    let folder = folder(INPUT);
    let output = succeeds(mancala(folder.path()).arg("--quiet"));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn json_on_standard_output() {
    let folder = folder(INPUT);
    let output = succeeds(mancala(folder.path()).args(["--format", "json"]));
    let mut json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(json["seconds"].take().is_f64());
    insta::assert_snapshot!(serde_json::to_string_pretty(&json).unwrap());
}

#[test]
fn optional_rows_in_both_forms() {
    let folder = folder("3\n2\n2\n1 0 0\n0 0 3\n0\n0\n");
    for form in ["omit", "own-sign", "marked"] {
        succeeds(mancala(folder.path()).args(["--optional", form]));
        let log = std::fs::read_to_string(folder.path().join("traverse_log.txt")).unwrap();
        insta::assert_snapshot!(format!("optional_rows_{form}"), log);
        // Whichever form was written, the course's comparison takes it.
        succeeds(mancala(folder.path()).args(["check", ".", ".", "--compare", "course"]));
    }
}

#[test]
fn help_texts() {
    for subcommand in ["", "run", "check"] {
        let mut command = mancala(Path::new("."));
        let arguments = [subcommand, "--help"].into_iter().filter(|word| !word.is_empty());
        let output = succeeds(command.args(arguments).env("COLUMNS", "100"));
        insta::assert_snapshot!(format!("help_{subcommand}"), text(&output.stdout));
    }
}

#[test]
fn a_tree_of_inputs_with_a_bad_one_answers_the_others() {
    let folder = folder(INPUT);
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    std::fs::write(folder.path().join("sub/good.txt"), INPUT).unwrap();
    std::fs::write(folder.path().join("sub/bad.txt"), "1\n2\nthree\n").unwrap();
    let output = ends_with(mancala(folder.path()).args(["run", ".", "-o", "out"]), 2);
    has_answer(&folder.path().join("out"));
    has_answer(&folder.path().join("out/sub/good"));
    assert_eq!(names(&folder.path().join("out/sub")), ["good"]);
    assert!(text(&output.stderr).contains("sub/bad.txt:3:1"), "{}", text(&output.stderr));
}

#[test]
fn check_shows_the_first_difference() {
    let folder = folder("2\n1\n2\n1 2 1\n2 1 2\n0\n0\n");
    succeeds(&mut mancala(folder.path()));
    succeeds(mancala(folder.path()).args(["check", ".", "."]));
    let log = folder.path().join("traverse_log.txt");
    let right = std::fs::read_to_string(&log).unwrap();
    type Edit = dyn Fn(&str) -> String;
    let edits: [(&str, &Edit); 7] = [
        ("value", &|log| log.replacen(",2,", ",2,-", 3).replacen(",2,-", ",2,", 2)),
        ("carriage_return", &|log| log.replace('\n', "\r\n")),
        ("trailing_blank", &|log| log.replacen("Infinity\n", "Infinity \n", 1)),
        ("row_missing_at_end", &|log| {
            log.trim_end().rsplit_once('\n').unwrap().0.to_owned() + "\n"
        }),
        ("row_too_many", &|log| log.to_owned() + "root,0,0\n"),
        ("no_final_line_end", &|log| log.trim_end().to_owned()),
        ("empty", &|_| String::new()),
    ];
    for (name, edit) in edits {
        let wrong = edit(&right);
        assert_ne!(wrong, right, "{name}");
        std::fs::write(&log, wrong).unwrap();
        let output = ends_with(mancala(folder.path()).args(["check", ".", "."]), 1);
        insta::assert_snapshot!(format!("check_{name}"), text(&output.stdout));
    }
}

#[test]
fn check_names_missing_and_unmatched_files() {
    let folder = folder(INPUT);
    std::fs::create_dir_all(folder.path().join("expected/nobody")).unwrap();
    std::fs::write(folder.path().join("expected/nobody/next_state.txt"), STATE).unwrap();
    std::fs::create_dir(folder.path().join("inputs")).unwrap();
    std::fs::write(folder.path().join("inputs/somebody.txt"), INPUT).unwrap();
    let output = ends_with(mancala(folder.path()).arg("check"), 1);
    insta::assert_snapshot!(text(&output.stdout));
    let output = ends_with(mancala(folder.path()).args(["check", "--format", "json"]), 1);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&json).unwrap());
}

#[test]
fn a_filter_without_a_case_is_an_error() {
    let folder = folder(INPUT);
    let output = ends_with(mancala(folder.path()).args(["check", ".", ".", "--filter", "xyz"]), 2);
    assert!(text(&output.stderr).contains("no case"));
}

/// A device was replaced by a file, and a link by what it leads to.
#[test]
#[cfg(unix)]
fn outputs_take_the_place_of_files_only() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let pipe = nix::unistd::mkfifo(&at("pipe"), nix::sys::stat::Mode::S_IRWXU);
    pipe.unwrap();
    let said = text(&ends_with(mancala(folder.path()).args(["page", "-o", "pipe"]), 3).stderr);
    assert!(said.contains("cannot write pipe: it is not a regular file"), "{said}");
    std::fs::write(at("target"), "").unwrap();
    std::os::unix::fs::symlink("target", at("link")).unwrap();
    succeeds(mancala(folder.path()).args(["page", "-o", "link"]));
    assert!(at("link").is_symlink());
    assert!(std::fs::metadata(at("target")).unwrap().len() > 0);
}
