//! What was built in a run, so that equal programs are built once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::result::Build;
use crate::submission::Program;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Built {
    pub(super) build: Build,
    /// The place of the first command that took the program, among those that may build it.
    pub(super) by: usize,
}

impl Built {
    /// What is said of a program that today's compiler refuses and an older one takes.
    pub(super) fn warning(&self, program: &Program) -> Option<String> {
        let older = &program.older.get(self.by.checked_sub(1)?)?.template;
        Some(format!("the current compiler rejects it, so it was built with `{older}`"))
    }
}

/// A build that came to its end, and where the program lies.
type Place = (Built, PathBuf);

/// What was built in this run, by a program's hash; held by who builds it.
#[derive(Debug, Default)]
pub(crate) struct Builds(Mutex<BTreeMap<String, Arc<Mutex<Option<Place>>>>>);

impl Builds {
    /// Makes the program with this hash ready by `build`, or lets it lie where an equal one does.
    pub(super) fn ready<E>(
        &self,
        hash: &str,
        program: &mut Program,
        build: impl FnOnce(&Program) -> Result<Built, E>,
    ) -> Result<Built, E> {
        if program.build.is_none() {
            return build(program);
        }
        let place = Arc::clone(lock(&self.0).entry(hash.to_owned()).or_default());
        let mut place = lock(&place);
        if let Some((built, folder)) = &*place {
            program.folder.clone_from(folder);
            return Ok(built.clone());
        }
        let built = build(program)?;
        if !matches!(built.build, Build::Fault(_)) {
            *place = Some((built.clone(), program.folder.clone()));
        }
        Ok(built)
    }
}

/// What a mutex guards; it is whole also when a thread died holding it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
