//! A submission becomes a program that can be run, if it can.
//!
//! Nothing is built if all results are known, and nothing is built again that did not compile.
//!
//! Left out: the cases.

use std::fs;
use std::sync::{Mutex, PoisonError};

use super::builds::Builds;
use super::excerpt::excerpt;
use super::setup::{Rerun, Setup};
use crate::grade::cases::GradingCase;
use crate::grade::key;
use crate::grade::ledger::{Known, Ledger, LedgerError, Record, append};
use crate::grade::result::{Build, SubmissionRecord};
use crate::grade::submission::collect::CollectError;
use crate::grade::submission::recognise::recognise;
use crate::grade::submission::{Collected, Found, Program, Toolchains, collect};
use crate::judge::verdict::Verdict;
use sandbox::{Fault, Job, Limits, Outcome};

/// The most of a compiler's words that is kept, in characters.
const LONGEST_MESSAGE: usize = 4000;

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
    toolchains: &Toolchains,
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
    let (mut record, mut program) = match identify(setup, found, toolchains) {
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
            Ok(build) => {
                record.build = build;
                record.warnings.extend(older_build(&program));
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
    prepared.is_built || matches!(build(setup, program), Ok(Build::Ready))
}

/// The submission's program, or the record that says why there is none.
fn identify(
    setup: &Setup<'_>,
    found: &Found,
    toolchains: &Toolchains,
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
    let recognised = match recognise(&root) {
        Ok(recognised) => recognised,
        Err(why) => return Err(without_program(record, Build::Failed(why))),
    };
    record.language = recognised.language.name().to_owned();
    record.warnings.extend(recognised.warnings.clone());
    let decides = match recognised.python2_line.as_str() {
        "" => String::new(),
        line => format!("; {line} can only be Python 2"),
    };
    let commands = setup.config.commands(&record.language);
    match Program::new(&root, recognised, &commands, toolchains) {
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
pub fn program(
    setup: &Setup<'_>,
    found: &Found,
    toolchains: &Toolchains,
) -> Result<(String, Program), String> {
    let (record, program) = match identify(setup, found, toolchains) {
        Ok(identified) => identified,
        Err(record) => return Err(words(record.build)),
    };
    match build(setup, &program) {
        Ok(Build::Ready) => Ok((record.program, program)),
        Ok(build) => Err(words(build)),
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
    let (limits, tier) = (setup.config.limits(), setup.sandbox.tier());
    let (mut reusable, mut to_run) = (Vec::new(), Vec::new());
    let wanted = setup
        .cases
        .iter()
        .filter(|case| setup.takes(&record.name, &case.name));
    for case in wanted {
        let key = key::of_case(&record.program, &case.digest(), &limits, tier);
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

/// The run was cancelled.
struct Interrupted;

/// The file in a program's folder that says which build was the first to take it. It lies there for
/// those who find the program built.
const BUILT_BY: &str = ".built-by";

/// Builds a program, if need be as compilers did when it was written.
fn build(setup: &Setup<'_>, program: &Program) -> Result<Build, Interrupted> {
    let limits = setup.config.build_limits();
    let mut failed = None;
    for (at, job) in program.build_jobs(&limits).enumerate() {
        match build_by(setup, &job, &limits)? {
            Build::Failed(why) => failed = failed.or(Some(Build::Failed(why))),
            Build::Ready => {
                // Without it, nothing is said of it.
                let _ = fs::write(program.folder().join(BUILT_BY), at.to_string());
                return Ok(Build::Ready);
            }
            fault @ Build::Fault(_) => return Ok(fault),
        }
    }
    Ok(failed.unwrap_or(Build::Ready))
}

/// What is said of a program that today's compiler refuses and an older one takes.
fn older_build(program: &Program) -> Option<String> {
    let at = fs::read_to_string(program.folder().join(BUILT_BY)).ok()?;
    let older = program.older_build(at.parse().ok()?)?;
    Some(format!(
        "today's compiler refuses it, so it is built by `{older}`"
    ))
}

fn build_by(setup: &Setup<'_>, job: &Job, limits: &Limits) -> Result<Build, Interrupted> {
    let mut attempts = 2;
    let report = loop {
        let report = match setup.sandbox.run(job, limits, setup.cancel) {
            Ok(report) => report,
            Err(Fault::Interrupted) => return Err(Interrupted),
            Err(fault) => {
                let why = format!("The build could not be run: {fault}.");
                return Ok(Build::Fault(why));
            }
        };
        attempts -= 1;
        // The clock depends on what else the machine has to do, but a build that sleeps is no fault
        // of the machine's.
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
        Outcome::WallLimit => {
            Build::Failed("The build took too long on the clock, twice.".to_owned())
        }
        Outcome::NotExecutable(why) => Build::Fault(format!("The compiler cannot be run: {why}.")),
        Outcome::Exited(_) => Build::Failed(excerpt(&words, LONGEST_MESSAGE)),
        other => {
            let words = format!("The compiler ended by {other}.\n{words}");
            Build::Failed(excerpt(&words, LONGEST_MESSAGE))
        }
    })
}
