//! Who takes part: the programs of a class, found and built as they are for grading, and players of this
//! program's own.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::io::{failed, warn};
use crate::options::sandboxed::{run_for_state, sandbox_for};
use arena::player::{Failure, Programs, Spec};
use arena::tournament::{Absent, Entrant};
use grader::config::Config;
use grader::run::prepare::program;
use grader::run::{Setup, Workspace};
use grader::settings::Settings;
use grader::submission::find::Layout;
use grader::submission::{Found, Program, Toolchains, find};
use grader::{Grading, secrets};
use mancala::game::Kalah;
use mancala::homework::{Problem, Task};
use sandbox::{Backend, Limits, Sandbox, Tree};

/// The submissions of a class, and where they are built and run.
pub struct Class {
    found: Vec<Found>,
    workspace: Workspace,
    sandbox: Sandbox,
    toolchains: Toolchains,
    config: Config,
    cancel: &'static AtomicBool,
}

pub struct Entered {
    pub entrants: Vec<Entrant>,
    pub programs: Arc<dyn Programs>,
    pub absent: Vec<Absent>,
}

impl Class {
    pub fn open(
        submissions: &Path,
        results: &Path,
        backend: Option<Backend>,
        cancel: &'static AtomicBool,
    ) -> anyhow::Result<Self> {
        let config = Config::of(&Settings::read(None, Some(results))?)?;
        let toolchains = Toolchains::default();
        let sandbox = sandbox_for(backend)?;
        // Neither the others' programs nor one that plays well may be found.
        let secrets = [("the submissions", submissions), ("the results", results)];
        let (sandbox, _) = secrets::keep(sandbox, &secrets, &toolchains, &config)?;
        let workspace =
            Workspace::new(results).map_err(|error| failed("write in", results, &error))?;
        let search = find(submissions, &workspace.scratch, Layout::AsItLooks)?;
        for (name, why) in &search.passed_over {
            let name = name.escape_debug();
            warn(format_args!("{name} is skipped: {why}"));
        }
        Ok(Self { found: search.found, config, workspace, sandbox, toolchains, cancel })
    }

    /// Builds every program. `time` is what one may take for a move.
    pub fn enter(self, time: Duration) -> anyhow::Result<Entered> {
        let grading = &Grading { cancel: self.cancel, ..Grading::default() };
        let tried = Mutex::default();
        let Self { found, config, sandbox, toolchains, workspace, .. } = &self;
        let setup = Setup { grading, found, config, sandbox, toolchains, workspace, tried };
        let (mut entrants, mut absent) = (Vec::new(), Vec::new());
        let mut ready = BTreeMap::new();
        for found in &self.found {
            match program(&setup, found) {
                Ok((digest, program)) => {
                    entrants.push(Entrant {
                        name: found.name.clone(),
                        identity: format!("{digest} {time:?}"),
                        spec: Spec::Program(found.name.clone()),
                    });
                    ready.insert(found.name.clone(), program);
                }
                Err(why) => {
                    let why = why.lines().next().unwrap_or_default().to_owned();
                    absent.push(Absent { name: found.name.clone(), why });
                }
            }
        }
        let programs =
            Arc::new(Runner { class: self, programs: ready, limits: Limits::for_cpu(time) });
        Ok(Entered { entrants, programs, absent })
    }
}

pub fn own_player(spec: &Spec) -> Entrant {
    let name = spec.to_string();
    Entrant { identity: name.clone(), name, spec: spec.clone() }
}

/// Runs the programs of a class, one process a move.
struct Runner {
    class: Class,
    programs: BTreeMap<String, Program>,
    limits: Limits,
}

impl Programs for Runner {
    /// Each is asked for task 4, by the name of its submission.
    fn next_state(&self, name: &str, position: &Kalah) -> Result<String, Failure> {
        let problem = &Problem::new(*position, Task::Competition, Some(1));
        let Some(program) = self.programs.get(name) else {
            return Err(Failure::Environment(format!("{name} has no program")));
        };
        let folder = self.class.workspace.fresh("move");
        Tree::create(&folder).map_err(|error| Failure::Environment(error.to_string()))?;
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
