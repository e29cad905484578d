//! What a run needs, and what its programs must not find: the cases, each other, the results, and a program that answers
//! the homework. And the programs that it builds: of equal ones only one, if need be as compilers did when it was
//! written. What compilers said is kept short.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::workspace::Workspace;
use crate::grading::{GradeError, Grading};
use crate::result::Build;
use crate::settings::config::Config;
use crate::submission::command::Program;
use crate::submission::find::{Search, find};
use crate::submission::toolchain::Toolchains;
use sandbox::view::exposed_by;
use sandbox::{Backend, Fault, Job, Limits, Outcome, Report, Sandbox, Tree, find_copies};

#[derive(Debug)]
pub struct Setup<'a> {
    /// What is to be done.
    pub grading: &'a Grading,
    pub config: Config,
    pub workspace: Workspace,
    pub sandbox: Sandbox,
    pub toolchains: Toolchains,
    pub submissions: Search,
    /// Commands of `grade.toml` that were tried, with why they cannot be executed.
    tried: Mutex<BTreeMap<String, Option<String>>>,
    /// What was built in this run, by a program's hash; held by who builds it.
    builds: Mutex<BTreeMap<String, Arc<Mutex<Option<Place>>>>>,
}

impl<'a> Setup<'a> {
    /// Finds the submissions, to be run in this sandbox by these tools. Where that happens is noted in the folder `noted`.
    pub fn new(
        grading: &'a Grading,
        config: Config,
        (sandbox, toolchains): (Sandbox, Toolchains),
        noted: &Path,
    ) -> Result<Self, GradeError> {
        let unusable = |error| GradeError::Results(noted.to_owned(), error);
        let workspace = Workspace::new(noted).map_err(unusable)?;
        let mut submissions = find(&grading.submissions, &workspace.scratch, grading.layout)?;
        // The results may lie among them.
        if let Ok(results) = grading.results.canonicalize() {
            submissions.found.retain(|it| it.parts.iter().all(|(part, _)| *part != results));
        }
        let (tried, builds) = (Mutex::default(), Mutex::default());
        Ok(Self { grading, config, workspace, sandbox, toolchains, submissions, tried, builds })
    }

    /// Runs a program to its end, or until the run is ended.
    pub(crate) fn execute(&self, job: &Job, limits: &Limits) -> Result<Report, Fault> {
        self.sandbox.run(job, limits, self.grading.cancel())
    }

    /// Builds the program with this hash, or lets it lie where an equal one does.
    pub(super) fn ready(&self, hash: &str, program: &mut Program) -> Result<Built, Interrupted> {
        if program.build.is_none() {
            return build(self, program);
        }
        let place = Arc::clone(lock(&self.builds).entry(hash.to_owned()).or_default());
        let mut place = lock(&place);
        if let Some((built, folder)) = &*place {
            program.folder.clone_from(folder);
            return Ok(built.clone());
        }
        let built = build(self, program)?;
        if !matches!(built.build, Build::Fault(_)) {
            *place = Some((built.clone(), program.folder.clone()));
        }
        Ok(built)
    }
}

/// A sandbox that hides what programs must not find: makes sure that no secret of `grading` lies among what programs are
/// shown, and hides where this program, or another version of it, is installed there; says where. Without isolation
/// nothing can be hidden.
///
/// Of what does not exist yet, the folder counts in which it is to be.
pub fn keep_secrets(
    sandbox: Sandbox,
    grading: &Grading,
    toolchains: &Toolchains,
    config: &Config,
) -> Result<(Sandbox, Vec<PathBuf>), GradeError> {
    if sandbox.backend() == Backend::Unprotected {
        return Ok((sandbox, Vec::new()));
    }
    let secrets = [
        ("the cases", &grading.cases.folder),
        ("the submissions", &grading.submissions),
        ("the results", &grading.results),
    ];
    let shown = toolchains.shown(config.language.values().chain(config.submission.values()));
    for (what, path) in secrets {
        let existing = path.ancestors().find(|it| it.exists());
        if let Some(Ok(Some(folder))) = existing.map(|it| exposed_by(it, shown)) {
            let (path, folder) = (path.display(), folder.display());
            return Err(GradeError::Exposed(format!("{what} ({path}) lie in {folder}")));
        }
    }
    let own = std::env::current_exe();
    let copies = own.and_then(|own| find_copies(&own, shown)).unwrap_or_default();
    Ok((sandbox.hiding(copies.clone()), copies))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Built {
    pub build: Build,
    /// The place of the first command that took the program, among those that may build it.
    by: usize,
}

impl Built {
    /// What is said of a program that today's compiler refuses and an older one takes.
    pub fn warning(&self, program: &Program) -> Option<String> {
        let older = &program.older.get(self.by.checked_sub(1)?)?.template;
        Some(format!("the current compiler rejects it, so it was built with `{older}`"))
    }
}

/// A build that came to its end, and where the program lies.
type Place = (Built, PathBuf);

/// What a mutex guards; it is whole also when a thread died holding it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most of a compiler's words that is kept, in characters.
const LONGEST_MESSAGE: usize = 4000;

pub(super) struct Interrupted;

pub(super) fn build(setup: &Setup<'_>, program: &Program) -> Result<Built, Interrupted> {
    let (mut failed, mut by) = (None, 0);
    let why = unusable(setup, program)?;
    let why = if why.is_some() { why } else { not_installed(setup, program)? };
    if let Some(why) = why {
        return Ok(Built { build: Build::Fault(why), by });
    }
    for (at, job) in program.build_jobs(&setup.config.build_limits()).enumerate() {
        match build_by(setup, program, &job)? {
            Build::Failed(why) => failed = failed.or(Some(Build::Failed(why))),
            Build::Ready => {
                (failed, by) = (None, at);
                break;
            }
            build @ Build::Fault(_) => return Ok(Built { build, by }),
        }
    }
    let built = || program.not_executable().map_or(Build::Ready, Build::Fault);
    Ok(Built { build: failed.unwrap_or_else(built), by })
}

/// Why the commands of `grade.toml` cannot be executed, if so: never the submission's fault.
fn unusable(setup: &Setup<'_>, program: &Program) -> Result<Option<String>, Interrupted> {
    let dir = setup.workspace.fresh("trial");
    let limits = setup.config.build_limits();
    let mut tried = lock(&setup.tried);
    for (command, job) in program.trials(&dir) {
        let place = match tried.entry(command.to_owned()) {
            Entry::Occupied(known) if known.get().is_none() => continue,
            Entry::Occupied(known) => return Ok(known.get().clone()),
            Entry::Vacant(place) => place,
        };
        // Without the folder, the sandbox says so.
        let _ = Tree::create(&dir);
        let ran = setup.execute(&job, &limits);
        setup.workspace.discard(&dir);
        let why = match ran {
            Ok(report) if cannot_execute(&report.outcome) => report.outcome.to_string(),
            Ok(_) => {
                place.insert(None);
                continue;
            }
            Err(Fault::Interrupted) => return Err(Interrupted),
            Err(fault) => fault.to_string(),
        };
        return Ok(place.insert(Some(format!("`{command}` of grade.toml: {why}"))).clone());
    }
    Ok(None)
}

/// Why packages of `grade.toml` cannot be installed, if so: never the submission's fault. They are installed once.
fn not_installed(setup: &Setup<'_>, program: &Program) -> Result<Option<String>, Interrupted> {
    let packages = program.packages.as_ref().and_then(|it| Some((it, program.install_job(it)?)));
    let Some((packages, job)) = packages else { return Ok(None) };
    let mut tried = lock(&setup.tried);
    if let Some(known) = tried.get(&packages.key) {
        return Ok(known.clone());
    }
    // Without the folder, the sandbox says so.
    let _ = Tree::create(&packages.folder);
    let why = match setup.execute(&job, &setup.config.build_limits()) {
        Ok(report) if report.outcome == Outcome::Exited(0) => None,
        Ok(report) => {
            let words = format!("{}{}", report.stdout, report.stderr);
            Some(format!("{}\n{}", report.outcome, excerpt(&words, LONGEST_MESSAGE)))
        }
        Err(Fault::Interrupted) => return Err(Interrupted),
        Err(fault) => Some(fault.to_string()),
    };
    let names = packages.names.join(", ");
    let why = why.map(|it| format!("The packages of grade.toml ({names}) are not installed: {it}"));
    Ok(tried.entry(packages.key.clone()).or_insert(why).clone())
}

/// Whether a command ended so because what it names cannot be executed or is not there, as shells say it.
const fn cannot_execute(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::NotExecutable(_) | Outcome::Exited(126 | 127))
}

fn build_by(setup: &Setup<'_>, program: &Program, job: &Job) -> Result<Build, Interrupted> {
    let mut attempts = 2;
    let report = loop {
        let report = match setup.execute(job, &setup.config.build_limits()) {
            Ok(report) => report,
            Err(Fault::Interrupted) => return Err(Interrupted),
            Err(fault) => {
                return Ok(Build::Fault(format!("The build could not be run: {fault}.")));
            }
        };
        attempts -= 1;
        // The clock depends on what else the machine has to do, but a build that sleeps is no fault of the machine's.
        if report.outcome != Outcome::WallLimit || attempts == 0 {
            break report;
        }
    };
    let words = format!("{}{}", report.stdout, report.stderr);
    if let (true, Some(why)) = (report.outcome != Outcome::Exited(0), setup.workspace.full()) {
        return Ok(Build::Fault(why));
    }
    Ok(match report.outcome {
        Outcome::Exited(0) => Build::Ready,
        Outcome::WallLimit => Build::Failed("The build timed out twice.".to_owned()),
        Outcome::NotExecutable(why) => Build::Fault(format!("The compiler cannot be run: {why}.")),
        outcome if !program.is_usual() && cannot_execute(&outcome) => {
            let words = excerpt(&words, LONGEST_MESSAGE);
            Build::Fault(format!("The build of grade.toml: {outcome}.\n{words}"))
        }
        Outcome::Exited(_) => Build::Failed(excerpt(&words, LONGEST_MESSAGE)),
        other => {
            let words = format!("The compiler ended by {other}.\n{words}");
            Build::Failed(excerpt(&words, LONGEST_MESSAGE))
        }
    })
}

/// How the lines begin that our own options make a tool write; nobody who reads them knows of those.
const OUR_DOING: [&str; 2] = ["Picked up JAVA_TOOL_OPTIONS:", "Picked up _JAVA_OPTIONS:"];

/// `text` in at most about `most` characters: both its ends, in whole lines as far as there are any. A
/// traceback says at its end what happened, a compiler at the beginning.
pub(super) fn excerpt(text: &str, most: usize) -> String {
    let theirs = |line: &&str| !OUR_DOING.iter().any(|ours| line.starts_with(ours));
    let lines: Vec<_> = text.lines().filter(theirs).collect();
    let text = lines.join("\n");
    let text = text.trim_end();
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most / 2).collect();
    let tail: String = text.chars().skip(length - most / 2).collect();
    let head = head.rsplit_once('\n').map_or(head.as_str(), |it| it.0);
    let tail = tail.split_once('\n').map_or(tail.as_str(), |it| it.1);
    let omitted = length - head.chars().count() - tail.chars().count();
    format!("{head}\n[... {omitted} characters left out ...]\n{tail}")
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn a_long_traceback_keeps_its_last_line() {
        let frames: String =
            (0..500).map(|frame| format!("  File \"mancala.py\", line {frame}\n")).collect();
        let text = format!("Traceback:\n{frames}RecursionError: too deep\n");
        let short = excerpt(&text, 2000);
        assert!(short.chars().count() < 2100);
        assert!(short.starts_with("Traceback:\n  File"), "{short}");
        assert!(short.ends_with("\nRecursionError: too deep"), "{short}");
        assert!(short.contains("characters left out"));
    }

    #[test]
    fn one_long_line_is_cut_in_the_middle() {
        let short = excerpt(&"ä".repeat(5000), 2000);
        assert_eq!(short.matches('ä').count(), 2000);
        assert!(short.contains("[... 3000 characters left out ...]"));
    }

    #[test]
    fn our_own_options_are_not_shown() {
        let text = "Picked up JAVA_TOOL_OPTIONS: -Xmx768m\nException in thread \"main\"\n";
        assert_eq!(excerpt(text, 2000), "Exception in thread \"main\"");
        assert_eq!(excerpt("Picked up JAVA_TOOL_OPTIONS: -Xmx1m\n", 2000), "");
    }
}
