//! `mancala grade`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::report::{self, Destination, publish};
use crate::Exit;
use crate::io::diagnostic::BadInputFile;
use crate::io::failure::Surroundings;
use crate::io::output;
use crate::io::print::{print, say};
use crate::io::progress::Progress;
use crate::io::shipped;
use crate::io::waiting;
use crate::options::amounts::default_threads;
use crate::options::settling::Settling;
use crate::options::shard;
use crate::options::shrinking::Shrinking;
use crate::options::waiting::Waiting;
use explain::counted::counted;
use grader::cases::{self, Cases, CasesError};
use grader::class::Class;
use grader::config::Config;
use grader::ledger::{self, LeftOut};
use grader::report::terminal;
use grader::run::{Event, Filter, Rerun, Summary};
use grader::settings::Settings;
use grader::submission::find::Layout;
use grader::{GradeError, Readers, Request};
use journal::shard::Shard;
use mancala::visible;
use sandbox::{Backend, BackendRequest};

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
    /// The folder of cases, a single input file, or shipped cases by name, such as usc
    #[arg(long, value_name = "INPUTS")]
    cases: PathBuf,
    /// Where the ledger and the reports go
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Make the folder of results as readable for others as your umask says; else it is for you alone
    #[arg(long)]
    shared: bool,
    /// How many programs run at once; as many as the machine has processors unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Run only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Run a part only, of which other machines run the others: K of N, such as 3/8, or auto: as a
    /// batch system says (Slurm, Kubernetes, PBS, Grid Engine, AWS Batch, GitLab), or auto/N where it does
    /// not say how many there are. The results go into a folder of their own below DIR, for `mancala merge`
    #[arg(long, value_name = "K/N", value_parser = shard::parse)]
    shard: Option<Shard>,
    #[command(flatten)]
    waiting: Waiting,
    /// Run again what is known already
    #[arg(long, value_enum, value_name = "WHAT")]
    rerun: Option<Again>,
    #[command(flatten)]
    shrinking: Shrinking,
    /// Take the lines out of a damaged ledger that are none of a grader's, and go on with the others
    #[arg(long)]
    salvage: bool,
    /// Demand these walls between the programs and the machine (`mancala doctor` lists them)
    #[arg(long, value_name = "BACKEND")]
    require_backend: Option<Backend>,
    #[command(flatten)]
    settling: Settling,
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

pub(super) fn run(grade: &Grade) -> anyhow::Result<Exit> {
    if grade.shard.is_some() && grade.shrinking.shrink {
        anyhow::bail!(
            "--shrink: not with --shard: a part of the results is no basis for it; merge the parts, then \
             `mancala grade --shrink` with the merged results runs nothing else"
        );
    }
    let tree = shipped::inputs(&grade.cases)?;
    let settings = Settings::read(Some(&folder_of(tree.path())), Some(&grade.results))?;
    Config::of(&settings)?; // an error in it is told before anybody is waited for
    let results = match grade.shard {
        None => grade.results.clone(),
        Some(shard) => grade.results.join(shard.folder()),
    };
    if grade.salvage {
        salvage(&results)?;
    }
    let request = Request {
        submissions: &grade.submissions,
        // Gradescope grades one submission at a time.
        layout: match grade.destination.is_for_one() {
            true => Layout::One,
            false => Layout::AsItLooks,
        },
        cases: &read_cases(tree.path())?,
        results: &results,
        readers: match grade.shared {
            true => Readers::Others,
            false => Readers::Owner,
        },
        patience: grade.waiting.time(grade.shard),
        shard: grade.shard,
        filter: Filter(grade.filter.as_deref()),
        shrink: grade.shrinking.budget(),
        rerun: match grade.rerun {
            None => Rerun::Nothing,
            Some(Again::Failed) => Rerun::Failed,
            Some(Again::All) => Rerun::Everything,
        },
        jobs: grade.jobs.map_or_else(default_threads, usize::from),
        settings: &settings,
        unused: grade.settling.unused(),
        publish: grade.settling.publish(),
        walls: grade
            .require_backend
            .map_or(BackendRequest::Strongest, BackendRequest::Exactly),
        cancel: output::listen_for_interrupt(),
    };
    let graded = graded(&request, !grade.quiet);
    if let Err(GradeError::Interrupted(summary)) = &graded {
        say_how_to_go_on(summary, &results);
        return Ok(Exit::Interrupted);
    }
    let class = graded.map_err(in_words)?;
    if let Some(shard) = grade.shard {
        return Ok(part_done(shard, &class, &results, grade.quiet));
    }
    // What was asked about, everywhere; the ledger has the rest.
    let part = class.part(|case| request.filter.takes(case));
    publish(&part, &results, &grade.destination)?;
    if !grade.quiet {
        print(terminal::summary(&part))?;
        let of_these = match grade.filter {
            None => "",
            Some(_) => " of these cases only; `mancala report` writes them of all",
        };
        say(format_args!("reports in {}{of_these}", results.display()));
    }
    Ok(report::exit(&part))
}

/// A part has no reports, and losing points is no failure of it.
fn part_done(shard: Shard, class: &Class, results: &Path, quiet: bool) -> Exit {
    if !quiet {
        say(format_args!(
            "part {shard} is in {}; `mancala merge` joins it with the others",
            results.display()
        ));
    }
    match report::exit(class) {
        Exit::Different => Exit::Success,
        exit => exit,
    }
}

/// Says which lines are taken out of a damaged ledger.
fn salvage(results: &Path) -> anyhow::Result<()> {
    let left_out = ledger::salvage(results)?;
    for LeftOut { line, reason } in &left_out {
        say(format_args!(
            "warning: line {line} of the ledger is left out: {reason}"
        ));
    }
    if !left_out.is_empty() {
        let kept = results.join(ledger::DAMAGED);
        say(format_args!(
            "the ledger as it was is kept in {}",
            kept.display()
        ));
    }
    Ok(())
}

/// Grades with a bar that tells how far it is, and a few words if they are wanted.
pub(super) fn graded(request: &Request<'_>, speak: bool) -> Result<Class, GradeError> {
    let progress = Progress::new();
    let observer = |event: Event<'_>| match event {
        Event::Waiting(time) => waiting::begins(request.results, time),
        Event::Readable(path) => {
            let path = path.display();
            say(format_args!(
                "warning: others may read {path}, where the results are: `chmod go= {path}`, or --shared if they are to"
            ));
        }
        Event::Hidden(path) if speak => {
            say(format_args!("hidden from the programs: {}", path.display()));
        }
        Event::Hidden(_) => {}
        Event::PassedOver { name, why } => {
            say(format_args!(
                "warning: {} is passed over: {why}",
                visible::line(name)
            ));
        }
        Event::InForce(source) => say(format_args!(
            "note: {} is not there; what it said stays in force (an empty file takes it back)",
            source.path
        )),
        Event::Unused(setting) => say(format_args!("warning: {setting}")),
        Event::Found {
            submissions,
            cases,
            backend,
        } => {
            progress.begin("built", submissions);
            if backend == Backend::Unprotected {
                say("warning: programs run unprotected, with all that you may do yourself");
            }
            if speak {
                say(format_args!(
                    "{}, {}, sandbox: {backend}",
                    counted(submissions, "submission"),
                    counted(cases, "case")
                ));
            }
        }
        Event::Built(_) | Event::Done { .. } | Event::Shrunk(_) => progress.one_more(),
        Event::Planned { to_run, .. } => progress.begin("cases", to_run),
        Event::Shrinking(count) => progress.begin("looked at for a counterexample", count),
        Event::Finished(summary) => {
            progress.end();
            if speak {
                let Summary { ran, reused, .. } = summary;
                say(format_args!(
                    "{} run, {reused} known before",
                    counted(ran, "case")
                ));
            }
        }
    };
    grader::grade(request, &observer)
}

fn say_how_to_go_on(summary: &Summary, results: &Path) {
    let left = match summary.left {
        0 => String::new(),
        left => format!(" with {} to go", counted(left, "case")),
    };
    say(format_args!(
        "interrupted{left}; what is done is in {}, and the same command again goes on from there",
        results.display()
    ));
}

/// The error as the program ends with it.
pub(super) fn in_words(error: GradeError) -> anyhow::Error {
    match &error {
        GradeError::NoCase(_) => anyhow::anyhow!("--filter: {error}"),
        _ if error.is_of_the_machine() => Surroundings(error.to_string()).into(),
        _ => error.into(),
    }
}

/// The folder in which a `grade.toml` for these cases would be.
pub(super) fn folder_of(cases: &Path) -> PathBuf {
    if cases.is_dir() {
        cases.to_owned()
    } else {
        cases.parent().unwrap_or(Path::new("")).to_owned()
    }
}

/// Reads and answers the cases.
pub(super) fn read_cases(path: &Path) -> anyhow::Result<Cases> {
    let cases = cases::read(path).map_err(|error| match error {
        CasesError::Input { path, bytes, error } => BadInputFile::new(&path, &bytes, error).into(),
        other => anyhow::Error::from(other),
    })?;
    for path in &cases.left_out {
        let path = path.display();
        say(format_args!("warning: {path}: only Kalah is graded"));
    }
    Ok(cases)
}
