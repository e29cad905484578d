//! Files of Java as the compiler wants them: in UTF-8, and each called like its public class.
//!
//! Other compilers take what a student's editor wrote, and what a course's server has renamed.
//!
//! Left out: which of them is the program.

use std::fs;
use std::io;
use std::path::Path;

use super::code::code_of;
use super::files::{files_below, name_of};
use super::java::public_class;
use super::language::Language;

/// What an editor puts before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Mends the files of Java below `root`, which is ours; says what was done.
pub(super) fn mend(root: &Path) -> io::Result<Vec<String>> {
    let mut said = Vec::new();
    let files = files_below(root);
    let is_java = |path: &&std::path::PathBuf| path.extension().is_some_and(|it| it == "java");
    for path in files.iter().filter(is_java) {
        let place = root.join(path);
        let bytes = fs::read(&place)?;
        let bare = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
        let text = match std::str::from_utf8(bare) {
            Ok(text) => text.to_owned(),
            Err(_) => {
                said.push(format!("{} is not UTF-8; read as Latin-1", path.display()));
                bare.iter().map(|&byte| char::from(byte)).collect()
            }
        };
        if text.as_bytes() != bytes {
            fs::write(&place, &text)?;
        }
        let Some(class) = public_class(&code_of(Language::Java, &text)) else {
            continue;
        };
        // Of a copy with another name the one that has the right one is meant.
        let wanted = format!("{class}.java");
        if !files.iter().any(|it| name_of(it) == wanted) {
            fs::rename(&place, place.with_file_name(wanted))?;
            said.push(format!(
                "{} is taken as {class}.java, after its public class",
                path.display()
            ));
        }
    }
    Ok(said)
}
