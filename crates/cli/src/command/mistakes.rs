//! `mancala mistakes`.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::mutate::KEYS;
use crate::io::{input, print_as, read_input, warn};
use crate::options::Format;
use explain::assignment;
use explain::kill_matrix::{Column, KillMatrix};
use explain::mistakes::{CATALOGUE, Entry, Known, Mistake};
use mancala::homework::Input;

/// List the known mistakes, or which cases catch them
#[derive(Debug, Args)]
pub struct MistakesArguments {
    /// The mistakes to list [default: all]
    #[arg(value_name = "KEY", value_parser = KEYS, hide_possible_values = true, conflicts_with = "matrix")]
    keys: Vec<Mistake>,
    /// Print which cases of this folder, or of this built-in suite, catch which mistake
    #[arg(long, value_name = "INPUTS")]
    matrix: Option<PathBuf>,
    /// How the list is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &MistakesArguments) -> anyhow::Result<()> {
    if let Some(inputs) = &arguments.matrix {
        let matrix = matrix(inputs)?;
        let document = || json!({ "caught_by": json_of_matrix(&matrix) });
        return print_as(arguments.format, || matrix.to_text(), document);
    }
    let entries = || chosen(&arguments.keys);
    let document = || json!({ "mistakes": entries().map(json_of).collect::<Value>() });
    print_as(arguments.format, || entries().map(text_of).collect(), document)
}

/// The entries of these mistakes, or of all if there is none.
fn chosen(keys: &[Mistake]) -> impl Iterator<Item = &'static Entry> {
    let is_chosen = |it: &Mistake| keys.is_empty() || keys.contains(it);
    Mistake::all().filter(is_chosen).map(Mistake::entry)
}

fn matrix(inputs: &Path) -> anyhow::Result<KillMatrix> {
    let mut matrix = KillMatrix::default();
    let tree = input::inputs(inputs)?;
    let cases = case_files::find_cases(tree.path())?;
    for case in cases.iter().filter(|it| !case_files::is_beyond(&it.name)) {
        // The mistakes are those of programs that play Kalah.
        let Input::Kalah(problem) = read_input(&case.input)? else { continue };
        let Some(assignment) = assignment(&problem) else { continue };
        match Column::new(&case.name, &assignment) {
            Ok(column) => matrix.columns.push(column),
            Err(error) => warn(format_args!("{} is ignored: {error}", case.name)),
        }
    }
    Ok(matrix)
}

fn text_of(entry: &Entry) -> String {
    let seen = if entry.known == Known::Seen { " (seen)" } else { "" };
    let (key, student, staff) = (entry.key, entry.student(), entry.staff());
    let rule = entry.rule.sentence();
    format!("{key}{seen}\n    student: {student}\n    staff:   {staff}\n    rule:    {rule}\n")
}

fn json_of(entry: &Entry) -> Value {
    json!({
        "key": entry.key,
        "group": format!("{:?}", entry.group),
        "seen": entry.known == Known::Seen,
        "student": entry.student(),
        "staff": entry.staff(),
        "rule": entry.rule.sentence(),
    })
}

fn json_of_matrix(matrix: &KillMatrix) -> Value {
    let mistakes = CATALOGUE.iter().map(|entry| {
        let cases = matrix.columns.iter().filter(|case| case.kills(entry.mistake));
        (entry.key, cases.map(|case| case.name.as_str()).collect::<Value>())
    });
    mistakes.collect()
}
