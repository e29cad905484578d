//! Players that are other programs, run in the sandbox.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::io::{EnvironmentError, NewFolder, warn};
use arena::player::spec::NoPrograms;
use arena::player::{Failure, Programs, Spec};
use mancala::game::Kalah;
use mancala::homework::{NEXT_STATE, Problem, Task};
use sandbox::{Backend, Job, Limits, Outcome, Report, Sandbox, open_output};

/// The name of the file that programs read.
const INPUT: &str = "input.txt";

/// How deep a program is asked to search.
const CUTOFF: u32 = 4;

/// The longest `next_state.txt` that is read, in bytes; far more than any board takes.
const MAX_ANSWER: u64 = 64 << 10;

/// How programs are run.
#[derive(Debug, Args)]
pub struct SandboxOptions {
    /// Run programs in this sandbox only, as `mancala doctor` lists them [default: the strongest that works]
    #[arg(long, value_name = "BACKEND")]
    pub require_backend: Option<Backend>,
}

impl SandboxOptions {
    /// Someone to run the programs among `players`.
    pub fn programs(&self, players: &[Spec]) -> anyhow::Result<Arc<dyn Programs>> {
        if !players.iter().any(|spec| matches!(spec, Spec::Program(_))) {
            return Ok(Arc::new(NoPrograms));
        }
        Ok(Arc::new(Sandboxed { sandbox: sandbox_for(self.require_backend)? }))
    }
}

/// The sandbox that is demanded, or the strongest that works.
pub fn sandbox_for(backend: Option<Backend>) -> anyhow::Result<Sandbox> {
    let sandbox = Sandbox::new(backend).map_err(|error| EnvironmentError(error.to_string()))?;
    if sandbox.backend() == Backend::Unprotected {
        warn("programs run unprotected here");
    }
    Ok(sandbox)
}

struct Sandboxed {
    sandbox: Sandbox,
}

impl Programs for Sandboxed {
    fn next_state(&self, command: &str, position: &Kalah) -> Result<String, Failure> {
        let problem = &Problem::new(*position, Task::AlphaBeta, Some(CUTOFF));
        let unusable = |error: std::io::Error| Failure::Environment(error.to_string());
        let closed =
            NewFolder::private().map_err(|error| Failure::Environment(error.to_string()))?;
        // The program may open this one to everybody, but not the one around it.
        let folder = closed.path().join("run");
        std::fs::create_dir(&folder).map_err(unusable)?;
        let job = |folder: &Path| job(command, folder);
        let never = AtomicBool::new(false);
        let state = run_for_state(&self.sandbox, &folder, problem, job, &Limits::default(), &never);
        // What resists goes with the folder around it, if at all.
        let _ = sandbox::remove_tree(&folder);
        state.map_err(|failure| match failure {
            Failure::Environment(why) => Failure::Environment(format!("{command}: {why}")),
            own => own,
        })
    }
}

/// Runs a program in an empty folder on the text of `problem`; returns the state that it writes.
pub fn run_for_state(
    sandbox: &Sandbox,
    folder: &Path,
    problem: &Problem,
    job: impl Fn(&Path) -> Job,
    limits: &Limits,
    cancel: &AtomicBool,
) -> Result<String, Failure> {
    std::fs::write(folder.join(INPUT), problem.to_string())
        .map_err(|error| Failure::Environment(error.to_string()))?;
    let job = job(folder);
    let report = sandbox
        .run(&job, limits, cancel)
        .map_err(|fault| Failure::Environment(fault.to_string()))?;
    match &report.outcome {
        Outcome::Exited(0) => {}
        Outcome::NotExecutable(_) => {
            return Err(Failure::Environment(report.outcome.to_string()));
        }
        outcome => return Err(Failure::OwnFault(told(&outcome.to_string(), &report))),
    }
    answer(folder).map_err(|why| Failure::OwnFault(told(&why, &report)))
}

/// What happened, and what the program said last, in one line.
fn told(what: &str, report: &Report) -> String {
    const LINES: usize = 3;
    const CHARACTERS: usize = 300;
    let said = format!("{}\n{}", report.stdout, report.stderr);
    let mut last: Vec<_> =
        said.lines().rev().map(str::trim).filter(|line| !line.is_empty()).take(LINES).collect();
    if last.is_empty() {
        return what.to_owned();
    }
    last.reverse();
    let mut last = last.join(" / ");
    if let Some((cut, _)) = last.char_indices().rev().nth(CHARACTERS) {
        last = format!("…{}", &last[cut..]);
    }
    format!("{what}; its last lines: {last}")
}

fn answer(folder: &Path) -> Result<String, String> {
    let mut text = String::new();
    let mut file = open_output(folder, OsStr::new(NEXT_STATE), MAX_ANSWER)
        .map_err(|error| format!("{NEXT_STATE}: {error}"))?;
    file.read_to_string(&mut text).map_err(|error| format!("{NEXT_STATE}: {error}"))?;
    Ok(text)
}

/// The job of a command line in words: no shell reads it.
///
/// A word that names a file from here, rather than from the folder in which the program will run, is
/// made to mean that file. The program may read the file, and what lies beside it if the word says a
/// folder.
fn job(command: &str, folder: &Path) -> Job {
    let mut readable = Vec::new();
    let mut words = command.split_whitespace().map(|word| {
        let path = Path::new(word);
        if word == INPUT || !path.is_file() {
            return word.into();
        }
        let Ok(real) = path.canonicalize() else {
            return word.into();
        };
        let beside = path.parent().filter(|folder| *folder != Path::new(""));
        readable.push(match (beside, real.parent()) {
            (Some(_), Some(folder)) if folder.parent().is_some() => folder.to_owned(),
            _ => real.clone(),
        });
        real.into_os_string()
    });
    let program = words.next().unwrap_or_default();
    let arguments: Vec<_> = words.collect();
    let mut job = Job::new(program, folder).args(arguments);
    for path in readable {
        job = job.readable(path);
    }
    job
}
