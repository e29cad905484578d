//! A tree of inputs paired with a tree of outputs.
//!
//! An input is a `.txt` file that does not have an output's name, nor one of a file that is about the
//! suite, such as `README.txt`. Links to files and folders count as what they lead to. Its outputs lie in a folder of the
//! same relative path without the ending, or, if it is called `input.txt`, in the folder that corresponds to its own:
//!
//! ```text
//! inputs/usc/statement/two-laps.txt   expected/usc/statement/two-laps/{next_state,traverse_log}.txt
//! cases/17/input.txt                  cases/17/{next_state,traverse_log}.txt
//! ```
//!
//! Cases in a folder called `beyond` ask what the homework's statement excludes or leaves open: they
//! earn points only where a `grade.toml` says so, and explain nothing.
//!
//! None of these files is read here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use mancala::homework::{INPUT, NEXT_STATE, TRAVERSE_LOG};

/// One input file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// Its path below the root without the ending, with `/` between folders; `.` for the root's own `input.txt`.
    pub name: String,
    /// Where it is.
    pub input: PathBuf,
}

/// The name of folders of cases that ask what the statement excludes or leaves open.
pub const BEYOND: &str = "beyond";

/// Whether the case of this name lies in a folder called [`BEYOND`].
pub fn is_beyond(case: &str) -> bool {
    case.rsplit('/').skip(1).any(|folder| folder == BEYOND)
}

impl Case {
    /// The folder of its outputs below `root`.
    pub fn folder(&self, root: &Path) -> PathBuf {
        if self.name == "." { root.to_owned() } else { root.join(&self.name) }
    }
}

/// Why a tree cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A folder cannot be read.
    #[error("{}", unreadable(.0))]
    Walk(walkdir::Error),
    /// Two inputs have their outputs in one folder.
    #[error("{} and {} would have their outputs in one folder", .0.display(), .1.display())]
    SameFolder(PathBuf, PathBuf),
}

fn unreadable(error: &walkdir::Error) -> String {
    match (error.path(), error.io_error()) {
        (Some(path), Some(cause)) => format!("cannot read {}: {cause}", path.display()),
        _ => error.to_string(),
    }
}

/// All cases below `root`, sorted by name.
///
/// # Errors
/// [`SuiteError`] if the tree cannot be read, or does not give every case a folder of its own.
pub fn find_cases(root: &Path) -> Result<Vec<Case>, SuiteError> {
    let mut cases: BTreeMap<String, PathBuf> = BTreeMap::new();
    let is_input = |it: &PathBuf| !is_output(it) && !is_about_the_suite(it);
    for input in text_files(root)?.into_iter().filter(is_input) {
        let below = input.strip_prefix(root).unwrap_or(&input);
        let folder = if below.file_name().is_some_and(|name| name == INPUT) {
            below.parent().unwrap_or(Path::new("")).to_owned()
        } else {
            below.with_extension("")
        };
        if let Some(other) = cases.insert(name_of(&folder), input.clone()) {
            return Err(SuiteError::SameFolder(other, input));
        }
    }
    Ok(cases.into_iter().map(|(name, input)| Case { name, input }).collect())
}

/// Output files below `root` that belong to none of `cases`, which have to be sorted; none if there is no such folder.
///
/// # Errors
/// [`SuiteError`] if the tree cannot be read.
pub fn unmatched(root: &Path, cases: &[Case]) -> Result<Vec<PathBuf>, SuiteError> {
    let belongs = |output: &PathBuf| {
        let folder = output.strip_prefix(root).unwrap_or(output).parent().unwrap_or(Path::new(""));
        let name = name_of(folder);
        cases.binary_search_by(|case| case.name.cmp(&name)).is_ok()
    };
    if !root.exists() {
        return Ok(Vec::new());
    }
    let mut found = text_files(root)?;
    found.retain(|path| is_output(path) && !belongs(path));
    Ok(found)
}

fn text_files(root: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let mut files = Vec::new();
    for entry in WalkDir::new(root).follow_links(true).sort_by_file_name() {
        let entry = match entry {
            // A link to a folder that it lies in leads to nothing new.
            Err(error) if error.loop_ancestor().is_some() => continue,
            entry => entry.map_err(SuiteError::Walk)?,
        };
        let is_text = entry.path().extension().is_some_and(|ending| ending == "txt");
        if is_text && !entry.file_type().is_dir() {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// Whether a file says something about the suite and is no case: a README, a licence; or an output that
/// lies beside its input with a number of its own, as in `next_state_1.txt`.
fn is_about_the_suite(path: &Path) -> bool {
    const ABOUT: [&str; 5] = ["readme", "license", "licence", "notes", "changelog"];
    const OUTPUTS: [&str; 2] = ["nextstate", "traverselog"];
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut letters = stem.to_lowercase();
    letters.retain(char::is_alphabetic);
    ABOUT.contains(&letters.as_str()) || OUTPUTS.contains(&letters.as_str())
}

fn is_output(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == NEXT_STATE || name == TRAVERSE_LOG)
}

fn name_of(folder: &Path) -> String {
    let parts: Vec<_> = folder.iter().map(|part| part.to_string_lossy()).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}
