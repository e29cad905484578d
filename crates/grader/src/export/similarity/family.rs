//! A language as the tools know it: they do not tell its versions apart.
//!
//! Left out: versions.

use crate::submission::Language;
use crate::submission::headers::is_header;

/// A language, whatever its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Java.
    Java,
    /// Python, 2 and 3.
    Python,
    /// Rust.
    Rust,
    /// Go.
    Go,
    /// JavaScript.
    JavaScript,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::C,
        Self::Cpp,
        Self::Java,
        Self::Python,
        Self::Rust,
        Self::Go,
        Self::JavaScript,
    ];

    /// That of a language; `None` if there is no source.
    #[must_use]
    pub const fn of(language: Language) -> Option<Self> {
        match language {
            Language::C => Some(Self::C),
            Language::Cpp | Language::Cpp11 => Some(Self::Cpp),
            Language::Java => Some(Self::Java),
            Language::Python2 | Language::Python3 => Some(Self::Python),
            Language::Rust => Some(Self::Rust),
            Language::Go => Some(Self::Go),
            Language::JavaScript => Some(Self::JavaScript),
            Language::Executable => None,
        }
    }

    /// Whether a file of this name is a text of the language.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        let has_headers = matches!(self, Self::C | Self::Cpp);
        Language::of_ending(name).and_then(Self::of) == Some(self) || has_headers && is_header(name)
    }

    /// Its folder, which is also Dolos's name for it.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Java => "java",
            Self::Python => "python",
            Self::Rust => "rust",
            Self::Go => "go",
            Self::JavaScript => "javascript",
        }
    }

    /// JPlag's name for it.
    #[must_use]
    pub const fn for_jplag(self) -> &'static str {
        match self {
            Self::Python => "python3",
            other => other.folder(),
        }
    }

    /// The ending by which Dolos knows its files.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Python => "py",
            Self::Rust => "rs",
            Self::JavaScript => "js",
            other => other.folder(),
        }
    }

    /// What begins a comment.
    pub(super) const fn comment(self) -> &'static str {
        match self {
            Self::Python => "#",
            _ => "//",
        }
    }
}
