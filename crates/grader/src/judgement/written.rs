//! What a submission wrote where an output is missing: every file under another name, and whether it
//! would be right under the right one.
//!
//! Nothing here is trusted: links are not followed, and all of it is bounded.
//!
//! Left out: what is right.

use std::fs::File;
use std::path::{Path, PathBuf};

use sandbox::Tree;
use sandbox::tree::{Bounds, Kind, Step};

use mancala::homework::compare::finding::readable;
use mancala::homework::{INPUT, NEXT_STATE, TRAVERSE_LOG};

/// What is looked at; a hostile program may leave any number of entries.
const LOOKED_AT: Bounds = Bounds {
    entries: 2_000,
    depth: 4,
};
/// How many files are named.
const MOST_NAMED: usize = 8;

/// Says what lies in `dir` besides the two outputs and the input, as a sentence that begins with a
/// blank; empty if there is nothing. `is_right` tells whether a file is what is missing; no file of
/// more than `max_bytes` is asked about.
pub(super) fn tell(dir: &Path, max_bytes: u64, is_right: impl Fn(File) -> bool) -> String {
    let Ok(tree) = Tree::open(dir) else {
        return String::new();
    };
    let (files, folders) = listed(&tree);
    let mut told: Vec<String> = Vec::new();
    for file in files.iter().take(MOST_NAMED) {
        let right = match tree.file(file, max_bytes).map(&is_right) {
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
fn listed(dir: &Tree) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    // What cannot be listed holds nothing.
    let _ = dir.walk(LOOKED_AT, &mut |entry| {
        let is_known = [INPUT, NEXT_STATE, TRAVERSE_LOG]
            .map(Path::new)
            .contains(&entry.path);
        match entry.kind {
            Kind::File if !is_known => files.push(entry.path.to_owned()),
            Kind::Directory => folders.push(entry.path.to_owned()),
            _ => {}
        }
        std::io::Result::Ok(Step::Into)
    });
    folders.retain(|folder| !files.iter().any(|file| file.starts_with(folder)));
    files.sort();
    folders.sort();
    (files, folders)
}

/// A name that the program chose, as text in which everything can be seen.
fn shown(path: &Path) -> String {
    readable(path.as_os_str().as_encoded_bytes()).replace('`', "'")
}
