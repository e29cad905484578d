//! A source file: what it is called, what it says, whether it has a main function.
//!
//! Left out: which other files it names (`references`), and which of several is the program.

use std::path::{Path, PathBuf};

use sandbox::Tree;

use super::code::{code_of, tokens};
use super::files::Budget;
use super::java;
use super::language::Language;

/// A source file.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) language: Language,
    /// Nothing, like `code`, if there was more than is looked at.
    pub(super) text: String,
    pub(super) code: String,
    pub(super) has_main: bool,
    pub(super) is_read: bool,
}

impl Source {
    pub(super) fn read(root: &Tree, path: &Path, language: Language, budget: &mut Budget) -> Self {
        let bytes = budget.read(root, path);
        let is_read = bytes.is_some();
        let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
        let code = code_of(language, &text);
        let has_main = has_main(language, &code, &text);
        Self {
            path: path.to_owned(),
            language,
            text,
            code,
            has_main,
            is_read,
        }
    }

    pub(super) fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }
}

/// Whether a file of the language is no program without a main function.
pub(super) fn needs_main(language: Language) -> bool {
    !matches!(
        language,
        Language::Python2 | Language::Python3 | Language::JavaScript
    )
}

fn has_main(language: Language, code: &str, text: &str) -> bool {
    match language {
        Language::C | Language::Cpp | Language::Cpp11 => defines_main(code),
        Language::Java => java::has_main(code),
        // What it is compared with stands in a string.
        Language::Python2 | Language::Python3 => text.contains("__main__"),
        Language::Rust | Language::Go => code
            .lines()
            .any(|line| line.starts_with("fn main(") || line.starts_with("func main(")),
        Language::JavaScript | Language::Executable => false,
    }
}

/// Whether C or C++ defines `main` outside of everything else.
fn defines_main(code: &str) -> bool {
    let mut depth = 0_usize;
    // Whether parameters of a `main` are open, and then whether they have just been closed.
    let (mut is_open, mut is_closed) = (false, false);
    let mut tokens = tokens(code).peekable();
    while let Some(token) = tokens.next() {
        // Old C has the types of the parameters before the brace.
        if is_closed && token != ";" {
            return true;
        }
        is_closed = is_open && token == ")";
        is_open &= !is_closed;
        match token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "main" if depth == 0 => is_open |= tokens.peek() == Some(&"("),
            _ => {}
        }
    }
    false
}
