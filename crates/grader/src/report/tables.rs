//! `grades.csv`, a line for each submission, and `cases.csv`, a line for each case of each.
//!
//! A cell of text that a spreadsheet would take for a formula begins with a quote; those of some languages
//! take full-width characters for the usual ones.

use std::borrow::Cow;

use crate::class::{Cell, Class, Graded};
use crate::settings::scoring::{Rubric, comment_on, points};
use crate::sheet::text;
use mancala::homework::compare::Verdict;

pub fn grades(class: &Class) -> String {
    const HEAD: &str =
        "submission,people,language,score,out_of,points,late_factor,cases,ungraded,status";
    let mut head: Vec<_> = HEAD.split(',').collect();
    head.extend(Verdict::ALL.map(Verdict::code));
    head.extend(["explanation", "override"]);
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
        row.extend([text(&found.join(" ")), text(&decided.join(" "))]);
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
