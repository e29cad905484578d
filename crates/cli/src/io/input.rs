//! Files that are read, all of them with a bound, and input files and game records with errors that show the line; and
//! the project's own cases, which the program carries: an installed `mancala` has them too.
//!
//! A path at which nothing lies is looked for among them, with or without the `inputs/` or `expected/`
//! before it: `usc`, `usc/statement`, `inputs/usc`. What lies on disk is always taken first.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Component, Path, PathBuf};

use super::output::NewFolder;
use super::{BadInputFile, cannot_read, say};
use crate::options::nearest;
use arena::{GameRecord, record};
use mancala::homework::input::read_bounded;
use mancala::homework::{Input, read};

/// The longest line; no position and no command is as long.
const MAX_LINE: u64 = 4096;
/// The most bytes of a log that comes through a pipe and has to be kept.
const MAX_OF_A_PIPE: u64 = 1 << 30;

/// Reads and parses an input file; `-` is standard input, and a name of a shipped case is that.
pub fn read_input(path: &Path) -> anyhow::Result<Input> {
    parse_input(path, &read_file(path)?)
}

/// All bytes of an input file, or of another one that is short.
pub fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = match (path.to_str(), input(path)) {
        (Some("-"), _) => read_bounded(io::stdin().lock()),
        (_, Some(bytes)) if !path.exists() => Ok(bytes.to_owned()),
        _ => File::open(path).and_then(read_bounded),
    };
    bytes.map_err(|error| cannot_read(path, &error))
}

/// All bytes of a file of any length, which must lie on a disk: what is none may have no end.
pub fn read_on_disk(path: &Path) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    std::fs::read(path)
}

/// The next line that somebody types or a program sends, with its end; it need not be UTF-8.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// All bytes of a log that comes through a pipe.
pub fn read_piped_log(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let pipe = File::open(path)?;
    pipe.take(MAX_OF_A_PIPE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_OF_A_PIPE {
        let what = "more than 1 GiB came through a pipe; a file may be longer";
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// What `bytes`, the content of `file`, ask.
pub fn parse_input(file: &Path, bytes: &[u8]) -> anyhow::Result<Input> {
    read(bytes).map_err(|error| BadInputFile::new(file, bytes, error).into())
}

/// The record that `bytes`, the content of `file`, are.
pub fn parse_record(file: &Path, bytes: &[u8]) -> anyhow::Result<GameRecord> {
    record::parse(bytes).map_err(|it| {
        BadInputFile::at(file, bytes, it.sentence, (it.line, it.column), it.span).into()
    })
}

/// The files that the program carries, by their paths.
mod shipped {
    include!(concat!(env!("OUT_DIR"), "/shipped.rs"));
}
use shipped::FILES;

/// A tree of files: the user's, or a shipped one that lies on disk for as long as this is held.
#[derive(Debug)]
pub struct Tree {
    path: PathBuf,
    /// What the user calls it.
    name: PathBuf,
    unpacked: Option<NewFolder>,
}

impl Tree {
    /// The user's tree at `path`, whether or not anything is there.
    pub fn on_disk(path: &Path) -> Self {
        Self { path: path.to_owned(), name: path.to_owned(), unpacked: None }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A path in it as the user would type it, and not by where shipped files lie for now.
    pub fn named(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.path) {
            Ok(below) if below != Path::new("") => self.name.join(below),
            _ => self.name.clone(),
        }
    }

    pub fn is_shipped(&self) -> bool {
        self.unpacked.is_some()
    }
}

/// The inputs at `path`: a folder or file there, or else shipped ones of that name.
pub fn inputs(path: &Path) -> anyhow::Result<Tree> {
    let tree = tree("inputs", path)?;
    if tree.is_shipped() {
        say(format_args!("Using the built-in cases {}.", path.display()));
    } else if !path.exists()
        && let Some(near) = path.to_str().and_then(|name| nearest(name, groups()))
    {
        anyhow::bail!("there is no {}; did you mean the built-in cases {near}?", path.display());
    }
    Ok(tree)
}

/// The expected outputs at `path`, likewise.
pub fn expected(path: &Path) -> anyhow::Result<Tree> {
    tree("expected", path)
}

/// The names of the groups of shipped cases, some more than once.
fn groups() -> impl Iterator<Item = &'static str> {
    FILES.iter().filter_map(|(file, _)| file.strip_prefix("inputs/")?.split('/').next())
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
    FILES.iter().find(|(file, _)| *file == name).map(|(_, bytes)| *bytes)
}

/// The files of a shipped suite, or of a part of it, by their paths: inputs, then what is expected of them.
pub fn files_of(suite: &str) -> anyhow::Result<Vec<(&'static str, &'static [u8])>> {
    let part = suite.strip_prefix("inputs/").unwrap_or(suite).trim_end_matches('/');
    let files = ["inputs", "expected"].map(|root| below(&format!("{root}/{part}")));
    if files[0].is_empty() {
        let near = nearest(suite, groups()).map(|near| format!("; did you mean {near}?"));
        anyhow::bail!("there is no suite {suite}{}", near.unwrap_or_default());
    }
    Ok(files.concat())
}

fn tree(root: &str, path: &Path) -> anyhow::Result<Tree> {
    let name = (!path.exists()).then(|| full_name(root, path)).flatten();
    let below = name.as_ref().map_or(&[][..], |name| below(name));
    let (Some(name), [_, ..]) = (name, below) else { return Ok(Tree::on_disk(path)) };
    let folder = NewFolder::private()?;
    for (file, bytes) in below {
        folder.write(Path::new(file), bytes)?;
    }
    Ok(Tree { path: folder.path().join(name), name: path.to_owned(), unpacked: Some(folder) })
}

/// `path` below `root`, with `/` between its parts; `None` if it leads elsewhere.
fn full_name(root: &str, path: &Path) -> Option<String> {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    let parts = parts.map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    let mut parts: Vec<_> = parts.collect::<Option<_>>()?;
    if parts.first() != Some(&root) {
        parts.insert(0, root);
    }
    Some(parts.join("/"))
}

/// The files in the folder `name`, which lie together: the list is in the order of paths.
fn below(name: &str) -> &'static [(&'static str, &'static [u8])] {
    let is_below = |file: &str| file.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    let Some(first) = FILES.iter().position(|(file, _)| is_below(file)) else { return &[] };
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
