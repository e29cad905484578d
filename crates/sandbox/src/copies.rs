//! Finding a program's copies among what programs are shown.
//!
//! Left out: hiding them ([`Sandbox::hiding`](super::Sandbox::hiding)).

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use super::view::sources;

/// How deep programs are installed, in directories.
const DEPTH: u32 = 5;

/// Directories in which no programs are installed.
const DATA: [&str; 4] = ["share", "include", "src", "modules"];

/// The files below `root` (among the system's own files if `None`) that are `program` once more: of
/// the same contents, or executable and of the same name, as another version would be.
///
/// To be hidden by a caller whose own program could do what those that it runs are to do. Looks where
/// programs are installed: at most five directories deep, and not among the system's data.
///
/// # Errors
/// If `program` cannot be read.
pub fn find_copies(program: &Path, root: Option<&Path>) -> io::Result<Vec<PathBuf>> {
    let original = fs::metadata(program)?;
    let real = program.canonicalize()?;
    let mut pending: Vec<(PathBuf, u32)> = match root {
        Some(root) => vec![(root.canonicalize()?, 1)],
        None => sources().map(|source| (source.clone(), 1)).collect(),
    };
    let mut found = Vec::new();
    while let Some((dir, depth)) = pending.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    let is_data = DATA.iter().any(|name| entry.file_name() == *name);
                    if depth < DEPTH && !is_data {
                        pending.push((entry.path(), depth + 1));
                    }
                }
                Ok(kind) if kind.is_file() => {
                    let Ok(what) = entry.metadata() else { continue };
                    let same_name =
                        Some(&*entry.file_name()) == real.file_name() && is_executable(&what);
                    let path = entry.path();
                    if same_name || (what.len() == original.len() && same_bytes(&path, program)) {
                        found.push(path);
                    }
                }
                _ => {}
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

#[cfg(unix)]
fn is_executable(what: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    what.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_what: &fs::Metadata) -> bool {
    true
}

/// Whether two files can be read and say the same.
fn same_bytes(a: &Path, b: &Path) -> bool {
    let read = |path| fs::File::open(path).map(io::BufReader::new);
    let (Ok(mut a), Ok(mut b)) = (read(a), read(b)) else {
        return false;
    };
    loop {
        let (Ok(left), Ok(right)) = (a.fill_buf(), b.fill_buf()) else {
            return false;
        };
        let common = left.len().min(right.len());
        if left[..common] != right[..common] || (common == 0 && left.len() != right.len()) {
            return false;
        }
        if common == 0 {
            return true;
        }
        a.consume(common);
        b.consume(common);
    }
}
