//! The class in a few lines of plain text.

use super::templates::rendered;
use super::words::{Audience, tell};
use crate::class::{Cell, Class, Graded};
use crate::result::Build;
use crate::settings::scoring::points;
use mancala::homework::compare::Verdict;
use mancala::visible;
use serde_json::{Value, json};

/// A line for each submission, then what could not be graded, then the sum.
pub fn summary(class: &Class) -> String {
    let names = class.submissions.iter().map(|it| visible::line(&it.submission.name));
    let width = names.map(|it| it.chars().count()).max().unwrap_or(0).clamp(10, 40);
    let cases = class.submissions.iter().map(|it| it.cells.len());
    let right = class.submissions.iter().map(|it| it.count(Verdict::Accepted));
    let document = json!({
        "lines": class.submissions.iter().map(|it| line(it, width)).collect::<Vec<_>>(),
        "open": class.submissions.iter().flat_map(ungraded).collect::<Vec<_>>(),
        "decided": class.submissions.iter().flat_map(by_hand).collect::<Vec<_>>(),
        "right": right.sum::<usize>(),
        "cases": cases.sum::<usize>(),
    });
    rendered("summary.txt", document) + "\n"
}

/// What became of a submission, in a line whose first column is so wide.
pub fn line(graded: &Graded, width: usize) -> String {
    let name = visible::line(&graded.submission.name);
    let score = format!("{} / {}", points(graded.score()), points(graded.out_of));
    let language = &graded.submission.language;
    format!("{name:width$}  {language:10}  {score:>12}  {}", counts(graded))
}

pub fn json_of(class: &Class) -> Value {
    let submissions = class.submissions.iter().map(|graded| {
        let verdicts =
            Verdict::ALL.into_iter().map(|it| (it.code().to_owned(), json!(graded.count(it))));
        json!({
            "name": graded.submission.name,
            "language": graded.submission.language,
            "build_error": graded.submission.build.trouble(),
            "score": graded.score(),
            "out_of": graded.out_of,
            "cases": graded.cells.len(),
            "overrides": graded.decisions,
            "rubric": graded.rubric,
            "counts_instead": graded.counts_instead,
            "verdicts": verdicts.collect::<serde_json::Map<_, _>>(),
        })
    });
    json!({ "submissions": submissions.collect::<Vec<_>>() })
}

/// "3 AC, 1 TLE".
fn counts(graded: &Graded) -> String {
    let mut counts: Vec<_> =
        Verdict::ALL.into_iter().map(|verdict| (graded.count(verdict), verdict.code())).collect();
    let known: usize = counts.iter().map(|(count, _)| count).sum();
    counts.push((graded.cells.len() - known, "not run yet"));
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    counts.join(", ")
}

/// What was decided by hand, and where it is to be looked at again, each with whose it is.
fn by_hand(graded: &Graded) -> impl Iterator<Item = (&str, String)> {
    let texts = graded.decisions.iter().flat_map(|it| {
        let conflict = it.conflict.iter().map(|it| format!("Look at this again: {it}."));
        std::iter::once(it.text.clone()).chain(conflict)
    });
    texts.map(|text| (graded.submission.name.as_str(), text))
}

/// What could not be graded, and why, each with whose it is.
fn ungraded(graded: &Graded) -> Vec<(&str, String)> {
    let submission = &graded.submission;
    let name = submission.name.as_str();
    if let (Build::Fault(why), true) = (&submission.build, graded.cells.iter().any(Cell::is_open)) {
        return vec![(name, format!("all {} cases: {why}", graded.cells.len()))];
    }
    let cells = graded.cells.iter().filter(|it| it.verdict == Some(Verdict::InternalError));
    let told = cells.map(|cell| {
        let told = tell(submission, cell, Audience::Staff);
        (name, format!("{}: {}", cell.case.name, told.headline))
    });
    told.collect()
}
