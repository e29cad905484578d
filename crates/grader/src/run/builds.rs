//! Programs that are built: of equal ones only one, and each once for all parts of a class.
//!
//! Every part has cases of almost every submission, so the parts keep what they build for each other in a
//! folder beside their results. It is found there by the hash of what determines it, and is as good as built
//! only if its files have the hash that they had: what a failing machine left half written is built again.
//! Whatever goes wrong with that folder, the part builds for itself.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Setup;
use super::compile::Built;
use crate::result::Build;
use crate::submission::Program;
use crate::submission::collect::copy_tree;
use journal::lock::{self, WaitPolicy};
use sandbox::remove_tree;

/// The folder of what was built, beside those of the parts.
const FOLDER: &str = "builds";

/// A build that came to its end, and where the program lies.
type Place = (Built, PathBuf);

/// What was built in this run, and what other parts built.
#[derive(Debug, Default)]
pub(super) struct Builds {
    /// By a program's hash; held by who builds it.
    here: Mutex<BTreeMap<String, Arc<Mutex<Option<Place>>>>>,
    /// Where the parts of a class keep what they build.
    shared: Option<PathBuf>,
}

impl Builds {
    pub(super) fn new(setup: &Setup<'_>) -> Self {
        let beside = setup.workspace.results().parent();
        Self {
            here: Mutex::default(),
            shared: setup.grading.shard.and(beside).map(|it| it.join(FOLDER)),
        }
    }

    /// Makes the program with this hash ready by `build`, or lets it lie where an equal one does.
    pub(super) fn ready<E>(
        &self,
        setup: &Setup<'_>,
        hash: &str,
        program: &mut Program,
        build: impl FnOnce(&Program) -> Result<Built, E>,
    ) -> Result<Built, E> {
        if !program.needs_building() {
            return build(program);
        }
        let place = Arc::clone(lock(&self.here).entry(hash.to_owned()).or_default());
        let mut place = lock(&place);
        if let Some((built, folder)) = &*place {
            program.move_to(folder);
            return Ok(built.clone());
        }
        // What other commands leave behind may know where it was made.
        let shared = self.shared.as_ref().filter(|_| program.is_usual());
        let built = match shared {
            Some(shared) => Shared::new(setup, shared.join(hash)).ready(program, build)?,
            None => build(program)?,
        };
        if !matches!(built.build, Build::Fault(_)) {
            *place = Some((built.clone(), program.folder().to_owned()));
        }
        Ok(built)
    }
}

/// The folder of one program that parts build for each other: its files, in a folder whose name is their hash and
/// which build took them, and a file that is locked by who builds it.
struct Shared<'a> {
    setup: &'a Setup<'a>,
    folder: PathBuf,
}

impl<'a> Shared<'a> {
    fn new(setup: &'a Setup<'_>, folder: PathBuf) -> Self {
        Self { setup, folder }
    }

    fn ready<E>(
        &self,
        program: &mut Program,
        build: impl FnOnce(&Program) -> Result<Built, E>,
    ) -> Result<Built, E> {
        if let Some(built) = self.take(program) {
            return Ok(built);
        }
        let held = self.hold();
        if held.is_some()
            && let Some(built) = self.take(program)
        {
            return Ok(built);
        }
        let built = build(program)?;
        if held.is_some() && built.build == Build::Ready {
            self.keep(program.folder(), built.by);
        }
        Ok(built)
    }

    /// How it was built, if it was; then `program` lies in a copy.
    fn take(&self, program: &mut Program) -> Option<Built> {
        let kept = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut kept = kept.filter(|it| it.path().is_dir() && it.file_name() != NEW);
        let kept = kept.next()?;
        let copy = self.setup.workspace.fresh("built");
        if let (Ok(hash), Some((expected, by))) =
            (copy_tree(&kept.path(), &copy), named(&kept.file_name()))
            && hash == expected
        {
            program.move_to(&copy);
            let build = Build::Ready;
            return Some(Built { build, by });
        }
        // It would be in the way of a better one; what cannot be removed is not taken the next time either.
        let _ = remove_tree(&kept.path());
        None
    }

    /// Waits until no other part builds it; `None` if that lasts longer than a build can, or cannot be known.
    fn hold(&self) -> Option<File> {
        fs::create_dir_all(&self.folder).ok()?;
        let file = File::create(self.folder.join("lock")).ok()?;
        let wait = WaitPolicy {
            time: self.setup.config.build_limits().wall * 2,
            cancel: self.setup.grading.cancel,
            begin: &|| {},
        };
        lock::lock(&file, wait).ok().map(|()| file)
    }

    /// Keeps a program for the other parts, whole or not at all.
    fn keep(&self, built: &Path, by: usize) {
        let new = self.folder.join(NEW);
        // Of a part that was killed.
        let _ = remove_tree(&new);
        if let Ok(hash) = copy_tree(built, &new) {
            // Without it, the next part builds.
            let _ = fs::rename(&new, self.folder.join(format!("{hash}-{by}")));
        }
    }
}

/// What the name of a program's folder says: the hash of its files, and which build took them.
fn named(folder: &OsStr) -> Option<(String, usize)> {
    let (hash, by) = folder.to_str()?.split_once('-')?;
    Some((hash.to_owned(), by.parse().ok()?))
}

/// The name of a program that is being copied.
const NEW: &str = "new";

/// What a mutex guards; it is whole also when a thread died holding it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
