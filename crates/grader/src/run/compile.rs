//! A program is built, if need be as compilers did when it was written.
//!
//! Left out: whether it has to be built, and who else has built it ([`builds`](super::builds)).

use super::excerpt::excerpt;
use super::setup::Setup;
use crate::result::Build;
use crate::submission::Program;
use sandbox::{Fault, Job, Limits, Outcome, Tree};

/// The most of a compiler's words that is kept, in characters.
const LONGEST_MESSAGE: usize = 4000;

/// The run was cancelled.
pub(super) struct Interrupted;

/// How a build went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Built {
    pub(super) build: Build,
    /// The place of the first command that took the program, among those that may build it.
    pub(super) by: usize,
}

impl Built {
    /// What is said of a program that today's compiler refuses and an older one takes.
    pub(super) fn warning(&self, program: &Program) -> Option<String> {
        let older = program.older_build(self.by)?;
        Some(format!(
            "today's compiler refuses it, so it is built by `{older}`"
        ))
    }
}

/// Builds a program.
pub(super) fn build(setup: &Setup<'_>, program: &Program) -> Result<Built, Interrupted> {
    let (mut failed, mut by) = (None, 0);
    if let Some(why) = unusable(setup, program)? {
        let build = Build::Fault(why);
        return Ok(Built { build, by });
    }
    let limits = setup.config.build_limits();
    for (at, job) in program.build_jobs(&limits).enumerate() {
        match build_by(setup, program, &job, &limits)? {
            Build::Failed(why) => failed = failed.or(Some(Build::Failed(why))),
            Build::Ready => {
                (failed, by) = (None, at);
                break;
            }
            build @ Build::Fault(_) => return Ok(Built { build, by }),
        }
    }
    let built = || program.not_executable().map_or(Build::Ready, Build::Fault);
    let build = failed.unwrap_or_else(built);
    Ok(Built { build, by })
}

/// Why the commands of `grade.toml` cannot be executed, if so: never the submission's fault.
fn unusable(setup: &Setup<'_>, program: &Program) -> Result<Option<String>, Interrupted> {
    let dir = setup.workspace.fresh("trial");
    let limits = setup.config.build_limits();
    for (command, job) in program.trials(&dir) {
        // Without the folder, the sandbox says so.
        let _ = Tree::create(&dir);
        let ran = setup.sandbox.run(&job, &limits, setup.cancel);
        setup.workspace.discard(&dir);
        let why = match ran {
            Ok(report) if cannot_execute(&report.outcome) => report.outcome.to_string(),
            Ok(_) => continue,
            Err(Fault::Interrupted) => return Err(Interrupted),
            Err(fault) => fault.to_string(),
        };
        return Ok(Some(format!("`{command}` of grade.toml: {why}")));
    }
    Ok(None)
}

/// Whether a command ended so because what it names cannot be executed or is not there, as shells say it.
const fn cannot_execute(outcome: &Outcome) -> bool {
    matches!(
        outcome,
        Outcome::NotExecutable(_) | Outcome::Exited(126 | 127)
    )
}

fn build_by(
    setup: &Setup<'_>,
    program: &Program,
    job: &Job,
    limits: &Limits,
) -> Result<Build, Interrupted> {
    let mut attempts = 2;
    let report = loop {
        let report = match setup.sandbox.run(job, limits, setup.cancel) {
            Ok(report) => report,
            Err(Fault::Interrupted) => return Err(Interrupted),
            Err(fault) => {
                let why = format!("The build could not be run: {fault}.");
                return Ok(Build::Fault(why));
            }
        };
        attempts -= 1;
        // The clock depends on what else the machine has to do, but a build that sleeps is no fault
        // of the machine's.
        if report.outcome != Outcome::WallLimit || attempts == 0 {
            break report;
        }
    };
    let words = format!("{}{}", report.stdout, report.stderr);
    if let (true, Some(why)) = (report.outcome != Outcome::Exited(0), setup.workspace.full()) {
        return Ok(Build::Fault(why));
    }
    Ok(match report.outcome {
        Outcome::Exited(0) => Build::Ready,
        Outcome::WallLimit => {
            Build::Failed("The build took too long on the clock, twice.".to_owned())
        }
        Outcome::NotExecutable(why) => Build::Fault(format!("The compiler cannot be run: {why}.")),
        outcome if !program.is_usual() && cannot_execute(&outcome) => {
            let words = excerpt(&words, LONGEST_MESSAGE);
            Build::Fault(format!("The build of grade.toml: {outcome}.\n{words}"))
        }
        Outcome::Exited(_) => Build::Failed(excerpt(&words, LONGEST_MESSAGE)),
        other => {
            let words = format!("The compiler ended by {other}.\n{words}");
            Build::Failed(excerpt(&words, LONGEST_MESSAGE))
        }
    })
}
