//! What a program left instead of an output is said plainly, and never read.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::Read;
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::fcntl::{AT_FDCWD, RenameFlags, renameat2};
use sandbox::tree::{Bounds, Step, Walked};
use sandbox::{Tree, open_output, remove_tree};

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
    let said = open_output(place.path(), OsStr::new("locked"), 1000).unwrap_err().to_string();
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

/// A link in a folder on the way was followed, and a second name of somebody's file was taken for an output.
#[test]
fn no_component_of_a_path_is_a_link_and_no_file_has_two_names() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("left");
    fs::create_dir_all(dir.join("real/deeper")).unwrap();
    fs::create_dir(place.path().join("outside")).unwrap();
    fs::write(place.path().join("outside/secret"), "secret").unwrap();
    fs::write(dir.join("real/deeper/file"), "its own").unwrap();
    symlink("../outside", dir.join("link")).unwrap();
    symlink("real", dir.join("within")).unwrap();
    fs::hard_link(place.path().join("outside/secret"), dir.join("second")).unwrap();
    let tree = Tree::open(&dir).unwrap();
    let read = |name: &str| {
        let mut text = String::new();
        match tree.file(Path::new(name), 1000) {
            Ok(mut file) => file.read_to_string(&mut text).map(|_| text).unwrap(),
            Err(reason) => reason.to_string(),
        }
    };
    assert_eq!(read("real/deeper/file"), "its own");
    assert!(read("link/secret").starts_with("cannot be read"));
    assert!(read("within/deeper/file").starts_with("cannot be read"));
    assert_eq!(read("second"), "a file with a second name (a hard link)");
    assert_eq!(read("real/../../outside/secret"), "not the name of a file");
    assert!(Tree::open(&dir.join("within")).is_err());
    let mut seen = Vec::new();
    let all = Bounds { entries: 100, depth: 10 };
    let walked = tree.walk(all, &mut |entry| {
        seen.push(entry.path.to_str().unwrap().to_owned());
        std::io::Result::Ok(Step::Into)
    });
    assert_eq!(walked.unwrap(), Walked::All);
    assert_eq!(seen, ["link", "real", "real/deeper", "real/deeper/file", "second", "within"]);
}

/// A million entries, or a directory in a directory in a directory, took as long as they liked.
#[test]
fn no_more_of_a_tree_is_looked_at_than_is_asked_for() {
    let place = tempfile::tempdir().unwrap();
    for number in 0..50 {
        fs::create_dir_all(place.path().join(format!("{number}/a/b/c/d"))).unwrap();
    }
    let tree = Tree::open(place.path()).unwrap();
    let count = |entries, depth| {
        let mut count = 0;
        let walked = tree.walk(Bounds { entries, depth }, &mut |_| {
            count += 1;
            std::io::Result::Ok(Step::Into)
        });
        (count, walked.unwrap())
    };
    assert_eq!(count(250, 6), (250, Walked::All));
    assert_eq!(count(249, 6), (249, Walked::APart));
    assert_eq!(count(10, 6), (10, Walked::APart));
    assert_eq!(count(1000, 2), (100, Walked::APart));
}

/// While a tree was removed by path, a directory of it that became a link emptied what the link led to.
#[test]
fn removing_a_tree_that_changes_removes_nothing_else() {
    let place = tempfile::tempdir().unwrap();
    let outside = place.path().join("outside");
    fs::create_dir_all(outside.join("kept")).unwrap();
    fs::write(outside.join("kept/file"), "kept").unwrap();
    fs::write(outside.join("file"), "kept").unwrap();
    for round in 0..100 {
        let dir = place.path().join("left");
        let (swapped, link) = (dir.join("swapped"), dir.join("link"));
        for number in 0..50 {
            fs::create_dir_all(swapped.join(format!("below-{number}"))).unwrap();
        }
        symlink(&outside, &link).unwrap();
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    // What is gone by now fails, and that is no matter.
                    let _ = exchange(&swapped, &link);
                }
            });
            let removed = remove_tree(&dir);
            done.store(true, Ordering::Relaxed);
            removed.unwrap();
        });
        let left = fs::read_to_string(outside.join("kept/file"));
        assert_eq!(left.ok().as_deref(), Some("kept"), "round {round}");
        assert!(outside.join("file").exists(), "round {round}");
    }
}

/// Puts each of two entries in the place of the other, at once.
fn exchange(one: &Path, other: &Path) -> nix::Result<()> {
    let flags = RenameFlags::RENAME_EXCHANGE;
    renameat2(AT_FDCWD, one, AT_FDCWD, other, flags)
}
