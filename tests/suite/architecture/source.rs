//! The source files of the workspace, and the lines of code in them.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// A file of Rust.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// The files below a folder of the workspace.
pub(crate) fn sources(below: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files: Vec<_> = WalkDir::new(root.join(below))
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| Source {
            text: std::fs::read_to_string(&path).unwrap(),
            path: path.strip_prefix(root).unwrap().to_owned(),
        })
        .collect();
    assert!(!files.is_empty(), "{below} has sources");
    files
}

/// The lines of code of a file: no comments, no docs.
pub(crate) fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}
