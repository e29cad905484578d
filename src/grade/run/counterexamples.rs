//! The smallest inputs on which a submission goes wrong.
//!
//! Where a known mistake is named, the smallest board on which it shows is found without the program,
//! and one run confirms it. Whatever else goes wrong is shrunk from the smallest case on which it does,
//! by running the program on smaller and smaller inputs, within a budget.
//!
//! Nothing is drawn by lot: the same program has the same counterexamples, unless its time runs out.
//! An input of a hidden case is never one.
//!
//! Left out: what is smaller ([`shrink`](crate::explain::shrink)).

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::case;
use super::explain::{end_of, written};
use super::prepare::{Prepared, is_built};
use super::setup::{Rerun, Setup};
use super::workspace::kept_outputs;
use crate::explain::evidence::{End, Evidence};
use crate::explain::hypothesis::{Fit, hold};
use crate::explain::mistakes::{Switch, Switches};
use crate::explain::shrink::{Size, shrink, smallest_showing};
use crate::explain::{Explanation, Kind, assignment};
use crate::grade::cases::GradingCase;
use crate::grade::judgement::Expected;
use crate::grade::ledger::Known;
use crate::grade::result::{CaseResult, Counterexample, Counterexamples, SuiteCase, Used};
use crate::grade::scoring::Visibility;
use crate::grade::suite::is_beyond;
use crate::homework::Problem;
use crate::judge::verdict::Verdict;
use sandbox::Limits;

/// The most runs for one submission.
const MOST_RUNS: u32 = 500;
/// What a run may take while its input is being shrunk. On a small board that is long, and of a
/// program that never ends every run takes all of it.
const SHORT: Duration = Duration::from_secs(2);

/// What looks for counterexamples.
pub(super) struct Shrinker<'a> {
    setup: &'a Setup<'a>,
    budget: Duration,
    /// The cases that are explained, the smallest first.
    cases: Vec<&'a GradingCase>,
    /// What nobody may be shown.
    hidden: Vec<Problem>,
    /// For the mistakes of a program, the smallest problem that shows one of them.
    showing: Mutex<HashMap<(Switches, Switch), Option<Problem>>>,
}

impl<'a> Shrinker<'a> {
    /// What looks for so long, for each submission.
    pub(super) fn new(setup: &'a Setup<'a>, budget: Duration) -> Self {
        let scoring = setup.config.scoring();
        let is_hidden =
            |case: &&GradingCase| scoring.worth(&case.name).visibility == Visibility::Hidden;
        let hidden = setup.cases.iter().filter(is_hidden);
        let hidden = hidden.map(|case| case.expected.problem).collect();
        let sized = |case: &'a GradingCase| {
            let asked = assignment(&case.expected.problem)?;
            Some((Size::with_rows(&asked, case.expected.rows), case))
        };
        let within = setup.cases.iter().filter(|case| !is_beyond(&case.name));
        let mut cases: Vec<_> = within.filter_map(sized).collect();
        cases.sort_by(|a, b| a.0.cmp(&b.0));
        Self {
            setup,
            budget,
            cases: cases.into_iter().map(|(_, case)| case).collect(),
            hidden,
            showing: Mutex::default(),
        }
    }

    /// The counterexamples of a submission, as a line of the ledger; `None` if it has them already, or
    /// there are none to be found, or the run was cancelled.
    pub(super) fn news(&self, prepared: &Prepared<'_>, known: &Known) -> Option<Counterexamples> {
        let name = &prepared.record.name;
        let program = &prepared.record.program;
        let explained = known.explanations.get(name);
        let explained = explained.filter(|it| it.program == *program)?;
        let budget_ms = self.budget.as_millis() as u64;
        let is_known = known.counterexamples.get(name).is_some_and(|it| {
            let is_of_this = (&it.program, &it.basis) == (program, &explained.basis);
            is_of_this && (it.is_complete || it.budget_ms >= budget_ms)
        }) && self.setup.rerun != Rerun::Everything;
        let wrong = self.wrong(prepared, known);
        if is_known || wrong.is_empty() || !is_built(self.setup, prepared) {
            return None;
        }
        let mut hunt = Hunt {
            shrinker: self,
            prepared,
            graded: known.results().map(|it| it.key.as_str()).collect(),
            ends: Instant::now() + self.budget,
            runs: 0,
            is_complete: true,
            found: Vec::new(),
        };
        hunt.look(explained.explained.as_ref(), &wrong);
        (!self.is_cancelled()).then_some(Counterexamples {
            submission: name.clone(),
            program: program.clone(),
            basis: explained.basis.clone(),
            budget_ms,
            is_complete: hunt.is_complete,
            found: hunt.found,
        })
    }

    /// The wrong results of a submission, those of small cases first.
    fn wrong<'k>(&self, prepared: &Prepared<'_>, known: &'k Known) -> Vec<Wrong<'a, 'k>> {
        let record = &prepared.record;
        let wrong = |case: &&'a GradingCase| {
            let result = known.result(&record.name, &case.name)?;
            let way = Way::of(result.verdict).filter(|_| *result.program == record.program)?;
            Some(Wrong { case, result, way })
        };
        self.cases.iter().filter_map(wrong).collect()
    }

    fn may_be_shown(&self, problem: &Problem) -> bool {
        !self
            .hidden
            .iter()
            .any(|hidden| hidden.asks_the_same(problem))
    }

    fn smallest_showing(&self, switch: Switch, all: Switches) -> Option<Problem> {
        let showing = self.showing.lock();
        let mut showing = showing.unwrap_or_else(PoisonError::into_inner);
        let given = || self.cases.iter().map(|case| case.expected.problem);
        let rules = given().next()?.rules();
        *showing.entry((all, switch)).or_insert_with(|| {
            let given: Vec<_> = given().collect();
            smallest_showing(switch, all, rules, &given, &|it| self.may_be_shown(it))
        })
    }

    fn is_cancelled(&self) -> bool {
        self.setup.cancel.load(Relaxed)
    }
}

/// A case on which a submission goes wrong.
struct Wrong<'a, 'k> {
    case: &'a GradingCase,
    result: &'k CaseResult,
    way: Way,
}

/// In which way a run goes wrong. What is shrunk goes wrong in the same way all along, so that one fault
/// is not lost for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// What it writes is wrong.
    Output,
    /// It ends by itself and writes nothing.
    Silent,
    /// It crashes.
    Crash,
    /// A limit or a wall stops it.
    Stopped,
}

impl Way {
    const ALL: [Self; 4] = [Self::Output, Self::Silent, Self::Crash, Self::Stopped];

    /// `None` if nothing is wrong, or it is not the submission's fault.
    fn of(verdict: Verdict) -> Option<Self> {
        match (verdict, end_of(verdict)?) {
            (Verdict::Accepted, _) => None,
            (Verdict::NoOutput, _) => Some(Self::Silent),
            (_, End::Normal) => Some(Self::Output),
            (_, End::Crashed) => Some(Self::Crash),
            (_, End::Stopped) => Some(Self::Stopped),
        }
    }
}

/// The search for the counterexamples of one submission.
struct Hunt<'h, 'a> {
    shrinker: &'h Shrinker<'a>,
    prepared: &'h Prepared<'a>,
    /// The keys of results whose outputs are kept for others.
    graded: BTreeSet<&'h str>,
    ends: Instant,
    runs: u32,
    is_complete: bool,
    found: Vec<Counterexample>,
}

impl Hunt<'_, '_> {
    fn look(&mut self, explained: Option<&Explanation>, wrong: &[Wrong<'_, '_>]) {
        let named = explained.map_or(Switches::NONE, named);
        let mut shown = 0;
        for switch in named.iter() {
            shown += usize::from(self.show(switch, named));
        }
        let faults = explained.is_some_and(|it| !it.faults.is_empty());
        let whole = explained.is_some_and(|it| it.kind == Kind::Named) && !faults;
        let confirmed = match shown {
            0 => Switches::NONE,
            _ => named,
        };
        for way in Way::ALL {
            let is_told = way == Way::Output && whole && shown > 0 && shown == named.len();
            if !is_told {
                self.shrink(way, confirmed, wrong);
            }
        }
    }

    /// Runs the program on the smallest problem that shows one of its mistakes; whether it does.
    fn show(&mut self, switch: Switch, all: Switches) -> bool {
        let Some(problem) = self.shrinker.smallest_showing(switch, all) else {
            return false;
        };
        let Some(result) = self.run_shortly(&problem) else {
            return false;
        };
        let is_so = Way::of(result.verdict) == Some(Way::Output)
            && self
                .evidence(&problem, &result)
                .is_some_and(|it| writes(&it, all));
        self.forget(&result);
        is_so && self.keep(&problem, Some(switch), &result)
    }

    /// Shrinks the smallest case on which the program goes wrong in this way, and not only by the
    /// mistakes that are told already.
    fn shrink(&mut self, way: Way, told: Switches, wrong: &[Wrong<'_, '_>]) {
        let untold = |it: &&Wrong<'_, '_>| {
            it.way == way && self.is_untold(&it.case.expected.problem, it.result, told)
        };
        let shown = |it: &&Wrong<'_, '_>| self.shrinker.may_be_shown(&it.case.expected.problem);
        let mut starts = wrong.iter().filter(shown).chain(wrong);
        let start = starts.find(untold);
        let Some(start) = start else { return };
        let problem = start.case.expected.problem;
        let Some(asked) = assignment(&problem) else {
            return;
        };
        let size = Size::with_rows(&asked, start.case.expected.rows);
        let mut last = start.result.clone();
        let mut holds = |problem: &Problem| {
            if !self.shrinker.may_be_shown(problem) {
                return Some(false);
            }
            let result = self.run_shortly(problem)?;
            let is_so =
                Way::of(result.verdict) == Some(way) && self.is_untold(problem, &result, told);
            self.forget(&result);
            if is_so {
                last = result;
            }
            Some(is_so)
        };
        let shrunk = shrink(problem, size, &mut holds);
        self.is_complete &= shrunk.is_smallest;
        if self.shrinker.may_be_shown(&shrunk.problem) {
            self.keep(&shrunk.problem, None, &last);
        }
    }

    /// Whether a wrong result is not what a program with these mistakes gives.
    fn is_untold(&self, problem: &Problem, result: &CaseResult, told: Switches) -> bool {
        told.is_empty()
            || Way::of(result.verdict) != Some(Way::Output)
            || self
                .evidence(problem, result)
                .is_none_or(|it| !it.faults.is_empty() || !writes(&it, told))
    }

    fn evidence(&self, problem: &Problem, result: &CaseResult) -> Option<Evidence> {
        let folder = kept_outputs(self.shrinker.setup.workspace.results(), &result.key);
        written(&result.case, problem, End::Normal, &folder)
    }

    /// Runs the program once more and keeps what it does, if that is wrong; whether it is.
    fn keep(&mut self, problem: &Problem, mistake: Option<Switch>, before: &CaseResult) -> bool {
        let limits = self.shrinker.setup.config.limits();
        let case = case_of(problem, self.found.len() + 1);
        let Some(now) = case::run(self.shrinker.setup, self.prepared, &case, &limits) else {
            return false;
        };
        self.forget(&now);
        let goes_wrong_alike = Way::of(now.verdict) == Way::of(before.verdict);
        let mut result = match goes_wrong_alike {
            true => now.clone(),
            false => before.clone(),
        };
        result.used = Used::default();
        result.case = case.name.as_str().into();
        self.found.push(Counterexample {
            mistake: mistake.map(|it| it.to_string()),
            is_steady: goes_wrong_alike
                && (now.verdict, &now.findings) == (before.verdict, &before.findings),
            case: SuiteCase {
                name: case.name.clone(),
                task: problem.task.name().to_owned(),
                rows: case.expected.rows,
                digest: case.digest(),
                input: problem.to_string(),
            },
            result,
        });
        true
    }

    /// What the program does in a short time; `None` if there is none left to look, or the run was
    /// cancelled.
    fn run_shortly(&mut self, problem: &Problem) -> Option<CaseResult> {
        if self.runs == MOST_RUNS || Instant::now() >= self.ends {
            self.is_complete = false;
            return None;
        }
        self.runs += 1;
        let usual = self.shrinker.setup.config.limits();
        let short = Limits::for_cpu(SHORT);
        let limits = Limits {
            cpu: usual.cpu.min(short.cpu),
            wall: usual.wall.min(short.wall),
            ..usual
        };
        let case = case_of(problem, 1);
        case::run(self.shrinker.setup, self.prepared, &case, &limits)
    }

    /// Removes what was kept of a run's outputs, unless it is kept for a case of the suite.
    fn forget(&self, result: &CaseResult) {
        if !self.graded.contains(result.key.as_str()) {
            self.shrinker.setup.workspace.forget_outputs(&result.key);
        }
    }
}

/// The mistakes by which a submission is explained, as far as they are named.
fn named(explained: &Explanation) -> Switches {
    let first = explained.named.first().into_iter().flatten();
    first.filter_map(|key| key.parse::<Switch>().ok()).collect()
}

/// Whether a program with these mistakes writes the same, faults of form aside.
fn writes(evidence: &Evidence, switches: Switches) -> bool {
    hold(evidence, switches, &mut u64::MAX.clone()).fit == Fit::Reproduced
}

/// A problem as a case with a number.
fn case_of(problem: &Problem, number: usize) -> GradingCase {
    GradingCase {
        name: format!("counterexample-{number}"),
        input: problem.to_string().into_bytes(),
        expected: Expected::compute(*problem),
    }
}
