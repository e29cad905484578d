//! A submission becomes a program that can be run, if it can.
//!
//! Nothing is built if all results are known, and nothing is built again that did not compile.

use std::sync::Mutex;

use super::execution::{Answers, CaseRun, try_out};
use super::setup::{Interrupted, Setup, build, lock};
use crate::cases::GradingCase;
use crate::grading::Rerun;
use crate::ledger::{Ledger, Record, State, append};
use crate::result::{Build, SubmissionRecord, key_of};
use crate::submission::advice::{advice_on_build, inputs_named, is_of_python_2};
use crate::submission::collect::{CollectError, Collected, collect, copy_tree};
use crate::submission::command::Program;
use crate::submission::find::Found;
use crate::submission::recognise::{Recognised, candidates};
use crate::submission::toolchain::Packages;
use journal::JournalError;
use mancala::homework::compare::Verdict;
use sandbox::{Limits, Tree};

#[derive(Debug)]
pub struct Prepared<'a> {
    /// What the ledger says of it.
    pub record: SubmissionRecord,
    /// How it is run; `None` if it is not.
    pub program: Option<Program>,
    /// Whether it was built in this run, or needs no building.
    is_built: bool,
    pub to_run: Vec<&'a GradingCase>,
    pub reused: usize,
}

impl Prepared<'_> {
    pub(super) fn run_of<'r, 'a>(
        &'r self,
        setup: &'r Setup<'a>,
        case: &'r GradingCase,
        limits: &'r Limits,
    ) -> CaseRun<'r, 'a> {
        CaseRun { setup, record: &self.record, program: self.program.as_ref(), case, limits }
    }
}

/// Prepares a submission; `None` if the run was cancelled meanwhile.
pub(super) fn prepare<'a>(
    setup: &Setup<'a>,
    found: &Found,
    ledger: &Mutex<Ledger>,
) -> Result<Option<Prepared<'a>>, JournalError> {
    let nothing_to_run =
        |record| Prepared { record, program: None, is_built: false, to_run: Vec::new(), reused: 0 };
    let candidates = match identify(setup, found) {
        Ok(identified) => identified,
        Err(record) => {
            append(ledger, Record::Submission((*record).clone()))?;
            return Ok(Some(nothing_to_run(*record)));
        }
    };
    let earlier = {
        let ledger = lock(ledger);
        let known = ledger.state();
        chosen_before(setup, &candidates, known).map(|(at, earlier)| {
            (at, earlier, !plan(setup, &candidates[at].record, known).1.is_empty())
        })
    };
    let Ok((Candidate { record, program, .. }, is_built)) = choose(setup, candidates, earlier)
    else {
        return Ok(None);
    };
    let (reused, to_run) = plan(setup, &record, lock(ledger).state());
    append(ledger, Record::Submission(record.clone()))?;
    if record.build != Build::Ready {
        return Ok(Some(nothing_to_run(record)));
    }
    Ok(Some(Prepared { record, program: Some(program), is_built, to_run, reused }))
}

/// A program that a submission may be, and a way to run it.
struct Candidate {
    /// What the ledger is to say of it.
    record: SubmissionRecord,
    program: Program,
    /// The hash of what determines its build, which all ways to run a program share.
    build: String,
    /// Why it cannot be run by an older version of its language, which it may be written in.
    no_older: Option<String>,
}

impl Candidate {
    fn build(&mut self, setup: &Setup<'_>) -> Result<(), Interrupted> {
        let built = setup.ready(&self.build, &mut self.program)?;
        self.record.warnings.extend(built.warning(&self.program));
        self.record.build = built.build;
        Ok(())
    }
}

/// What was chosen before among these, by its place, how its build went then, and whether something is to be run.
type Earlier = (usize, SubmissionRecord, bool);

/// The candidate that was chosen before; else the first that answers; where none does, the very first. And whether it
/// was built for that.
fn choose(
    setup: &Setup<'_>,
    candidates: Vec<Candidate>,
    earlier: Option<Earlier>,
) -> Result<(Candidate, bool), Interrupted> {
    let mut candidates = candidates.into_iter();
    if let Some((at, earlier, has_to_run)) = earlier
        && let Some(mut chosen) = candidates.nth(at)
    {
        let is_built = earlier.build == Build::Ready && has_to_run;
        if is_built {
            chosen.build(setup)?;
        }
        if chosen.record.build == Build::Ready {
            (chosen.record.build, chosen.record.warnings) = (earlier.build, earlier.warnings);
        }
        return Ok((chosen, is_built));
    }
    let mut best: Option<(Answers, Candidate)> = None;
    let mut no_older = None;
    for mut candidate in candidates {
        no_older = no_older.or(candidate.no_older.take());
        let mut is_other = false;
        if let Some((_, first)) = &best {
            is_other = first.program.recognised.program != candidate.program.recognised.program;
            let copy = setup.workspace.fresh("candidate");
            let is_hopeless = !is_other && first.record.build != Build::Ready;
            if is_hopeless || copy_tree(&candidate.program.folder, &copy).is_err() {
                continue;
            }
            candidate.program.folder = copy;
        }
        candidate.build(setup)?;
        let Candidate { record, program, .. } = &mut candidate;
        let (answers, why) = match record.build {
            Build::Ready if program.is_usual() => try_out(setup, program)?,
            Build::Failed(_) => {
                let root = Tree::open(&program.folder).ok();
                let why = root.and_then(|it| advice_on_build(&it, program));
                (Answers::Nothing, why.into_iter().collect())
            }
            _ if best.is_some() => continue,
            _ => (Answers::ALog, Vec::new()),
        };
        let is_of_python_2 = |of: &[String]| of.iter().any(|it| is_of_python_2(it));
        match &mut best {
            // Both answer nothing, and the other one says why.
            Some((Answers::Nothing, first))
                if program.recognised.language != first.program.recognised.language
                    && is_of_python_2(&first.record.warnings)
                    && !(why.is_empty() || is_of_python_2(&why)) =>
            {
                record.warnings.extend(why);
            }
            Some((most, _)) if answers <= *most => continue,
            Some((_, first)) if program.repair.is_some() && !setup.grading.adopt => {
                let said = record.warnings.pop().unwrap_or_default();
                let said = format!("`mancala grade --adopt` makes it answer: {said}");
                first.record.warnings.push(said);
                break;
            }
            Some((most, first)) if is_other => {
                let what = match (&first.record.build, most) {
                    (Build::Failed(_), _) => "does not compile",
                    (_, Answers::AState) => "writes no log",
                    _ => "does not answer",
                };
                let [first, main] =
                    [&first.program, program].map(|it| it.recognised.program.display());
                let said = format!("{first} {what}, so {main} was run");
                record.warnings.push(said);
            }
            Some(_) => {}
            None => record.warnings.extend(why),
        }
        best = Some((answers, candidate));
        if answers == Answers::ALog {
            break;
        }
    }
    let (answers, mut chosen) = best.ok_or(Interrupted)?;
    let of_python_2 = chosen.record.warnings.iter().find(|it| is_of_python_2(it));
    if let (Answers::Nothing, Some(why), Some(said)) = (answers, no_older, of_python_2) {
        chosen.record.build = Build::Fault(format!("No program: {why}; by python3, {said}"));
    }
    Ok((chosen, true))
}

/// The candidate that was chosen before, by its place, and how its build went then.
fn chosen_before(
    setup: &Setup<'_>,
    candidates: &[Candidate],
    known: &State,
) -> Option<(usize, SubmissionRecord)> {
    let earlier = known.submissions.get(&candidates.first()?.record.name)?;
    let at = candidates.iter().position(|it| it.record.program == earlier.program)?;
    // What failed by the grader's fault is tried again.
    let is_known = match earlier.build {
        Build::Ready => true,
        Build::Failed(_) => setup.grading.rerun == Rerun::Nothing,
        Build::Fault(_) => false,
    };
    // What was chosen with a repair holds where repairs are adopted; what something was said of is then tried anew.
    let is_repair = candidates[at].program.repair.is_some();
    let holds = match setup.grading.adopt {
        true => is_repair || earlier.warnings == candidates[at].record.warnings,
        false => !is_repair,
    };
    (is_known && holds).then(|| (at, earlier.clone()))
}

/// Whether a submission's program was built before, how many of its results are known, and the cases to be run; `None`
/// where there is no program.
pub(super) fn planned<'a>(
    setup: &Setup<'a>,
    found: &Found,
    known: &State,
) -> Option<(bool, usize, Vec<&'a GradingCase>)> {
    let candidates = identify(setup, found).ok()?;
    let before = chosen_before(setup, &candidates, known);
    if before.as_ref().is_some_and(|(_, it)| it.build != Build::Ready) {
        return None;
    }
    let record = &candidates[before.as_ref().map_or(0, |it| it.0)].record;
    let (reused, to_run) = plan(setup, record, known);
    Some((before.is_some(), reused, to_run))
}

/// Whether there is a program that can be run now; it is built if that was not needed before.
pub(super) fn is_built(setup: &Setup<'_>, prepared: &Prepared<'_>) -> bool {
    let Some(program) = &prepared.program else { return false };
    prepared.is_built || build(setup, program).is_ok_and(|it| it.build == Build::Ready)
}

/// What a submission's program may be, the likeliest first, or the record that says why there is none.
fn identify(setup: &Setup<'_>, found: &Found) -> Result<Vec<Candidate>, Box<SubmissionRecord>> {
    let mut record = SubmissionRecord {
        name: found.name.clone(),
        people: found.people.clone(),
        late_days: found.late_days,
        submitted: found.submitted,
        ..SubmissionRecord::default()
    };
    let programs = look_for_programs(setup, found, &mut record);
    programs.map_err(|build| Box::new(SubmissionRecord { build, ..record }))
}

fn look_for_programs(
    setup: &Setup<'_>,
    found: &Found,
    about: &mut SubmissionRecord,
) -> Result<Vec<Candidate>, Build> {
    let files = collect(found, &setup.workspace.fresh("submission"));
    let Collected { root: folder, digest, warnings, newest } =
        files.map_err(|error| match error {
            CollectError::Unusable(why) => Build::Failed(why),
            CollectError::Io(error) => {
                Build::Fault(format!("The submission cannot be copied: {error}."))
            }
        })?;
    about.warnings = warnings;
    about.program = digest.clone();
    about.submitted = about.submitted.or(newest.filter(|_| setup.config.late.file_times));
    let unreadable = |error| Build::Fault(format!("The submission cannot be read: {error}."));
    let root = Tree::open(&folder).map_err(unreadable)?;
    let mut programs: Vec<Candidate> = Vec::new();
    for newest in candidates(&root).map_err(Build::Failed)? {
        let is_first = programs.is_empty();
        let older = newest.older.map(|language| Recognised { language, ..newest.clone() });
        let mut others = Vec::new();
        for (at, recognised) in std::iter::once(newest).chain(older).enumerate() {
            let mut record = about.clone();
            record.language = recognised.language.name().to_owned();
            record.warnings.extend(recognised.warnings.clone());
            let (commands, own) = setup.config.commands(&record.name, recognised.language);
            record.warnings.extend(own);
            let packages = Packages::of(&commands, &setup.workspace.scratch);
            let packages = packages.map_err(Build::Fault)?;
            let program = match Program::new(&folder, recognised, &commands, &setup.toolchains) {
                Ok(program) => Program { packages, ..program },
                Err(why) if at > 0 => {
                    programs.last_mut().into_iter().for_each(|it| it.no_older = Some(why.clone()));
                    continue;
                }
                // Another program than the first may need what is not there.
                Err(_) if !is_first => break,
                Err(why) => {
                    about.clone_from(&record);
                    return Err(Build::Fault(format!("No program: {why}.")));
                }
            };
            record.toolchain = program.toolchain();
            let main = Some(program.recognised.program.as_os_str().as_encoded_bytes())
                .filter(|_| !is_first);
            let hash = |program: &Program| {
                let parts = [&digest, &record.language, &program.commands(), &record.toolchain];
                journal::digest(parts.into_iter().map(String::as_bytes).chain(main))
            };
            let build = hash(&program);
            let candidate = |(program, said): (Program, Option<String>)| {
                let mut record = SubmissionRecord { program: hash(&program), ..record.clone() };
                record.warnings.extend(said);
                Candidate { record, program, build: build.clone(), no_older: None }
            };
            if is_first && program.is_usual() {
                let adopted = if setup.grading.adopt { " (--adopt)" } else { "" };
                let ways = program.other_ways(&inputs_named(&root, &program), adopted);
                others.extend(ways.into_iter().map(candidate));
            }
            programs.push(candidate((program.clone(), None)));
        }
        programs.extend(others);
    }
    Ok(programs)
}

/// A submission's program, built, with the hash of what determines it.
pub fn program(setup: &Setup<'_>, found: &Found) -> Result<(String, Program), String> {
    let trouble = |of: &SubmissionRecord| of.build.trouble().unwrap_or_default().to_owned();
    let candidates = identify(setup, found).map_err(|record| trouble(&record))?;
    match choose(setup, candidates, None) {
        Ok((Candidate { record, program, .. }, _)) if record.build == Build::Ready => {
            Ok((record.program, program))
        }
        Ok((chosen, _)) => Err(trouble(&chosen.record)),
        Err(Interrupted) => Err("the build was interrupted".to_owned()),
    }
}

/// The cases to run of a submission that was not prepared, as far as the ledger knows it.
pub(super) fn left(setup: &Setup<'_>, name: &str, known: &State) -> usize {
    let new = || SubmissionRecord { name: name.to_owned(), ..SubmissionRecord::default() };
    let record = known.submissions.get(name).cloned().unwrap_or_else(new);
    if record.build == Build::Ready { plan(setup, &record, known).1.len() } else { 0 }
}

/// How many results are reused, and the cases to run.
fn plan<'a>(
    setup: &Setup<'a>,
    record: &SubmissionRecord,
    known: &State,
) -> (usize, Vec<&'a GradingCase>) {
    let (limits, backend) = (setup.config.limits(), setup.sandbox.backend());
    let wanted = setup.grading.cases.cases.iter();
    let wanted = wanted.filter(|case| setup.grading.takes_case(&case.name));
    let (reused, to_run): (Vec<_>, Vec<_>) = wanted.partition(|case| {
        let key = key_of(&record.program, &case.digest(), &limits, backend);
        let result = known.result(&record.name, &case.name);
        result.filter(|it| it.key == key && it.is_reusable()).is_some_and(|result| {
            match setup.grading.rerun {
                Rerun::Nothing => true,
                Rerun::Failed => result.verdict == Verdict::Accepted,
                Rerun::Everything => false,
            }
        })
    });
    (reused.len(), to_run)
}
