//! Gradescope's `results.json`.
//!
//! The format cannot say that something could not be graded, and a missing test would be a zero. So
//! there is no file unless every case is graded.

use serde::Serialize;

use super::counterexamples;
use super::feedback::{markdown_of, rule_by_rule};
use super::markdown::escaped;
use super::words::{Audience, Item, Message, tell};
use crate::class::{Cell, Graded};
use crate::result::Build;
use crate::scoring::Visibility;
use mancala::homework::compare::Verdict;
use mancala::visible;

#[derive(Debug, Serialize)]
struct Results {
    /// Counts in place of the sum of the tests, since lateness may cost something.
    score: f64,
    output: String,
    output_format: &'static str,
    tests: Vec<Test>,
}

#[derive(Debug, Serialize)]
struct Test {
    name: String,
    score: f64,
    max_score: f64,
    status: &'static str,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

/// The results of a submission; `None` if a case could not be graded or was not run yet.
pub fn results(graded: &Graded) -> Option<String> {
    if !graded.is_complete() {
        return None;
    }
    let sentences = graded.sentences().into_iter().map(|it| format!("{}\n", escaped(it)));
    let output = match &graded.submission.build {
        Build::Ready => {
            let told = counterexamples::told(graded, Audience::Student);
            let texts =
                sentences.chain(Some(rule_by_rule(&graded.profile)).filter(|it| !it.is_empty()));
            let texts = texts.chain(told.map(|(_, told)| markdown_of(&told)));
            texts.collect::<Vec<_>>().join("\n")
        }
        Build::Failed(words) | Build::Fault(words) => {
            let told = markdown_of(&Message {
                headline: "There is no program to run:".to_owned(),
                items: vec![Item::Block(words.clone())],
            });
            sentences.chain([told]).collect::<Vec<_>>().join("\n")
        }
    };
    let cells = graded.cells.iter().filter(|cell| cell.is_graded());
    let results = Results {
        score: graded.score(),
        output,
        output_format: "md",
        tests: cells.map(|cell| test(graded, cell)).collect(),
    };
    serde_json::to_string_pretty(&results).ok().map(|it| it + "\n")
}

fn test(graded: &Graded, cell: &Cell) -> Test {
    let told = tell(&graded.submission, cell, Audience::Student);
    Test {
        name: visible::line(&cell.case.name).into_owned(),
        score: cell.points,
        max_score: cell.out_of,
        status: match cell.verdict {
            Some(Verdict::Accepted) => "passed",
            _ => "failed",
        },
        output: markdown_of(&told),
        output_format: "md",
        visibility: match cell.visibility {
            Visibility::Visible => "visible",
            Visibility::Hidden => "hidden",
        },
    }
}
