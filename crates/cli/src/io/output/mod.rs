//! Output files appear whole or not at all.
//!
//! A file is written beside its target without a name, or under a temporary one, and gets its own
//! when it is complete. All files of one answer get theirs together, and a new folder with all that is
//! in it. An error drops what is not complete, and so do Ctrl-C and a polite kill. A kill that no
//! program can catch leaves a single file's work behind only where files without a name cannot be had.
//!
//! In reading order: `pending` (what has a temporary name), `draft` (a file), `folder` (a new one),
//! and the files of an answer below.

mod draft;
mod folder;
mod pending;

use std::io::{self, Write};
use std::path::PathBuf;

use super::failure::failed;
use draft::Complete;
pub(crate) use draft::Draft;
pub(crate) use folder::{NewFolder, OwnFolder};
pub(crate) use pending::{clean_up_on_interrupt, interrupted, listen_for_interrupt};

/// The most files of an answer that stay open until they get their names. So few that several answers
/// at once do not use up what may be open.
const MOST_OPEN: usize = 8;

/// Files that will appear together.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    files: Vec<(Complete, PathBuf)>,
}

impl Outputs {
    /// Adds a complete file.
    pub(crate) fn add(&mut self, draft: Draft, target: PathBuf) -> anyhow::Result<()> {
        let file = Complete::new(draft, self.files.len() >= MOST_OPEN)
            .map_err(|error| failed("write", &target, &error))?;
        self.files.push((file, target));
        Ok(())
    }

    /// Adds a file with this text.
    pub(crate) fn add_text(&mut self, text: &str, target: PathBuf) -> anyhow::Result<()> {
        self.add_bytes(text.as_bytes(), target)
    }

    /// Adds a file with these bytes.
    pub(crate) fn add_bytes(&mut self, bytes: &[u8], target: PathBuf) -> anyhow::Result<()> {
        let mut draft = Draft::beside(&target)?;
        draft
            .write_all(bytes)
            .map_err(|error| failed("write", &target, &error))?;
        self.add(draft, target)
    }

    /// Where the files will appear.
    pub(crate) fn targets(&self) -> Vec<PathBuf> {
        self.files
            .iter()
            .map(|(_, target)| target.clone())
            .collect()
    }

    /// Lets all files appear under their names.
    pub(crate) fn publish(mut self) -> anyhow::Result<()> {
        for (_, target) in &self.files {
            if target.is_dir() {
                let error = io::Error::from(io::ErrorKind::IsADirectory);
                return Err(failed("write", target, &error));
            }
        }
        let mut pending = pending::hold();
        for (file, target) in &mut self.files {
            file.publish(target, &mut pending)
                .map_err(|error| failed("write", target, &error))?;
        }
        drop(pending);
        Ok(())
    }
}
