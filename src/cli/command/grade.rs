//! `mancala grade`.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use anyhow::Context;
use clap::{Args, ValueEnum};
use rayon::prelude::*;

use super::report::{self, Destination, publish};
use crate::cli::Exit;
use crate::cli::io::failure::Surroundings;
use crate::cli::io::failure::failed;
use crate::cli::io::input::read_input;
use crate::cli::io::output::{self};
use crate::cli::io::print::{print, say};
use crate::cli::io::progress;
use crate::grade::config::{self, Config};
use crate::grade::judgement::Expected;
use crate::grade::ledger::Ledger;
use crate::grade::report::terminal;
use crate::grade::run::{self as grading, Event, GradingCase, Rerun, Setup, Summary, Workspace};
use crate::grade::submission::{Language, find};
use crate::grade::suite::{self, Case};
use crate::homework::Input;
use sandbox::{Sandbox, Tier, TierRequest};

/// Grade programs that other people wrote
///
/// Finds the submissions, builds each once, runs every case with nothing but its input.txt in a fresh
/// directory, and judges what the program wrote. The same command again goes on where the last one
/// stopped, and runs only what has changed.
#[derive(Debug, Args)]
pub(super) struct Grade {
    /// The submissions: a folder or an archive of them (also as Canvas, Moodle and Gradescope export
    /// them), or a single one
    #[arg(value_name = "SUBMISSIONS")]
    submissions: PathBuf,
    /// The folder of cases, or a single input file
    #[arg(long, value_name = "INPUTS")]
    cases: PathBuf,
    /// Where the ledger and the reports go
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// How many programs run at once; as many as the machine has processors unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Run only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Run again what is known already
    #[arg(long, value_enum, value_name = "WHAT")]
    rerun: Option<Again>,
    /// Demand these walls between the programs and the machine (`mancala doctor` lists them)
    #[arg(long, value_name = "TIER")]
    require_tier: Option<Tier>,
    #[command(flatten)]
    destination: Destination,
    /// Print no summary
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Again {
    /// What was not all right
    Failed,
    /// Everything
    All,
}

impl Grade {
    /// Grading these submissions with everything as usual, without a word.
    pub(super) fn quietly(submissions: &Path, cases: &Path, results: &Path) -> Self {
        Self {
            submissions: submissions.to_owned(),
            cases: cases.to_owned(),
            results: results.to_owned(),
            jobs: None,
            filter: None,
            rerun: None,
            require_tier: None,
            destination: Destination::default(),
            quiet: true,
        }
    }
}

pub(super) fn run(grade: &Grade) -> anyhow::Result<Exit> {
    let config = load_config(&[&folder_of(&grade.cases), &grade.results])?;
    let cases = prepare_cases(&grade.cases)?;
    if let Some(text) = grade.filter.as_deref() {
        let matches = cases.iter().any(|case| case.name.contains(text));
        anyhow::ensure!(
            matches,
            "--filter: no case has a name that contains {text:?}"
        );
    }
    let sandbox = choose_sandbox(grade.require_tier)?;
    std::fs::create_dir_all(&grade.results)
        .map_err(|error| failed("make", &grade.results, &error))?;
    let ledger = Ledger::open(&grade.results)?;
    let workspace = Workspace::new(&grade.results)
        .map_err(|error| failed("make a workspace for", &grade.results, &error))?;
    let found = find(&grade.submissions, workspace.scratch())?;
    if !grade.quiet {
        say(format_args!(
            "{} submissions, {} cases, sandbox: {}",
            found.len(),
            cases.len(),
            sandbox.tier()
        ));
    }
    let setup = Setup {
        found: &found,
        cases: &cases,
        filter: grade.filter.as_deref(),
        rerun: match grade.rerun {
            None => Rerun::Nothing,
            Some(Again::Failed) => Rerun::Failed,
            Some(Again::All) => Rerun::Everything,
        },
        jobs: grade.jobs.map_or_else(processors, usize::from),
        config: &config,
        sandbox: &sandbox,
        workspace: &workspace,
        cancel: output::listen_for_interrupt(),
    };
    let ledger = Mutex::new(ledger);
    let summary = carry_out(&setup, &ledger)?;
    let known = ledger
        .into_inner()
        .map_err(|_| Surroundings("a worker died".to_owned()))?
        .into_known();
    if setup.cancel.load(Ordering::Relaxed) {
        say_how_to_go_on(&summary, &grade.results);
        return Ok(Exit::Interrupted);
    }
    let class = publish(&known, &grade.results, &grade.destination)?;
    if !grade.quiet {
        print(terminal::summary(&class))?;
        say(format_args!(
            "{} cases run, {} known before; reports in {}",
            summary.ran,
            summary.reused,
            grade.results.display()
        ));
    }
    Ok(report::exit(&class))
}

fn say_how_to_go_on(summary: &Summary, results: &Path) {
    let left = match summary.left {
        0 => String::new(),
        left => format!(" with {left} cases to go"),
    };
    say(format_args!(
        "interrupted{left}; what is done is in {}, and the same command again goes on from there",
        results.display()
    ));
}

/// Grades with a bar that tells how far it is.
fn carry_out(setup: &Setup<'_>, ledger: &Mutex<Ledger>) -> anyhow::Result<Summary> {
    let bar = progress::bar(0);
    let listener = |event: Event<'_>| match event {
        Event::Built(_) => {}
        Event::Planned { to_run, .. } => bar.set_length(to_run as u64),
        Event::Done { .. } => bar.inc(1),
    };
    let summary = grading::run(setup, ledger, &listener);
    bar.finish_and_clear();
    Ok(summary.map_err(|error| Surroundings(error.to_string()))?)
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The folder in which a `grade.toml` for these cases would be.
fn folder_of(cases: &Path) -> PathBuf {
    if cases.is_dir() {
        cases.to_owned()
    } else {
        cases.parent().unwrap_or(Path::new("")).to_owned()
    }
}

/// Reads the `grade.toml` of these folders.
pub(super) fn load_config(folders: &[&Path]) -> anyhow::Result<Config> {
    let config = Config::load(folders)?;
    for name in config.languages() {
        let known = Language::ALL.map(Language::name);
        if !known.contains(&name) {
            let file = config::FILE;
            let known = known.join(", ");
            anyhow::bail!("{file}: unknown language {name}: expected one of {known}");
        }
    }
    Ok(config)
}

fn choose_sandbox(required: Option<Tier>) -> anyhow::Result<Sandbox> {
    let request = match required {
        None => TierRequest::Strongest,
        Some(tier) => TierRequest::Exactly(tier),
    };
    let sandbox = Sandbox::new(request).map_err(|error| Surroundings(error.to_string()))?;
    if sandbox.tier() == Tier::Unprotected {
        say("warning: programs run unprotected, with all that you may do yourself");
    }
    Ok(sandbox)
}

/// Answers every case, so that it is known what is right.
fn prepare_cases(path: &Path) -> anyhow::Result<Vec<GradingCase>> {
    let cases = if path.is_dir() {
        suite::find_cases(path)?
    } else {
        let name = path.file_stem().unwrap_or_default();
        vec![Case {
            name: name.to_string_lossy().into_owned(),
            input: path.to_owned(),
        }]
    };
    let prepared: anyhow::Result<Vec<_>> = cases
        .par_iter()
        .map(|case| prepare_case(case, path))
        .collect();
    let prepared: Vec<_> = prepared?.into_iter().flatten().collect();
    if prepared.is_empty() {
        anyhow::bail!("{}: no case to run", path.display());
    }
    Ok(prepared)
}

/// A case with its answer; `None` for another game than the homework's.
fn prepare_case(case: &Case, root: &Path) -> anyhow::Result<Option<GradingCase>> {
    let Input::Kalah(problem) = read_input(&case.input)? else {
        say(format_args!(
            "warning: {}: only Kalah is graded",
            case.input.display()
        ));
        return Ok(None);
    };
    let start = problem.position()?;
    let input = std::fs::read(&case.input)
        .with_context(|| format!("cannot read {}", case.input.display()))?;
    Ok(Some(GradingCase {
        name: case.name.clone(),
        input,
        expected: Expected::compute(problem, start).checked_against(&case.folder(root)),
    }))
}
