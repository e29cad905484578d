//! What a submission wrote where an output is missing: every file under another name, and whether it
//! would be right under the right one.
//!
//! Nothing here is trusted: links are not followed, and all of it is bounded.
//!
//! Left out: what is right.

use std::fs::File;
use std::path::{Path, PathBuf};

use sandbox::open_output;
use walkdir::WalkDir;

use crate::homework::{INPUT, NEXT_STATE, TRAVERSE_LOG};
use crate::judge::finding::readable;

/// How many directory entries are looked at; a hostile program may leave any number.
const MOST_ENTRIES: usize = 2_000;
/// How deep is looked.
const DEEPEST: usize = 4;
/// How many files are named.
const MOST_NAMED: usize = 8;

/// Says what lies in `dir` besides the two outputs and the input, as a sentence that begins with a
/// blank; empty if there is nothing. `is_right` tells whether a file is what is missing; no file of
/// more than `max_bytes` is asked about.
pub(super) fn tell(dir: &Path, max_bytes: u64, is_right: impl Fn(File) -> bool) -> String {
    let (files, folders) = listed(dir);
    let mut told: Vec<String> = Vec::new();
    for file in files.iter().take(MOST_NAMED) {
        let path = dir.join(file);
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            continue;
        };
        let right = match open_output(folder, name, max_bytes).map(&is_right) {
            Ok(true) => " (which would be right)",
            _ => "",
        };
        told.push(format!("`{}`{right}", shown(file)));
    }
    for folder in folders.iter().take(MOST_NAMED) {
        told.push(format!("an empty folder `{}`", shown(folder)));
    }
    let more = (files.len() + folders.len()).saturating_sub(told.len());
    if more > 0 {
        told.push(format!("{more} more"));
    }
    match told.as_slice() {
        [] => String::new(),
        [only] => format!(" The program wrote {only}."),
        [first @ .., last] => format!(" The program wrote {} and {last}.", first.join(", ")),
    }
}

/// The files in `dir`, and the folders that have none, sorted.
fn listed(dir: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    let walk = WalkDir::new(dir).min_depth(1).max_depth(DEEPEST);
    for entry in walk.into_iter().take(MOST_ENTRIES).flatten() {
        let Ok(below) = entry.path().strip_prefix(dir) else {
            continue;
        };
        let is_known = [INPUT, NEXT_STATE, TRAVERSE_LOG]
            .map(Path::new)
            .contains(&below);
        match entry.file_type() {
            kind if kind.is_file() && !is_known => files.push(below.to_owned()),
            kind if kind.is_dir() => folders.push(below.to_owned()),
            _ => {}
        }
    }
    folders.retain(|folder| !files.iter().any(|file| file.starts_with(folder)));
    files.sort();
    folders.sort();
    (files, folders)
}

/// A name that the program chose, as text in which everything can be seen.
fn shown(path: &Path) -> String {
    readable(path.as_os_str().as_encoded_bytes()).replace('`', "'")
}
