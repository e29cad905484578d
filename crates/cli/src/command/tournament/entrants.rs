//! Who takes part: the programs of a class, found and built as they are for grading, and players of this
//! program's own.
//!
//! Left out: the games.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::io::failure::{Surroundings, failed};
use crate::io::print::say;
use crate::options::walls::run_for_state;
use arena::player::program::ProgramSpec;
use arena::player::{Failure, Programs, Spec};
use arena::tournament::{Absent, Entrant};
use grader::config::Config;
use grader::run::prepare::program;
use grader::run::{Filter, Rerun, Setup, Workspace};
use grader::secrets;
use grader::settings::Settings;
use grader::submission::find::Layout;
use grader::submission::{Found, Program, Toolchains, find};
use mancala::homework::{Problem, Task};
use sandbox::{Backend, BackendRequest, Limits, Sandbox, Tree};

/// The submissions of a class, and where they are built and run.
pub(super) struct Class {
    found: Vec<Found>,
    workspace: Workspace,
    sandbox: Sandbox,
    toolchains: Toolchains,
    config: Config,
    cancel: &'static AtomicBool,
}

/// Who takes part.
pub(super) struct Entered {
    pub(super) entrants: Vec<Entrant>,
    /// Who runs their programs.
    pub(super) programs: Arc<dyn Programs>,
    /// Submissions without a program.
    pub(super) absent: Vec<Absent>,
}

impl Class {
    /// Finds the submissions.
    pub(super) fn open(
        submissions: &Path,
        results: &Path,
        walls: BackendRequest,
        cancel: &'static AtomicBool,
    ) -> anyhow::Result<Self> {
        let config = Config::of(&Settings::read(None, Some(results))?)?;
        let toolchains = Toolchains::default();
        let mut sandbox = Sandbox::new(walls).map_err(|error| Surroundings(error.to_string()))?;
        if sandbox.backend() == Backend::Unprotected {
            say("warning: programs run unprotected here");
        } else {
            // Neither the others' programs nor one that plays well may be found.
            let hidden = [("the submissions", submissions), ("the results", results)];
            let shown = toolchains.shown(|language| config.commands(language));
            secrets::check(&hidden, shown)?;
            sandbox = sandbox.hiding(secrets::own_copies(shown));
        }
        let workspace =
            Workspace::new(results).map_err(|error| failed("write in", results, &error))?;
        let search = find(submissions, workspace.scratch(), Layout::AsItLooks)?;
        for (name, why) in &search.passed_over {
            let name = name.escape_debug();
            say(format_args!("warning: {name} is passed over: {why}"));
        }
        Ok(Self {
            found: search.found,
            config,
            workspace,
            sandbox,
            toolchains,
            cancel,
        })
    }

    /// Builds every program. `time` is what one may take for a move.
    pub(super) fn enter(self, time: Duration) -> anyhow::Result<Entered> {
        let setup = Setup {
            found: &self.found,
            cases: &[],
            filter: Filter::default(),
            shard: None,
            rerun: Rerun::Nothing,
            shrink: None,
            jobs: 1,
            config: &self.config,
            sandbox: &self.sandbox,
            toolchains: &self.toolchains,
            workspace: &self.workspace,
            cancel: self.cancel,
        };
        let (mut entrants, mut absent) = (Vec::new(), Vec::new());
        let mut ready = BTreeMap::new();
        for found in &self.found {
            match program(&setup, found) {
                Ok((digest, program)) => {
                    entrants.push(Entrant {
                        name: found.name.clone(),
                        identity: format!("{digest} {time:?}"),
                        spec: competitor(&found.name),
                    });
                    ready.insert(found.name.clone(), program);
                }
                Err(why) => absent.push(Absent {
                    name: found.name.clone(),
                    why: first_line(&why),
                }),
            }
        }
        let programs = Arc::new(Runner {
            class: self,
            programs: ready,
            limits: Limits::for_cpu(time),
        });
        Ok(Entered {
            entrants,
            programs,
            absent,
        })
    }
}

/// The player that is asked for task 4; its command is the submission's name.
fn competitor(name: &str) -> Spec {
    Spec::Program(ProgramSpec {
        task: Task::Competition,
        cutoff: 1,
        command: name.to_owned(),
    })
}

/// A player of this program's own.
pub(super) fn own_player(spec: &Spec) -> Entrant {
    let name = spec.to_string();
    Entrant {
        identity: name.clone(),
        name,
        spec: spec.clone(),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// Runs the programs of a class, one process a move.
struct Runner {
    class: Class,
    programs: BTreeMap<String, Program>,
    limits: Limits,
}

impl Programs for Runner {
    fn next_state(&self, name: &str, problem: &Problem) -> Result<String, Failure> {
        let Some(program) = self.programs.get(name) else {
            return Err(Failure::Surroundings(format!("{name} has no program")));
        };
        let folder = self.class.workspace.fresh("move");
        Tree::create(&folder).map_err(|error| Failure::Surroundings(error.to_string()))?;
        let job = |folder: &Path| program.run_job(folder, &self.limits);
        let state = run_for_state(
            &self.class.sandbox,
            &folder,
            problem,
            job,
            &self.limits,
            self.class.cancel,
        );
        // What cannot be removed now goes with the workspace.
        let _ = sandbox::remove_tree(&folder);
        state
    }
}
