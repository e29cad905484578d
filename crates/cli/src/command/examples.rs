//! `mancala examples`: test cases that students write, judged.
//!
//! Whoever writes cases against mistaken programs understands the task before writing their own.
//!
//! Left out: which mistakes there are, and what they write (the crate `explain`).

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::io::{Exit, laid_out, print_json, print_line, read_input};
use crate::options::Format;
use case_files::Case;
use explain::assignment;
use explain::kill_matrix::{Column, KillMatrix};
use explain::mistakes::{CATALOGUE, Entry};
use explain::rule::Rule;
use grader::judgement::judge;
use mancala::homework::compare::Verdict;
use mancala::homework::{Input, Task, answer};

/// The most of an expected file that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

const MAX_HINTS: usize = 3;

const TEMPLATE: (&str, &str) = ("examples.txt", include_str!("../../templates/examples.txt"));

/// Judge test cases that students write: valid, correct, and which mistakes they catch
///
/// Reads each input, compares its expected outputs with the correct ones, and makes every known
/// mistake on it. At the end, states a rule that no case tests yet, as a hint at a missing kind of case.
#[derive(Debug, Args)]
pub struct ExamplesArguments {
    /// The cases: a folder of inputs with their expected outputs in folders beside them
    #[arg(value_name = "CASES")]
    cases: PathBuf,
    /// The folder of expected outputs, if they are not beside the inputs
    #[arg(long, value_name = "DIR")]
    expected: Option<PathBuf>,
    /// Also name the mistakes that no case catches; hints state only the rule
    #[arg(long)]
    missed: bool,
    /// How the judgement is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A case by its name, with what every mistake writes for it, or what is wrong with it.
type Judged = (String, Result<Column, String>);

pub fn run(arguments: &ExamplesArguments) -> anyhow::Result<Exit> {
    let found = case_files::find_cases(&arguments.cases)?;
    anyhow::ensure!(!found.is_empty(), "{}: no case", arguments.cases.display());
    let expected = arguments.expected.as_ref().unwrap_or(&arguments.cases);
    let judged = found.iter().map(|case| (case.name.clone(), column(case, expected)));
    let judged: Vec<_> = judged.collect();
    let columns = judged.iter().filter_map(|(_, column)| column.clone().ok());
    let matrix = KillMatrix { columns: columns.collect() };
    let document = json_of(&judged, &matrix);
    match arguments.format {
        Format::Text => print_line(text(&document, &matrix, arguments.missed)?)?,
        Format::Json => print_json(&document)?,
    }
    Ok(Exit::of(judged.iter().any(|(_, column)| column.is_err())))
}

/// What every mistake writes for a case, or what is wrong with the case.
fn column(case: &Case, expected: &Path) -> Result<Column, String> {
    let input = read_input(&case.input).map_err(|error| format!("not an input: {error:#}"))?;
    let problem = match input {
        Input::Kalah(problem) if problem.task != Task::Competition => problem,
        Input::Kalah(_) => return Err("task 4 has no single correct answer".to_owned()),
        Input::Nimcala(_) => return Err("no mistakes are known for Nimcala".to_owned()),
    };
    let judgement = judge(&problem, &answer(&problem), &case.folder(expected), MAX_BYTES)
        .map_err(|error| format!("its expected outputs cannot be read: {error}"))?;
    if judgement.verdict != Verdict::Accepted {
        let findings = judgement.findings.iter().map(|finding| {
            let line = finding.place.map_or(String::new(), |it| format!(", line {}", it.line));
            format!("{}{line}: {}", finding.file.name(), finding.message)
        });
        return Err(findings.collect::<Vec<_>>().join("; "));
    }
    let Some(assignment) = assignment(&problem) else {
        return Err("no mistakes are known for this task".to_owned());
    };
    Column::new(&case.name, &assignment).map_err(|error| error.to_string())
}

fn missed(matrix: &KillMatrix) -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.iter().filter(|it| matrix.kills(it.mistake) == 0)
}

/// Rules that no case tells apart, those first that most missed mistakes break.
fn hints(matrix: &KillMatrix) -> Vec<&'static str> {
    let mut counts = BTreeMap::<Rule, usize>::new();
    for entry in missed(matrix) {
        *counts.entry(entry.rule).or_default() += 1;
    }
    let mut rules: Vec<_> = counts.into_iter().collect();
    rules.sort_by_key(|(_, count)| Reverse(*count));
    rules.into_iter().map(|(rule, _)| rule.sentence()).take(MAX_HINTS).collect()
}

fn json_of(judged: &[Judged], matrix: &KillMatrix) -> Value {
    let catches = |column: &Column| {
        let caught = CATALOGUE.iter().filter(|it| column.kills(it.mistake));
        caught.map(|it| it.key).collect::<Vec<_>>()
    };
    let cases = judged.iter().map(|(name, column)| {
        let (wrong, catches) = (column.as_ref().err(), column.as_ref().ok().map(catches));
        json!({ "case": name, "wrong": wrong, "catches": catches })
    });
    json!({
        "cases": cases.collect::<Vec<_>>(),
        "missed": missed(matrix).map(|it| it.key).collect::<Vec<_>>(),
        "hints": hints(matrix),
    })
}

/// The same for people, with more words on the mistakes: those that only one case catches, and, if they are asked for,
/// those that none does.
fn text(document: &Value, matrix: &KillMatrix, tells_missed: bool) -> anyhow::Result<String> {
    let once = CATALOGUE.iter().filter(|it| matrix.kills(it.mistake) == 1);
    let missed = missed(matrix).filter(|_| tells_missed);
    let mut told = document.clone();
    told["known"] = json!(CATALOGUE.len());
    told["once"] = once.map(|it| it.key).collect();
    told["told"] = missed.map(|it| json!([it.key, it.staff()])).collect();
    laid_out(TEMPLATE, &told)
}
