//! What lies in a folder that nobody vouches for: which files, which of them are archives, headers, or no part of the
//! program (tests, backups, skeletons), and how much of them is looked at.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sandbox::Tree;
use sandbox::tree::{Bounds, Kind, Step, Walked};

/// The most that may lie in one folder.
const MAX_LISTED: usize = 100_000;

pub(super) fn all_entries(folder: &Tree) -> io::Result<Vec<(OsString, Kind)>> {
    match folder.list(MAX_LISTED)? {
        (listed, Walked::All) => Ok(listed),
        _ => Err(io::Error::other(format!("more than {MAX_LISTED} files are in one folder"))),
    }
}

/// What lies in a folder, by name, without what is hidden, an archiver's litter, and links, which may lead anywhere.
pub(super) fn entries(folder: &Tree) -> io::Result<Vec<(OsString, Kind)>> {
    let mut listed = all_entries(folder)?;
    listed.retain(|(name, kind)| {
        let name = name.to_string_lossy();
        let is_litter = name.starts_with('.') || name == "__MACOSX" || name == "Thumbs.db";
        !is_litter && matches!(kind, Kind::Directory | Kind::File)
    });
    Ok(listed)
}

/// The folder in `folder`, if there is nothing else in it.
pub(super) fn only_folder(folder: &Tree) -> io::Result<Option<OsString>> {
    Ok(if let [(it, Kind::Directory)] = &*entries(folder)? { Some(it.clone()) } else { None })
}

pub(super) fn name_of(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// Files that are not hidden, sorted, relative to `root`; of very many not all.
pub(super) fn files_below(root: &Tree) -> Vec<PathBuf> {
    const LOOKED_AT: Bounds = Bounds { entries: MAX_LISTED, depth: 8 };
    let mut files = Vec::new();
    // What cannot be listed holds nothing.
    let _ = root.walk(LOOKED_AT, &mut |entry| {
        let name = name_of(entry.path);
        if name.starts_with('.') || name == "__MACOSX" {
            return io::Result::Ok(Step::Over);
        }
        if entry.kind == Kind::File {
            files.push(entry.path.to_owned());
        }
        Ok(Step::Into)
    });
    files
}

/// The most files that are named in a sentence, or in a sentence each.
pub(super) const MAX_NAMED: usize = 8;

/// The first of the sentences on files that were ignored, and how many more there are.
pub(super) fn first_ignored(said: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = said.len().saturating_sub(MAX_NAMED);
    let more = (more > 0).then(|| format!("{more} more were ignored"));
    said.take(MAX_NAMED).chain(more).collect()
}

/// How much of a submission's sources is looked at. A program of a student's is a hundredth of it.
pub(super) struct Budget {
    files: usize,
    bytes: u64,
}

impl Budget {
    const FILES: usize = 2_000;
    const BYTES: u64 = 8 << 20;
    pub(super) const OF_A_FILE: u64 = 1 << 20;

    /// All that there is for one submission.
    pub(super) fn whole() -> Self {
        Self { files: Self::FILES, bytes: Self::BYTES }
    }

    /// The beginning of a file; `None` if no more is looked at.
    pub(super) fn read(&mut self, root: &Tree, path: &Path) -> Option<Vec<u8>> {
        self.files = self.files.checked_sub(1)?;
        // What cannot be read says nothing.
        let bytes = root.beginning(path, Self::OF_A_FILE).unwrap_or_default();
        self.bytes = self.bytes.checked_sub(bytes.len() as u64)?;
        Some(bytes)
    }

    /// What is said where not all was looked at.
    pub(super) fn passed(unread: usize) -> String {
        let (files, megabytes) = (Self::FILES, Self::BYTES >> 20);
        format!(
            "{unread} source files were not read: there are more than {files} or {megabytes} MiB of them"
        )
    }
}

/// Whether a file is a binary or a script that names its interpreter.
pub(super) fn is_executable(file: File) -> bool {
    let mut magic = Vec::new();
    let read = file.take(4).read_to_end(&mut magic);
    read.is_ok() && (magic == *b"\x7fELF" || magic.starts_with(b"#!"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArchiveKind {
    Zip,
    Tar,
    TarGz,
}

impl ArchiveKind {
    const ENDINGS: [(&'static str, Self); 4] =
        [(".zip", Self::Zip), (".tar", Self::Tar), (".tar.gz", Self::TarGz), (".tgz", Self::TarGz)];

    /// The format that a file name promises.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        Self::ENDINGS.into_iter().find_map(|(ending, kind)| name.ends_with(ending).then_some(kind))
    }

    pub(super) fn without_ending(name: &str) -> &str {
        let lower = name.to_lowercase();
        let ending = Self::ENDINGS.iter().find(|(ending, _)| lower.ends_with(ending));
        let length = ending.map_or(0, |(ending, _)| ending.len());
        name.get(..name.len() - length).unwrap_or(name)
    }
}

const HEADERS: [&str; 4] = ["h", "hh", "hpp", "hxx"];

pub fn is_header(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|it| HEADERS.contains(&it.to_lowercase().as_str()))
}

/// The headers below a submission's folder, relative to it; no test's and no backup's.
pub fn headers(root: &Tree) -> Vec<PathBuf> {
    let mut files = files_below(root);
    files.retain(|path| is_header(&name_of(path)) && why_left_out(path, false).is_none());
    files
}

const TESTS: &str = "a test";
const BACKUP: &str = "a backup copy";
const SKELETON: &str = "a skeleton";

/// Words, and what they say that a file is.
type Words<'a> = (&'static str, &'a [&'a str]);

/// Folders of tests, and of files that somebody else wrote.
const FOLDERS: [Words<'_>; 4] = [
    (TESTS, &["test", "tests", "testing", "unittest", "unittests"]),
    (BACKUP, &["old", "backup", "backups", "bak"]),
    (SKELETON, &["skeleton", "starter"]),
    ("somebody else's modules", &["venv", "node_modules", "site-packages"]),
];

/// Words of a file's name that are always a backup's.
const BACKUPS: [&str; 5] = ["old", "backup", "bak", "orig", "deprecated"];

/// Words of a file's name that are something else's if it has a main function of its own.
const OTHERS: [Words<'_>; 3] = [
    (BACKUP, &["copy", "original", "previous"]),
    (SKELETON, &["skeleton", "template", "starter", "sample", "example"]),
    (TESTS, &["test", "tests"]),
];

/// What a word says that a file is.
fn meant(word: &str, known: &[Words<'_>]) -> Option<&'static str> {
    known.iter().find(|(_, words)| words.contains(&word)).map(|(what, _)| *what)
}

/// What a source file is if not part of the program, as its path says; `None` if it may well be.
///
/// `has_main` says whether it is a program of its own.
pub(super) fn why_left_out(path: &Path, has_main: bool) -> Option<&'static str> {
    let folders = path.parent().into_iter().flat_map(Path::iter);
    let mut folders = folders.map(|it| it.to_string_lossy().to_lowercase());
    if let Some(what) = folders.find_map(|it| meant(&it, &FOLDERS)) {
        return Some(what);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let words = words(&stem);
    if words.iter().any(|word| BACKUPS.contains(&word.as_str())) || is_numbered_copy(&stem) {
        return Some(BACKUP);
    }
    words.iter().find_map(|word| meant(word, &OTHERS)).filter(|_| has_main)
}

/// "mancala (1)", as browsers and file managers call a second file of a name.
fn is_numbered_copy(stem: &str) -> bool {
    let number = stem.strip_suffix(')').and_then(|it| it.rsplit_once(" ("));
    number.is_some_and(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The words of a name, in small letters: `MancalaOld_v2` is mancala, old, v2.
fn words(stem: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in stem.chars() {
        if c.is_uppercase() && before.is_lowercase() || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_called_what_it_is() {
        for (path, has_main, what) in [
            ("tests/Board.java", false, Some(TESTS)),
            ("src/test/java/Board.java", false, Some(TESTS)),
            ("MancalaOld.java", false, Some(BACKUP)),
            ("mancala_bak.cpp", true, Some(BACKUP)),
            ("mancala (1).py", true, Some(BACKUP)),
            ("Copy of mancala.py", true, Some(BACKUP)),
            ("skeleton.cpp", true, Some(SKELETON)),
            ("BoardCopy.java", false, None),
            ("Threshold.java", true, None),
            ("latest.cpp", true, None),
            ("mancala.cpp", true, None),
            ("f(x).py", true, None),
        ] {
            assert_eq!(why_left_out(Path::new(path), has_main), what, "{path}");
        }
    }
}
