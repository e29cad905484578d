//! The folders in which programs are built and run, and what is kept of their outputs.
//!
//! What nobody keeps lies in the system's folder for temporary files. A grader that is killed leaves
//! it behind, so its place is noted beside the ledger and the next grader removes it.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use mancala::homework::compare::OutputFile;
use sandbox::tree::{Kind, Walked};
use sandbox::{Tree, free_space, open_output, remove_tree};

/// How the names of folders begin that a grader may remove.
const PREFIX: &str = "mancala-grade-";
/// The file that says where graders worked that were killed, and the present one.
const NOTE: &str = ".workspace";
/// With less than this on the disk, in bytes, a failure says nothing of the program.
const LITTLE_SPACE: u64 = 64 << 20;
/// With room for fewer files than this, likewise.
const FEW_FILES: u64 = 1000;
const KEPT: &str = "outputs";
/// A run's folder with more entries is removed at once.
const FEW: usize = 16;
/// What the folders of runs may take until the end, in bytes.
const LYING: u64 = 256 << 20;

#[derive(Debug)]
pub struct Workspace {
    pub results: PathBuf,
    /// The folder for files that nobody keeps.
    pub scratch: PathBuf,
    next: AtomicU64,
    /// Bytes in folders of runs that are done.
    lying: AtomicU64,
}

impl Workspace {
    /// How much of an output is kept, in bytes.
    pub const KEPT_BYTES: usize = 2 << 20;

    /// A new workspace for a folder of results whose ledger is open.
    pub fn new(results: &Path) -> io::Result<Self> {
        // A name that nobody else has or can foresee; whoever has it all the same makes the folder fail.
        let name = RandomState::new().hash_one(std::process::id());
        let scratch = std::env::temp_dir().join(format!("{PREFIX}{name:016x}"));
        let mut places = leftovers(results);
        places.push(scratch.clone());
        // Noted before it is made, so that it is found whenever this grader is killed.
        note(results, &places)?;
        // For this user alone: classmates' sources and outputs lie there.
        Tree::create(&scratch)?;
        let (next, lying) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Self { results: results.to_owned(), scratch, next, lying })
    }

    /// Why a failure here may be the machine's: there is little space left.
    pub fn full(&self) -> Option<String> {
        let free = free_space(&self.scratch).ok()?;
        let place = self.scratch.parent().unwrap_or(&self.scratch).display();
        let megabytes = free.bytes >> 20;
        match free.files {
            _ if free.bytes < LITTLE_SPACE => {
                Some(format!("the disk is almost full: {megabytes} MB left in {place}"))
            }
            Some(files) if files < FEW_FILES => Some(format!(
                "the disk is almost full: no more than {files} new files fit in {place}"
            )),
            _ => None,
        }
    }

    /// A path in it that no one has, below which nothing exists.
    pub fn fresh(&self, what: &str) -> PathBuf {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.scratch.join(format!("{what}-{number}"))
    }

    /// Does away with the folder of a run: at once if there is much in it, else with the workspace. ext4
    /// looks through all the files that were removed within the last minute for each new one.
    pub fn discard(&self, run: &Path) {
        let may_lie =
            |bytes| self.lying.fetch_add(bytes, Ordering::Relaxed) < LYING.saturating_sub(bytes);
        if !bytes_of_few(run).is_some_and(may_lie) {
            // What cannot be removed now goes with the workspace.
            let _ = remove_tree(run);
        }
    }

    /// Keeps the beginning of every output in `dir` for a later look.
    pub fn keep_outputs(&self, dir: &Path, key: &str) -> io::Result<()> {
        let target = kept_outputs(&self.results, key);
        for output in [OutputFile::NextState, OutputFile::TraverseLog] {
            let Ok(file) = open_output(dir, output.name().as_ref(), u64::MAX) else { continue };
            let mut bytes = Vec::new();
            file.take(Self::KEPT_BYTES as u64).read_to_end(&mut bytes)?;
            fs::create_dir_all(&target)?;
            File::create(target.join(output.name()))?.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Removes what was kept of the result of this key.
    pub fn forget_outputs(&self, key: &str) {
        // What cannot be removed does no harm.
        let _ = fs::remove_dir_all(kept_outputs(&self.results, key));
    }
}

/// Where in a folder of results the outputs of the result of this key are kept.
pub fn kept_outputs(results: &Path, key: &str) -> PathBuf {
    // Some file systems are slow with a hundred thousand folders in one.
    let (head, tail) = key.split_at_checked(2).unwrap_or((key, ""));
    results.join(KEPT).join(head).join(tail)
}

/// Copies what is kept of a result from one folder of results to another, unless it is there.
pub fn copy_kept(from: &Path, to: &Path, key: &str) -> io::Result<()> {
    // A ledger from elsewhere must not say where files go.
    if !key.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Ok(());
    }
    let (from, to) = (kept_outputs(from, key), kept_outputs(to, key));
    for output in [OutputFile::NextState, OutputFile::TraverseLog] {
        let (source, target) = (from.join(output.name()), to.join(output.name()));
        if source.is_file() && !target.exists() {
            fs::create_dir_all(&to)?;
            fs::copy(source, target)?;
        }
    }
    Ok(())
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // Programs own what they were given, and may have made it hard to remove.
        let _ = remove_tree(&self.scratch);
        let _ = note(&self.results, &leftovers(&self.results));
    }
}

/// What a folder takes if it holds few files and nothing else.
fn bytes_of_few(folder: &Path) -> Option<u64> {
    /// Of the least that a file takes.
    const BLOCK: u64 = 4096;
    let tree = Tree::open(folder).ok()?;
    let (listed, Walked::All) = tree.list(FEW).ok()? else { return None };
    listed.iter().try_fold(BLOCK, |taken, (name, kind)| {
        let length = (*kind == Kind::File).then(|| tree.length(name).ok())??;
        Some(taken.saturating_add(length.next_multiple_of(BLOCK)))
    })
}

/// Notes where graders worked, or removes the note if there is nothing to remember.
fn note(results: &Path, places: &[PathBuf]) -> io::Result<()> {
    let target = results.join(NOTE);
    if places.is_empty() {
        return fs::remove_file(target);
    }
    let lines = places.iter().map(|place| format!("{}\n", place.display()));
    let draft = results.join(format!("{NOTE}.new"));
    fs::write(&draft, lines.collect::<String>())?;
    fs::rename(draft, target)
}

/// Removes what killed graders left; returns what is still there, since their programs may take a moment to end.
fn leftovers(results: &Path) -> Vec<PathBuf> {
    let noted = fs::read_to_string(results.join(NOTE)).unwrap_or_default();
    let mut places: Vec<_> = noted.lines().map(PathBuf::from).filter(|it| is_ours(it)).collect();
    places.retain(|place| remove_tree(place).is_err() && place.symlink_metadata().is_ok());
    places
}

/// Whether a place may be removed: a folder of ours where we make them.
fn is_ours(place: &Path) -> bool {
    place.file_name().unwrap_or_default().to_string_lossy().starts_with(PREFIX)
        && place.parent() == Some(&std::env::temp_dir())
        && place.symlink_metadata().is_ok_and(|it| it.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_lies_until_the_end_and_much_does_not() {
        let results = tempfile::tempdir().unwrap();
        let workspace = Workspace::new(results.path()).unwrap();
        let run = |files: usize, length: u64, below: bool| {
            let run = workspace.fresh("case");
            fs::create_dir_all(if below { run.join("below") } else { run.clone() }).unwrap();
            for number in 0..files {
                let file = File::create(run.join(number.to_string())).unwrap();
                file.set_len(length).unwrap();
            }
            workspace.discard(&run);
            run.exists()
        };
        assert!(run(3, 5000, false));
        assert!(!run(FEW + 1, 0, false));
        assert!(!run(1, 0, true));
        assert!(!run(1, LYING, false));
        let scratch = workspace.scratch.clone();
        drop(workspace);
        assert!(!scratch.exists());
    }
}
