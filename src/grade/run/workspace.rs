//! The folders in which programs are built and run, and what is kept of their outputs.
//!
//! What nobody keeps lies in the system's folder for temporary files. A grader that is killed leaves
//! it behind, so its place is noted beside the ledger and the next grader removes it.
//!
//! Left out: which grader may use a folder of results; the ledger's lock sees to that.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;

use crate::grade::judge::OutputFile;
use crate::grade::sandbox::{open_output, remove_tree};

/// How the names of folders begin that a grader may remove.
const PREFIX: &str = "mancala-grade-";
/// The file that says where the last grader worked.
const NOTE: &str = ".workspace";
/// The folder of the outputs that are kept.
const KEPT: &str = "outputs";

/// Where a grader works.
#[derive(Debug)]
pub struct Workspace {
    results: PathBuf,
    scratch: TempDir,
    next: AtomicU64,
}

impl Workspace {
    /// How much of an output is kept, in bytes.
    pub const KEPT_BYTES: usize = 64 << 10;

    /// A new workspace for a folder of results whose ledger is open.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(results: &Path) -> io::Result<Self> {
        let note = results.join(NOTE);
        if let Ok(earlier) = fs::read_to_string(&note) {
            remove_leftover(Path::new(earlier.trim_end()));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Programs run as somebody else, who has to get to their folders.
            builder.permissions(fs::Permissions::from_mode(0o711));
        }
        let scratch = builder.tempdir()?;
        fs::write(&note, scratch.path().as_os_str().as_encoded_bytes())?;
        Ok(Self {
            results: results.to_owned(),
            scratch,
            next: AtomicU64::new(0),
        })
    }

    /// The folder for files that nobody keeps.
    #[must_use]
    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// A path in it that no one has, below which nothing exists.
    #[must_use]
    pub fn fresh(&self, what: &str) -> PathBuf {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.scratch.path().join(format!("{what}-{number}"))
    }

    /// Where the outputs of the result of this key are kept.
    #[must_use]
    pub fn kept_outputs(&self, key: &str) -> PathBuf {
        // Some file systems are slow with a hundred thousand folders in one.
        let (head, tail) = key.split_at_checked(2).unwrap_or((key, ""));
        self.results.join(KEPT).join(head).join(tail)
    }

    /// Keeps the beginning of every output in `dir` for a later look.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_outputs(&self, dir: &Path, key: &str) -> io::Result<()> {
        let target = self.kept_outputs(key);
        for output in [OutputFile::NextState, OutputFile::TraverseLog] {
            let Ok(file) = open_output(dir, output.name().as_ref(), u64::MAX) else {
                continue;
            };
            let mut bytes = Vec::new();
            file.take(Self::KEPT_BYTES as u64).read_to_end(&mut bytes)?;
            fs::create_dir_all(&target)?;
            File::create(target.join(output.name()))?.write_all(&bytes)?;
        }
        Ok(())
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // Programs own what they were given, and may have made it hard to remove.
        let _ = remove_tree(self.scratch.path());
        let _ = fs::remove_file(self.results.join(NOTE));
    }
}

/// Removes what a killed grader left, if it is what it seems to be.
fn remove_leftover(path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_ours = name.starts_with(PREFIX) && path.parent() == Some(&std::env::temp_dir());
    if is_ours && path.symlink_metadata().is_ok_and(|it| it.is_dir()) {
        let _ = remove_tree(path);
    }
}
