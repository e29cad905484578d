//! Source files that are not part of the program: tests, backups, skeletons.

use std::path::Path;

/// Folders of tests, and of files that somebody else wrote.
const FOLDERS: [(&str, &str); 14] = [
    ("test", TESTS),
    ("tests", TESTS),
    ("testing", TESTS),
    ("unittest", TESTS),
    ("unittests", TESTS),
    ("old", BACKUP),
    ("backup", BACKUP),
    ("backups", BACKUP),
    ("bak", BACKUP),
    ("skeleton", SKELETON),
    ("starter", SKELETON),
    ("venv", "somebody else's modules"),
    ("node_modules", "somebody else's modules"),
    ("site-packages", "somebody else's modules"),
];

const TESTS: &str = "a test";
const BACKUP: &str = "a backup copy";
const SKELETON: &str = "a skeleton";

/// Words of a file's name that are always a backup's.
const BACKUPS: [&str; 5] = ["old", "backup", "bak", "orig", "deprecated"];
/// Words of a file's name that are something else's if it has a main function of its own.
const OTHERS: [(&str, &str); 10] = [
    ("copy", BACKUP),
    ("original", BACKUP),
    ("previous", BACKUP),
    ("skeleton", SKELETON),
    ("template", SKELETON),
    ("starter", SKELETON),
    ("sample", SKELETON),
    ("example", SKELETON),
    ("test", TESTS),
    ("tests", TESTS),
];

/// What a source file is if not part of the program, as its path says; `None` if it may well be.
///
/// `has_main` says whether it is a program of its own.
pub(super) fn why(path: &Path, has_main: bool) -> Option<&'static str> {
    let folders = path.parent().into_iter().flat_map(Path::iter);
    let of_folder = |folder: &std::ffi::OsStr| {
        let folder = folder.to_string_lossy().to_lowercase();
        let known = FOLDERS.iter().find(|(name, _)| *name == folder);
        known.map(|(_, what)| *what)
    };
    if let Some(what) = folders.into_iter().find_map(of_folder) {
        return Some(what);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let words = words(&stem);
    if words.iter().any(|word| BACKUPS.contains(&word.as_str())) || is_numbered_copy(&stem) {
        return Some(BACKUP);
    }
    let other = |word: &String| OTHERS.iter().find(|(name, _)| name == word);
    let other = words.iter().find_map(other);
    other.filter(|_| has_main).map(|(_, what)| *what)
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
        let begins = c.is_uppercase() && before.is_lowercase();
        if begins || !c.is_alphanumeric() {
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
            assert_eq!(why(Path::new(path), has_main), what, "{path}");
        }
    }
}
