//! The class in a few lines of plain text.

use super::words::{Audience, points, tell};
use crate::class::{Cell, Class, Graded};
use crate::result::Build;
use explain::pluralize;
use mancala::homework::compare::Verdict;
use mancala::visible;
use serde_json::{Value, json};

/// The most ungraded cases that are listed one by one.
const MAX_LISTED: usize = 20;

/// A line for each submission, then what could not be graded, then the sum.
pub fn summary(class: &Class) -> String {
    let widest = class
        .submissions
        .iter()
        .map(|graded| visible::line(&graded.submission.name).chars().count());
    let width = widest.max().unwrap_or(0).clamp(10, 40);
    let mut text = String::new();
    for graded in &class.submissions {
        text += &format!("{}\n", line(graded, width));
    }
    text += &ungraded(class);
    text += &by_hand(class);
    let cases: usize = class.submissions.iter().map(|it| it.cells.len()).sum();
    let right: usize = class.submissions.iter().map(|it| it.count(Verdict::Accepted)).sum();
    let submissions = pluralize(class.submissions.len(), "submission");
    text + &format!("{submissions}, {right} of {cases} cases fully correct\n")
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
        let wrong = match &graded.submission.build {
            Build::Failed(why) | Build::Fault(why) => Some(why),
            _ => None,
        };
        json!({
            "name": graded.submission.name,
            "language": graded.submission.language,
            "build_error": wrong,
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

/// What was decided by hand, and where it is to be looked at again.
fn by_hand(class: &Class) -> String {
    let decisions = class
        .submissions
        .iter()
        .flat_map(|graded| graded.decisions.iter().map(|it| (&graded.submission.name, it)));
    let lines = decisions.flat_map(|(name, it)| {
        let conflict = it.conflict.iter().map(|it| format!("Look at this again: {it}."));
        let name = visible::line(name);
        let texts = std::iter::once(it.text.clone()).chain(conflict);
        texts.map(move |it| format!("  {name}  {}\n", visible::line(&it)))
    });
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("Decided by hand:\n{lines}") }
}

fn ungraded(class: &Class) -> String {
    let mut lines = Vec::new();
    for graded in &class.submissions {
        let name = visible::line(&graded.submission.name);
        let mut cells = graded.cells.iter();
        let is_open = graded.cells.iter().any(Cell::is_open);
        if let (Build::Fault(why), true) = (&graded.submission.build, is_open) {
            let cases = graded.cells.len();
            let why = visible::line(why);
            lines.push(format!("  {name}  all {cases} cases: {why}\n"));
            continue;
        }
        while let Some(cell) = cells.find(|it| it.verdict == Some(Verdict::InternalError)) {
            let told = tell(&graded.submission, cell, Audience::Staff);
            let case = visible::line(&cell.case.name);
            let headline = visible::line(&told.headline);
            lines.push(format!("  {name}  {case}: {headline}\n"));
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    let more = lines.len().saturating_sub(MAX_LISTED);
    let mut text = "Could not be graded; the points stay open until you decide:\n".to_owned();
    text.extend(lines.into_iter().take(MAX_LISTED));
    if more > 0 {
        text += &format!("  and {more} more\n");
    }
    text
}
