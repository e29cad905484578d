//! Who takes part: the programs of a class, found and built as they are for grading, and players of this
//! program's own.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::command::grade::in_words;
use crate::io::warn;
use crate::options::sandboxed::{Runner, sandbox_for};
use arena::player::{Programs, Spec};
use arena::tournament::{Absent, Entrant};
use grader::Grading;
use grader::config::Config;
use grader::run::prepare::program;
use grader::run::{Setup, keep_secrets};
use grader::settings::Settings;
use grader::submission::Toolchains;
use mancala::homework::Task;
use sandbox::{Backend, Limits};

pub struct Entered {
    pub entrants: Vec<Entrant>,
    pub programs: Arc<dyn Programs>,
    pub absent: Vec<Absent>,
}

/// Finds the submissions and builds each program. `time` is what one may take for a move.
pub fn enter(
    submissions: &Path,
    results: &Path,
    backend: Option<Backend>,
    time: Duration,
    cancel: &'static AtomicBool,
) -> anyhow::Result<Entered> {
    let (submissions, results) = (submissions.to_owned(), results.to_owned());
    let grading = Grading { submissions, results, cancel, ..Grading::default() };
    let config = Config::of(&Settings::read(None, Some(&grading.results))?)?;
    let toolchains = Toolchains::default();
    // Neither the others' programs nor one that plays well may be found.
    let (sandbox, _) = keep_secrets(sandbox_for(backend)?, &grading, &toolchains, &config)?;
    let setup = Setup::new(&grading, config, (sandbox, toolchains), &grading.results);
    let setup = setup.map_err(in_words)?;
    for (name, why) in &setup.submissions.passed_over {
        warn(format_args!("{} is skipped: {why}", name.escape_debug()));
    }
    let (mut entrants, mut absent, mut ready) = (Vec::new(), Vec::new(), BTreeMap::new());
    for found in &setup.submissions.found {
        let name = found.name.clone();
        match program(&setup, found) {
            Ok((digest, program)) => {
                let (identity, spec) = (format!("{digest} {time:?}"), Spec::Program(name.clone()));
                entrants.push(Entrant { name: name.clone(), identity, spec });
                ready.insert(name, program);
            }
            Err(why) => {
                let why = why.lines().next().unwrap_or_default().to_owned();
                absent.push(Absent { name, why });
            }
        }
    }
    let Setup { sandbox, workspace, .. } = setup;
    let job = move |name: &str, folder: &Path, limits: &Limits| {
        // The programs lie there for as long as they are played.
        let _lies_in = &workspace;
        Some(ready.get(name)?.run_job(folder, limits))
    };
    let (task, limits) = ((Task::Competition, 1), Limits::for_cpu(time));
    let programs = Arc::new(Runner { sandbox, task, limits, cancel, job });
    Ok(Entered { entrants, programs, absent })
}

pub fn own_player(spec: &Spec) -> Entrant {
    let name = spec.to_string();
    Entrant { identity: name.clone(), name, spec: spec.clone() }
}
