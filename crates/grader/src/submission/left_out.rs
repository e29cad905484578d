//! Source files that are not part of the program: tests, backups, skeletons.

use std::path::Path;

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
    let found = known.iter().find(|(_, words)| words.contains(&word));
    found.map(|(what, _)| *what)
}

/// What a source file is if not part of the program, as its path says; `None` if it may well be.
///
/// `has_main` says whether it is a program of its own.
pub(super) fn why(path: &Path, has_main: bool) -> Option<&'static str> {
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
