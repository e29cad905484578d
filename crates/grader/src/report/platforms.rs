//! What other programs read: Gradescope, PrairieLearn and Autolab of a single submission, continuous integration of a class.
//!
//! The formats of Gradescope and Autolab cannot say that something could not be graded, and what is missing would
//! be a zero: there is nothing unless every case is graded. PrairieLearn's can: then no attempt is lost. Points by
//! rubric are given later, if at all: as long as they are not, they are left out.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::feedback::{markdown_of, rule_by_rule};
use super::templates::{escaped, rendered};
use super::words::{Audience, Item, Message, counterexamples, tell, tell_counterexamples};
use crate::class::{Cell, Class, Graded};
use crate::settings::scoring::{Mark, rounded};
use mancala::homework::compare::Verdict;
use mancala::visible;

/// Autolab's last line of standard output: the score of `problem`.
pub fn autolab(graded: &Graded, problem: &str) -> Option<String> {
    let scores = json!({ "scores": { problem: graded.score() } });
    graded.has_all_cases().then(|| scores.to_string())
}

/// Gradescope's `results.json`; its score counts in place of the sum of the tests, since lateness may cost something.
pub fn gradescope(graded: &Graded) -> Option<String> {
    let mut output: Vec<_> = said(graded).map(|it| format!("{}\n", escaped(it))).collect();
    if let Some(words) = graded.submission.build.trouble() {
        let headline = "There is no program to run:".to_owned();
        output.push(markdown_of(&Message { headline, items: vec![Item::Block(words.to_owned())] }));
    } else {
        output.extend(Some(rule_by_rule(&graded.profile)).filter(|it| !it.is_empty()));
        let told = tell_counterexamples(graded, Audience::Student);
        output.extend(told.map(|(_, told)| markdown_of(&told)));
    }
    let test = |cell: &Cell| {
        json!({
            "name": visible::line(&cell.case.name),
            "score": rounded(cell.points),
            "max_score": rounded(cell.out_of),
            "status": if cell.verdict == Some(Verdict::Accepted) { "passed" } else { "failed" },
            "output": markdown_of(&tell(&graded.submission, cell, Audience::Student)),
            "output_format": "md",
            "visibility": if cell.is_hidden { "hidden" } else { "visible" },
        })
    };
    // A container may forbid what the stronger backends need. Only the staff see this.
    let backends =
        graded.cells.iter().filter_map(|cell| Some(cell.result.as_deref()?.backend.name()));
    let backends: BTreeSet<_> = backends.collect();
    let results = json!({
        "score": graded.score(),
        "output": output.join("\n"),
        "output_format": "md",
        "tests": tests(graded, ["score", "max_score"], test),
        "extra_data": { "sandbox": backends },
    });
    graded.has_all_cases().then(|| text(&results))
}

/// The most bytes of what PrairieLearn takes, with room for what is around it: 1 MB.
const MAX_BYTES: usize = 900_000;

/// PrairieLearn's `results.json`; the details of the last tests give way to those of the first.
pub fn prairielearn(graded: &Graded) -> String {
    let gradable = graded.has_all_cases();
    let test = |cell: &Cell| {
        let told = tell(&graded.submission, cell, Audience::Student);
        let is_right = cell.verdict == Some(Verdict::Accepted);
        json!({
            "name": visible::line(&cell.case.name),
            // The task is a line of the input.
            "description": if cell.is_hidden { "" } else { &*cell.case.task },
            "points": rounded(cell.points),
            "max_points": rounded(cell.out_of),
            "message": visible::line(&told.headline),
            "output": if is_right { String::new() } else { told.to_string() },
        })
    };
    let tests = tests(graded, ["points", "max_points"], test);
    let mut shown = tests.len();
    let mut results = json!({
        "gradable": gradable,
        "score": match graded.out_of {
            most if gradable && most > 0.0 => (graded.score() / most).clamp(0.0, 1.0),
            _ => 0.0,
        },
        "message": match gradable {
            true => visible::line(&said(graded).collect::<Vec<_>>().join(" ")).into_owned(),
            false => "Some cases could not be graded; this is not your fault.".to_owned(),
        },
        "output": match graded.submission.build.trouble() {
            None => counterexamples(graded),
            Some(words) => visible::block(words).into_owned(),
        },
        "tests": tests,
    });
    while text(&results).len() > MAX_BYTES && shown > 0 {
        shown -= 1;
        results["tests"][shown]["output"] = json!("");
    }
    text(&results)
}

/// What was found out, and how the submission was run, if not as it was handed in.
fn said(graded: &Graded) -> impl Iterator<Item = &str> {
    graded.sentences().into_iter().chain(warnings(graded))
}

fn warnings(graded: &Graded) -> impl Iterator<Item = &str> {
    graded.submission.warnings.iter().map(String::as_str)
}

/// The tests, and what there is by rubric with its points and the most points under these keys.
fn tests(graded: &Graded, keys: [&str; 2], test: impl Fn(&Cell) -> Value) -> Vec<Value> {
    let mark = |mark: &Mark| {
        Some(json!({
            "name": visible::line(&mark.name),
            keys[0]: mark.points?,
            keys[1]: mark.out_of,
            "output": visible::block(&mark.comment),
        }))
    };
    let cells = graded.cells.iter().filter(|cell| cell.is_graded()).map(test);
    cells.chain(graded.rubric.iter().filter_map(mark)).collect()
}

fn text(results: &Value) -> String {
    format!("{results:#}\n")
}

/// JUnit's XML: a suite for each submission, a test for each case.
///
/// Wrong outputs are failures; a program that does not get as far is an error, and so is a case that
/// could not be graded. The time is processor time.
///
/// Characters that XML cannot hold are shown by symbols, as all invisible characters are.
pub fn junit(class: &Class) -> String {
    let suites = class.submissions.iter().map(|graded| {
        json!({
            "name": visible::line(&graded.submission.name),
            "counts": counts(&graded.cells),
            "cases": graded.cells.iter().map(|cell| case(graded, cell)).collect::<Value>(),
            "said": graded.by_hand().chain(warnings(graded)).collect::<Vec<_>>().join("\n"),
        })
    });
    let all = counts(class.submissions.iter().flat_map(|it| &it.cells));
    let suites = suites.collect::<Value>();
    rendered(
        "junit.xml",
        json!({ "title": visible::line(&class.title), "all": all, "suites": suites }),
    )
}

/// How many tests there are, and how many of them did not pass.
fn counts<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Value {
    let all: Vec<_> = cells.into_iter().map(status).collect();
    let count = |of: &str| all.iter().filter(|it| **it == Some(of)).count();
    json!({ "tests": all.len(), "skipped": count("skipped"), "error": count("error"), "failure": count("failure") })
}

fn case(graded: &Graded, cell: &Cell) -> Value {
    let cpu = cell.result.as_ref().and_then(|it| it.used.cpu_ms);
    let status = status(cell);
    let told = status.map(|_| tell(&graded.submission, cell, Audience::Staff));
    json!({
        "name": visible::line(&cell.case.name),
        "time": cpu.map(|it| format!("{}.{:03}", it / 1000, it % 1000)),
        "status": status,
        "message": told.as_ref().map(|it| visible::line(&it.headline)),
        "type": cell.verdict.map(Verdict::code),
        "text": told.as_ref().map(ToString::to_string),
    })
}

/// The element that says how a test failed to pass; `None` for one that passed.
fn status(cell: &Cell) -> Option<&'static str> {
    use Verdict::{Accepted, NoOutput, Partly, PresentationError, Skipped, WrongAnswer};
    match cell.verdict {
        Some(Accepted) => None,
        None | Some(Skipped) => Some("skipped"),
        Some(Partly | WrongAnswer | PresentationError | NoOutput) => Some("failure"),
        Some(_) => Some("error"),
    }
}
