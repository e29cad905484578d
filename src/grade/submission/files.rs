//! What lies in a folder that nobody vouches for.
//!
//! Left out: what the files say, but for the first bytes of one that can be executed.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

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

/// Whether a file is a binary or a script that names its interpreter.
pub(super) fn is_executable(path: &Path) -> bool {
    let mut magic = [0; 4];
    let read = fs::File::open(path).and_then(|mut file| file.read(&mut magic));
    read.is_ok() && (magic == *b"\x7fELF" || magic.starts_with(b"#!"))
}
