//! What lies in the folder of a class: a submission, litter, or something that is passed over.
//!
//! Left out: whose it is.

use std::ffi::OsStr;
use std::path::Path;

use sandbox::Tree;
use sandbox::tree::Kind;

use super::archive_kind::ArchiveKind;
use super::exported::{self, GRADESCOPE_METADATA};
use super::files::is_executable;
use super::language::Language;

/// What lies in the folder of a class.
pub(super) enum Entry {
    Submission,
    /// What nobody misses.
    Litter,
    PassedOver(&'static str),
}

/// What an entry of a folder is; `is_exported` if its name is one that a platform gives.
pub(super) fn what_is(folder: &Tree, called: &OsStr, kind: Kind, is_exported: bool) -> Entry {
    const LITTER: [&str; 6] = [
        "__MACOSX",
        "Thumbs.db",
        ".DS_Store",
        ".git",
        ".gitignore",
        GRADESCOPE_METADATA,
    ];
    const OURS: [&str; 4] = ["csv", "toml", "md", "yml"];
    let name = called.to_string_lossy();
    let ending = Path::new(called).extension();
    let ending = ending.unwrap_or_default().to_string_lossy();
    let is_about = name.to_lowercase().starts_with("readme") || OURS.contains(&&*ending);
    match () {
        () if LITTER.contains(&&*name) || exported::is_typed_text(&name) => Entry::Litter,
        () if kind == Kind::Link => Entry::PassedOver("it is a link"),
        () if name.starts_with('.') => Entry::PassedOver("its name begins with a dot"),
        () if kind == Kind::Directory => Entry::Submission,
        () if kind != Kind::File => Entry::PassedOver("it is no file and no folder"),
        () if is_exported
            || may_be_submitted(folder, called)
            || unknown_archive(&name).is_some() =>
        {
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
pub(super) fn may_be_submitted(folder: &Tree, called: &OsStr) -> bool {
    let name = called.to_string_lossy();
    name == "run"
        || ArchiveKind::of(&name).is_some()
        || Language::of_ending(&name).is_some()
        || folder
            .file(Path::new(called), u64::MAX)
            .is_ok_and(is_executable)
}
