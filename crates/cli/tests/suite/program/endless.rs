//! Input files that have no end.

use std::process::Command;

use super::{INPUT, folder, text};

/// Runs the program with so much memory that reading on and on fails.
fn bounded(folder: &std::path::Path, arguments: &str) -> std::process::Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4194304; exec timeout 60 \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_mancala"));
    command.args(arguments.split_whitespace());
    command.current_dir(folder).env("NO_COLOR", "1");
    command.output().unwrap()
}

#[test]
fn a_file_without_an_end_is_refused_by_every_command_that_reads_one() {
    let folder = folder(INPUT);
    let here = folder.path();
    std::fs::create_dir(here.join("cases")).unwrap();
    std::fs::write(here.join("cases/input.txt"), INPUT).unwrap();
    std::fs::create_dir(here.join("class")).unwrap();
    std::fs::write(here.join("class/main.py"), "print(1)\n").unwrap();
    for endless in ["cases/grade.toml", "given.py"] {
        std::os::unix::fs::symlink("/dev/zero", here.join(endless)).unwrap();
    }
    for arguments in [
        "run /dev/zero",
        "draw /dev/zero",
        "play --plain --resume /dev/zero",
        "solve -i /dev/zero",
        "trace /dev/zero",
        "trace input.txt /dev/zero",
        "mutate no-capture -i /dev/zero -o out",
        "export canvas results --template /dev/zero -o out",
        "export similarity class --for dolos --base given.py -o sources",
        "export kattis --cases cases -o problem.zip",
        "export gradescope --cases usc --program /dev/zero -o grader.zip",
    ] {
        let output = bounded(here, arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        assert!(!said.contains("memory"), "{arguments}: {said}");
    }
}

#[test]
fn a_checkpoint_without_an_end_is_not_read() {
    let folder = folder(INPUT);
    std::fs::create_dir(folder.path().join("found")).unwrap();
    let endless = folder.path().join("found/usc-3.checkpoint");
    std::os::unix::fs::symlink("/dev/zero", endless).unwrap();
    let solve = "solve --pits 3 --seeds 2 --memory 64M --checkpoint found";
    let output = bounded(folder.path(), solve);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("it is not a regular file"), "{said}");
}

/// It was read twice, and the second time there was nothing left.
#[test]
fn an_input_file_is_drawn_from_a_pipe() {
    let folder = folder(INPUT);
    let mut command = Command::new("sh");
    command.args(["-c", "cat input.txt | \"$0\" draw --format text /dev/stdin"]);
    command.arg(env!("CARGO_BIN_EXE_mancala"));
    let output = command.current_dir(folder.path()).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}
