//! Players that are other programs, run in the sandbox.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{SandboxOptions, sandbox_for};
use crate::io::NewFolder;
use arena::player::{Failure, Programs, Spec, no_programs};
use mancala::game::Kalah;
use mancala::homework::{INPUT, NEXT_STATE, Problem, Task};
use sandbox::{Job, Limits, Outcome, Report, Sandbox, open_output};

/// What a program is asked for, and how deep it is to search.
const ASKED: (Task, u32) = (Task::AlphaBeta, 4);

/// The longest `next_state.txt` that is read, in bytes; far more than any board takes.
const MAX_ANSWER: u64 = 64 << 10;

impl SandboxOptions {
    /// Someone to run the programs among `players`.
    pub fn programs(&self, players: &[Spec]) -> anyhow::Result<Programs> {
        if !players.iter().any(|spec| matches!(spec, Spec::Program(_))) {
            return Ok(no_programs());
        }
        static NEVER: AtomicBool = AtomicBool::new(false);
        let (task, limits, cancel) = (ASKED, Limits::default(), &NEVER);
        let sandbox = sandbox_for(self.require_backend)?;
        let job = |command: &str, folder: &Path, _: &Limits| Some(job(command, folder));
        Ok(Runner { sandbox, task, limits, cancel, job }.programs())
    }
}

/// Programs that play, each run in the sandbox for every move.
pub struct Runner<J> {
    pub sandbox: Sandbox,
    /// What they are asked for, and how deep.
    pub task: (Task, u32),
    pub limits: Limits,
    pub cancel: &'static AtomicBool,
    /// What runs the program of this name in this folder under these limits, if there is one.
    pub job: J,
}

impl<J: Fn(&str, &Path, &Limits) -> Option<Job> + Send + Sync + 'static> Runner<J> {
    pub fn programs(self) -> Programs {
        Arc::new(move |name: &str, position: &Kalah| self.next_state(name, position))
    }

    fn next_state(&self, name: &str, position: &Kalah) -> Result<String, Failure> {
        let trouble = |why: &dyn Display| Failure::Environment(format!("{name}: {why}"));
        let (task, cutoff) = self.task;
        let problem = Problem::new(*position, task, Some(cutoff)).to_string();
        let closed = NewFolder::private().map_err(|error| trouble(&error))?;
        // The program may open this one to everybody, but not the one around it.
        let folder = closed.path().join("run");
        let prepared =
            fs::create_dir(&folder).and_then(|()| fs::write(folder.join(INPUT), problem));
        prepared.map_err(|error| trouble(&error))?;
        let job = (self.job)(name, &folder, &self.limits)
            .ok_or_else(|| trouble(&"there is no program"))?;
        let report = self.sandbox.run(&job, &self.limits, self.cancel);
        let report = report.map_err(|fault| trouble(&fault))?;
        let state = match &report.outcome {
            Outcome::Exited(0) => answer(&folder),
            Outcome::NotExecutable(_) => return Err(trouble(&report.outcome)),
            outcome => Err(outcome.to_string()),
        };
        // What resists goes with the folder around it, if at all.
        let _ = sandbox::remove_tree(&folder);
        state.map_err(|why| Failure::OwnFault(told(&why, &report)))
    }
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
    let file = open_output(folder, OsStr::new(NEXT_STATE), MAX_ANSWER)
        .map_err(|error| format!("{NEXT_STATE}: {error}"))?;
    io::read_to_string(file).map_err(|error| format!("{NEXT_STATE}: {error}"))
}

/// The job of a command line in words: no shell reads it.
///
/// A word that names a file from here, rather than from the folder in which the program will run, is
/// made to mean that file. The program may read the file, and what lies beside it if the word says a folder.
fn job(command: &str, folder: &Path) -> Job {
    let mut readable = Vec::new();
    let mut words = command.split_whitespace().map(|word| {
        let path = Path::new(word);
        let is_from_here = word != INPUT && path.is_file();
        let Some(real) = is_from_here.then(|| path.canonicalize().ok()).flatten() else {
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
    readable.into_iter().fold(Job::new(program, folder).args(arguments), Job::readable)
}

/// A player that is no person.
pub fn computer(text: &str) -> Result<Spec, String> {
    match text.parse() {
        Ok(Spec::Human) => Err("a person cannot play here: see mancala play".to_owned()),
        parsed => parsed.map_err(|error: String| error.replace("expected human, ", "expected ")),
    }
}
