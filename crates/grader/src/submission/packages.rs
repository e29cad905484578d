//! Packages of Python that programs may use. What is read here is the course's own folder of wheels.

use std::path::{Path, PathBuf};

use super::language::Commands;
use journal::digest;

/// Packages of Python that a course lets programs use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packages {
    pub names: Vec<String>,
    pub wheels: PathBuf,
    /// The hash of what is installed: the packages and the files that they may come from.
    pub key: String,
    /// Where they are installed, once somebody has done it.
    pub folder: PathBuf,
}

impl Packages {
    /// The packages that the settings name, if any, to be installed below `scratch`.
    ///
    /// # Errors
    /// The folder of wheels cannot be read: the grader's fault.
    pub fn of(commands: &Commands, scratch: &Path) -> Result<Option<Self>, String> {
        let names = commands.packages.clone();
        let Some(wheels) = commands.wheels.as_ref().filter(|_| !names.is_empty()) else {
            return Ok(None);
        };
        let unreadable = |error| format!("wheels of grade.toml: {}: {error}", wheels.display());
        let wheels = wheels.canonicalize().map_err(unreadable)?;
        let files = std::fs::read_dir(&wheels).map_err(unreadable)?.flatten();
        let mut texts: Vec<_> = files.map(|it| it.file_name().into_encoded_bytes()).collect();
        texts.sort();
        texts.extend(names.iter().map(|it| it.clone().into_bytes()));
        let key = digest(texts.iter().map(Vec::as_slice));
        let folder = scratch.join(format!("packages-{key}"));
        Ok(Some(Self { names, wheels, key, folder }))
    }
}
