//! The submissions of a class, in any of the layouts that teachers have.
//!
//! - a folder for each student, or a file for each (a program or an archive);
//! - the exports of Canvas, Moodle and Gradescope;
//! - an archive with any of these in it;
//! - one submission alone: a file, or a folder that holds a program called `mancala` or `run`.
//!
//! Hidden files, links and files of other kinds are passed over, and it is said which.
//!
//! Names of files and folders as learning platforms export them:
//!
//! | platform | name |
//! |---|---|
//! | Canvas | `lastfirst[_LATE]_<user>_<attempt>_<file>` |
//! | Moodle | `First Last_<id>_assignsubmission_file_[<file>]` |
//! | Gradescope | `submission_<id>/`, and `submission_metadata.yml` beside it |

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use saphyr::{LoadableYamlNode, Yaml};
use thiserror::Error;

use super::files::{ArchiveKind, all_entries, entries, is_executable, name_of, only_folder};
use super::language::Language;
use super::unpack::{self, Whose};
use crate::settings::late::Late;
use journal::digest;
use sandbox::Tree;
use sandbox::tree::Kind;

/// A submission where it was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Its name, which no other has.
    pub name: String,
    /// Who handed it in, where that is known and is not the name.
    pub people: Vec<String>,
    /// Days late, as far as the layout says.
    pub late_days: u32,
    /// When it was handed in, in seconds since the beginning of 1970, as far as the layout says.
    pub submitted: Option<i64>,
    /// Its files and folders, without links in their paths, each with the name that it had before it was exported.
    pub parts: Vec<(PathBuf, String)>,
    /// Why it cannot be used, if so; a sentence for the student.
    pub refused: Option<String>,
}

impl Found {
    fn new(name: String, part: PathBuf, called: &str) -> Self {
        Self { name, parts: vec![(part, called.to_owned())], ..Self::default() }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    pub found: Vec<Found>,
    /// What is no submission, and why, as a few words.
    pub passed_over: Vec<(String, String)>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// What it looks like: a class or one submission.
    #[default]
    AsItLooks,
    /// One submission, whatever its files are called.
    One,
}

#[derive(Debug, Error)]
pub enum FindError {
    #[error("cannot read {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    #[error("cannot unpack {}: {}", .0.display(), .1)]
    Archive(PathBuf, String),
    #[error("{}: no submission found", .0.display())]
    Nothing(PathBuf),
}

/// Finds the submissions at `path`. The archive of a class is unpacked in `scratch`.
pub fn find(path: &Path, scratch: &Path, layout: Layout) -> Result<Search, FindError> {
    let failed = |error| FindError::Io(path.to_owned(), error);
    // A link is followed here and only here: whoever names the path may have put it there.
    let real = path.canonicalize().map_err(failed)?;
    let is_folder = fs::metadata(&real).map_err(failed)?.is_dir();
    let alone = |found| Search { found: vec![found], ..Search::default() };
    let search = if layout == Layout::One {
        let called = if is_folder { "" } else { &name_of(path) };
        alone(Found::new(unique_name(&real), real, called))
    } else if is_folder {
        find_in(&real, &unique_name(&real))?
    } else if let Some(kind) = ArchiveKind::of(&name_of(path)) {
        find_in_archive(path, &real, kind, &scratch.join("class"))?
    } else {
        alone(single_file(real, path))
    };
    if search.found.is_empty() {
        return Err(FindError::Nothing(path.to_owned()));
    }
    Ok(search)
}

fn find_in_archive(
    path: &Path,
    real: &Path,
    kind: ArchiveKind,
    target: &Path,
) -> Result<Search, FindError> {
    let failed = |error| FindError::Io(path.to_owned(), error);
    let unusable = |reason| FindError::Archive(path.to_owned(), reason);
    let file = Tree::open_file(real, u64::MAX).map_err(|error| unusable(error.to_string()))?;
    let tree = Tree::create(target).map_err(failed)?;
    let refused = unpack::unpack(file, kind, &tree, Whose::AClass).map_err(unusable)?;
    let only = only_folder(&tree).map_err(failed)?;
    let folder = only.map_or_else(|| target.to_owned(), |only| target.join(only));
    let mut search = find_in(&folder, stem(&name_of(path)))?;
    if let (true, Some(reason)) = (search.found.is_empty(), refused.values().next()) {
        return Err(unusable(reason.clone()));
    }
    for (folder, reason) in refused {
        let place = target.join(folder);
        let mut found = search.found.iter_mut();
        let owner = found.find(|it| it.parts.iter().any(|(part, _)| place.starts_with(part)));
        match owner {
            Some(owner) => owner.refused = Some(format!("The archive is refused: {reason}.")),
            None => search.passed_over.push((name_of(path), reason)),
        }
    }
    Ok(search)
}

/// The submissions in a folder, or the folder as a submission of this name.
fn find_in(folder: &Path, name: &str) -> Result<Search, FindError> {
    let failed = |error| FindError::Io(folder.to_owned(), error);
    let tree = Tree::open(folder).map_err(failed)?;
    let listed = entries(&tree).map_err(failed)?;
    if listed.iter().any(|(name, kind)| *kind == Kind::File && is_the_program(&tree, name)) {
        let alone = Found::new(name.to_owned(), folder.to_owned(), "");
        return Ok(Search { found: vec![alone], ..Search::default() });
    }
    let said = gradescope_says(&metadata_of(&tree));
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    let mut passed_over = Vec::new();
    for (name, kind) in all_entries(&tree).map_err(failed)? {
        let path = folder.join(&name);
        let called = name_of(&path);
        let exported = parse_exported(&called);
        let is_exported = exported.is_some();
        match what_is(&tree, &name, kind, is_exported) {
            Entry::Litter => continue,
            Entry::PassedOver(why) => {
                passed_over.push((called, why.to_owned()));
                continue;
            }
            Entry::Submission => {}
        }
        let mut one = match exported {
            Some(it) => {
                let (people, late_days) = (vec![it.person], it.late_days);
                Found { people, late_days, ..Found::new(it.name, path.clone(), &it.file) }
            }
            None if kind == Kind::Directory => {
                let (people, submitted) = said.get(&called).cloned().unwrap_or_default();
                Found { people, submitted, ..Found::new(unique_name(&path), path.clone(), "") }
            }
            None => single_file(path.clone(), &path),
        };
        one.refused = unknown_archive(&called).map(|ending| {
            format!("{ending} archives are not supported; please submit .zip or .tar.gz.")
        });
        match found.get_mut(&one.name) {
            // Files of one student are one submission: Canvas gives each its own line.
            Some(other) if is_exported => {
                other.late_days = other.late_days.max(one.late_days);
                other.refused = other.refused.take().or(one.refused);
                other.parts.append(&mut one.parts);
                continue;
            }
            // Another of the same name, such as `ann.zip` beside `ann`: by its file's name.
            Some(_) => one.name = unique_name(&path),
            None => {}
        }
        while found.contains_key(&one.name) {
            one.name.push('\'');
        }
        found.insert(one.name.clone(), one);
    }
    Ok(Search { found: found.into_values().collect(), passed_over })
}

/// A name that tells a path from every other in its folder, also where it is not UTF-8.
fn unique_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    match name.to_str() {
        Some(name) => name.to_owned(),
        None => format!("{}~{}", name.to_string_lossy(), &digest([name.as_encoded_bytes()])[..8]),
    }
}

/// What Gradescope says of an export, if it is one.
fn metadata_of(folder: &Tree) -> String {
    /// In bytes; far more than any class takes.
    const MOST: u64 = 16 << 20;
    let mut text = String::new();
    let read = folder.file(Path::new(GRADESCOPE_METADATA), MOST);
    // What cannot be read says nothing.
    let _ = read.map(|mut file| file.read_to_string(&mut text));
    text
}

/// A file as a submission that has the name of `called`.
fn single_file(path: PathBuf, called: &Path) -> Found {
    Found::new(stem(&unique_name(called)).to_owned(), path, &name_of(called))
}

/// Whether a file has the name that the homework gives to the program.
fn is_the_program(folder: &Tree, called: &OsStr) -> bool {
    let name = called.to_string_lossy().to_lowercase();
    let stem = stem(&name);
    may_be_submitted(folder, called)
        && (matches!(stem, "mancala" | "mancala3" | "mancala11") || name == "run")
}

/// A name without its endings, `.tar.gz` for instance.
fn stem(name: &str) -> &str {
    let name = ArchiveKind::without_ending(name);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() && Language::of_ending(name).is_some() => stem,
        _ => name,
    }
}

enum Entry {
    Submission,
    /// What nobody misses.
    Litter,
    PassedOver(&'static str),
}

/// What an entry of a folder is; `is_exported` if its name is one that a platform gives.
fn what_is(folder: &Tree, called: &OsStr, kind: Kind, is_exported: bool) -> Entry {
    const LITTER: [&str; 6] =
        ["__MACOSX", "Thumbs.db", ".DS_Store", ".git", ".gitignore", GRADESCOPE_METADATA];
    // What was typed into a form of Moodle's.
    const TYPED: &str = "_assignsubmission_onlinetext";
    const OURS: [&str; 4] = ["csv", "toml", "md", "yml"];
    let name = called.to_string_lossy();
    let ending = Path::new(called).extension().unwrap_or_default().to_string_lossy();
    let is_about = name.to_lowercase().starts_with("readme") || OURS.contains(&&*ending);
    match () {
        () if LITTER.contains(&&*name) || name.contains(TYPED) => Entry::Litter,
        () if kind == Kind::Link => Entry::PassedOver("it is a link"),
        () if name.starts_with('.') => Entry::PassedOver("its name begins with a dot"),
        () if kind == Kind::Directory => Entry::Submission,
        () if kind != Kind::File => Entry::PassedOver("it is neither a file nor a folder"),
        () if is_exported
            || may_be_submitted(folder, called)
            || unknown_archive(&name).is_some() =>
        {
            Entry::Submission
        }
        () if is_about => Entry::Litter,
        () => Entry::PassedOver("it is neither a program nor an archive"),
    }
}

/// The ending of an archive of a kind that is not unpacked.
fn unknown_archive(name: &str) -> Option<&'static str> {
    const ENDINGS: [&str; 9] =
        [".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".7z", ".rar", ".gz", ".bz2"];
    let name = name.to_lowercase();
    let unknown = ENDINGS.into_iter().find(|ending| name.ends_with(ending));
    unknown.filter(|_| ArchiveKind::of(&name).is_none())
}

/// Whether a file is one that students hand in.
fn may_be_submitted(folder: &Tree, called: &OsStr) -> bool {
    let name = called.to_string_lossy();
    name == "run"
        || ArchiveKind::of(&name).is_some()
        || Language::of_ending(&name).is_some()
        || folder.file(Path::new(called), u64::MAX).is_ok_and(is_executable)
}

/// What the name of an exported file or folder says.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Exported {
    /// The submission's name: the person's, as the platform spells it, and the platform's number.
    name: String,
    person: String,
    /// The file's name before the platform changed it; empty for a folder.
    file: String,
    late_days: u32,
}

/// Reads a name of Canvas or Moodle; `None` if it is neither's.
fn parse_exported(name: &str) -> Option<Exported> {
    let (person, number, mut file, late_days) = moodle(name).or_else(|| canvas(name))?;
    let is_plain =
        Path::new(&file).file_name() == Some(file.as_ref()) && !file.contains(['\\', '\0']);
    if !file.is_empty() && !is_plain {
        // It becomes a path: whatever it says, it names a file in the student's own folder.
        "unnamed".clone_into(&mut file);
    }
    let (name, person) = (format!("{person}_{number}"), person.to_owned());
    Some(Exported { name, person, file, late_days })
}

/// The person, the platform's number of them, the file's name and the days late.
type Parts<'a> = (&'a str, &'a str, String, u32);

fn moodle(name: &str) -> Option<Parts<'_>> {
    let (exported, file) = name.split_once("_assignsubmission_")?;
    let (person, number) = platform_number(exported)?;
    let file = file.strip_prefix("file")?;
    Some((person, number, file.strip_prefix('_').unwrap_or(file).to_owned(), 0))
}

fn canvas(name: &str) -> Option<Parts<'_>> {
    let (person, rest) = name.split_once('_')?;
    let late = rest.strip_prefix("LATE_");
    let (rest, late_days) = (late.unwrap_or(rest), u32::from(late.is_some()));
    let (user, rest) = rest.split_once('_')?;
    let (attempt, file) = rest.split_once('_')?;
    let is_person = !person.is_empty() && person.chars().all(char::is_alphanumeric);
    if !is_person || !is_number(user) || !is_number(attempt) || file.is_empty() {
        return None;
    }
    Some((person, user, without_version(file), late_days))
}

/// Canvas calls the second version of `mancala.py` `mancala-1.py`.
fn without_version(file: &str) -> String {
    let Some((stem, ending)) = file.split_once('.') else { return file.to_owned() };
    match stem.rsplit_once('-') {
        Some((stem, version)) if is_number(version) && !stem.is_empty() => {
            format!("{stem}.{ending}")
        }
        _ => file.to_owned(),
    }
}

/// The person and the number of a name as exports of Canvas and Moodle give it: `Jane Doe_123`.
pub(crate) fn platform_number(name: &str) -> Option<(&str, &str)> {
    let (person, number) = name.rsplit_once('_')?;
    (is_number(number) && !person.is_empty()).then_some((person, number))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name of the file that lies beside the folders of a Gradescope export.
const GRADESCOPE_METADATA: &str = "submission_metadata.yml";

/// Who handed in which folder and when, as far as Gradescope's metadata can be read.
fn gradescope_says(metadata: &str) -> BTreeMap<String, (Vec<String>, Option<i64>)> {
    let documents = Yaml::load_from_str(metadata).unwrap_or_default();
    let submissions = documents.first().and_then(Yaml::as_mapping).into_iter().flatten();
    let name = |submitter: &Yaml<'_>| Some(submitter.as_mapping_get(":name")?.as_str()?.to_owned());
    let people = submissions.filter_map(|(folder, submission)| {
        let submitters = submission.as_mapping_get(":submitters")?.as_vec()?;
        let people = submitters.iter().filter_map(name).collect();
        let created = submission.as_mapping_get(":created_at");
        let created = created.and_then(|it| Late::default().instant(it.as_str()?));
        Some((folder.as_str()?.to_owned(), (people, created)))
    });
    people.collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::parse_exported;

    proptest! {
        #[test]
        fn no_exported_name_leads_into_another_folder(
            head in "(aa|Jane Doe)_1_(2_|assignsubmission_file_|LATE_2_3_)",
            file in "[./\\\\a-]{0,6}|\\PC{0,6}",
        ) {
            if let Some(exported) = parse_exported(&format!("{head}{file}")) {
                let place = Path::new("/class/own").join(&exported.file);
                prop_assert!(place.parent() == Some(Path::new("/class/own")) || place == Path::new("/class/own"));
                prop_assert!(!place.ends_with(".."));
            }
        }
    }

    #[test]
    fn dots_are_no_name() {
        for name in ["aa_1_2_..", "aa_1_2_.", "Jane Doe_1_assignsubmission_file_.."] {
            assert_eq!(
                parse_exported(name).map(|it| it.file).as_deref(),
                Some("unnamed"),
                "{name}"
            );
        }
    }
}
