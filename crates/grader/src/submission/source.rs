//! A source file: what it is called, whether it has a main function, and its code, which is the text without comments
//! and without what strings say. Line ends stay where they are, so that a place in the code is one in the file.
//!
//! And which files name which others, as something that they use: every file is read once and every name is looked up
//! in a table, so that this takes as long as the files are, however many there are and whatever is in them.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::files::{Budget, name_of};
use super::java;
use super::language::{Language, code_of, tokens};
use sandbox::Tree;

#[derive(Debug)]
pub struct Source {
    pub path: PathBuf,
    pub language: Language,
    /// Nothing, like `code`, if there was more than is looked at.
    pub text: String,
    pub code: String,
    pub has_main: bool,
    pub is_read: bool,
}

impl Source {
    pub fn read(root: &Tree, path: &Path, language: Language, budget: &mut Budget) -> Self {
        let bytes = budget.read(root, path);
        let is_read = bytes.is_some();
        let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
        let code = code_of(language, &text);
        let has_main = has_main(language, &code, &text);
        Self { path: path.to_owned(), language, text, code, has_main, is_read }
    }

    pub fn stem(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Whether a file of the language is no program without a main function.
pub fn needs_main(language: Language) -> bool {
    !matches!(language, Language::Python2 | Language::Python3 | Language::JavaScript)
}

fn has_main(language: Language, code: &str, text: &str) -> bool {
    match language {
        Language::C | Language::Cpp | Language::Cpp11 => defines_main(code),
        Language::Java => java::has_main(code),
        // What it is compared with stands in a string.
        Language::Python2 | Language::Python3 => text.contains("__main__"),
        Language::Rust | Language::Go => {
            code.lines().any(|line| line.starts_with("fn main(") || line.starts_with("func main("))
        }
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

/// The ways in which languages name another file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Way {
    Class,
    Module,
    /// As a file whose text is taken in.
    Included,
    /// In quotes, or as a module of Rust.
    Quoted,
}

impl Way {
    const fn of(language: Language) -> Self {
        match language {
            Language::Java => Self::Class,
            Language::Python2 | Language::Python3 => Self::Module,
            Language::C | Language::Cpp | Language::Cpp11 => Self::Included,
            _ => Self::Quoted,
        }
    }

    /// What a file uses in this way.
    fn names(self, source: &Source) -> Vec<Cow<'_, str>> {
        match self {
            Self::Class => tokens(&source.code).map(Cow::Borrowed).collect(),
            Self::Module => imports(&source.text).into_iter().map(Cow::Owned).collect(),
            Self::Included => included(source).map(Cow::Owned).collect(),
            Self::Quoted => quoted(source).map(Cow::Borrowed).collect(),
        }
    }
}

/// The names under which others know a file.
fn own_names(source: &Source) -> Vec<String> {
    match Way::of(source.language) {
        Way::Class => java::top_classes(&source.code),
        Way::Included => vec![name_of(&source.path)],
        Way::Module | Way::Quoted => vec![source.stem()],
    }
}

/// The files whose text a file takes in, by their names without folders.
fn included(source: &Source) -> impl Iterator<Item = String> {
    source.text.lines().filter_map(|line| {
        let line = line.trim_start().strip_prefix('#')?.trim_start();
        let line = line.strip_prefix("include")?;
        let line: String = line.split_whitespace().collect();
        let path = line.strip_prefix('"')?.trim_end_matches('"');
        path.rsplit('/').next().map(ToOwned::to_owned)
    })
}

/// The words that stand before a quote, and the modules of Rust.
fn quoted(source: &Source) -> impl Iterator<Item = &str> {
    let words = source
        .text
        .split_inclusive(['"', '\''])
        .filter_map(|text| text.strip_suffix(['"', '\''])?.rsplit(['/', '"', '\'', '\n']).next());
    let modules = source.text.split(';').filter_map(|text| {
        let (before, name) = text.rsplit_once("mod ")?;
        (!before.ends_with(char::is_alphanumeric)).then_some(name)
    });
    words.chain(modules)
}

/// The names of all files that some file takes in.
pub fn all_included(sources: &[Source]) -> BTreeSet<String> {
    sources.iter().flat_map(included).collect()
}

/// Those of these files that another of them names.
pub fn named_by_others<'s>(sources: &[&'s Source]) -> BTreeSet<&'s PathBuf> {
    let own: Vec<_> = sources.iter().map(|source| own_names(source)).collect();
    let way = |source: &Source| Way::of(source.language);
    // The first two that use a name: one of them is another than the file that is asked about.
    let mut users: HashMap<(Way, Cow<'_, str>), Vec<usize>> = HashMap::new();
    for (source, names) in sources.iter().zip(&own) {
        let names = names.iter().map(|name| (way(source), Cow::Borrowed(&**name)));
        users.extend(names.map(|name| (name, Vec::new())));
    }
    let ways: BTreeSet<_> = sources.iter().map(|source| way(source)).collect();
    for (at, source) in sources.iter().enumerate() {
        for &way in &ways {
            for name in way.names(source) {
                if let Some(users) = users.get_mut(&(way, name))
                    && users.len() < 2
                    && users.last() != Some(&at)
                {
                    users.push(at);
                }
            }
        }
    }
    let named = sources.iter().zip(&own).enumerate().filter(|(at, (source, names))| {
        let way = way(source);
        let mut users = names.iter().flat_map(|name| &users[&(way, Cow::Borrowed(&**name))]);
        users.any(|user| user != at)
    });
    named.map(|(_, (source, _))| &source.path).collect()
}

/// What a file imports, by the last of its names, which is that of a file without its ending or of something in it.
fn imports(text: &str) -> Vec<String> {
    let code = code_of(Language::Python3, text);
    let last = |module: &str| module.trim().rsplit('.').next().unwrap_or_default().to_owned();
    let mut names = Vec::new();
    for line in code.lines().map(str::trim_start) {
        if let Some(modules) = line.strip_prefix("import ") {
            let modules = modules.split(',').filter_map(|it| it.split_whitespace().next());
            names.extend(modules.map(last));
        } else if let Some((module, within)) =
            line.strip_prefix("from ").and_then(|rest| rest.split_once(" import "))
        {
            // `from package import module`.
            let within = within.trim_start_matches('(').split([',', ' ', ')']);
            names.extend(within.filter(|name| !name.is_empty()).map(ToOwned::to_owned));
            names.push(last(module));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_imported() {
        let text = "import a, b as c\nfrom d.e import f, g\nfrom . import h\nfrom .i import j\n";
        assert_eq!(imports(text), ["a", "b", "f", "g", "e", "h", "", "j", "i"]);
    }
}
