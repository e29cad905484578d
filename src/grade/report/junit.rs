//! JUnit's XML: a suite for each submission, a test for each case.
//!
//! Wrong outputs are failures; a program that does not get as far is an error, and so is a case that
//! could not be graded. The time is processor time.
//!
//! Left out: the format itself, which `quick-junit` knows.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::words::{Audience, tell};
use crate::grade::class::{Cell, Class, Graded};
use crate::judge::verdict::Verdict;

/// The report; complete XML.
#[must_use]
pub fn report(class: &Class) -> String {
    let mut report = Report::new(match class.title.as_str() {
        "" => "mancala",
        title => title,
    });
    report.add_test_suites(class.submissions.iter().map(suite));
    // Writing to memory fails only where formatting does.
    report.to_string().unwrap_or_default()
}

fn suite(graded: &Graded) -> TestSuite {
    let name = graded.submission.name.as_str();
    let mut suite = TestSuite::new(name);
    suite.add_test_cases(graded.cells.iter().map(|cell| case(graded, cell)));
    suite
}

fn case(graded: &Graded, cell: &Cell) -> TestCase {
    let told = tell(&graded.submission, cell, Audience::Staff);
    let mut status = match cell.verdict {
        Some(Verdict::Accepted) => TestCaseStatus::success(),
        None | Some(Verdict::Skipped) => TestCaseStatus::skipped(),
        Some(
            Verdict::Partly | Verdict::WrongAnswer | Verdict::PresentationError | Verdict::NoOutput,
        ) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Some(_) => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    if let Some(verdict) = cell.verdict.filter(|&it| it != Verdict::Accepted) {
        status.set_type(verdict.code());
    }
    if cell.verdict != Some(Verdict::Accepted) {
        status.set_message(told.headline.as_str());
        status.set_description(told.to_string());
    }
    let mut case = TestCase::new(cell.case.name.as_str(), status);
    case.set_classname(graded.submission.name.as_str());
    if let Some(cpu) = cell.result.as_ref().and_then(|it| it.used.cpu_ms) {
        case.set_time(Duration::from_millis(cpu));
    }
    case
}
