//! What is sure, or worth a hint, where no program is named that explains everything: a partial match,
//! a match of a subset of the cases (one task, one player, the logs), the mistakes that are suspected.
//!
//! A program often has code of its own for each task, and only one of them is beyond the catalogue.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::assignment::{Assignment, Side, Task};
use crate::evidence::Evidence;
use crate::hypothesis::beam::{Combinations, combine};
use crate::hypothesis::cache::{Cache, Hypothesis, Judged, complexity};
use crate::hypothesis::features::{Features, Shared, shared};
use crate::hypothesis::threshold::is_enough;
use crate::hypothesis::{Fit, Held, writes};
use crate::mistakes::{Mistake, Scope, Switch, Switches, Tasks};
use crate::rule::Rule;

/// Wrong cases that have to be explained for each one that is not.
const LEAST_RATIO: usize = 3;

/// The fewest wrong cases that show something where none is explained: they have to go on alike.
const FEWEST: usize = 3;

/// Cases that the nearest program does not explain, though it does all others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exception {
    pub count: usize,
    /// Which kind of case they are; `None` if they show too little to tell what else is wrong.
    pub shared: Option<Shared>,
}

/// What is sure of programs that write everything where too little is wrong to name all of it: the
/// mistakes that are paid for and that all programs share, if few cases are left.
pub(crate) fn surely(
    cache: &Cache<'_>,
    paid: Switches,
    exact: &[Switches],
) -> Option<(Hypothesis, Exception)> {
    let is_shared = |it: &Switch| {
        let mut programs = exact.iter();
        programs.all(|program| program.mistakes().any(|mistake| mistake == it.mistake))
    };
    let sure = cache.reviewed(paid.iter().filter(is_shared).collect());
    let count = few_missed(cache, &sure)?;
    Some((sure, Exception { count, shared: None }))
}

/// How many cases a program does not write that writes most: some of the wrong ones, but few; and what it writes is enough
/// to name its mistakes.
fn few_missed(cache: &Cache<'_>, it: &Hypothesis) -> Option<usize> {
    let missed = cache.missed(it);
    let count = cases(missed.iter().copied());
    let is_told = !it.switches.is_empty()
        && missed.iter().all(|it| !it.is_right())
        && (1..=it.whole / LEAST_RATIO).contains(&count)
        && is_enough(cache, it);
    is_told.then_some(count)
}

/// How many of these are cases, and no answers to questions.
fn cases<'a, 'c: 'a>(judged: impl Iterator<Item = &'a Judged<'c>>) -> usize {
    judged.filter(|it| it.case.is_case).count()
}

/// What of the nearest program is worth a hint: the mistakes that help in more than two cases for
/// each of their conditions, if with them a third of the wrong cases goes on like it.
pub(crate) fn telling(cache: &Cache<'_>, nearest: Hypothesis) -> Option<Hypothesis> {
    let helps = |it: &Hypothesis, without: &Hypothesis| {
        let pairs = it.held.iter().zip(&without.held);
        pairs.filter(|(with, without)| with.fit > without.fit).count()
    };
    let mut nearest = nearest;
    for switch in nearest.switches.iter() {
        let without = cache.reviewed(nearest.switches.without(switch));
        if helps(&nearest, &without) <= 2 * switch.scope.conditions() {
            nearest = without;
        }
    }
    let is_telling = nearest.whole > 0 || nearest.later >= FEWEST;
    let is_wide = 3 * nearest.later >= cache.wrong().count();
    (!nearest.switches.is_empty() && is_telling && is_wide).then_some(nearest)
}

/// What the cases have in common that a program does not explain, and no other case has; `None` if
/// it spoils a right case, if there are many, or what it explains is too little for a name.
pub(crate) fn exception(cache: &Cache<'_>, nearest: &Hypothesis) -> Option<Exception> {
    let missed = cache.missed(nearest);
    let count = cases(missed.iter().copied());
    let is_missed = |it: &&Judged<'_>| missed.iter().any(|case| std::ptr::eq(case.case, it.case));
    if count == 0
        || missed.iter().any(|it| it.is_right())
        || nearest.whole < LEAST_RATIO * count
        || !is_enough(cache, nearest)
    {
        return None;
    }
    let facts = |cases: &mut dyn Iterator<Item = &Judged<'_>>| -> Vec<_> {
        cases.map(|it| Features::of(&it.case.assignment)).collect()
    };
    let rest = &mut cache.all().iter().filter(|it| !is_missed(it));
    let shared = shared(&facts(&mut missed.iter().copied()), &facts(rest))?;
    let is_one = shared.of_kind == missed.len() && shared.kinds.len() == 1;
    let shared = Some(shared);
    is_one.then_some(Exception { count, shared })
}

/// A part of what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Part {
    /// Nearly everything: all cases, and most of what was asked besides.
    Most,
    /// Both files of one task.
    Task(Task),
    /// Both files of the cases of one player.
    Player(Side),
    /// Both files of one task for one player.
    TaskOf(Task, Side),
    /// The logs without the states.
    Logs,
}

const TASKS: [Task; 3] = [Task::Greedy, Task::Minimax, Task::AlphaBeta];

/// A program that writes all of a part, or most of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartTruth {
    pub part: Part,
    pub switches: Switches,
    /// Cases of the part.
    pub cases: usize,
    /// Those of them that are wrong.
    pub wrong: usize,
    /// Those of the wrong ones that it does not write.
    #[serde(default)]
    pub missed: usize,
    /// Answers to other inputs that it gives too, and those that it does not give.
    #[serde(default)]
    pub answers: usize,
    #[serde(default)]
    pub other_answers: usize,
}

impl PartTruth {
    /// Of a program that writes all cases.
    pub(crate) fn of_most(cases: &[Evidence], switches: Switches) -> Self {
        let is_wrong = |it: &&Evidence| !writes(it, Switches::NONE);
        let wrong = cases.iter().filter(is_wrong).count();
        let (part, cases) = (Part::Most, cases.len());
        Self { part, switches, cases, wrong, missed: 0, answers: 0, other_answers: 0 }
    }

    /// Holds it against more answers; whether it is still to be told.
    pub(crate) fn keeps(&mut self, answers: &[Evidence]) -> bool {
        let part = self.part;
        let of_part = || answers.iter().filter(|answer| part.has(&answer.assignment));
        let is_by = |answer: &Evidence, program| writes(&part.without_rest(answer), program);
        let is_wrong = |answer: &Evidence| !is_by(answer, Switches::NONE);
        let (same, others): (Vec<_>, Vec<_>) = of_part().partition(|it| is_by(it, self.switches));
        (self.answers, self.other_answers) = (same.len(), others.len());
        // One wrong case may have another cause.
        let is_shown = self.wrong > 1 || same.len() + others.len() == 0 || of_part().any(is_wrong);
        let are_few = || {
            let wrong = same.iter().filter(|it| is_wrong(it)).count();
            wrong >= LEAST_RATIO * others.len()
        };
        is_shown && (others.is_empty() || are_few())
    }
}

/// A part, and what was found to write it.
#[derive(Default)]
pub(crate) struct OfPart<'a> {
    cases: Vec<Judged<'a>>,
    /// Programs that write all of it.
    exact: Vec<Switches>,
    nearest: Option<Switches>,
}

impl<'a> OfPart<'a> {
    fn find(cache: &Cache<'a>, cases: Vec<Judged<'a>>) -> Self {
        let Combinations { exact, nearest, .. } = combine(&mut cache.of_part(&cases));
        Self { exact, nearest: nearest.map(|it| it.switches), cases }
    }
}

/// For each task the programs that write all of it: a right one if nothing is wrong, none if there is no case of it.
pub(crate) fn programs_of_tasks<'a>(cache: &Cache<'a>) -> [OfPart<'a>; 3] {
    TASKS.map(|task| {
        let cases = Part::Task(task).of_all(cache);
        if cases.iter().any(|it| !it.is_right()) {
            return OfPart::find(cache, cases);
        }
        let exact = cases.iter().take(1).map(|_| Switches::NONE).collect();
        OfPart { exact, nearest: None, cases }
    })
}

/// What is sure of parts: of each task, which these programs write, or of one player in it; or else, of each player, or
/// of the logs; and of most of each task of which nothing is, or of most of it for one player.
pub(crate) fn part_truths(cache: &Cache<'_>, of_tasks: &[OfPart<'_>; 3]) -> Vec<PartTruth> {
    let found = |part: Part| {
        let cases = part.of_all(cache);
        is_part(cache, part, &cases).then(|| OfPart::find(cache, cases))
    };
    let sure = |(task, whole): (Task, &OfPart<'_>)| {
        if let Some(it) = truth(cache, Part::Task(task), whole) {
            return (vec![it], Vec::new());
        }
        let players = Side::BOTH.into_iter().map(|player| Part::TaskOf(task, player));
        let players: Vec<_> = players.filter_map(|part| Some((part, found(part)?))).collect();
        let truths = players.iter().filter_map(|(part, it)| truth(cache, *part, it)).collect();
        (truths, players)
    };
    let (truths, players): (Vec<_>, Vec<_>) = TASKS.into_iter().zip(of_tasks).map(sure).unzip();
    if truths.iter().all(Vec::is_empty) {
        let of = |part: Part| truth(cache, part, &found(part)?);
        let players: Vec<_> =
            Side::BOTH.into_iter().filter_map(|it| of(Part::Player(it))).collect();
        if !players.is_empty() {
            return players;
        }
        let of_logs =
            |it: OfPart<'_>| truth(cache, Part::Logs, &it).or_else(|| most(cache, Part::Logs, &it));
        if let Some(logs) = found(Part::Logs).and_then(of_logs) {
            return vec![logs];
        }
    }
    let tasks = TASKS.into_iter().zip(of_tasks).zip(&players);
    let unsure = tasks.zip(&truths).filter(|(_, truths)| truths.is_empty());
    let mostly = unsure.flat_map(|(((task, whole), players), _)| {
        match most(cache, Part::Task(task), whole) {
            Some(whole) => vec![whole],
            None => players.iter().filter_map(|(part, it)| most(cache, *part, it)).collect(),
        }
    });
    let mostly: Vec<_> = mostly.collect();
    [truths.concat(), mostly].concat()
}

/// A program that writes everything, put together from those that write each task and from the nearest: mistakes that
/// each show in few cases are found sooner one by one.
pub(crate) fn put_together(
    cache: &Cache<'_>,
    of_tasks: &[OfPart<'_>; 3],
    nearest: Option<&Hypothesis>,
) -> Option<Switches> {
    let nearest = nearest.map_or(Switches::NONE, |it| it.switches);
    // Of the nearest, a mistake may be one too many.
    let near: Vec<_> = nearest.iter().map(|it| Switches::NONE.with(it)).chain([nearest]).collect();
    let with_near = |it: &Switches| -> Vec<Switches> {
        near.iter().map(|near| near.iter().chain(it.iter()).collect()).collect()
    };
    let first = || of_tasks.iter().filter_map(|it| it.exact.first());
    let in_its_tasks = |switch: Switch| {
        let is_made = |it: &Switches| it.iter().any(|it| it == switch);
        let fits = |tasks: &Tasks| {
            let mut all = TASKS.into_iter().zip(of_tasks);
            all.all(|(task, it)| it.exact.first().is_none_or(|it| is_made(it) == tasks.has(task)))
        };
        let tasks = Tasks::all().find(fits).unwrap_or(switch.scope.tasks);
        Switch { scope: Scope { tasks, ..switch.scope }, ..switch }
    };
    let each = first().flat_map(|it| it.iter()).map(in_its_tasks).collect();
    let together = of_tasks.iter().flat_map(|it| &it.exact).flat_map(with_near).chain([each]);
    let writes_all = |it: &Switches| cache.missed(&cache.reviewed(*it)).is_empty();
    together.filter(writes_all).min_by_key(|it| complexity(*it))
}

/// Whether something is wrong in these cases of a part, and not in them only: that was looked for with the whole.
fn is_part(cache: &Cache<'_>, part: Part, cases: &[Judged<'_>]) -> bool {
    let wrong = cases.iter().filter(|it| !it.is_right()).count();
    wrong > 0 && (part == Part::Logs || wrong < cache.wrong().count())
}

/// What is sure of a part, of which this was found.
fn truth(cache: &Cache<'_>, part: Part, found: &OfPart<'_>) -> Option<PartTruth> {
    let (&switches, others) = found.exact.split_first()?;
    // Others may differ in what is not in the part.
    let breaks = |it: &Switches, rule| it.mistakes().any(|it| it.entry().breaks(rule));
    let is_alike =
        |it: &Switches| Rule::all().all(|rule| breaks(it, rule) == breaks(&switches, rule));
    others.iter().all(is_alike).then_some(())?;
    told(cache, part, found, switches, |cache, it| is_enough(cache, it).then_some(0))
}

/// What is sure of most of a part, of which this was found.
fn most(cache: &Cache<'_>, part: Part, found: &OfPart<'_>) -> Option<PartTruth> {
    told(cache, part, found, found.nearest?, few_missed)
}

/// What is told of a part that a program writes but for as many cases as `missed` says.
fn told(
    cache: &Cache<'_>,
    part: Part,
    found: &OfPart<'_>,
    switches: Switches,
    missed: impl Fn(&Cache<'_>, &Hypothesis) -> Option<usize>,
) -> Option<PartTruth> {
    if !is_part(cache, part, &found.cases) {
        return None;
    }
    let mut cache = cache.of_part(&found.cases);
    cache.lead_wrong(|_| true);
    let missed = missed(&cache, &cache.reviewed(switches))?;
    // What the program was asked besides is no case.
    let of_cases = || found.cases.iter().filter(|it| it.case.is_case);
    let wrong = of_cases().filter(|it| !it.is_right()).count();
    // A part of a part has few cases.
    let fewest = if matches!(part, Part::TaskOf(..)) { FEWEST } else { 1 };
    let cases = of_cases().count();
    let truth = PartTruth { part, switches, cases, wrong, missed, answers: 0, other_answers: 0 };
    (wrong >= fewest).then_some(truth)
}

impl Part {
    pub(crate) fn has(self, asked: &Assignment) -> bool {
        match self {
            Self::Most => true,
            Self::Task(task) => asked.task == task,
            Self::Player(player) => asked.player == player,
            Self::TaskOf(task, player) => asked.task == task && asked.player == player,
            Self::Logs => asked.task != Task::Greedy,
        }
    }

    /// What of an answer is in the part.
    pub(crate) fn without_rest(self, answer: &Evidence) -> Evidence {
        let next_state = match self {
            Self::Logs => None,
            _ => answer.next_state.clone(),
        };
        Evidence { next_state, ..answer.clone() }
    }

    /// What of a case is in the part.
    fn of<'a>(self, judged: &Judged<'a>) -> Option<Judged<'a>> {
        match self {
            Self::Logs => judged.log_alone(),
            _ => self.has(&judged.case.assignment).then(|| judged.clone()),
        }
    }

    fn of_all<'a>(self, cache: &Cache<'a>) -> Vec<Judged<'a>> {
        cache.all().iter().filter_map(|it| self.of(it)).collect()
    }

    /// The beginning of a sentence on it.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Most => "In most runs".to_owned(),
            Self::Task(task) => format!("For {}", task.name()),
            Self::Player(player) => format!("Where you play as player {}", player.player()),
            Self::TaskOf(task, player) => {
                format!("For {} as player {}", task.name(), player.player())
            }
            Self::Logs => "In the logs alone".to_owned(),
        }
    }
}

/// The mistakes that change what is first wrong in any case, those first that do so in most.
pub(crate) fn suspects(cache: &Cache<'_>) -> Vec<Mistake> {
    let made = Mistake::all().map(|mistake| {
        let with = cache.reviewed(mistake.into());
        let held = || cache.lead.iter().zip(&with.held);
        let right_cases = held().filter(|(it, _)| it.case.is_case && it.is_right());
        let spoiled = right_cases.filter(|(_, held)| held.fit != Fit::Reproduced).count();
        let touches = |it: &Judged<'_>, held: &Held| held.fit >= it.right.fit && *held != it.right;
        let touched = held().filter(|(it, held)| !it.is_right() && touches(it, held)).count();
        (Reverse(touched), spoiled, mistake)
    });
    let mut made: Vec<_> = made.filter(|it| it.0.0 > 0).collect();
    made.sort();
    made.into_iter().map(|it| it.2).collect()
}
