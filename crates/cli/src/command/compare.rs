//! `mancala compare`: somebody's own answers beside what is expected.

use std::path::PathBuf;

use clap::Args;

use super::check::{Checked, Comparing, Files, compare_all, exit, json_of, print_failures, told};
use crate::io::{Exit, input, print_json, print_line, read_input, say};
use crate::options::Format;
use case_files::Case;
use mancala::homework::{Input, TRAVERSE_LOG};

/// Show where your own answers differ from what is expected
#[derive(Debug, Args)]
#[command(mut_arg("compare", |it| it.default_value("course")))]
pub struct CompareArguments {
    /// The folder with next_state.txt and traverse_log.txt; or, for a folder of inputs, with such a
    /// folder for each case, CASE/next_state.txt and CASE/traverse_log.txt
    #[arg(value_name = "YOURS", default_value = ".")]
    yours: PathBuf,
    /// The input that was answered, a folder of inputs, or the name of a built-in suite, such as usc
    #[arg(short, long, value_name = "INPUT", default_value = "input.txt")]
    input: PathBuf,
    #[command(flatten)]
    comparing: Comparing,
}

pub fn run(arguments: &CompareArguments) -> anyhow::Result<Exit> {
    let yours = arguments.yours.display();
    anyhow::ensure!(!arguments.yours.is_file(), "{yours} is a file; name the folder that it is in");
    anyhow::ensure!(
        arguments.yours.is_dir(),
        "there is no folder {yours}\nhelp: mancala run {} -o {yours}",
        arguments.input.display()
    );
    let inputs = input::inputs(&arguments.input)?;
    let mut cases = match inputs.path().is_dir() {
        true => case_files::find_cases(inputs.path())?,
        // A single input's answers lie in the folder itself.
        false => vec![Case { name: ".".to_owned(), input: inputs.path().to_owned() }],
    };
    let Comparing { filter, compare, format } = &arguments.comparing;
    cases.retain(|case| filter.as_ref().is_none_or(|text| case.name.contains(text)));
    anyhow::ensure!(!cases.is_empty(), "{}: no case to compare", arguments.input.display());
    let checked = compare_all(&cases, &arguments.yours, *compare);
    match format {
        Format::Json => print_json(&json_of(&checked, &[], Files::Yours))?,
        Format::Text => {
            print_line(told(*compare))?;
            let failed = print_failures(&checked, Files::Yours)?;
            let correct = checked.len() - failed;
            match (correct, failed) {
                (1, 0) => print_line(format_args!("{}: correct", arguments.input.display()))?,
                (0, 1) => {}
                _ => print_line(format_args!("{correct} correct, {failed} wrong"))?,
            }
            say_how_to_go_on(&checked, &inputs, arguments);
        }
    }
    Ok(exit(&checked))
}

/// After the first wrong log: the command that walks to its first wrong row.
fn say_how_to_go_on(checked: &[Checked<'_>], inputs: &input::Tree, arguments: &CompareArguments) {
    let has_wrong_log = |it: &&Checked<'_>| {
        let is_wrong = it.outcome.iter().flatten().any(|it| it.is_different(TRAVERSE_LOG));
        // `trace` knows no other game.
        is_wrong && matches!(read_input(&it.case.input), Ok(Input::Kalah(_)))
    };
    let Some(first) = checked.iter().find(has_wrong_log) else { return };
    let log = first.case.folder(&arguments.yours).join(TRAVERSE_LOG);
    say(format_args!(
        "To see how the search gets to the first wrong row: mancala trace {} {}",
        inputs.named(&first.case.input).display(),
        log.display()
    ));
}
