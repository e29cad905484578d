//! `mancala explain`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::grade;
use super::report::exit;
use crate::io::{
    Exit, NewFolder, cannot_read, input, listen_for_interrupt, print_json, print_line, read_input,
    say,
};
use crate::options::{Format, Inquiry, default_threads};
use explain::evidence::{End, Evidence, Lines};
use explain::profile::words;
use explain::{Explanation, Kind, find_out, pluralize};
use grader::class::Graded;
use grader::report::words::counterexamples;
use grader::result::Build;
use grader::run::explain::lines_of;
use grader::settings::Settings;
use grader::{GradeError, Grading, ProbeBudget};
use mancala::homework::{Input, NEXT_STATE, TRAVERSE_LOG};
use mancala::visible;

/// How long a program is asked.
const ASKING: ProbeBudget = ProbeBudget::Time(Duration::from_secs(60));

/// Before the table of rules.
const ASKED: &str =
    "Your program was run on small inputs, each about one rule. Answered correctly:";

/// Name the mistake that explains a submission's outputs
#[derive(Debug, Args)]
pub struct Explain {
    /// A folder of outputs, with CASE/next_state.txt and CASE/traverse_log.txt; or a submission, or
    /// a folder of submissions, which are then run as `mancala grade` runs them
    #[arg(value_name = "OUTPUTS_OR_SUBMISSION")]
    outputs: PathBuf,
    /// The folder of inputs that they answer, or the name of a built-in suite, such as usc; cases
    /// in a folder called beyond are ignored
    #[arg(long, value_name = "INPUTS", default_value = "inputs/usc")]
    cases: PathBuf,
    #[command(flatten)]
    inquiry: Inquiry,
    /// How the explanation is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &Explain) -> anyhow::Result<Exit> {
    let (mut evidence, mut has_outputs) = (Vec::new(), false);
    let tree = input::inputs(&arguments.cases)?;
    // A single file is a program.
    let is_file = arguments.outputs.is_file();
    let cases = case_files::find_cases(tree.path())?;
    for case in cases.iter().filter(|it| !is_file && !case_files::is_beyond(&it.name)) {
        // The mistakes are those of programs that play Kalah.
        let Input::Kalah(problem) = read_input(&case.input)? else { continue };
        let folder = case.folder(&arguments.outputs);
        let state = read_lines(&folder.join(NEXT_STATE))?;
        let log = problem.task.logged_algorithm().map(|_| read_lines(&folder.join(TRAVERSE_LOG)));
        let log = log.transpose()?.flatten();
        has_outputs |= state.is_some() || log.is_some();
        evidence.extend(Evidence::new(&case.name, &problem, End::Normal, state, log));
    }
    if !has_outputs {
        return explain_programs(arguments, tree.path());
    }
    if arguments.inquiry.shrink {
        let outputs = arguments.outputs.display();
        anyhow::bail!("--shrink needs the program itself, but {outputs} contains only its outputs");
    }
    let explanation = find_out(&evidence).in_words();
    match arguments.format {
        Format::Text => print_line(visible::block(&in_full(&explanation).join("\n")))?,
        Format::Json => print_json(&json!(explanation))?,
    }
    Ok(Exit::of(explanation.kind != Kind::Right))
}

/// Wrong cases that have a line, beside those with details.
const MAX_WRONG: usize = 10;

/// The sentences, then a line for each of the first wrong cases and for those with details.
fn in_full(explanation: &Explanation) -> Vec<String> {
    let mut lines = explanation.sentences.clone();
    let wrong = explanation.wrong_cases.iter().filter(|_| !explanation.wrote_nothing);
    let (shown, rest): (Vec<_>, Vec<_>) =
        wrong.enumerate().partition(|(at, case)| *at < MAX_WRONG || !case.detail.is_empty());
    for (_, case) in shown {
        lines.push(case.line.clone());
        lines.extend(case.detail.iter().map(|line| format!("    {line}")));
    }
    if !rest.is_empty() {
        let more = pluralize(rest.len(), "more wrong case");
        lines.push(format!("And {more}; --format json lists all."));
    }
    lines
}

/// The lines of an output, as many as are looked at; `None` if it is not there.
fn read_lines(path: &Path) -> anyhow::Result<Option<Lines>> {
    lines_of(path).map_err(|error| cannot_read(path, &error))
}

/// Runs the programs of submissions and says what explains each.
fn explain_programs(arguments: &Explain, cases: &Path) -> anyhow::Result<Exit> {
    anyhow::ensure!(
        !arguments.outputs.join(NEXT_STATE).is_file(),
        "{0} contains {NEXT_STATE} itself, not a folder for each case\n\
         help: mancala compare {0} -i INPUT",
        arguments.outputs.display()
    );
    let results = NewFolder::private()?;
    let settings = Settings::read(Some(grade::folder_of(cases)), None)?;
    let mut cases = grade::read_cases(cases)?;
    cases.cases.retain(|case| !case_files::is_beyond(&case.name));
    let grading = Grading {
        submissions: arguments.outputs.clone(),
        cases,
        results: results.path().to_owned(),
        shrink: arguments.inquiry.shrinking(),
        probe_budget: arguments.inquiry.probe_budget.unwrap_or(ASKING),
        jobs: default_threads(),
        settings,
        cancel: Some(listen_for_interrupt()),
        ..Grading::default()
    };
    let class = match grade::graded(&grading, false) {
        // Nothing is kept, so there is nothing to go on from.
        Err(GradeError::Interrupted(_)) => {
            say("Interrupted; nothing was kept.");
            return Ok(Exit::Interrupted);
        }
        graded => graded.map_err(grade::in_words)?,
    };
    match (arguments.format, class.submissions.as_slice()) {
        (Format::Text, [only]) => print_line(visible::block(&of_program(only).join("\n")))?,
        (Format::Json, [only]) => print_json(&as_json(only, arguments))?,
        (Format::Text, several) => {
            for graded in several {
                let lines = of_program(graded).join("\n").replace('\n', "\n  ");
                let name = visible::line(&graded.submission.name);
                print_line(format_args!("{name}\n  {}", visible::block(&lines)))?;
            }
        }
        (Format::Json, several) => {
            let all = several
                .iter()
                .map(|graded| (graded.submission.name.clone(), as_json(graded, arguments)));
            print_json(&json!({ "submissions": all.collect::<serde_json::Map<_, _>>() }))?;
        }
    }
    let is_wrong = class.submissions.iter().any(|it| explanation_of(it).kind != Kind::Right);
    Ok(exit(&class).max(Exit::of(is_wrong)))
}

/// What explains a submission, and the small inputs on which it goes wrong.
fn of_program(graded: &Graded) -> Vec<String> {
    let mut lines = in_full(&explanation_of(graded));
    lines.extend(graded.submission.warnings.iter().map(|it| format!("Note: {it}.")));
    if !graded.profile.is_empty() {
        lines.extend([String::new(), ASKED.to_owned(), words::text(&graded.profile)]);
    }
    let small = counterexamples(graded);
    if !small.is_empty() {
        lines.extend([String::new(), small]);
    }
    lines
}

/// The same for other programs; the inputs only if they were asked for.
fn as_json(graded: &Graded, arguments: &Explain) -> serde_json::Value {
    let mut explanation = json!(explanation_of(graded));
    if !graded.submission.warnings.is_empty() {
        explanation["warnings"] = json!(graded.submission.warnings);
    }
    if !graded.profile.is_empty() {
        explanation["profile"] = json!(graded.profile);
    }
    if arguments.inquiry.shrink {
        let small = graded.counterexamples.iter().map(|it| {
            let result = it.cell.result.as_deref();
            json!({
                "mistake": it.mistake,
                "is_steady": it.is_steady,
                "is_smallest": it.is_smallest,
                "input": it.cell.case.input,
                "verdict": it.cell.verdict,
                "reason": result.map(|it| it.reason()),
                "findings": result.map(|it| &it.findings),
                "stderr": result.map(|it| &it.stderr),
            })
        });
        explanation["counterexamples"] = small.collect();
    }
    explanation
}

fn explanation_of(graded: &Graded) -> Explanation {
    let without = |sentence| Explanation {
        wrote_nothing: true,
        sentences: vec![sentence],
        ..Explanation::default()
    };
    match (&graded.explanation, &graded.submission.build) {
        (_, Build::Failed(why) | Build::Fault(why)) => {
            without(format!("There is no program to run: {why}"))
        }
        (found, _) => found.clone().unwrap_or_else(|| without("No case was run.".to_owned())),
    }
}
