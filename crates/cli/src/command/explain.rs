//! `mancala explain`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::grade;
use super::report::exit;
use crate::Exit;
use crate::io::input::read_input;
use crate::io::output;
use crate::io::print::{print_line, say};
use crate::io::shipped;
use crate::options::amounts::default_threads;
use crate::options::format::Format;
use crate::options::shrinking::Shrinking;
use explain::evidence::{End, Evidence, Lines};
use explain::{Explanation, Kind};
use grader::class::Graded;
use grader::hidden::Publish;
use grader::report::counterexamples;
use grader::request::IfUnused;
use grader::result::Build;
use grader::run::explain::{explained, lines_of};
use grader::run::{Filter, Rerun};
use grader::settings::Settings;
use grader::submission::find::Layout;
use grader::suite;
use grader::{GradeError, Readers, Request};
use mancala::homework::{Input, NEXT_STATE, TRAVERSE_LOG};
use mancala::visible;
use sandbox::BackendRequest;

/// Name the mistake that explains a submission's outputs
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The folder of a submission's outputs, CASE/next_state.txt and CASE/traverse_log.txt; or a
    /// submission, or a folder of them, whose programs are then run as `mancala grade` runs them
    #[arg(value_name = "OUTPUTS_OR_SUBMISSION")]
    outputs: PathBuf,
    /// The folder of inputs that they answer, or shipped ones by name, such as usc; those in a folder
    /// called beyond are not asked
    #[arg(long, value_name = "INPUTS", default_value = "inputs/usc")]
    cases: PathBuf,
    #[command(flatten)]
    shrinking: Shrinking,
    /// How the explanation is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &Explain) -> anyhow::Result<Exit> {
    let (mut evidence, mut silent) = (Vec::new(), Vec::new());
    let tree = shipped::inputs(&arguments.cases)?;
    for case in suite::find_cases(tree.path())? {
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
        match Evidence::new(&case.name, &problem, End::Normal, state, log) {
            Some(written) if written.says_something() => evidence.push(written),
            Some(_) => silent.push(case.name),
            None => {}
        }
    }
    if evidence.is_empty() {
        return explain_programs(arguments, tree.path());
    }
    if arguments.shrinking.shrink {
        anyhow::bail!(
            "--shrink: {} holds outputs; a smaller input takes a program to be run on it",
            arguments.outputs.display()
        );
    }
    let explanation = explained(&evidence, &silent);
    match arguments.format {
        Format::Text => print_line(visible::block(&in_full(&explanation).join("\n")))?,
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

/// The lines of an output, as many as are looked at; `None` if it is not there.
fn read_lines(path: &Path) -> anyhow::Result<Option<Lines>> {
    lines_of(path).map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))
}

/// Runs the programs of submissions and says what explains each.
fn explain_programs(arguments: &Explain, cases: &Path) -> anyhow::Result<Exit> {
    let results = tempfile::tempdir()?;
    let settings = Settings::read(Some(&grade::folder_of(cases)), None)?;
    let mut cases = grade::read_cases(cases)?;
    cases.cases.retain(|case| !suite::is_beyond(&case.name));
    let request = Request {
        submissions: &arguments.outputs,
        layout: Layout::AsItLooks,
        cases: &cases,
        results: results.path(),
        readers: Readers::Owner,
        patience: Duration::ZERO,
        filter: Filter::default(),
        shrink: arguments.shrinking.budget(),
        shard: None,
        rerun: Rerun::Nothing,
        jobs: default_threads(),
        settings: &settings,
        unused: IfUnused::Warn,
        publish: Publish::Nothing,
        walls: BackendRequest::Strongest,
        cancel: output::listen_for_interrupt(),
    };
    let class = match grade::graded(&request, false) {
        // Nothing is kept, so there is nothing to go on from.
        Err(GradeError::Interrupted(_)) => {
            say("interrupted; nothing is kept");
            return Ok(Exit::Interrupted);
        }
        graded => graded.map_err(grade::in_words)?,
    };
    match (arguments.format, class.submissions.as_slice()) {
        (Format::Text, [only]) => print_line(visible::block(&of_program(only).join("\n")))?,
        (Format::Json, [only]) => print_line(as_json(only, arguments))?,
        (Format::Text, several) => {
            for graded in several {
                let lines = of_program(graded).join("\n").replace('\n', "\n  ");
                let name = visible::line(&graded.submission.name);
                print_line(format_args!("{name}\n  {}", visible::block(&lines)))?;
            }
        }
        (Format::Json, several) => {
            let all = several.iter().map(|graded| {
                let name = graded.submission.name.clone();
                (name, as_json(graded, arguments))
            });
            print_line(serde_json::Value::Object(all.collect()))?;
        }
    }
    Ok(exit(&class))
}

/// What explains a submission, and the small inputs on which it goes wrong.
fn of_program(graded: &Graded) -> Vec<String> {
    let mut lines = in_full(&explanation_of(graded));
    let small = counterexamples::text(graded);
    if !small.is_empty() {
        lines.extend([String::new(), small]);
    }
    lines
}

/// The same for other programs; the inputs only if they were asked for.
fn as_json(graded: &Graded, arguments: &Explain) -> serde_json::Value {
    let mut explanation = json!(explanation_of(graded));
    if arguments.shrinking.shrink {
        let small = graded.counterexamples.iter().map(|it| {
            let result = it.cell.result.as_deref();
            json!({
                "mistake": it.mistake,
                "is_steady": it.is_steady,
                "is_smallest": it.is_smallest,
                "input": it.cell.case.input,
                "verdict": it.cell.verdict,
                "reason": result.map(|it| &it.reason),
                "findings": result.map(|it| &it.findings),
                "stderr": result.map(|it| &it.stderr),
            })
        });
        explanation["counterexamples"] = small.collect();
    }
    explanation
}

/// What explains a submission, or why nothing can.
fn explanation_of(graded: &Graded) -> Explanation {
    let without = |sentence: String| Explanation {
        kind: Kind::NoEvidence,
        cases: 0,
        wrong: 0,
        named: Vec::new(),
        faults: Vec::new(),
        run_faults: Vec::new(),
        perhaps: Vec::new(),
        wrong_cases: Vec::new(),
        sentences: vec![sentence],
    };
    match (&graded.explanation, &graded.submission.build) {
        (_, Build::Failed(why) | Build::Fault(why)) => {
            without(format!("There is no program to run: {why}"))
        }
        (Some(explanation), _) => explanation.clone(),
        (None, _) => without("No case was run.".to_owned()),
    }
}
