//! What a program can read beside its own directory.
//!
//! The system's programs and libraries, the few files of `/etc` that they need, and what the job
//! names. Everything else is not there (or, in the backend `landlock`, cannot be opened): other
//! submissions, expected files, anybody's home.
//! `/proc`, `/dev` and the temporary directory are each backend's own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
use super::{Fault, Job, System};

/// Programs and libraries. `/nix` and `/gnu` stand in for `/usr` on systems that have none.
const SYSTEM: &str = "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix/store /gnu/store";

/// What linkers, the C library, node and the Java runtime look up in `/etc`; no accounts, no keys.
const CONFIGURATION: [&str; 8] = [
    "/etc/alternatives",
    "/etc/crypto-policies",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/pki/tls/openssl.cnf",
    "/etc/ssl/openssl.cnf",
];

/// How the names of further directories in `/etc` begin, for instance `/etc/java-17-openjdk`.
const CONFIGURATION_PREFIXES: [&str; 2] = ["java", "python"];

/// Something that the program can read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Visible {
    #[serde(with = "any_path")]
    pub(super) at: PathBuf,
    pub(super) what: What,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum What {
    Link(#[serde(with = "any_path")] PathBuf),
    /// This file or directory, whose path has no links in it.
    Real(#[serde(with = "any_path")] PathBuf),
}

/// What every program can read, parents before children.
pub(super) fn system() -> &'static [Visible] {
    static SYSTEM_VIEW: OnceLock<Vec<Visible>> = OnceLock::new();
    SYSTEM_VIEW.get_or_init(|| {
        let mut view: Vec<Visible> = SYSTEM.split(' ').filter_map(directory).collect();
        let named = CONFIGURATION.iter().map(PathBuf::from);
        view.extend(named.chain(prefixed()).filter_map(real));
        view
    })
}

/// `/bin` and its like are links into `/usr` on most systems; they stay links.
fn directory(path: &str) -> Option<Visible> {
    match fs::read_link(path) {
        Ok(text) => Some(Visible { at: PathBuf::from(path), what: What::Link(text) }),
        Err(_) => real(PathBuf::from(path)),
    }
}

fn real(at: PathBuf) -> Option<Visible> {
    let source = at.canonicalize().ok()?;
    Some(Visible { at, what: What::Real(source) })
}

fn prefixed() -> Vec<PathBuf> {
    let listed = fs::read_dir("/etc").into_iter().flatten().flatten();
    let begins_so = |name: &str| CONFIGURATION_PREFIXES.iter().any(|it| name.starts_with(it));
    let named = listed.filter(|it| begins_so(&it.file_name().to_string_lossy()));
    let mut paths: Vec<_> = named.map(|it| it.path()).collect();
    paths.sort();
    paths
}

/// What this job's program can read, parents before children.
///
/// A path that is reached through links is there under both names.
#[cfg(target_os = "linux")]
pub(super) fn of_job(job: &Job, dir: &Path) -> Result<Vec<Visible>, Fault> {
    let mut whole = match &job.system {
        System::Whole => system().to_vec(),
        System::Only(parts) => parts_of_system(parts),
    };
    let shown = |path: &Path| whole.iter().any(|visible| path.starts_with(&visible.at));
    let mut view = Vec::new();
    for path in &job.readable {
        let source =
            path.canonicalize().map_err(|source| Fault::Path { path: path.clone(), source })?;
        for at in [&source, path] {
            if at.is_absolute() && !at.starts_with(dir) && !shown(at) {
                view.push(Visible { at: at.clone(), what: What::Real(source.clone()) });
            }
        }
    }
    whole.append(&mut view);
    whole.sort_by(|a, b| a.at.cmp(&b.at));
    whole.dedup();
    Ok(whole)
}

/// Of the system, what lies below `parts`; links of the system stay, wherever they lead.
#[cfg(target_os = "linux")]
fn parts_of_system(parts: &[PathBuf]) -> Vec<Visible> {
    let part_of = |visible: &Visible| -> Vec<Visible> {
        if matches!(visible.what, What::Link(_)) {
            return vec![visible.clone()];
        }
        let inside = parts.iter().filter(|part| part.starts_with(&visible.at));
        match parts.iter().any(|part| visible.at.starts_with(part)) {
            true => vec![visible.clone()],
            false => inside.cloned().filter_map(real).collect(),
        }
    };
    system().iter().flat_map(part_of).collect()
}

/// Every path under which a program that is shown `view` would find the file `real`.
#[cfg(target_os = "linux")]
pub(super) fn places_of(real: &Path, view: &[Visible]) -> Vec<PathBuf> {
    let place = |visible: &Visible| match &visible.what {
        What::Real(source) => match real.strip_prefix(source).ok()? {
            rest if rest.as_os_str().is_empty() => Some(visible.at.clone()),
            rest => Some(visible.at.join(rest)),
        },
        What::Link(_) => None,
    };
    view.iter().filter_map(place).collect()
}

/// The one of these directories in which `path` lies, if it does.
///
/// To be asked about whatever must stay secret, such as the expected outputs, and about all that any job shows:
/// [`system_directories`], the prefix of each toolchain.
pub fn exposed_by<'a>(path: &Path, shown: &'a [PathBuf]) -> io::Result<Option<&'a Path>> {
    let real = path.canonicalize()?;
    let is_above = |it: &&PathBuf| it.canonicalize().is_ok_and(|it| real.starts_with(it));
    Ok(shown.iter().find(is_above).map(PathBuf::as_path))
}

/// The files and directories of the system that programs are shown although no job names them, without links: for
/// instance `/opt`.
#[must_use]
pub fn system_directories() -> Vec<PathBuf> {
    let sources = system().iter().filter_map(|visible| match &visible.what {
        What::Real(source) => Some(source.clone()),
        What::Link(_) => None, // its target is listed itself, or not there for the program either
    });
    sources.collect()
}

/// What must be readable for an interpreter or compiler outside the system's directories to work:
/// `P` for a program whose real path is `P/bin/name` and beside which there is a `P/lib`.
///
/// Otherwise the real path alone. That keeps `~/bin/name` from opening the whole home.
pub fn toolchain_prefix(program: &Path) -> io::Result<PathBuf> {
    let real = program.canonicalize()?;
    let prefix = match real.parent() {
        Some(bin) if bin.ends_with("bin") => bin.parent(),
        _ => None,
    };
    // `/usr` is not one tool's: what of it can be read is for the view of the system to say.
    let is_own = |prefix: &Path| prefix != Path::new("/usr") && !is_home(prefix);
    let has_libraries = |prefix: &&Path| prefix.join("lib").is_dir() && is_own(prefix);
    let prefix = prefix.filter(has_libraries).map(ToOwned::to_owned);
    Ok(prefix.unwrap_or(real))
}

/// Whether all of somebody's files lie there: a home directory, the root, or a directory of homes.
fn is_home(prefix: &Path) -> bool {
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    home.is_some_and(|home| home.starts_with(prefix)) || prefix.parent() == Some(Path::new("/home"))
}

/// Paths need not be UTF-8, which is all that serde makes of a [`Path`]; an `OsStr` can be anything.
pub(super) mod any_path {
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        path: &Path,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<PathBuf, D::Error> {
        OsString::deserialize(from).map(PathBuf::from)
    }
}
