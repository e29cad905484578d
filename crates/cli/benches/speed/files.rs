//! Folders and the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that is removed at the end, on a memory disk if there is one.
pub(super) fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        return tempfile::tempdir_in(memory).unwrap();
    }
    println!("no /dev/shm: a disk is measured too");
    tempfile::tempdir().unwrap()
}

/// Writes an input file: every pit of both rows holds `seeds`.
pub(super) fn input(folder: &Path, task: u8, cutoff: u32, width: usize, seeds: u16) -> PathBuf {
    let path = folder.join("input.txt");
    let row = vec![seeds.to_string(); width].join(" ");
    std::fs::write(&path, format!("{task}\n1\n{cutoff}\n{row}\n{row}\n0\n0\n")).unwrap();
    path
}

/// The program, its output to be read or thrown away.
pub(super) fn mancala() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// Answers an input file into `folder` and gives back what the program says of it.
pub(super) fn answer(input: &Path, folder: &Path) -> serde_json::Value {
    let output = mancala()
        .args(["run", "--format", "json", "--output"])
        .args([folder, input])
        .output()
        .unwrap();
    assert!(output.status.success(), "the program answers");
    serde_json::from_slice(&output.stdout).unwrap()
}
