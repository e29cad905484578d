//! Files of Java as the compiler wants them: in UTF-8, and each called like its public class.
//!
//! Other compilers take what a student's editor wrote, and what a course's server has renamed.
//!
//! Left out: which of them is the program.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use sandbox::Tree;

use super::code::code_of;
use super::files::{Budget, files_below, name_of};
use super::java::public_class;
use super::language::Language;

/// What an editor puts before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Mends the files of Java below `root`, which is ours; says what was done. A file that is too long to be looked
/// at stays as it is.
pub(super) fn mend(root: &Tree) -> io::Result<Vec<String>> {
    let mut said = Vec::new();
    let files = files_below(root);
    let mut names: BTreeSet<_> = files.iter().map(|it| name_of(it)).collect();
    let is_java = |path: &&PathBuf| path.extension().is_some_and(|it| it == "java");
    let mut budget = Budget::whole();
    for path in files.iter().filter(is_java) {
        let Some(bytes) = budget.read(root, path) else {
            break;
        };
        if bytes.len() as u64 == Budget::OF_A_FILE {
            continue;
        }
        let bare = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
        let text = match std::str::from_utf8(bare) {
            Ok(text) => text.to_owned(),
            Err(_) => {
                said.push(format!("{} is not UTF-8; read as Latin-1", path.display()));
                bare.iter().map(|&byte| char::from(byte)).collect()
            }
        };
        if text.as_bytes() != bytes {
            root.replace_file(path, 0o644)?.write_all(text.as_bytes())?;
        }
        let Some(class) = public_class(&code_of(Language::Java, &text)) else {
            continue;
        };
        // Of a copy with another name the one that has the right one is meant.
        let wanted = format!("{class}.java");
        if !names.contains(&wanted) && wanted.len() <= LONGEST_NAME {
            root.rename(path, &path.with_file_name(&wanted))?;
            names.insert(wanted);
            said.push(format!(
                "{} is taken as {class}.java, after its public class",
                path.display()
            ));
        }
    }
    Ok(said)
}

/// The longest name that files have in any system, in bytes.
const LONGEST_NAME: usize = 255;
