//! What became of a class, for people and for other programs.
//!
//! Every report is a pure function of a [`Class`], and so of the ledger; nothing in one depends on the
//! clock or on the machine.
//!
//! | file | for |
//! |---|---|
//! | `index.html` ([`html`]) | the teacher: the class as one page that needs nothing else |
//! | `feedback/<submission>.md` ([`feedback`]) | each student |
//! | `grades.csv`, `cases.csv` ([`tables`]) | spreadsheets |
//! | `junit.xml` ([`junit`]) | continuous integration |
//! | `gradescope/<submission>.json` ([`gradescope`]) | Gradescope |
//! | standard output ([`terminal`]) | whoever ran the grader |
//!
//! [`words`] says what is wrong with a case; the reports only lay it out.
//!
//! Left out: writing files.

pub mod feedback;
pub mod gradescope;
pub mod html;
pub mod junit;
pub mod tables;
pub mod terminal;
pub mod words;

use std::path::PathBuf;

use super::class::Class;

/// A report as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// Its path below the folder of the results.
    pub path: PathBuf,
    /// Its text; `None` if there must be no such file, since it could not tell the truth.
    pub text: Option<String>,
}

/// The folders of reports on single submissions, and how their files end.
pub const PER_SUBMISSION: [(&str, &str); 2] = [("feedback", "md"), ("gradescope", "json")];

/// All reports that are files.
#[must_use]
pub fn files(class: &Class) -> Vec<ReportFile> {
    let mut files = vec![
        file("index.html", Some(html::page(class))),
        file("grades.csv", Some(tables::grades(class))),
        file("cases.csv", Some(tables::cases(class))),
        file("junit.xml", Some(junit::report(class))),
    ];
    for graded in &class.submissions {
        let name = &graded.submission.name;
        let path = format!("feedback/{name}.md");
        files.push(file(&path, Some(feedback::markdown(class, graded))));
        files.push(file(
            &format!("gradescope/{name}.json"),
            gradescope::results(graded),
        ));
    }
    files
}

fn file(path: &str, text: Option<String>) -> ReportFile {
    ReportFile {
        path: PathBuf::from(path),
        text,
    }
}
