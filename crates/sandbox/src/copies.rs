//! Finding a program's copies among what programs are shown.

#![allow(unsafe_code)]

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

/// How deep programs are installed, in directories.
const DEPTH: u32 = 5;

/// Directories in which no programs are installed.
const DATA: [&str; 4] = ["share", "include", "src", "modules"];

/// The section that every program has which can be a sandbox's helper.
#[cfg(target_os = "linux")]
const SECTION: &str = "sandbox_helper";

/// By this section other versions of a helper are known, under whichever name.
// SAFETY: no linker and no loader knows a section of this name, so nothing but this one lies in it. It holds plain
// bytes, which nobody writes.
#[cfg(target_os = "linux")]
#[unsafe(link_section = "sandbox_helper")]
static MARK: [u8; SECTION.len()] = *b"sandbox_helper";

/// Keeps the mark in a program that can be a helper: a linker leaves out what nobody refers to.
pub(super) fn mark() {
    #[cfg(target_os = "linux")]
    std::hint::black_box(&MARK);
}

/// The files in `places`, files or directories, that are `program` once more: of the same contents, or executable
/// and of the same name, as another version would be; and all programs that can be a sandbox's helper, as another
/// version of `program` under another name is.
///
/// To be hidden by a caller whose own program could do what those that it runs are to do. Looks where
/// programs are installed: at most five directories deep, and not among the system's data.
pub fn find_copies(program: &Path, places: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let original = fs::metadata(program)?;
    let real = program.canonicalize()?;
    let is_copy = |path: &Path, what: &fs::Metadata| {
        let may_run = is_executable(what);
        may_run && path.file_name() == real.file_name()
            || what.len() == original.len() && same_bytes(path, program)
            || may_run && is_helper(path, what.len())
    };
    let mut found = Vec::new();
    let mut pending = Vec::new();
    for place in places.iter().filter_map(|place| place.canonicalize().ok()) {
        match fs::metadata(&place) {
            Ok(what) if what.is_dir() => pending.push((place, 1)),
            Ok(what) if what.is_file() && is_copy(&place, &what) => found.push(place),
            _ => {}
        }
    }
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
                    let path = entry.path();
                    if is_copy(&path, &what) {
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

/// Whether an executable file has the helper's section. Of the file no more is read than its list of sections.
#[cfg(target_os = "linux")]
fn is_helper(path: &Path, length: u64) -> bool {
    use object::Endianness;
    use object::elf::FileHeader64;
    use object::read::ReadCache;
    use object::read::elf::FileHeader;
    /// In bytes; nothing that can be a helper is smaller.
    const LEAST: u64 = 256 << 10;
    if length < LEAST {
        return false;
    }
    let Ok(file) = fs::File::open(path) else {
        return false;
    };
    let file = ReadCache::new(file);
    let sections = FileHeader64::<Endianness>::parse(&file).and_then(|header| {
        let endian = header.endian()?;
        Ok((endian, header.sections(endian, &file)?))
    });
    sections.is_ok_and(|(endian, it)| it.section_by_name(endian, SECTION.as_bytes()).is_some())
}

#[cfg(not(target_os = "linux"))]
fn is_helper(_: &Path, _: u64) -> bool {
    false
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
