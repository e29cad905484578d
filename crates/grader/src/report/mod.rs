//! What became of a class, for people and for other programs.
//!
//! Every report is a pure function of a [`Class`], and so of the ledger, not of the clock or the machine.
//!
//! | file | for |
//! |---|---|
//! | `index.html` ([`html`]) | the teacher: the class as one page that needs nothing else |
//! | `feedback/<submission>.md` ([`feedback`]) | each student |
//! | `feedback/<submission>.js`, `walks/<submission>.js` ([`walks`]) | the page that walks through a wrong case: visible cases, hidden ones |
//! | `grades.csv`, `cases.csv` ([`tables`]) | spreadsheets |
//! | `junit.xml` ([`platforms`]) | continuous integration |
//! | `gradescope/<submission>.json`, and where it is wanted ([`platforms`]) | Gradescope, PrairieLearn and Autolab |
//! | standard output ([`tables`]) | whoever ran the grader |
//!
//! [`words`] says what is wrong with a case or on a small input; the reports only lay it out, by [`templates`] where they are for people.

pub mod feedback;
pub mod html;
pub mod platforms;
pub mod tables;
pub mod templates;
pub mod walks;
pub mod words;

use std::borrow::Cow;

use super::class::Class;
use journal::digest;
use mancala::visible::is_unseen;

/// The folders of reports on single submissions, and how their files end.
pub const PER_SUBMISSION: [(&str, &str); 4] =
    [("feedback", "md"), ("feedback", "js"), ("walks", "js"), ("gradescope", "json")];

/// The text of a report on the whole class.
type Report = fn(&Class) -> String;

/// All reports that are files, made one by one, since a class can have thousands: each by its path below the folder of
/// the results. One that could not tell the truth has no text, and there must be no such file.
pub fn files(class: &Class) -> impl Iterator<Item = (String, Option<String>)> {
    let whole: [(&str, Report); 4] = [
        ("index.html", html::page),
        ("grades.csv", tables::grades),
        ("cases.csv", tables::cases),
        ("junit.xml", platforms::junit),
    ];
    let whole = whole.into_iter();
    let whole = whole.map(move |(path, report)| (path.to_owned(), Some(report(class))));
    let single = class.submissions.iter().flat_map(move |graded| {
        let name = file_name(&graded.submission.name);
        let feedback = feedback::markdown(class, graded, feedback::Walks::Linked);
        let gradescope = platforms::gradescope(graded);
        [
            (format!("feedback/{name}.md"), Some(feedback)),
            (format!("feedback/{name}.js"), walks::script(graded, false)),
            (format!("walks/{name}.js"), walks::script(graded, true)),
            (format!("gradescope/{name}.json"), gradescope),
        ]
    });
    whole.chain(single)
}

/// The longest name that is kept as it is, in bytes; file systems take 255, and endings come on top.
const LONGEST: usize = 120;

/// A name for files: the submission's own, unless it is too long or has characters that names of files had
/// better not have. Then it is shortened, and a hash tells it from others.
pub(crate) fn file_name(name: &str) -> Cow<'_, str> {
    let odd = |c: char| is_unseen(c) || matches!(c, '/' | '\\');
    let is_usable = !name.is_empty() && name.len() <= LONGEST && !name.starts_with('.');
    if is_usable && !name.contains(odd) {
        return Cow::Borrowed(name);
    }
    let mut short: String = name.replace(odd, "_").trim_start_matches('.').to_owned();
    while short.len() > LONGEST - 20 {
        short.pop();
    }
    Cow::Owned(format!("{short}~{}", &digest([name.as_bytes()])[..12]))
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_stay_or_are_shortened_with_a_hash() {
        assert_eq!(file_name("Jane Doe_123"), "Jane Doe_123");
        let long = file_name(&"ä".repeat(127)).into_owned();
        assert!(long.len() < 130 && long.starts_with('ä') && long.contains('~'));
        assert_ne!(long, file_name(&"ä".repeat(126)));
        assert!(!file_name("a\nb/../c").contains(['\n', '/']));
        assert!(!file_name("..").starts_with('.'));
        assert!(!file_name("a\u{202e}b").contains('\u{202e}'));
    }
}
