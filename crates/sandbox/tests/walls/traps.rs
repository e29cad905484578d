//! What a program left instead of an output is said plainly, and never read.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::Read;
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::Path;

use sandbox::{open_output, remove_tree};

/// name, what is said of it
const CASES: &[(&str, &str)] = &[
    ("file", "as it should be"),
    ("missing", "there is no such file"),
    ("link", "a symbolic link, not a file"),
    ("fifo", "a FIFO, a socket or a device, not a file"),
    ("directory", "a directory, not a file"),
    ("long", "1048576 bytes long, at most 1000 are read"),
    ("", "not the name of a file"),
    ("..", "not the name of a file"),
    ("directory/../file", "not the name of a file"),
    ("/etc/passwd", "not the name of a file"),
];

#[test]
fn only_a_regular_file_of_bounded_length_is_an_output() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("left");
    fs::create_dir(&dir).unwrap();
    leave_outputs(&dir);
    for (name, expected) in CASES {
        let said = match open_output(&dir, OsStr::new(name), 1000) {
            Ok(mut file) => {
                let mut text = String::new();
                file.read_to_string(&mut text).unwrap();
                text
            }
            Err(reason) => reason.to_string(),
        };
        assert_eq!(said, *expected, "{name}");
    }
    remove_tree(&dir).unwrap();
}

#[test]
fn a_file_that_its_owner_cannot_read_is_no_output() {
    if nix::unistd::geteuid().is_root() {
        // Root can read anything; `as_a_plain_user` runs this test where it counts.
        return;
    }
    let place = tempfile::tempdir().unwrap();
    leave_outputs(place.path());
    let said = open_output(place.path(), OsStr::new("locked"), 1000)
        .unwrap_err()
        .to_string();
    assert_eq!(said, "cannot be read: Permission denied (os error 13)");
}

/// What a reader of outputs has to look out for.
pub(super) fn leave_outputs(dir: &Path) {
    symlink("/etc/passwd", dir.join("link")).unwrap();
    nix::unistd::mkfifo(&dir.join("fifo"), nix::sys::stat::Mode::S_IRUSR).unwrap();
    fs::create_dir(dir.join("directory")).unwrap();
    fs::write(dir.join("long"), vec![0; 1 << 20]).unwrap();
    let secretive = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(true)
        .mode(0o000)
        .open(dir.join("locked"));
    secretive.unwrap();
    fs::write(dir.join("file"), "as it should be").unwrap();
    println!("left a link, a FIFO, a directory, a long file, a locked one and a file");
}
