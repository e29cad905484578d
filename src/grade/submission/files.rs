//! What lies in a folder that nobody vouches for.
//!
//! Left out: what the files mean.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// What lies in a folder, sorted by name, without what is hidden or an archiver's litter. Links are
/// left out too: they may lead anywhere.
pub(super) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type()?;
        let is_litter = name.starts_with('.') || name == "__MACOSX" || name == "Thumbs.db";
        if !is_litter && (kind.is_dir() || kind.is_file()) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// The folder in `folder`, if there is nothing else in it.
pub(super) fn only_folder(folder: &Path) -> io::Result<Option<PathBuf>> {
    let entries = entries(folder)?;
    Ok(match entries.as_slice() {
        [only] if only.is_dir() => Some(only.clone()),
        _ => None,
    })
}

pub(super) fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// Files that are not hidden, sorted, relative to `root`.
pub(super) fn files_below(root: &Path) -> Vec<PathBuf> {
    const DEEPEST: usize = 8;
    let is_visible = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || name == "__MACOSX")
    };
    WalkDir::new(root)
        .max_depth(DEEPEST)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_visible)
        .flatten()
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| Some(entry.path().strip_prefix(root).ok()?.to_owned()))
        .collect()
}

/// The beginning of a file, as text.
pub(super) fn text_of(path: &Path) -> String {
    const MOST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    // What cannot be read says nothing.
    let _ = read;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a file is a binary or a script that names its interpreter.
pub(super) fn is_executable(path: &Path) -> bool {
    let mut magic = [0; 4];
    let read = fs::File::open(path).and_then(|mut file| file.read(&mut magic));
    read.is_ok() && (magic == *b"\x7fELF" || magic.starts_with(b"#!"))
}
