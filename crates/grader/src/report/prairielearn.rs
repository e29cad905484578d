//! PrairieLearn's `results.json`.
//!
//! It can say that something could not be graded: then no attempt is lost. It takes at most 1 MB, so
//! the details of the last tests give way to those of the first.

use serde::Serialize;

use super::counterexamples;
use super::words::{Audience, tell};
use crate::class::{Cell, Graded};
use crate::result::Build;
use mancala::homework::compare::Verdict;
use mancala::visible;

/// The most bytes of a result, with room for what is around it.
const MAX_BYTES: usize = 900_000;

#[derive(Debug, Serialize)]
struct Results {
    gradable: bool,
    score: f64,
    message: String,
    output: String,
    tests: Vec<Test>,
}

#[derive(Debug, Serialize)]
struct Test {
    name: String,
    description: String,
    points: f64,
    max_points: f64,
    message: String,
    output: String,
}

pub fn results(graded: &Graded) -> String {
    let gradable = graded.is_complete();
    let cells = graded.cells.iter().filter(|cell| cell.is_graded());
    let mut results = Results {
        gradable,
        score: match graded.out_of {
            most if gradable && most > 0.0 => (graded.score() / most).clamp(0.0, 1.0),
            _ => 0.0,
        },
        message: match gradable {
            true => visible::line(&graded.sentences().join(" ")).into_owned(),
            false => "Some cases could not be graded; this is not your fault.".to_owned(),
        },
        output: match &graded.submission.build {
            Build::Ready => counterexamples::text(graded),
            Build::Failed(words) | Build::Fault(words) => visible::block(words).into_owned(),
        },
        tests: cells.map(|cell| test(graded, cell)).collect(),
    };
    let text = |results: &Results| serde_json::to_string_pretty(results).unwrap_or_default() + "\n";
    let mut shown = results.tests.len();
    while text(&results).len() > MAX_BYTES && shown > 0 {
        shown -= 1;
        results.tests[shown].output.clear();
    }
    text(&results)
}

fn test(graded: &Graded, cell: &Cell) -> Test {
    let told = tell(&graded.submission, cell, Audience::Student);
    Test {
        name: visible::line(&cell.case.name).into_owned(),
        description: cell.case.task.clone(),
        points: cell.points,
        max_points: cell.out_of,
        message: visible::line(&told.headline).into_owned(),
        output: match cell.verdict {
            Some(Verdict::Accepted) => String::new(),
            _ => told.to_string(),
        },
    }
}
