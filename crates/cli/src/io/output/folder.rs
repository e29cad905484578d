//! A folder that appears with all that is in it, or not at all; and one that goes with the run.
//!
//! Left out: what is in it.

use std::env::temp_dir;
use std::path::Path;

use tempfile::TempDir;

use super::draft::folder_of;
use super::pending::{Pending, hold, temporary};
use crate::io::failure::failed;

/// A folder beside the place that it will have.
#[derive(Debug)]
pub(crate) struct NewFolder(Pending<TempDir>);

impl NewFolder {
    /// A new folder, to be filled and to become `target`.
    pub(crate) fn beside(target: &Path) -> anyhow::Result<Self> {
        let around = folder_of(target);
        std::fs::create_dir_all(around)
            .map_err(|error| failed("make the folder", around, &error))?;
        let made = Pending::new(|| temporary(0o777).tempdir_in(around), TempDir::path);
        let made = made.map_err(|error| failed("write into the folder", around, &error))?;
        Ok(Self(made))
    }

    /// Where it is now.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Gives it its name, which nothing must have.
    pub(crate) fn publish(mut self, target: &Path) -> anyhow::Result<()> {
        let renamed = self.0.rename(&mut hold(), |folder| {
            std::fs::rename(folder.path(), target)?;
            // It is no longer where it would be removed.
            let _ = folder.keep();
            Ok(())
        });
        renamed.map_err(|error| failed("write", target, &error))
    }
}

/// A folder for this run alone, which nobody else can read and which goes with this.
#[derive(Debug)]
pub(crate) struct OwnFolder(Pending<TempDir>);

impl OwnFolder {
    /// An empty one, where temporary files go.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let made = Pending::new(|| temporary(0o700).tempdir(), TempDir::path);
        let made = made.map_err(|error| failed("make a folder in", &temp_dir(), &error))?;
        Ok(Self(made))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}
