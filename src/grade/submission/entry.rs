//! What lies in the folder of a class: a submission, litter, or something that is passed over.
//!
//! Left out: whose it is.

use std::fs;
use std::path::Path;

use super::archive_kind::ArchiveKind;
use super::exported::{self, GRADESCOPE_METADATA};
use super::files::{is_executable, name_of};
use super::language::Language;

/// What lies in the folder of a class.
pub(super) enum Entry {
    Submission,
    /// What nobody misses.
    Litter,
    PassedOver(&'static str),
}

/// What an entry is; `is_exported` if its name is one that a platform gives.
pub(super) fn what_is(path: &Path, kind: fs::FileType, is_exported: bool) -> Entry {
    const LITTER: [&str; 6] = [
        "__MACOSX",
        "Thumbs.db",
        ".DS_Store",
        ".git",
        ".gitignore",
        GRADESCOPE_METADATA,
    ];
    const OURS: [&str; 4] = ["csv", "toml", "md", "yml"];
    let name = name_of(path);
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let is_about = name.to_lowercase().starts_with("readme") || OURS.contains(&&*ending);
    match () {
        () if LITTER.contains(&&*name) || exported::is_typed_text(&name) => Entry::Litter,
        () if kind.is_symlink() => Entry::PassedOver("it is a link"),
        () if name.starts_with('.') => Entry::PassedOver("its name begins with a dot"),
        () if kind.is_dir() => Entry::Submission,
        () if !kind.is_file() => Entry::PassedOver("it is no file and no folder"),
        () if is_exported || may_be_submitted(path) || unknown_archive(&name).is_some() => {
            Entry::Submission
        }
        () if is_about => Entry::Litter,
        () => Entry::PassedOver("it is no program and no archive"),
    }
}

/// The ending of an archive of a kind that is not unpacked.
pub(super) fn unknown_archive(name: &str) -> Option<&'static str> {
    const ENDINGS: [&str; 9] = [
        ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".7z", ".rar", ".gz", ".bz2",
    ];
    let name = name.to_lowercase();
    let unknown = ENDINGS.into_iter().find(|ending| name.ends_with(ending));
    unknown.filter(|_| ArchiveKind::of(&name).is_none())
}

/// Whether a file is one that students hand in.
pub(super) fn may_be_submitted(path: &Path) -> bool {
    let name = name_of(path);
    name == "run"
        || ArchiveKind::of(&name).is_some()
        || Language::of_ending(&name).is_some()
        || is_executable(path)
}
