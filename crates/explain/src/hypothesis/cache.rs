//! Programs with mistakes, tried on the cases: each at most once on a case, and all within a bounded
//! time that is counted in steps, so that it does not depend on the machine.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use crate::assignment::{Assignment, Side, Task};
use crate::evidence::Evidence;
use crate::hypothesis::{Fit, Held, hold, read_to_end};
use crate::mistakes::{At, Kinds, Known, Mistake, Nodes, Switches};

/// Right cases that are asked at every step; the others are asked at the end.
const GUARDS: usize = 12;
/// Wrong cases of a task and player that are asked at every step; those that speak against what is found are added.
const LIGHTEST: usize = 2;
/// How long a right case, and a wrong one, takes at most that is asked at every step, in the time
/// that it takes to drop a seed; the lightest wrong one of a task and player is asked in any case.
const SHORT: u64 = 150_000;
const LIGHT: u64 = 600_000;

/// How long mistakes are looked for at most, in the time that it takes to drop a seed; about a second.
const SEARCH: u64 = 450_000_000;
/// How long what was found is looked at once more at most: in all cases, and with a mistake less.
const REVIEW: u64 = 100_000_000;
/// The same of one program and one case, besides twice its weight: mistakes together can make a game that never ends.
const MOST_OF_CASE: u64 = 10_000_000;
/// The same of a program that searches a tree in greedy.
const MOST_OF_TREE: u64 = 60_000_000;
/// The same of a search that small cases are added to.
const SHORT_SEARCH: u64 = 30_000_000;
/// The same of a part of the cases, of which there are six.
const PART_SEARCH: u64 = 10_000_000;
const PART_REVIEW: u64 = 3_000_000;
/// The same of the logs without the states, where more mistakes are looked for than what is left elsewhere.
const LOGS_SEARCH: u64 = 120_000_000;
const LOGS_REVIEW: u64 = 20_000_000;

/// A case and what a right program makes of it.
#[derive(Clone)]
pub(crate) struct Judged<'a> {
    pub case: &'a Evidence,
    pub right: Held,
    /// Whether its state is not looked at.
    is_log_alone: bool,
    /// How long it takes to hold a program against it, in seeds dropped.
    weight: u64,
}

impl<'a> Judged<'a> {
    pub(crate) fn new(case: &'a Evidence) -> Self {
        let mut left = u64::MAX;
        let right = hold(case, Switches::NONE, &mut left);
        // A wrong log was not read to its end.
        let mut weight = (u64::MAX - left).max(read_to_end(case));
        if case.assignment.task == Task::Greedy {
            // A program may search a tree all the same.
            let mut left = LIGHT + 1;
            hold(case, Mistake::GreedyToCutoff.into(), &mut left);
            weight = weight.max(LIGHT + 1 - left);
        }
        Self { case, right, is_log_alone: false, weight }
    }

    /// Its log without its state; `None` if there is none.
    pub(crate) fn log_alone(&self) -> Option<Self> {
        self.case.traverse_log.as_ref()?;
        let mut alone = self.clone();
        alone.is_log_alone = true;
        alone.right = alone.seen(alone.right.clone());
        Some(alone)
    }

    /// What a program makes of it, as far as that is looked at.
    fn seen(&self, held: Held) -> Held {
        // A state is known if the search was seen to its end.
        let is_log_whole = held.state.is_some() && held.fit.agreed() == self.case.rows();
        if self.is_log_alone && is_log_whole {
            return Held { fit: Fit::Reproduced, ..held };
        }
        held
    }

    pub(crate) fn is_right(&self) -> bool {
        self.right.fit == Fit::Reproduced
    }

    /// Whether it does not take long to ask it.
    pub(crate) fn is_light(&self) -> bool {
        self.weight <= LIGHT
    }

    fn kind(&self) -> (Task, Side) {
        (self.case.assignment.task, self.case.assignment.player)
    }
}

/// The leading cases, and what programs make of them.
pub(crate) struct Cache<'a> {
    /// Wrong cases and some right ones, the smallest first; then those that were added.
    pub lead: Vec<&'a Judged<'a>>,
    all: &'a [Judged<'a>],
    /// What is known of a case, wherever it lies.
    known: Rc<RefCell<HashMap<(*const Evidence, Made), Held>>>,
    /// What is left of the time for the search, and for the review.
    search: Cell<u64>,
    review: Cell<u64>,
}

/// What of a program's mistakes makes a difference in one case.
type Made = Vec<(Mistake, At)>;

impl<'a> Cache<'a> {
    /// Of cases in the order in which they are asked.
    pub(crate) fn new(all: &'a [Judged<'a>]) -> Self {
        let mut guards = 0;
        let is_lighter = |it: &Judged<'_>, than: &Judged<'_>| {
            !it.is_right() && it.kind() == than.kind() && it.weight < than.weight
        };
        let leads = |it: &&Judged<'_>| {
            let guard = it.is_right() && it.weight <= SHORT && guards < GUARDS;
            guards += usize::from(guard);
            let lighter = || all.iter().filter(|other| is_lighter(other, it)).count();
            guard || !it.is_right() && lighter() < if it.is_light() { LIGHTEST } else { 1 }
        };
        Self {
            lead: all.iter().filter(leads).collect(),
            all,
            known: Rc::default(),
            search: Cell::new(SEARCH),
            review: Cell::new(REVIEW),
        }
    }

    /// Of some of these cases, or of their logs alone, with what is known already.
    pub(crate) fn of_part<'b>(&self, part: &'b [Judged<'b>]) -> Cache<'b> {
        let are_logs = part.iter().any(|it| it.is_log_alone);
        let (search, review) = match are_logs {
            true => (LOGS_SEARCH, LOGS_REVIEW),
            false => (PART_SEARCH, PART_REVIEW),
        };
        let mut of_part = Cache {
            known: Rc::clone(&self.known),
            search: Cell::new(search),
            review: Cell::new(review),
            ..Cache::new(part)
        };
        if are_logs {
            of_part.lead_wrong(|it| it.is_light());
        }
        of_part
    }

    /// Of cases some of which are so small that a little time is enough.
    pub(crate) fn of_short_search(all: &'a [Judged<'a>]) -> Self {
        Cache { search: Cell::new(SHORT_SEARCH), ..Self::new(all) }
    }

    /// Asks these cases too at every step.
    pub(crate) fn lead(&mut self, cases: &[&'a Judged<'a>]) {
        self.lead.extend(cases);
    }

    /// Asks all such wrong cases from now on.
    pub(crate) fn lead_wrong(&mut self, is_such: fn(&Judged<'_>) -> bool) {
        let others: Vec<_> = self.wrong().filter(|it| !self.is_lead(it) && is_such(it)).collect();
        self.lead(&others);
    }

    fn is_lead(&self, case: &Judged<'_>) -> bool {
        let mut lead = self.lead.iter();
        lead.any(|lead| std::ptr::eq(lead.case, case.case))
    }

    pub(crate) fn wrong(&self) -> impl Iterator<Item = &'a Judged<'a>> {
        self.all.iter().filter(|it| !it.is_right())
    }

    pub(crate) fn all(&self) -> &'a [Judged<'a>] {
        self.all
    }

    /// Whether the time for looking is used up; what is tried then is not found to fit.
    pub(crate) fn is_over(&self) -> bool {
        self.search.get() == 0
    }

    /// What a program makes of a leading case.
    pub(crate) fn held(&self, at: usize, switches: Switches) -> Held {
        self.held_in(self.lead[at], switches, &self.search)
    }

    /// The program, and what it makes of every leading case; from the time for the review.
    pub(crate) fn reviewed(&self, switches: Switches) -> Hypothesis {
        let held = self.lead.iter().map(|case| self.held_in(case, switches, &self.review));
        self.hypothesis(switches, held.collect())
    }

    fn held_in(&self, judged: &Judged<'_>, switches: Switches, budget: &Cell<u64>) -> Held {
        let case = judged.case;
        let key = (std::ptr::from_ref(case), made(switches, &case.assignment));
        if key.1.is_empty() {
            return judged.right.clone();
        }
        if let Some(held) = self.known.borrow().get(&key) {
            return judged.seen(held.clone());
        }
        let searches = case.assignment.task == Task::Greedy
            && key.1.iter().any(|it| it.0 == Mistake::GreedyToCutoff);
        let most_of_case = if searches { MOST_OF_TREE } else { MOST_OF_CASE };
        let most = budget.get().min(most_of_case + 2 * judged.weight);
        let mut left = most;
        let held = hold(case, switches, &mut left);
        budget.set(budget.get() - (most - left));
        if budget.get() > 0 {
            self.known.borrow_mut().insert(key, held.clone());
        }
        judged.seen(held)
    }

    /// The cases in which a program does not write what was written.
    pub(crate) fn missed(&self, it: &Hypothesis) -> Vec<&'a Judged<'a>> {
        let lead = self.lead.iter().zip(&it.held);
        let mut missed: Vec<_> =
            lead.filter(|(_, held)| held.fit != Fit::Reproduced).map(|(case, _)| *case).collect();
        missed.extend(self.all.iter().filter(|case| {
            let fits = |held: Held| held.fit == Fit::Reproduced;
            !self.is_lead(case) && !fits(self.held_in(case, it.switches, &self.review))
        }));
        missed
    }

    /// A program and what it was found to make of the leading cases.
    pub(crate) fn hypothesis(&self, switches: Switches, held: Vec<Held>) -> Hypothesis {
        let is_wrong = |(it, _): &(&&Judged<'_>, &Held)| it.case.is_case && !it.is_right();
        let of_wrong = || self.lead.iter().zip(&held).filter(is_wrong);
        let is_later = |(it, held): &(&&Judged<'_>, &Held)| held.fit > it.right.fit;
        Hypothesis {
            whole: of_wrong().filter(|(_, held)| held.fit == Fit::Reproduced).count(),
            later: of_wrong().filter(is_later).count(),
            switches,
            held,
        }
    }
}

/// What of a program's mistakes may make a difference in one case, in one order and wording.
fn made(switches: Switches, assignment: &Assignment) -> Made {
    let here = switches.iter().filter(|it| it.scope.has_case(assignment));
    let mut made: Vec<_> =
        here.map(|it| (it.mistake, of_this_case(it.scope.at, assignment.player))).collect();
    made.sort_unstable();
    made
}

/// The same places, where it is known for whom the program plays.
pub(crate) fn of_this_case(at: At, player: Side) -> At {
    use Nodes as N;
    let of_kind = |kinds| At { kinds, nodes: N::All, ..at };
    match (at.nodes, player) {
        (N::PlayerOneMoves, Side::South) | (N::PlayerTwoMoves, Side::North) => of_kind(Kinds::Max),
        (N::PlayerOneMoves, Side::North) | (N::PlayerTwoMoves, Side::South) => of_kind(Kinds::Min),
        (N::PlayerOneMoved, Side::South) | (N::PlayerTwoMoved, Side::North) => {
            At { nodes: N::OwnSow, ..at }
        }
        (N::PlayerOneMoved | N::PlayerTwoMoved, _) => At { nodes: N::OpponentsSow, ..at },
        _ => at,
    }
}

/// A program with some mistakes, and how far it reproduces the leading cases.
#[derive(Debug, Clone)]
pub(crate) struct Hypothesis {
    pub switches: Switches,
    pub held: Vec<Held>,
    /// Wrong cases that it reproduces whole.
    pub whole: usize,
    /// Wrong cases in which its first wrong row comes later than a right program's, or never.
    pub later: usize,
}

impl Hypothesis {
    /// Whether it writes everything in the leading cases.
    pub(crate) fn fits(&self) -> bool {
        self.held.iter().all(|held| held.fit == Fit::Reproduced)
    }

    /// First the program that writes more wrong outputs exactly, then the simpler one, then the one that goes further.
    pub(crate) fn nearness(&self) -> impl Ord + use<> {
        let complexity = complexity(self.switches);
        let agreed = self.held.iter().filter(|it| it.fit != Fit::Reproduced);
        let agreed: usize = agreed.map(|it| it.fit.agreed()).sum();
        let further = (Reverse(self.later), Reverse(agreed));
        (Reverse(self.whole), complexity, further, self.switches)
    }

    /// Better programs first.
    pub(crate) fn rank(&self) -> impl Ord + use<> {
        let fits = self.held.iter().filter(|it| it.fit == Fit::Reproduced);
        let (whole, later) = (Reverse(fits.count()), Reverse(self.later));
        (whole, later, complexity(self.switches), self.switches)
    }
}

/// How much describes a program: its mistakes, then where they are made and how many nobody has been seen to make.
pub(crate) fn complexity(switches: Switches) -> (usize, usize) {
    let conceived = switches.iter().filter(|it| it.mistake.entry().known == Known::Conceived);
    (switches.len(), switches.conditions() + conceived.count())
}
