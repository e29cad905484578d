//! Finding a program's copies among what programs are shown.

#![allow(unsafe_code)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// How deep programs are installed, in directories.
const DEPTH: usize = 5;

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
    let is_copy = |file: &DirEntry| {
        let (path, Ok(what)) = (file.path(), file.metadata()) else { return false };
        let may_run = is_executable(&what);
        may_run && path.file_name() == real.file_name()
            || what.len() == original.len()
                && fs::read(path).is_ok_and(|it| fs::read(program).is_ok_and(|own| own == it))
            || may_run && is_helper(path, what.len())
    };
    let places = places.iter().filter_map(|place| place.canonicalize().ok());
    let files = places.flat_map(|place| {
        let is_data =
            |it: &DirEntry| it.depth() > 0 && DATA.iter().any(|name| it.file_name() == *name);
        let walk = WalkDir::new(place).max_depth(DEPTH).into_iter();
        walk.filter_entry(move |it| !(it.file_type().is_dir() && is_data(it))).flatten()
    });
    let copies = files.filter(|it| it.file_type().is_file() && is_copy(it));
    let mut found: Vec<_> = copies.map(DirEntry::into_path).collect();
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
    let Ok(file) = fs::File::open(path) else { return false };
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

/// Whether somebody may execute it.
#[cfg(unix)]
pub fn is_executable(what: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    what.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
pub fn is_executable(_what: &fs::Metadata) -> bool {
    true
}
