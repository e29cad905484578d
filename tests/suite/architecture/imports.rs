//! What each module uses: every path of its code, followed to the module that defines the thing.
//!
//! A name that a module passes on (`pub use room::Name`) belongs to the room that defines it. Unit
//! tests and doc comments do not count.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Source, sources, tokens};

/// A use of something in another module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    /// The module that uses.
    pub(crate) from: String,
    /// The module that defines what is used.
    pub(crate) to: String,
    /// What is used there; empty for the module itself.
    pub(crate) item: String,
}

/// A path of names from the root of the crate.
type Names = Vec<String>;

/// All modules of the crate, and what they pass on.
struct Crate {
    modules: BTreeSet<String>,
    /// By module and name: where the name really is.
    passed_on: BTreeMap<(String, String), Names>,
}

/// Every use between modules of the crate.
pub(crate) fn uses() -> BTreeSet<Use> {
    let sources = sources("");
    let mut all = Crate {
        modules: sources.iter().map(|source| source.module.clone()).collect(),
        passed_on: BTreeMap::new(),
    };
    let paths: Vec<_> = sources
        .iter()
        .map(|source| (source, paths(source, &all)))
        .collect();
    for (source, paths) in &paths {
        for path in paths.iter().filter(|path| path.public) {
            let key = (source.module.clone(), path.name.clone());
            all.passed_on.insert(key, path.names.clone());
        }
    }
    let mut uses = BTreeSet::new();
    for (source, paths) in paths {
        for path in paths {
            let (to, item) = all.resolve(&path.names);
            if to != source.module {
                let from = source.module.clone();
                uses.insert(Use { from, to, item });
            }
        }
    }
    uses
}

impl Crate {
    /// The module that defines what `names` mean, and its name there.
    fn resolve(&self, names: &[String]) -> (String, String) {
        let mut module = String::new();
        for (at, name) in names.iter().enumerate() {
            let inner = join(&module, name);
            if self.modules.contains(&inner) {
                module = inner;
                continue;
            }
            let key = (module.clone(), name.clone());
            match self.passed_on.get(&key) {
                // A name that stands for itself is a macro's or an inline module's.
                Some(real) if real[..] != names[..=at] => {
                    let real = [real, &names[at + 1..]].concat();
                    return self.resolve(&real);
                }
                _ => return (module, names[at..].join("::")),
            }
        }
        (module, String::new())
    }
}

fn join(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}::{name}")
    }
}

/// A path as it stands in a file, from the root of the crate.
struct Path {
    names: Names,
    /// The name by which the file knows it.
    name: String,
    /// Whether it is passed on to others.
    public: bool,
}

/// The paths within the crate that a file has.
fn paths(source: &Source, all: &Crate) -> Vec<Path> {
    let tokens = tokens(&source.text);
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let in_path = at > 0 && tokens[at - 1] == "::";
        let is_use = tokens[at] == "use";
        let begins =
            ["crate", "super", "self"].contains(&tokens[at]) && tokens.get(at + 1) == Some(&"::");
        if !is_use && (in_path || !begins) {
            at += 1;
            continue;
        }
        let public = is_use && at > 0 && ["pub", ")"].contains(&tokens[at - 1]);
        let mut tree = Tree {
            source,
            all,
            tokens: &tokens,
            at: at + usize::from(is_use),
            public,
            paths: &mut paths,
        };
        tree.read(None);
        at = tree.at.max(at + 1);
    }
    through_names(source, &tokens, &mut paths);
    paths
}

/// `board::X` where `use crate::game::board` stands above.
fn through_names(source: &Source, tokens: &[&str], paths: &mut Vec<Path>) {
    let known: BTreeMap<_, _> = paths
        .iter()
        .map(|path| (path.name.clone(), path.names.clone()))
        .collect();
    for (at, token) in tokens.iter().enumerate() {
        let in_path = at > 0 && tokens[at - 1] == "::";
        if let (false, Some("::"), Some(names)) =
            (in_path, tokens.get(at + 1).copied(), known.get(*token))
            && let Some(next) = tokens
                .get(at + 2)
                .filter(|next| next.starts_with(char::is_alphabetic))
        {
            let names = [&names[..], &[(*next).to_owned()]].concat();
            let name = format!("{}::{token}::{next}", source.module);
            paths.push(Path {
                names,
                name,
                public: false,
            });
        }
    }
}

/// The reader of one path, or of the tree of a `use`.
struct Tree<'a> {
    source: &'a Source,
    all: &'a Crate,
    tokens: &'a [&'a str],
    at: usize,
    public: bool,
    paths: &'a mut Vec<Path>,
}

impl Tree<'_> {
    fn token(&self) -> &str {
        self.tokens.get(self.at).copied().unwrap_or_default()
    }

    /// Reads from here on below `names`, which is `None` at the beginning of a path and where the
    /// path leads out of the crate.
    fn read(&mut self, mut names: Option<Names>) {
        let mut first = true;
        loop {
            if self.token() == "{" {
                self.at += 1;
                while !["}", ""].contains(&self.token()) {
                    self.read(names.clone());
                    self.at += usize::from(self.token() == ",");
                }
                self.at += 1;
                return;
            }
            let name = self.token().to_owned();
            self.at += 1;
            let begins = first && names.is_none();
            match (&mut names, &*name) {
                (_, "*") => {}
                (names, _) if begins => *names = self.beginning(&name),
                (Some(_), "self") | (None, _) => {}
                (Some(names), "super") => drop(names.pop()),
                (Some(names), _) => names.push(name),
            }
            first = false;
            if self.token() != "::" {
                break;
            }
            self.at += 1;
            if !self
                .token()
                .starts_with(|c: char| c.is_alphabetic() || "_{*".contains(c))
            {
                break;
            }
        }
        let mut name = names
            .as_ref()
            .and_then(|names| names.last().cloned())
            .unwrap_or_default();
        if self.token() == "as" {
            self.tokens[self.at + 1].clone_into(&mut name);
            self.at += 2;
        }
        if let Some(names) = names {
            self.paths.push(Path {
                names,
                name,
                public: self.public,
            });
        }
    }

    /// The path that a first name means; `None` for other crates.
    fn beginning(&self, name: &str) -> Option<Names> {
        let module = &self.source.module;
        let mut here: Names = module
            .split("::")
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        match name {
            "crate" => Some(Names::new()),
            "self" => Some(here),
            "super" => {
                here.pop();
                Some(here)
            }
            // A room of this module, if it has one of that name.
            _ => self.all.modules.contains(&join(module, name)).then(|| {
                here.push(name.to_owned());
                here
            }),
        }
    }
}
