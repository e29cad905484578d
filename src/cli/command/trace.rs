//! `mancala trace`.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::cli::Exit;
use crate::cli::io::input::read_input;
use crate::cli::io::output::Outputs;
use crate::cli::io::print::say;
use crate::homework::Input;
use crate::page::comparison::{Comparison, Program, compare};
use crate::page::html::html;

#[derive(Debug, Args)]
pub(super) struct TraceArguments {
    /// The input file whose search is walked through; its task is 2 or 3
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// A log to hold against it
    #[arg(value_name = "LOG")]
    log: Option<PathBuf>,
    /// Where the page goes
    #[arg(short, long, value_name = "FILE", default_value = "walk.html")]
    output: PathBuf,
    /// Show where the log goes wrong and the rule, but no expected value: for use before the deadline
    #[arg(long, requires = "log")]
    hint_only: bool,
}

pub(super) fn run(arguments: &TraceArguments) -> anyhow::Result<Exit> {
    let input = arguments.input.display();
    let Input::Kalah(problem) = read_input(&arguments.input)? else {
        anyhow::bail!("{input}: a walk is for games of Kalah");
    };
    let Some(algorithm) = problem.task.logged_algorithm() else {
        let task = problem.task.name();
        anyhow::bail!("{input}: the task is {task}, which has no log; a walk needs 2 or 3");
    };
    let compared = match &arguments.log {
        None => None,
        Some(path) => {
            let bytes = std::fs::read(path)
                .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))?;
            let log = String::from_utf8_lossy(&bytes);
            Some(compare(&problem, algorithm, &log)?)
        }
    };
    let walk = json!({
        "input": problem.to_string(),
        "hintOnly": arguments.hint_only,
        "log": compared.as_ref().map(|compared| match compared {
            None => json!({ "right": true }),
            Some(difference) => json_of(difference),
        }),
    });
    let mut outputs = Outputs::default();
    outputs.add_text(&html(Some(&walk)), arguments.output.clone())?;
    outputs.publish()?;
    say(format_args!("wrote {}", arguments.output.display()));
    Ok(match compared.flatten() {
        None => Exit::Success,
        Some(difference) => {
            say(format_args!("the log differs in line {}", difference.line));
            Exit::Different
        }
    })
}

fn json_of(difference: &Comparison) -> serde_json::Value {
    let program = difference.program.as_ref();
    json!({
        "right": false,
        "line": difference.line,
        "row": difference.row,
        "message": difference.message,
        "begin": difference.begin,
        "lines": difference.lines,
        "mistakes": program.map(Program::keys),
        "told": program.map_or(&[][..], |program| &program.told),
        "rules": program.map_or(Vec::new(), |program| program.rules().collect()),
    })
}
