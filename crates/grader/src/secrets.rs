//! What programs that are graded must not find: the cases, each other, the results, and a program
//! that answers the homework.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::config::Config;
use crate::submission::Toolchains;
use sandbox::view::exposed_by;
use sandbox::{Backend, Sandbox, find_copies};

/// Something secret lies where every program can read it.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{0}, which every program can read: move them elsewhere")]
pub struct Exposed(String);

/// A sandbox that hides what programs must not find: makes sure that none of `secrets` lies among what programs are
/// shown, and hides where this program, or another version of it, is installed there; says where. Without isolation
/// nothing can be hidden.
///
/// Of what does not exist yet, the folder counts in which it is to be.
pub fn keep(
    sandbox: Sandbox,
    secrets: &[(&'static str, &Path)],
    toolchains: &Toolchains,
    config: &Config,
) -> Result<(Sandbox, Vec<PathBuf>), Exposed> {
    if sandbox.backend() == Backend::Unprotected {
        return Ok((sandbox, Vec::new()));
    }
    let shown = toolchains.shown(config.all_commands());
    for &(what, path) in secrets {
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
