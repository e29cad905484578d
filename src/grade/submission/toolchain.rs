//! What is installed: where a tool is, which version it has, what must be readable for it to work.
//!
//! Version managers put small scripts on the `PATH` that start the real tool. Those do not work in a
//! sandbox, so Python and Rust are asked where they really are.
//!
//! Left out: installing anything.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

use sandbox::view::toolchain_prefix;

/// A tool that works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// Where it is.
    pub path: PathBuf,
    /// What must be readable for it to work.
    pub prefix: PathBuf,
    /// Its version, as it says itself.
    pub version: String,
}

/// The tools of this machine, each looked for once.
#[derive(Debug, Default)]
pub struct Toolchains {
    known: Mutex<BTreeMap<String, Result<Tool, String>>>,
}

impl Toolchains {
    /// The tool of this name, or of this path.
    ///
    /// # Errors
    /// Why there is none.
    pub fn tool(&self, name: &str) -> Result<Tool, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let tool = known
            .entry(name.to_owned())
            .or_insert_with(|| look_for(name));
        tool.clone()
    }
}

fn look_for(name: &str) -> Result<Tool, String> {
    let candidates = if name.contains('/') {
        vec![PathBuf::from(name)]
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path);
        folders.map(|folder| folder.join(name)).collect()
    };
    let mut reason = format!("{name} is not installed");
    for candidate in candidates.iter().filter(|path| path.is_file()) {
        match examine(candidate, name) {
            Ok(tool) => return Ok(tool),
            Err(why) => reason = format!("{} does not work: {why}", candidate.display()),
        }
    }
    Err(reason)
}

fn examine(candidate: &Path, name: &str) -> Result<Tool, String> {
    let base = Path::new(name)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let path = match &*base {
        base if base.starts_with("python") => PathBuf::from(first_line(
            candidate,
            &["-c", "import sys; print(sys.executable)"],
        )?),
        "rustc" => {
            let root = PathBuf::from(first_line(candidate, &["--print", "sysroot"])?);
            root.join("bin/rustc")
        }
        _ => candidate.to_owned(),
    };
    let version = match &*base {
        "java" | "javac" => "-version",
        "go" => "version",
        _ => "--version",
    };
    Ok(Tool {
        version: first_line(&path, &[version])?,
        prefix: toolchain_prefix(&path).map_err(|error| error.to_string())?,
        path,
    })
}

/// The first line that a tool prints, on either stream.
fn first_line(tool: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = process::Command::new(tool)
        .args(arguments)
        .stdin(process::Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| !line.trim().is_empty());
    let line = line.unwrap_or_default().trim().to_owned();
    if output.status.success() {
        Ok(line)
    } else {
        Err(line)
    }
}
