//! A source file: what it is called, what it says, whether it has a main function, and which other
//! files it names.
//!
//! Left out: which of several is the program.

use std::path::{Path, PathBuf};

use super::code::{code_of, tokens};
use super::files::{name_of, text_of};
use super::language::Language;
use super::{java, python};

/// A source file.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) language: Language,
    pub(super) text: String,
    pub(super) code: String,
    pub(super) has_main: bool,
}

impl Source {
    pub(super) fn read(root: &Path, path: PathBuf, language: Language) -> Self {
        let text = text_of(&root.join(&path));
        let code = code_of(language, &text);
        let has_main = has_main(language, &code, &text);
        Self {
            path,
            language,
            text,
            code,
            has_main,
        }
    }

    pub(super) fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// Whether it names the other as something that it uses.
    pub(super) fn refers_to(&self, other: &Self) -> bool {
        let stem = other.stem();
        match other.language {
            Language::Java => {
                let classes = java::top_classes(&other.code);
                tokens(&self.code).any(|token| classes.iter().any(|class| class == token))
            }
            Language::Python2 | Language::Python3 => python::imports(&self.text)
                .iter()
                .any(|module| module.rsplit('/').next() == Some(&stem)),
            Language::C | Language::Cpp | Language::Cpp11 => self.includes(other),
            _ => {
                self.text.contains(&format!("{stem}\""))
                    || self.text.contains(&format!("{stem}'"))
                    || self.text.contains(&format!("mod {stem};"))
            }
        }
    }

    /// Whether it takes in the other's text, so that nothing else may.
    pub(super) fn includes(&self, other: &Self) -> bool {
        let name = name_of(&other.path);
        self.text.lines().any(|line| {
            let line: String = line.split_whitespace().collect();
            let included = line.strip_prefix("#include\"");
            included.is_some_and(|it| it.trim_end_matches('"').rsplit('/').next() == Some(&name))
        })
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
        Language::Java => java::main_class(code, "").is_some(),
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
    let tokens: Vec<_> = tokens(code).collect();
    let mut depth = 0_usize;
    for (at, &token) in tokens.iter().enumerate() {
        match token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "main" if depth == 0 && tokens.get(at + 1) == Some(&"(") => {
                let mut rest = tokens[at..].iter().skip_while(|&&it| it != ")");
                // Old C has the types of the parameters before the brace.
                if rest.nth(1).is_some_and(|&next| next != ";") {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}
