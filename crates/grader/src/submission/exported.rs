//! Names of files and folders as learning platforms export them:
//!
//! | platform | name |
//! |---|---|
//! | Canvas | `lastfirst[_LATE]_<user>_<attempt>_<file>` |
//! | Moodle | `First Last_<id>_assignsubmission_file_[<file>]` |
//! | Gradescope | `submission_<id>/`, and `submission_metadata.yml` beside it |

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use saphyr::{LoadableYamlNode, Yaml};

use crate::settings::late::Late;
use sandbox::Tree;

/// What the name of an exported file or folder says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The submission's name: the person's, as the platform spells it, and the platform's number.
    pub name: String,
    pub person: String,
    /// The file's name before the platform changed it; empty for a folder.
    pub file: String,
    pub late_days: u32,
}

/// Reads a name of Canvas or Moodle; `None` if it is neither's.
pub fn parse_exported(name: &str) -> Option<Exported> {
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

/// The person and the number of a name as exports of Canvas and Moodle give it: `Jane Doe_123`. That of Gradescope's
/// `submission_123` is nobody's.
pub fn platform_number(name: &str) -> Option<(&str, &str)> {
    let (person, number) = name.rsplit_once('_')?;
    (is_number(number) && !["", "submission"].contains(&person)).then_some((person, number))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name of the file that lies beside the folders of a Gradescope export.
pub const GRADESCOPE_METADATA: &str = "submission_metadata.yml";

/// Who handed in which folder and when, as far as Gradescope's metadata can be read.
pub fn gradescope_says(folder: &Tree) -> BTreeMap<String, (Vec<String>, Option<i64>)> {
    /// In bytes; far more than any class takes.
    const MOST: u64 = 16 << 20;
    let mut metadata = String::new();
    // What cannot be read says nothing.
    let read = folder.file(Path::new(GRADESCOPE_METADATA), MOST);
    let _ = read.map(|mut file| file.read_to_string(&mut metadata));
    let documents = Yaml::load_from_str(&metadata).unwrap_or_default();
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

    use super::{parse_exported, platform_number};

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

    /// Somebody else with that number at Canvas got the points of Gradescope's `submission_77`.
    #[test]
    fn the_number_of_a_gradescope_submission_is_nobodys() {
        assert_eq!(platform_number("submission_77"), None);
        assert_eq!(platform_number("Jane Doe_77"), Some(("Jane Doe", "77")));
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
