//! What became of a class, for people and for other programs.
//!
//! Every report is a pure function of a [`Class`], and so of the ledger; nothing in one depends on the
//! clock or on the machine.
//!
//! | file | for |
//! |---|---|
//! | `index.html` ([`html`]) | the teacher: the class as one page that needs nothing else |
//! | `feedback/<submission>.md` ([`feedback`]) | each student |
//! | `feedback/<submission>.js`, `walks/<submission>.js` ([`walks`]) | the page that walks through a wrong case: visible cases, hidden ones |
//! | `grades.csv`, `cases.csv` ([`tables`]) | spreadsheets |
//! | `junit.xml` ([`junit`]) | continuous integration |
//! | `gradescope/<submission>.json` ([`gradescope`]) | Gradescope |
//! | where it is wanted ([`prairielearn`], [`autolab`]) | PrairieLearn and Autolab |
//! | standard output ([`terminal`]) | whoever ran the grader |
//!
//! [`words`] says what is wrong with a case, [`counterexamples`] what is with a small input; the reports only
//! lay it out.

pub mod autolab;
pub mod counterexamples;
pub mod feedback;
pub mod gradescope;
pub mod html;
pub mod junit;
pub mod prairielearn;
pub mod tables;
pub mod terminal;
pub mod walks;
pub mod words;

pub(crate) mod file_name;
mod markdown;
mod overview;

use std::path::PathBuf;

use super::class::Class;
use super::scoring::Visibility;
use file_name::file_name;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// Its path below the folder of the results.
    pub path: PathBuf,
    /// Its text; `None` if there must be no such file, since it could not tell the truth.
    pub text: Option<String>,
}

/// The folders of reports on single submissions, and how their files end.
pub const PER_SUBMISSION: [(&str, &str); 4] =
    [("feedback", "md"), ("feedback", "js"), ("walks", "js"), ("gradescope", "json")];

/// The text of a report on the whole class.
type Report = fn(&Class) -> String;

/// All reports that are files, made one by one: a class can have thousands.
pub fn files(class: &Class) -> impl Iterator<Item = ReportFile> {
    let whole: [(&str, Report); 4] = [
        ("index.html", html::page),
        ("grades.csv", tables::grades),
        ("cases.csv", tables::cases),
        ("junit.xml", junit::report),
    ];
    let whole = whole.into_iter();
    let whole = whole.map(move |(path, report)| file(path, Some(report(class))));
    let single = class.submissions.iter().flat_map(move |graded| {
        let name = file_name(&graded.submission.name);
        let feedback = feedback::markdown(class, graded, feedback::Walks::Linked);
        let gradescope = gradescope::results(graded);
        [
            file(&format!("feedback/{name}.md"), Some(feedback)),
            file(&format!("feedback/{name}.js"), walks::script(graded, Visibility::Visible)),
            file(&format!("walks/{name}.js"), walks::script(graded, Visibility::Hidden)),
            file(&format!("gradescope/{name}.json"), gradescope),
        ]
    });
    whole.chain(single)
}

fn file(path: &str, text: Option<String>) -> ReportFile {
    ReportFile { path: PathBuf::from(path), text }
}
