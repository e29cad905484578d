//! The class line by line: `grades.csv`, a line for each submission, `cases.csv`, a line for each case of each, and a few
//! lines of plain text, or JSON, for whoever ran the grader.
//!
//! A cell of text that a spreadsheet would take for a formula begins with a quote; those of some languages
//! take full-width characters for the usual ones.

use std::borrow::Cow;

use super::templates::rendered;
use super::words::{Audience, tell};
use crate::class::{Cell, Class, Graded};
use crate::result::Build;
use crate::settings::scoring::{Rubric, comment_on, points};
use crate::sheet::text;
use mancala::homework::compare::Verdict;
use mancala::visible;
use serde_json::{Value, json};

pub fn grades(class: &Class) -> String {
    const HEAD: &str =
        "submission,people,language,score,out_of,points,late_factor,cases,ungraded,status";
    let mut head: Vec<_> = HEAD.split(',').collect();
    head.extend(Verdict::ALL.map(Verdict::code));
    head.extend(["explanation", "override", "warnings"]);
    let rows = class.submissions.iter().map(|graded| {
        let submission = &graded.submission;
        let is_complete = graded.ungraded() == 0 && !graded.has_open_rubric();
        let mut row = vec![
            text(&submission.name),
            text(&submission.people.join("; ")),
            submission.language.clone(),
            points(graded.score()),
            points(graded.out_of),
            points(graded.points),
            points(graded.late_factor),
            graded.cells.len().to_string(),
            graded.ungraded().to_string(),
            if is_complete { "complete" } else { "incomplete" }.to_owned(),
        ];
        row.extend(Verdict::ALL.map(|verdict| graded.count(verdict).to_string()));
        let sentences = graded.sentences();
        let (decided, found) = sentences.split_at(graded.by_hand().count());
        row.extend(
            [found.join(" "), decided.join(" "), submission.warnings.join("; ")]
                .map(|it| text(&it)),
        );
        row
    });
    table(head, rows)
}

/// The table in which people fill in points and comments by rubric, with those that are known.
pub fn rubric(class: &Class, rubric: &[Rubric]) -> String {
    let comments: Vec<_> = rubric.iter().map(|it| comment_on(&it.name)).collect();
    let mut head = vec!["submission", "people"];
    for (rubric, comment) in rubric.iter().zip(&comments) {
        head.extend([rubric.name.as_str(), comment]);
    }
    let rows = class.submissions.iter().map(|graded| {
        let submission = &graded.submission;
        let mut row = vec![text(&submission.name), text(&submission.people.join("; "))];
        for mark in &graded.rubric {
            row.extend([mark.points.map_or(String::new(), points), text(&mark.comment)]);
        }
        row
    });
    table(head, rows)
}

pub fn cases(class: &Class) -> String {
    const HEAD: &str = "submission,case,task,verdict,state,log,points,out_of,rows_right,rows,cpu_ms,memory_bytes,\
                        backend,reason,finding,override";
    let rows = class.submissions.iter();
    let rows = rows.flat_map(|graded| graded.cells.iter().map(|cell| case(graded, cell)));
    table(HEAD.split(',').collect(), rows)
}

fn case(graded: &Graded, cell: &Cell) -> Vec<String> {
    let code = |verdict: Option<Verdict>| verdict.map_or(String::new(), |it| it.code().to_owned());
    let number = |number: Option<u64>| number.map_or(String::new(), |it| it.to_string());
    let result = cell.result.as_ref();
    let finding = result.and_then(|it| it.findings.first());
    let decision =
        graded.decisions.iter().rfind(|it| it.entry.case.as_ref() == Some(&cell.case.name));
    vec![
        text(&graded.submission.name),
        text(&cell.case.name),
        cell.case.task.clone(),
        code(cell.verdict),
        code(result.and_then(|it| it.state)),
        code(result.and_then(|it| it.log)),
        points(cell.points),
        points(cell.out_of),
        number(result.map(|it| it.rows_right)),
        cell.case.rows.to_string(),
        number(result.and_then(|it| it.used.cpu_ms)),
        number(result.and_then(|it| it.used.memory_bytes)),
        result.map_or(String::new(), |it| it.backend.to_string()),
        text(&result.map_or(Cow::default(), |it| it.reason())),
        text(finding.map_or("", |it| it.message.as_str())),
        text(decision.map_or("", |it| it.text.as_str())),
    ]
}

/// A table of separated values, whose rows are as long as its head.
pub(crate) fn table(head: Vec<&str>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory fails only for rows of unequal length, and ours are equal.
    let mut written = writer.write_record(head);
    for row in rows {
        written = written.and_then(|()| writer.write_record(row));
    }
    debug_assert!(written.is_ok());
    String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
}

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
            "warnings": graded.submission.warnings,
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
