//! What is installed: where a tool is, which version it has, what must be readable for it to work.
//!
//! Version managers put small scripts on the `PATH` that start the real tool. Those do not work in a
//! sandbox, so Python and Rust are asked where they really are. Asking runs a program outside of the
//! sandbox, so no submission may have a say in which.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::language::{Commands, Language};
use journal::digest;
use sandbox::view::{system_directories, toolchain_prefix};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    pub path: PathBuf,
    /// What must be readable for it to work.
    pub prefix: PathBuf,
    pub version: String,
}

/// The tools of this machine, each looked for once.
#[derive(Debug, Default)]
pub struct Toolchains {
    known: Mutex<BTreeMap<String, Result<Tool, String>>>,
    /// What tools may show to programs, once somebody has asked.
    shown: OnceLock<Vec<PathBuf>>,
}

impl Toolchains {
    /// The tool of this name, or of this path.
    pub fn tool(&self, name: &str) -> Result<Tool, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let tool = known.entry(name.to_owned()).or_insert_with(|| look_for(name));
        let tool = tool.clone()?;
        match self.shown.get() {
            Some(shown) if !shown.iter().any(|it| tool.prefix.starts_with(it)) => Err(format!(
                "{name} is in {}, which was not searched for files that programs must not see",
                tool.prefix.display()
            )),
            _ => Ok(tool),
        }
    }

    /// All that programs can be shown whose commands are the languages' own or these: the system's directories, and
    /// the folders of tools that lie elsewhere. From then on no other tool is found.
    pub fn shown<'c>(&self, own: impl Iterator<Item = &'c Commands>) -> &[PathBuf] {
        self.shown.get_or_init(|| {
            let mut shown = system_directories();
            for name in tools(own) {
                let is_elsewhere = |path: &PathBuf| {
                    let real = path.canonicalize();
                    real.is_ok_and(|it| !shown.iter().any(|shown| it.starts_with(shown)))
                };
                if candidates(&name).iter().any(is_elsewhere)
                    && let Ok(tool) = self.tool(&name)
                {
                    shown.push(tool.prefix);
                }
            }
            shown
        })
    }
}

/// The tools that commands of any language and these name.
fn tools<'c>(own: impl Iterator<Item = &'c Commands>) -> BTreeSet<String> {
    let usual = Language::ALL.into_iter().flat_map(|language| {
        let usual = [language.usual().build, language.usual().run].into_iter();
        usual.chain(language.older_builds().iter().copied())
    });
    let own = own.flat_map(|it| [it.build.as_deref(), it.run.as_deref()]).flatten();
    let tool = |template: &str| shlex::split(template)?.into_iter().next();
    usual.chain(own).filter_map(tool).filter(|tool| !tool.starts_with('{')).collect()
}

/// Folders in which tools lie that are seldom on the `PATH` any more.
const USUAL_PLACES: [&str; 5] = [
    "/usr/bin",
    "/usr/local/bin",
    "/opt/python2.7/bin",
    "/opt/homebrew/bin",
    "/usr/local/opt/python@2/bin",
];

fn also_called(name: &str) -> Option<&'static str> {
    (name == "python2").then_some("python2.7")
}

fn candidates(name: &str) -> Vec<PathBuf> {
    let also = also_called(name);
    let names: Vec<_> = std::iter::once(name).chain(also).collect();
    let mut candidates: Vec<PathBuf> = if name.contains('/') {
        vec![std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name))]
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<_> = std::env::split_paths(&path).collect();
        if also.is_some() {
            folders.extend(USUAL_PLACES.map(PathBuf::from));
            let own = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
            if let Some(root) = own.or_else(|| Some(std::env::home_dir()?.join(".pyenv"))) {
                // What a shim starts is among the versions, and one that finds none takes long to say so.
                folders.retain(|folder| *folder != root.join("shims"));
                folders.extend(versions_2_of_pyenv(&root));
            }
        }
        // A folder that depends on where the grader is started may be a submission's.
        folders.retain(|folder| folder.is_absolute());
        let each = |folder: PathBuf| names.iter().map(move |name| folder.join(name));
        folders.into_iter().flat_map(each).collect()
    };
    candidates.retain(|path| path.is_file());
    candidates
}

fn look_for(name: &str) -> Result<Tool, String> {
    let mut reason = None;
    for candidate in &candidates(name) {
        match examine(candidate, name) {
            Ok(tool) => return Ok(tool),
            Err(why) => reason = Some(format!("{} does not work: {why}", candidate.display())),
        }
    }
    Err(match (reason, also_called(name)) {
        (_, Some(also)) => format!(
            "neither {name} nor {also} works here; they were looked for on the PATH and in the usual \
             places"
        ),
        (Some(reason), None) => reason,
        (None, None) => format!("{name} is not installed"),
    })
}

/// Where pyenv keeps the interpreters of Python 2 that it does not put on the `PATH`.
fn versions_2_of_pyenv(root: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(root.join("versions")).into_iter().flatten().flatten();
    let versions = listed.filter(|it| it.file_name().to_string_lossy().starts_with("2.7"));
    let mut folders: Vec<_> = versions.map(|it| it.path().join("bin")).collect();
    folders.sort();
    folders
}

fn examine(candidate: &Path, name: &str) -> Result<Tool, String> {
    let base = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
    let path = match &*base {
        base if base.starts_with("python") => {
            PathBuf::from(first_line(candidate, &["-c", "import sys; print(sys.executable)"])?)
        }
        "rustc" => PathBuf::from(first_line(candidate, &["--print", "sysroot"])?).join("bin/rustc"),
        _ => candidate.to_owned(),
    };
    let option = match &*base {
        // A shell may have no option that tells its version.
        "sh" | "dash" => None,
        "java" | "javac" => Some("-version"),
        "go" => Some("version"),
        _ => Some("--version"),
    };
    let version = option.map(|it| first_line(&path, &[it])).transpose()?;
    Ok(Tool {
        version: version.unwrap_or_default(),
        prefix: toolchain_prefix(&path).map_err(|error| error.to_string())?,
        path,
    })
}

/// What tools need of the grader's surroundings; anything else could be a submission's word.
const KEPT_VARIABLES: [&str; 6] =
    ["HOME", "PATH", "PYENV_ROOT", "RUSTUP_HOME", "CARGO_HOME", "JAVA_HOME"];

/// The first line that a tool prints, on either stream.
///
/// It runs at the root of the file system, where nobody else can put a file: version managers obey
/// files in the folder in which they are started, and in those above it.
fn first_line(tool: &Path, arguments: &[&str]) -> Result<String, String> {
    let variables = KEPT_VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    let output = process::Command::new(tool)
        .args(arguments)
        .current_dir("/")
        .env_clear()
        .envs(variables)
        .env("LANG", "C.UTF-8")
        .stdin(process::Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| !line.trim().is_empty());
    let line = line.unwrap_or_default().trim().to_owned();
    if output.status.success() { Ok(line) } else { Err(line) }
}

/// Packages of Python that a course lets programs use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packages {
    pub names: Vec<String>,
    pub wheels: PathBuf,
    /// The hash of what is installed: the packages and the files that they may come from.
    pub key: String,
    /// Where they are installed, once somebody has done it.
    pub folder: PathBuf,
}

impl Packages {
    /// The packages that the settings name, if any, to be installed below `scratch`.
    ///
    /// # Errors
    /// The folder of wheels cannot be read: the grader's fault.
    pub fn of(commands: &Commands, scratch: &Path) -> Result<Option<Self>, String> {
        let names = commands.packages.clone();
        let Some(wheels) = commands.wheels.as_ref().filter(|_| !names.is_empty()) else {
            return Ok(None);
        };
        let unreadable = |error| format!("wheels of grade.toml: {}: {error}", wheels.display());
        let wheels = wheels.canonicalize().map_err(unreadable)?;
        let files = std::fs::read_dir(&wheels).map_err(unreadable)?.flatten();
        let mut texts: Vec<_> = files.map(|it| it.file_name().into_encoded_bytes()).collect();
        texts.sort();
        texts.extend(names.iter().map(|it| it.clone().into_bytes()));
        let key = digest(texts.iter().map(Vec::as_slice));
        Ok(Some(Self { names, wheels, folder: scratch.join(format!("packages-{key}")), key }))
    }
}
