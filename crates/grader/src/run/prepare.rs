//! A submission becomes a program that can be run, if it can.
//!
//! Nothing is built if all results are known, and nothing is built again that did not compile.
//!
//! Left out: the cases.

use std::sync::{Mutex, PoisonError};

use super::builds::Builds;
use super::compile::{Interrupted, build};
use super::setup::{Rerun, Setup};
use crate::cases::GradingCase;
use crate::key;
use crate::ledger::{Known, Ledger, LedgerError, Record, append};
use crate::result::{Build, SubmissionRecord};
use crate::submission::collect::CollectError;
use crate::submission::recognise::recognise;
use crate::submission::{Collected, Found, Program, collect};
use mancala::homework::compare::verdict::Verdict;
use sandbox::Tree;

/// A submission, ready to run.
#[derive(Debug)]
pub struct Prepared<'a> {
    /// What the ledger says of it.
    pub record: SubmissionRecord,
    /// How it is run; `None` if it is not.
    pub program: Option<Program>,
    /// Whether it was built in this run, or needs no building.
    is_built: bool,
    /// The cases to run.
    pub to_run: Vec<&'a GradingCase>,
    /// Results that are known.
    pub reused: usize,
}

/// Prepares a submission; `None` if the run was cancelled meanwhile, or nothing of it is for us.
///
/// # Errors
/// If the ledger cannot be written.
pub(super) fn prepare<'a>(
    setup: &Setup<'a>,
    found: &Found,
    builds: &Builds,
    ledger: &Mutex<Ledger>,
) -> Result<Option<Prepared<'a>>, LedgerError> {
    let is_elsewhere = |case: &GradingCase| !setup.takes(&found.name, &case.name);
    if setup.shard.is_some() && setup.cases.iter().all(is_elsewhere) {
        return Ok(None);
    }
    let nothing_to_run = |record| Prepared {
        record,
        program: None,
        is_built: false,
        to_run: Vec::new(),
        reused: 0,
    };
    let (mut record, mut program) = match identify(setup, found) {
        Ok(identified) => identified,
        Err(record) => {
            append(ledger, Record::Submission((*record).clone()))?;
            return Ok(Some(nothing_to_run(*record)));
        }
    };
    let (reusable, to_run, built) = {
        let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let known = ledger.known();
        let (reusable, to_run) = plan(setup, &record, known);
        (reusable, to_run, earlier_build(setup, &record, known))
    };
    let is_built = match built {
        Some(earlier) if to_run.is_empty() || earlier.build != Build::Ready => {
            (record.build, record.warnings) = (earlier.build, earlier.warnings);
            false
        }
        _ => match builds.ready(setup, &record.program, &mut program, |it| build(setup, it)) {
            Ok(built) => {
                record.warnings.extend(built.warning(&program));
                record.build = built.build;
                true
            }
            Err(Interrupted) => return Ok(None),
        },
    };
    append(ledger, Record::Submission(record.clone()))?;
    if record.build != Build::Ready {
        return Ok(Some(nothing_to_run(record)));
    }
    let reused = reusable.len();
    for record in reusable {
        // Says nothing new unless another result came later.
        append(ledger, record)?;
    }
    Ok(Some(Prepared {
        record,
        program: Some(program),
        is_built,
        to_run,
        reused,
    }))
}

/// Whether there is a program that can be run now; it is built if that was not needed before.
pub(super) fn is_built(setup: &Setup<'_>, prepared: &Prepared<'_>) -> bool {
    let Some(program) = &prepared.program else {
        return false;
    };
    prepared.is_built || build(setup, program).is_ok_and(|it| it.build == Build::Ready)
}

/// The submission's program, or the record that says why there is none.
fn identify(
    setup: &Setup<'_>,
    found: &Found,
) -> Result<(SubmissionRecord, Program), Box<SubmissionRecord>> {
    let mut record = SubmissionRecord {
        name: found.name.clone(),
        people: found.people.clone(),
        program: String::new(),
        language: String::new(),
        toolchain: String::new(),
        late_days: found.late_days,
        build: Build::Ready,
        warnings: Vec::new(),
    };
    let without_program = |mut record: SubmissionRecord, build: Build| {
        record.build = build;
        Box::new(record)
    };
    let files = match collect(found, &setup.workspace.fresh("submission")) {
        Ok(files) => files,
        Err(CollectError::Unusable(why)) => {
            return Err(without_program(record, Build::Failed(why)));
        }
        Err(CollectError::Io(error)) => {
            let why = format!("The submission cannot be copied: {error}.");
            return Err(without_program(record, Build::Fault(why)));
        }
    };
    let Collected { root, digest, .. } = files;
    record.warnings = files.warnings;
    record.program = digest.clone();
    let recognised = match Tree::open(&root).map(|root| recognise(&root)) {
        Ok(Ok(recognised)) => recognised,
        Ok(Err(why)) => return Err(without_program(record, Build::Failed(why))),
        Err(error) => {
            let why = format!("The submission cannot be read: {error}.");
            return Err(without_program(record, Build::Fault(why)));
        }
    };
    record.language = recognised.language.name().to_owned();
    record.warnings.extend(recognised.warnings.clone());
    let decides = match recognised.python2_line.as_str() {
        "" => String::new(),
        line => format!("; {line} can only be Python 2"),
    };
    let commands = setup.config.commands(&record.language);
    match Program::new(&root, recognised, &commands, setup.toolchains) {
        Err(why) => Err(without_program(
            record,
            Build::Fault(format!("No program: {why}{decides}.")),
        )),
        Ok(program) => {
            record.toolchain = program.toolchain();
            record.program = key::digest([
                digest.as_bytes(),
                record.language.as_bytes(),
                program.commands().as_bytes(),
                record.toolchain.as_bytes(),
            ]);
            Ok((record, program))
        }
    }
}

/// A submission's program, built, with the hash of what determines it.
///
/// # Errors
/// Why there is none, by whosever fault.
pub fn program(setup: &Setup<'_>, found: &Found) -> Result<(String, Program), String> {
    let (record, program) = match identify(setup, found) {
        Ok(identified) => identified,
        Err(record) => return Err(words(record.build)),
    };
    match build(setup, &program) {
        Ok(built) if built.build == Build::Ready => Ok((record.program, program)),
        Ok(built) => Err(words(built.build)),
        Err(Interrupted) => Err("the build was interrupted".to_owned()),
    }
}

fn words(build: Build) -> String {
    match build {
        Build::Ready => String::new(),
        Build::Failed(words) | Build::Fault(words) => words,
    }
}

/// Results to reuse, and cases to run.
fn plan<'a>(
    setup: &Setup<'a>,
    record: &SubmissionRecord,
    known: &Known,
) -> (Vec<Record>, Vec<&'a GradingCase>) {
    let (limits, backend) = (setup.config.limits(), setup.sandbox.backend());
    let (mut reusable, mut to_run) = (Vec::new(), Vec::new());
    let wanted = setup
        .cases
        .iter()
        .filter(|case| setup.takes(&record.name, &case.name));
    for case in wanted {
        let key = key::of_case(&record.program, &case.digest(), &limits, backend);
        let result = known
            .reusable(&record.name, &case.name, &key)
            .filter(|result| match setup.rerun {
                Rerun::Nothing => true,
                Rerun::Failed => result.verdict == Verdict::Accepted,
                Rerun::Everything => false,
            });
        match result {
            Some(result) => reusable.push(Record::Case(Box::new(result.clone()))),
            None => to_run.push(case),
        }
    }
    (reusable, to_run)
}

/// How the same program's build went before. What failed by the grader's fault is tried again.
fn earlier_build(
    setup: &Setup<'_>,
    record: &SubmissionRecord,
    known: &Known,
) -> Option<SubmissionRecord> {
    let earlier = known.submission(&record.name, &record.program)?;
    match (&earlier.build, setup.rerun) {
        (Build::Ready, _) | (Build::Failed(_), Rerun::Nothing) => Some(earlier.clone()),
        _ => None,
    }
}
