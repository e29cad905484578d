//! What is known of a submission as data, which a journal keeps. [`words`](crate::words) makes sentences of it when
//! somebody reads, so that what was found out long ago is told in today's words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::diagnosis::first_rows::{FirstRows, first_rows};
use crate::diagnosis::own_rows::{OwnRows, own_rows};
use crate::diagnosis::partial::{Exception, PartTruth};
use crate::diagnosis::run_fault::RunFault;
use crate::diagnosis::state_fault::{StateFault, state_fault};
use crate::diagnosis::{Diagnosis, Kind, diagnose, is_silent};
use crate::evidence::{End, Evidence, FormatFault, without_chance};
use crate::hypothesis::cache::Judged;
use crate::hypothesis::features::{Features, Shared, shared, shared_in_part};
use crate::hypothesis::writes;
use crate::interview::evidence_of;
use crate::mistakes::{CATALOGUE, Mistake, Scope, Switches};
use crate::profile::battery::{Answer, Outcome, Probe};
use mancala::homework::compare::{Finding, OutputFile, judge_log};

/// To be raised when the search for what explains an output finds something else with the same catalogue.
const SEARCH: u64 = 7;

/// The version of the catalogue and of the search in it: what was found out by another one may be found out anew.
/// It follows from the keys of all mistakes and of the places where one can be made.
pub fn catalogue_version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let scopes = Scope::known_words().into_iter().flatten();
        let keys = CATALOGUE.iter().map(|entry| entry.key);
        format!("{:016x}", digest(keys.chain(scopes)))
    });
    &VERSION
}

/// FNV-1a, which is the same everywhere; a newline ends each text.
fn digest(texts: impl Iterator<Item = &'static str>) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ SEARCH;
    texts.fold(start, |hash, text| {
        let bytes = text.bytes().chain([b'\n']);
        bytes.fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    })
}

/// What is known of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The [version](catalogue_version) by which they were found out.
    pub catalogue: String,
    /// How much is known.
    pub kind: Kind,
    /// Cases of which anything is known.
    pub(crate) cases: usize,
    /// Those of them that have an output.
    pub(crate) with_output: usize,
    /// Those of these in which the run ended by itself.
    pub(crate) ended: usize,
    /// Those of them whose output is wrong, faults of form aside.
    pub(crate) not_right: usize,
    /// Cases that ended by themselves without an output that was asked for.
    pub(crate) silent: usize,
    /// Names of cases that left nothing to look at, and are not right.
    pub(crate) unseen: Vec<String>,
    /// What several of them have in common, and no other case.
    #[serde(default)]
    pub(crate) shared_by_unseen: Option<Shared>,
    /// Faults of form, and in how many cases.
    pub(crate) faults: BTreeMap<FormatFault, usize>,
    pub(crate) run_faults: Vec<RunFault>,
    /// The first programs that write all that was written.
    pub(crate) exact: Vec<Switches>,
    pub(crate) nearest: Option<Nearest>,
    pub(crate) exception: Option<Exception>,
    pub(crate) parts: Vec<PartTruth>,
    /// If nothing explains everything: what the first wrong rows have in common.
    #[serde(default)]
    pub(crate) first_rows: Vec<FirstRows>,
    /// The same of what rows say that is wrong by the rows above them.
    #[serde(default)]
    pub(crate) own_rows: Vec<OwnRows>,
    pub(crate) shared: Option<SharedByWrong>,
    /// What came of asking the program itself.
    pub(crate) asked: Asked,
    /// Every wrong case, the smallest first.
    pub(crate) wrong: Vec<WrongOutput>,
}

impl Facts {
    /// Whether the mistakes that are told explain a wrong answer to a probe whose rule none of them breaks.
    pub fn explains(&self, probe: &Probe, answer: &Answer) -> bool {
        if probe.outcome(answer).0 != Outcome::Failed {
            return false;
        }
        let Some(evidence) =
            probe.written(answer).and_then(|it| evidence_of(&probe.problem, End::Normal, it))
        else {
            return false;
        };
        let named = self.exact.first().filter(|_| self.kind == Kind::Named);
        let parts = self.parts.iter().filter(|it| it.part.has(&probe.assignment));
        let of_part = parts.map(|it| (it.part.without_rest(&evidence), it.switches));
        let mut told = named.map(|&it| (evidence.clone(), it)).into_iter().chain(of_part);
        told.any(|(evidence, told)| {
            let breaks = |it: Mistake| it.entry().breaks(probe.rule);
            !told.mistakes().any(breaks) && writes(&evidence, told)
        })
    }
}

/// What came of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Asked {
    /// Answers of the program that the explanation was held against, besides the cases.
    pub answers: usize,
    /// Other inputs on which it crashed, timed out, wrote nothing, or misread how they are laid out.
    #[serde(default)]
    pub failed: usize,
    /// Fresh inputs on which it wrote what the explanation says.
    pub confirmed: usize,
    /// Whether its answers speak against everything that was found.
    pub is_refuted: bool,
}

/// The program that comes nearest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Nearest {
    pub(crate) switches: Switches,
    /// Wrong cases that it writes exactly.
    pub(crate) whole: usize,
    /// Wrong cases in which it goes on like the submission where a right program does not.
    pub(crate) later: usize,
}

/// What the wrong outputs share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SharedByWrong {
    pub(crate) shared: Shared,
    /// Right cases that share it.
    pub(crate) also: usize,
    pub(crate) others: usize,
}

/// A wrong case.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct WrongOutput {
    pub(crate) name: String,
    pub(crate) end: End,
    pub(crate) has_output: bool,
    /// What should have been written and was not.
    pub(crate) missing: Vec<OutputFile>,
    pub(crate) log: Option<LogFault>,
    pub(crate) state: Option<StateFault>,
    pub(crate) faults: Vec<FormatFault>,
    /// The first wrong row: of the first case of its kind.
    pub(crate) first_row: Option<Finding>,
}

/// Where a log goes wrong; lines count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogFault {
    /// From this line on.
    From(usize),
    /// It ends after this line.
    EndsAfter(usize),
}

/// Programs with a mistake that are kept where several write the same.
const MAX_EXACT: usize = 3;

/// Finds out what explains what a submission wrote; the same for the same evidence, in a bounded amount of work.
///
/// All cases together are evidence: an explanation must also say why the right ones are right.
pub fn find_out(cases: &[Evidence]) -> Facts {
    let cases = &without_chance(cases.into());
    facts(diagnose(cases), cases, &[], Asked::default())
}

/// What a diagnosis of these cases has found, and these answers of the program.
pub(crate) fn facts(
    diagnosis: Diagnosis<'_>,
    cases: &[Evidence],
    answers: &[Evidence],
    asked: Asked,
) -> Facts {
    let cases = cases.iter().filter(|case| case.is_case);
    let (seen, unseen): (Vec<_>, Vec<_>) = cases.partition(|case| case.says_something());
    let shared_by_unseen = shared_by(&unseen, &seen);
    let shared_by_unseen = shared_by_unseen.filter(|it| it.of_kind == unseen.len().max(2));
    let judged = diagnosis.judged.iter().filter(|it| it.case.is_case);
    let judged: Vec<_> = judged.map(|it| (it.case, it.is_right())).collect();
    let shared = what_wrong_ones_share(&judged).or_else(|| {
        let whole = answers.iter().filter(|it| it.end == End::Normal && asked.is_refuted);
        let answers = whole.map(|it| (it, writes(it, Switches::NONE)));
        what_wrong_ones_share(&judged.iter().copied().chain(answers).collect::<Vec<_>>())
    });
    let wrong = wrong_outputs(&diagnosis);
    let kind = match diagnosis.kind(seen.len()) {
        Kind::Right | Kind::Named | Kind::Partly if asked.is_refuted => Kind::Described,
        Kind::Right if shared_by_unseen.is_some() => Kind::Named,
        Kind::Right if !unseen.is_empty() => Kind::Described,
        kind => kind,
    };
    let (first_rows, own_rows) = match kind {
        // A page explains a few outputs at most, and is to stay small.
        Kind::Described if !cfg!(target_family = "wasm") => {
            (first_rows(&diagnosis.judged), own_rows(&diagnosis.judged))
        }
        _ => Default::default(),
    };
    let Diagnosis { judged, silent, faults, run_faults, found, .. } = diagnosis;
    let judged: Vec<_> = judged.iter().filter(|it| it.case.is_case).collect();
    let mut exact = found.exact;
    exact.truncate(MAX_EXACT);
    Facts {
        catalogue: catalogue_version().to_owned(),
        kind,
        cases: seen.len(),
        with_output: judged.len(),
        ended: judged.iter().filter(|it| it.case.end == End::Normal).count(),
        not_right: judged.iter().filter(|it| !it.is_right()).count(),
        silent,
        unseen: match kind {
            Kind::NoEvidence => Vec::new(),
            _ => unseen.iter().map(|case| case.name.clone()).collect(),
        },
        shared_by_unseen,
        faults,
        run_faults,
        exact,
        nearest: found.nearest.map(|it| Nearest {
            switches: it.switches,
            whole: it.whole,
            later: it.later,
        }),
        exception: found.exception,
        parts: found.parts,
        first_rows,
        own_rows,
        shared: shared.filter(|_| kind == Kind::Described),
        asked,
        wrong,
    }
}

/// What the wrong ones share, of cases or answers of which it is known whether they are right.
fn what_wrong_ones_share(judged: &[(&Evidence, bool)]) -> Option<SharedByWrong> {
    let (right, wrong): (Vec<&(&Evidence, bool)>, Vec<_>) = judged.iter().partition(|it| it.1);
    let [right, wrong] = [right, wrong].map(|some| some.iter().map(|it| it.0).collect::<Vec<_>>());
    let shared = shared_by(&wrong, &right)?;
    Some(SharedByWrong { also: shared.of_kind - wrong.len(), others: right.len(), shared })
}

/// What some cases share and no others do. It takes a search of each, so none where nothing can be told apart.
fn shared_by(some: &[&Evidence], others: &[&Evidence]) -> Option<Shared> {
    let of =
        |it: &[&Evidence]| it.iter().map(|it| Features::of(&it.assignment)).collect::<Vec<_>>();
    if some.is_empty() || others.is_empty() {
        return None;
    }
    let (some, others) = (of(some), of(others));
    shared(&some, &others).or_else(|| shared_in_part(&some, &others))
}

fn wrong_outputs(diagnosis: &Diagnosis<'_>) -> Vec<WrongOutput> {
    let mut told = Vec::new();
    let mut all = Vec::new();
    for judged in diagnosis.judged.iter().filter(|it| it.case.is_case && is_wrong(it)) {
        let task = judged.case.assignment.task;
        let first_row = (!told.contains(&task)).then(|| first_wrong_row(judged)).flatten();
        told.extend(first_row.as_ref().map(|_| task));
        all.push(WrongOutput {
            missing: missing(judged.case).collect(),
            log: wrong_log(judged),
            state: state_fault(judged.case),
            faults: judged.case.faults.iter().copied().collect(),
            first_row,
            ..WrongOutput::without(judged.case)
        });
    }
    let failed = diagnosis.failed.iter().filter(|case| !case.has_output());
    all.extend(failed.map(|case| WrongOutput::without(case)));
    all
}

impl WrongOutput {
    /// A case that left nothing to compare.
    fn without(case: &Evidence) -> Self {
        let (name, end, has_output) = (case.name.clone(), case.end, case.has_output());
        Self { name, end, has_output, ..Self::default() }
    }

    /// Whether nothing but its form is wrong.
    pub(crate) fn is_in_form_alone(&self) -> bool {
        let says_more = self.log.is_some() || self.state.is_some() || !self.missing.is_empty();
        self.end == End::Normal && !says_more && !self.faults.is_empty()
    }
}

/// Whether anything is wrong with a case that has an output.
fn is_wrong(judged: &Judged<'_>) -> bool {
    let case = judged.case;
    !judged.is_right() || !case.faults.is_empty() || case.end != End::Normal || is_silent(case)
}

/// The files that a program that ended by itself should have written and did not.
fn missing(case: &Evidence) -> impl Iterator<Item = OutputFile> {
    let no_state = case.next_state.is_none().then_some(OutputFile::NextState);
    let is_logged = case.problem.task.logged_algorithm().is_some();
    let no_log = (is_logged && case.traverse_log.is_none()).then_some(OutputFile::TraverseLog);
    no_state.into_iter().chain(no_log).filter(|_| case.end == End::Normal)
}

fn wrong_log(judged: &Judged<'_>) -> Option<LogFault> {
    let log = judged.case.traverse_log.as_ref()?;
    let agreed = judged.right.fit.agreed();
    if agreed < log.lines.len() {
        return Some(LogFault::From(agreed + 1));
    }
    let ends = agreed == log.lines.len() && !log.cut && judged.right.state.is_none();
    ends.then_some(LogFault::EndsAfter(agreed))
}

fn first_wrong_row(judged: &Judged<'_>) -> Option<Finding> {
    let case = judged.case;
    if case
        .traverse_log
        .as_ref()
        .is_some_and(|log| log.cut && judged.right.fit.agreed() >= log.lines.len())
    {
        return None; // what comes after it is not known
    }
    let (log, algorithm) = (case.traverse_log.as_ref()?, case.problem.task.logged_algorithm()?);
    let text = log.lines.join("\n") + "\n";
    // Reading from memory cannot fail.
    let finding = judge_log(&case.problem, algorithm, text.as_bytes()).ok()?.finding?;
    Some(Finding { lines: None, ..finding })
}
