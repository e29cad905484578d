//! A program is built, of equal ones only one, if need be as compilers did when it was written; what they said is kept
//! short.

use std::collections::btree_map::Entry;

use super::builds::{Built, lock};
use crate::result::Build;
use crate::run::setup::Setup;
use crate::submission::Program;
use sandbox::{Fault, Job, Outcome, Tree};

/// The most of a compiler's words that is kept, in characters.
const LONGEST_MESSAGE: usize = 4000;

pub(super) struct Interrupted;

pub(super) fn build(setup: &Setup<'_>, program: &Program) -> Result<Built, Interrupted> {
    let (mut failed, mut by) = (None, 0);
    let why = match unusable(setup, program)? {
        None => not_installed(setup, program)?,
        why => why,
    };
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
