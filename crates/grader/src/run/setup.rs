//! What a class is graded with, and what its programs must not find: the cases, each other, the results, and a program
//! that answers the homework.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use thiserror::Error;

use super::Workspace;
use super::compile::Builds;
use crate::config::Config;
use crate::grade::GradeError;
use crate::grading::Grading;
use crate::submission::find::Search;
use crate::submission::{Toolchains, find};
use sandbox::view::exposed_by;
use sandbox::{Backend, Sandbox, find_copies};

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
    pub(super) tried: Mutex<BTreeMap<String, Option<String>>>,
    pub(super) builds: Builds,
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
}

/// Something secret lies where every program can read it.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{0}, which every program can read: move them elsewhere")]
pub struct Exposed(String);

/// A sandbox that hides what programs must not find: makes sure that no secret of `grading` lies among what programs are
/// shown, and hides where this program, or another version of it, is installed there; says where. Without isolation
/// nothing can be hidden.
///
/// Of what does not exist yet, the folder counts in which it is to be.
pub fn keep_secrets(
    sandbox: Sandbox,
    grading: &Grading,
    toolchains: &Toolchains,
    config: &Config,
) -> Result<(Sandbox, Vec<PathBuf>), Exposed> {
    if sandbox.backend() == Backend::Unprotected {
        return Ok((sandbox, Vec::new()));
    }
    let secrets = [
        ("the cases", &grading.cases.folder),
        ("the submissions", &grading.submissions),
        ("the results", &grading.results),
    ];
    let shown = toolchains.shown(config.all_commands());
    for (what, path) in secrets {
        let existing = path.ancestors().find(|it| it.exists());
        if let Some(Ok(Some(folder))) = existing.map(|it| exposed_by(it, shown)) {
            let (path, folder) = (path.display(), folder.display());
            return Err(Exposed(format!("{what} ({path}) lie in {folder}")));
        }
    }
    let own = std::env::current_exe();
    let copies = own.and_then(|own| find_copies(&own, shown)).unwrap_or_default();
    Ok((sandbox.hiding(copies.clone()), copies))
}
