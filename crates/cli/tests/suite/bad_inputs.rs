//! Every file of `bad-inputs/` gets a clear error, exit code 2, and no output.

use crate::program::{ends_with, mancala, text};

#[test]
fn each_bad_file_is_shown_with_a_caret() {
    insta::glob!("bad-inputs/*.txt", |path| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(path, folder.path().join("input.txt")).unwrap();
        let output = ends_with(&mut mancala(folder.path()), 2);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
        insta::assert_snapshot!(text(&output.stderr));
    });
}

#[test]
fn a_missing_file() {
    let folder = tempfile::tempdir().unwrap();
    let output = ends_with(&mut mancala(folder.path()), 2);
    insta::assert_snapshot!(text(&output.stderr));
}

#[test]
fn a_folder_in_place_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("input.txt")).unwrap();
    let output = ends_with(mancala(folder.path()).args(["-i", "input.txt"]), 2);
    insta::assert_snapshot!(text(&output.stderr));
}

/// Its own memory at address 0 is what nobody may read, not even root.
#[test]
#[cfg(target_os = "linux")]
fn an_unreadable_file() {
    let folder = tempfile::tempdir().unwrap();
    let output = ends_with(mancala(folder.path()).args(["-i", "/proc/self/mem"]), 2);
    insta::assert_snapshot!(text(&output.stderr));
}
