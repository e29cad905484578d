//! What a run needs: the request, the sandbox and the tools, the place, and the submissions that were found.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use super::builds::Builds;
use super::workspace::Workspace;
use crate::config::Config;
use crate::grading::{GradeError, Grading};
use crate::submission::find::Search;
use crate::submission::{Toolchains, find};
use sandbox::{Fault, Job, Limits, Report, Sandbox};

#[derive(Debug)]
pub struct Setup<'a> {
    /// What is to be done.
    pub grading: &'a Grading,
    pub config: Config,
    pub sandbox: Sandbox,
    pub toolchains: Toolchains,
    pub workspace: Workspace,
    pub submissions: Search,
    /// Commands of `grade.toml` that were tried, with why they cannot be executed.
    pub(crate) tried: Mutex<BTreeMap<String, Option<String>>>,
    pub(crate) builds: Builds,
}

impl<'a> Setup<'a> {
    /// Finds the submissions, to be run in this sandbox by these tools. Where that happens is noted in the folder `noted`.
    pub fn new(
        grading: &'a Grading,
        config: Config,
        (sandbox, toolchains): (Sandbox, Toolchains),
        noted: &Path,
    ) -> Result<Self, GradeError> {
        let unusable = |error| GradeError::Results(noted.to_owned(), error);
        let workspace = Workspace::new(noted).map_err(unusable)?;
        let submissions = find(&grading.submissions, &workspace.scratch, grading.layout)?;
        let (tried, builds) = (Mutex::default(), Builds::default());
        Ok(Self { grading, config, sandbox, toolchains, workspace, submissions, tried, builds })
    }

    /// Runs a program to its end, or until the run is ended.
    pub(crate) fn execute(&self, job: &Job, limits: &Limits) -> Result<Report, Fault> {
        self.sandbox.run(job, limits, self.grading.cancel())
    }
}
