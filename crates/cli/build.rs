//! Puts the shipped cases, `inputs/` and `expected/`, into the program, so that an installed one has
//! them too. What is done with them is for `crates/cli/src/io/shipped.rs`.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

/// Where `inputs/` and `expected/` are.
const ROOT: &str = "../..";

fn main() -> io::Result<()> {
    let mut list = String::from("pub(super) static FILES: &[(&str, &[u8])] = &[\n");
    for folder in ["inputs", "expected"] {
        println!("cargo::rerun-if-changed={ROOT}/{folder}");
        add(folder, &mut list)?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    list.push_str("];\n");
    let target = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&target).join("shipped.rs"), list)
}

/// Adds every file below `folder`, named by its path with `/` on every system.
fn add(folder: &str, list: &mut String) -> io::Result<()> {
    let mut entries: Vec<_> =
        fs::read_dir(Path::new(ROOT).join(folder))?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            add(&path, list)?;
        } else {
            let source = env::current_dir()?.join(ROOT).join(&path);
            // Writing to a string cannot fail.
            let _ = writeln!(list, "({path:?}, include_bytes!({source:?})),");
        }
    }
    Ok(())
}
