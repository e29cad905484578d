//! Reads the source files as what the compiler sees of them: modules, code lines and tokens.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// One file of `src`.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    /// The module it is, such as `play::record`; the empty text for `lib.rs`.
    pub(crate) module: String,
    pub(crate) text: String,
}

/// The files below a folder of `src`.
pub(crate) fn sources(below: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files: Vec<_> = WalkDir::new(root.join(below))
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| Source {
            module: path
                .strip_prefix(&root)
                .map_or_else(|_| String::new(), module_of),
            text: std::fs::read_to_string(&path).unwrap(),
            path,
        })
        .collect();
    assert!(!files.is_empty(), "{below} has sources");
    files
}

/// `play/record/mod.rs` and `play/record.rs` are `play::record`.
fn module_of(path: &Path) -> String {
    let names: Vec<_> = path
        .with_extension("")
        .iter()
        .map(|name| name.to_str().unwrap().to_owned())
        .collect();
    let last = names.last().map(String::as_str);
    match last {
        Some("mod" | "lib" | "main") => names[..names.len() - 1].join("::"),
        _ => names.join("::"),
    }
}

/// The lines of code of a file: no comments, no docs.
pub(crate) fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
}

/// The words and signs of a file up to its unit tests, without comments and the contents of texts.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let text = &text[..text.find("#[cfg(test)]").unwrap_or(text.len())];
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            literal(rest, '"')
        } else if let Some(hashes) = raw_literal(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2;
            rest[open..]
                .find(&end)
                .map_or(rest.len(), |at| open + at + end.len())
        } else if c == '\'' {
            // A character, or a lifetime.
            let is_char = rest[1..].starts_with('\\') || rest[1..].chars().nth(1) == Some('\'');
            if is_char { literal(rest, '\'') } else { 1 }
        } else {
            let length = token_length(rest, c);
            if !c.is_whitespace() {
                tokens.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    tokens
}

fn token_length(rest: &str, c: char) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if is_word(c) {
        rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    } else if rest.starts_with("::") {
        2
    } else {
        c.len_utf8()
    }
}

/// The length of a text in `quote`s, with its escapes.
fn literal(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The number of `#` of a raw text that begins here.
fn raw_literal(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}
