//! The project's own cases, which the program carries: an installed `mancala` has them too.
//!
//! A path at which nothing lies is looked for among them, with or without the `inputs/` or `expected/`
//! before it: `usc`, `usc/statement`, `inputs/usc`. What lies on disk is always taken first.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::output::NewFolder;
use super::print::say;
use crate::options::nearest;

mod files {
    include!(concat!(env!("OUT_DIR"), "/shipped.rs"));
}
use files::FILES;

/// A tree of files: the user's, or a shipped one that lies on disk for as long as this is held.
#[derive(Debug)]
pub struct Tree {
    path: PathBuf,
    unpacked: Option<NewFolder>,
}

impl Tree {
    /// The user's tree at `path`, whether or not anything is there.
    pub fn on_disk(path: &Path) -> Self {
        Self { path: path.to_owned(), unpacked: None }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn is_shipped(&self) -> bool {
        self.unpacked.is_some()
    }
}

/// The inputs at `path`: a folder or file there, or else shipped ones of that name.
pub fn inputs(path: &Path) -> anyhow::Result<Tree> {
    let tree = tree("inputs", path)?;
    if !tree.is_shipped()
        && !path.exists()
        && let Some(near) = path.to_str().and_then(|name| nearest(name, groups()))
    {
        anyhow::bail!("there is no {}; did you mean the built-in cases {near}?", path.display());
    }
    if tree.is_shipped() {
        say(format_args!("Using the built-in cases {}.", path.display()));
    }
    Ok(tree)
}

/// The expected outputs at `path`, likewise.
pub fn expected(path: &Path) -> anyhow::Result<Tree> {
    tree("expected", path)
}

/// The names of the groups of shipped cases, some more than once.
fn groups() -> impl Iterator<Item = &'static str> {
    let files = FILES.iter();
    files.filter_map(|(file, _)| file.strip_prefix("inputs/")?.split('/').next())
}

/// The names of all suites and of their parts, in order.
pub fn suites() -> Vec<String> {
    let folders = FILES.iter().filter_map(|(file, _)| {
        let (folder, _) = file.strip_prefix("inputs/")?.rsplit_once('/')?;
        Some(folder)
    });
    let folders = folders.chain(groups()).map(str::to_owned);
    folders.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The bytes of the shipped input of this name, if there is one.
pub fn input(path: &Path) -> Option<&'static [u8]> {
    let name = full_name("inputs", path)?;
    let found = FILES.iter().find(|(file, _)| *file == name);
    found.map(|(_, bytes)| *bytes)
}

/// The files of a shipped suite, or of a part of it, by their paths: inputs, then what is expected of them.
pub fn files_of(suite: &str) -> anyhow::Result<Vec<(&'static str, &'static [u8])>> {
    let part = suite.strip_prefix("inputs/").unwrap_or(suite).trim_end_matches('/');
    let files = ["inputs", "expected"].map(|root| below(&format!("{root}/{part}")));
    if files[0].is_empty() {
        match nearest(suite, groups()) {
            Some(near) => anyhow::bail!("there is no suite {suite}; did you mean {near}?"),
            None => anyhow::bail!("there is no suite {suite}"),
        }
    }
    Ok(files.concat())
}

fn tree(root: &str, path: &Path) -> anyhow::Result<Tree> {
    let name = (!path.exists()).then(|| full_name(root, path)).flatten();
    let below = name.as_ref().map_or(&[][..], |name| below(name));
    let (Some(name), [_, ..]) = (name, below) else {
        return Ok(Tree::on_disk(path));
    };
    let folder = NewFolder::private()?;
    for (file, bytes) in below {
        folder.write(Path::new(file), bytes)?;
    }
    Ok(Tree { path: folder.path().join(name), unpacked: Some(folder) })
}

/// `path` below `root`, with `/` between its parts; `None` if it leads elsewhere.
fn full_name(root: &str, path: &Path) -> Option<String> {
    let parts: Option<Vec<_>> = path
        .components()
        .filter(|part| *part != std::path::Component::CurDir)
        .map(|part| match part {
            std::path::Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    let mut parts = parts?;
    if parts.first() != Some(&root) {
        parts.insert(0, root);
    }
    Some(parts.join("/"))
}

/// The files in the folder `name`, which lie together: the list is in the order of paths.
fn below(name: &str) -> &'static [(&'static str, &'static [u8])] {
    let is_below = |file: &str| file.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    let Some(first) = FILES.iter().position(|(file, _)| is_below(file)) else {
        return &[];
    };
    let count = FILES[first..].iter().take_while(|(file, _)| is_below(file)).count();
    &FILES[first..first + count]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_cases_have_names() {
        let case = "two-laps-player-1.txt";
        for folder in ["usc/statement", "inputs/usc/statement", "./usc/statement/"] {
            assert!(input(&Path::new(folder).join(case)).is_some(), "{folder}");
        }
        assert_eq!(input(Path::new("usc/statement/../two")), None);
        assert!(below("inputs/usc").len() > below("inputs/usc/beyond").len());
        assert!(below("inputs/us").is_empty());
    }

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        for (slip, meant) in [("uss", "usc"), ("cits301", "cits3001"), ("nimkala", "nimcala")] {
            let error = inputs(Path::new(slip)).unwrap_err().to_string();
            assert!(
                error.contains(&format!("did you mean the built-in cases {meant}?")),
                "{error}"
            );
        }
        for other in ["input.txt", "-", "nothing/of/the/kind"] {
            assert!(!inputs(Path::new(other)).unwrap().is_shipped(), "{other}");
        }
    }

    #[test]
    fn what_is_unpacked_is_removed() {
        let tree = inputs(Path::new("usc")).unwrap();
        assert!(tree.is_shipped() && tree.path().join("statement").is_dir());
        let unpacked = tree.path().to_owned();
        drop(tree);
        assert!(!unpacked.exists());
    }
}
