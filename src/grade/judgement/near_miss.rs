//! Files that a submission may have written in place of an output.
//!
//! Left out: opening any of them.

use std::ffi::OsStr;
use std::path::Path;

use walkdir::WalkDir;

/// How many directory entries are looked at; a hostile program may leave any number.
const MOST_ENTRIES: usize = 2_000;
/// How deep is looked.
const DEEPEST: usize = 4;

/// The path below `dir` of a file that looks like a misnamed or misplaced `wanted`.
#[must_use]
pub(super) fn near_miss(dir: &Path, wanted: &str) -> Option<String> {
    WalkDir::new(dir)
        .min_depth(1)
        .max_depth(DEEPEST)
        .into_iter()
        .take(MOST_ENTRIES)
        .flatten()
        .filter(|entry| entry.file_type().is_file() && resembles(entry.file_name(), wanted))
        .filter_map(|entry| {
            let below = entry.path().strip_prefix(dir).ok()?;
            Some(crate::judge::finding::readable(
                below.as_os_str().as_encoded_bytes(),
            ))
        })
        .min()
}

/// Whether a name is the wanted one but for case, ending and the signs between its words.
fn resembles(name: &OsStr, wanted: &str) -> bool {
    let bare = |name: &str| -> String {
        let name = name.to_lowercase();
        let stem = name.split('.').next().unwrap_or_default();
        stem.chars().filter(|c| c.is_alphanumeric()).collect()
    };
    name.to_str().is_some_and(|name| bare(name) == bare(wanted))
}
