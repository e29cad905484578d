//! The headers of a program in C or C++: no sources of their own to a compiler, but the student's text.
//!
//! Left out: the sources.

use std::path::PathBuf;

use sandbox::Tree;

use super::files::{files_below, name_of};
use super::left_out;

const ENDINGS: [&str; 4] = ["h", "hh", "hpp", "hxx"];

/// Whether a file of this name is a header.
#[must_use]
pub fn is_header(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|it| ENDINGS.contains(&it.to_lowercase().as_str()))
}

/// The headers below a submission's folder, relative to it; no test's and no backup's.
#[must_use]
pub fn headers(root: &Tree) -> Vec<PathBuf> {
    let mut files = files_below(root);
    files.retain(|path| is_header(&name_of(path)) && left_out::why(path, false).is_none());
    files
}
