//! `mancala explain`.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::grade;
use super::report::exit;
use crate::cli::Exit;
use crate::cli::io::input::read_input;
use crate::cli::io::output;
use crate::cli::io::print::print_line;
use crate::cli::options::format::Format;
use crate::explain::evidence::{End, Evidence, Lines, MOST};
use crate::explain::{Explanation, Kind};
use crate::grade::class::Graded;
use crate::grade::config::Config;
use crate::grade::run::{Filter, Rerun};
use crate::grade::submission::find::Layout;
use crate::grade::suite;
use crate::grade::{GradeError, Request};
use crate::homework::{Input, NEXT_STATE, TRAVERSE_LOG};
use crate::judge::verdict::Verdict;
use sandbox::TierRequest;

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The folder of a submission's outputs, CASE/next_state.txt and CASE/traverse_log.txt; or a
    /// submission, or a folder of them, whose programs are then run as `mancala grade` runs them
    #[arg(value_name = "OUTPUTS_OR_SUBMISSION")]
    outputs: PathBuf,
    /// The folder of inputs that they answer; those in a folder called beyond are not asked
    #[arg(long, value_name = "INPUTS", default_value = "inputs/usc")]
    cases: PathBuf,
    /// How the explanation is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &Explain) -> anyhow::Result<Exit> {
    let mut evidence = Vec::new();
    for case in suite::find_cases(&arguments.cases)? {
        if suite::is_beyond(&case.name) {
            continue;
        }
        // The mistakes are those of programs that play Kalah.
        let Input::Kalah(problem) = read_input(&case.input)? else {
            continue;
        };
        let folder = case.folder(&arguments.outputs);
        let state = read_lines(&folder.join(NEXT_STATE))?;
        let log = match problem.task.logged_algorithm() {
            Some(_) => read_lines(&folder.join(TRAVERSE_LOG))?,
            None => None,
        };
        evidence.extend(Evidence::new(&case.name, &problem, End::Normal, state, log));
    }
    if !evidence.iter().any(Evidence::has_output) {
        return explain_programs(arguments);
    }
    let explanation = crate::explain::explain(&evidence);
    match arguments.format {
        Format::Text => print_line(in_full(&explanation).join("\n"))?,
        Format::Json => print_line(json!(explanation))?,
    }
    Ok(match explanation.kind {
        Kind::Right => Exit::Success,
        _ => Exit::Different,
    })
}

/// The sentences, then a line for each wrong case, with the details that there are.
fn in_full(explanation: &Explanation) -> Vec<String> {
    let mut lines = explanation.sentences.clone();
    for case in &explanation.wrong_cases {
        lines.push(case.line.clone());
        lines.extend(case.detail.iter().map(|line| format!("    {line}")));
    }
    lines
}

/// The lines of a file, as many as are looked at; `None` if it is not there.
fn read_lines(path: &Path) -> anyhow::Result<Option<Lines>> {
    let broken = |error| anyhow::anyhow!("cannot read {}: {error}", path.display());
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(broken(error)),
    };
    let mut bytes = Vec::new();
    file.take(MOST + 1)
        .read_to_end(&mut bytes)
        .map_err(broken)?;
    Ok(Some(Lines::new(&bytes, bytes.len() as u64 > MOST)))
}

/// Runs the programs of submissions and says what explains each.
fn explain_programs(arguments: &Explain) -> anyhow::Result<Exit> {
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut folder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Programs that run as somebody else have to get to their own folders below this one.
        folder.permissions(std::fs::Permissions::from_mode(0o755));
    }
    let results = folder.tempdir()?;
    let mut cases = grade::read_cases(&arguments.cases)?;
    cases.cases.retain(|case| !suite::is_beyond(&case.name));
    let request = Request {
        submissions: &arguments.outputs,
        layout: Layout::AsItLooks,
        cases: &cases,
        results: results.path(),
        filter: Filter::default(),
        rerun: Rerun::Nothing,
        jobs: grade::processors(),
        config: &Config::load(&[&grade::folder_of(&arguments.cases)])?,
        walls: TierRequest::Strongest,
        cancel: output::listen_for_interrupt(),
    };
    let class = match grade::graded(&request, false) {
        // Nothing is kept, so there is nothing to go on from.
        Err(GradeError::Interrupted(_)) => return Ok(Exit::Interrupted),
        graded => graded.map_err(grade::in_words)?,
    };
    let in_words = |graded: &Graded| -> Vec<String> {
        match graded.explanation.as_slice() {
            [] if graded.count(Verdict::Accepted) == graded.cells.len() => {
                vec!["All cases are right.".to_owned()]
            }
            [] => vec!["No known mistake explains what is wrong.".to_owned()],
            sentences => sentences.to_vec(),
        }
    };
    match arguments.format {
        Format::Text => {
            for graded in &class.submissions {
                let (name, words) = (&graded.submission.name, in_words(graded).join("\n  "));
                print_line(format_args!("{name}\n  {words}"))?;
            }
        }
        Format::Json => {
            let all = class
                .submissions
                .iter()
                .map(|graded| (graded.submission.name.clone(), json!(in_words(graded))));
            print_line(serde_json::Value::Object(all.collect()))?;
        }
    }
    Ok(exit(&class))
}
