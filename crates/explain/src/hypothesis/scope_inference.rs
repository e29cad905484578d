//! Where a program makes a mistake: at which nodes, in which tasks and for which player.
//!
//! Nodes are tried one kind after the other. Tasks and player are read off the cases: the mistake is
//! tried in all of them, and the scope is chosen so that it leaves alone those that it would spoil.

use crate::assignment::Side;
use crate::hypothesis::cache::{Cache, Hypothesis, complexity, of_this_case};
use crate::mistakes::{After, At, Group, Kinds, Mistake, Nodes, OF_BOARD, Scope, Switch, Tasks};

/// Scopes of one mistake that are kept.
const SCOPES: usize = 3;

/// The program with one mistake more, in the scopes that are worth keeping. Of the case `focus` it
/// writes more; what was tried before for another focus is left out.
pub(crate) fn with(
    cache: &Cache<'_>,
    base: &Hypothesis,
    focus: usize,
    mistake: Mistake,
    tried: &mut Vec<(Mistake, At)>,
) -> Vec<Hypothesis> {
    let mut found: Vec<Hypothesis> = Vec::new();
    for at in promising(cache, base, focus, mistake) {
        if tried.contains(&(mistake, at)) {
            continue;
        }
        tried.push((mistake, at));
        found.extend(scoped(cache, base, mistake, at));
        let everywhere = complexity(base.switches.with(mistake.into()));
        if found.iter().any(|it| complexity(it.switches) == everywhere) {
            // It helps everywhere; fewer places are a matter of later differences.
            break;
        }
    }
    best(found)
}

/// The program without a mistake, or with it in fewer places, if it is one too many in the case `focus`.
pub(crate) fn narrowed(
    cache: &Cache<'_>,
    base: &Hypothesis,
    focus: usize,
    switch: Switch,
) -> Vec<Hypothesis> {
    let without = base.switches.without(switch);
    let is_too_many = cache.held(focus, without).fit > base.held[focus].fit;
    if !is_too_many {
        return Vec::new();
    }
    let held = (0..cache.lead.len()).map(|at| cache.held(at, without));
    let without = cache.hypothesis(without, held.collect());
    let is_wide = switch.scope == Scope::EVERYWHERE;
    let now = switch.scope.at;
    let is_fewer = |at: &At| is_wide || is_narrow(*at) && wider(*at).contains(&now);
    let fewer = places(switch.mistake)
        .filter(is_fewer)
        .flat_map(|at| scoped(cache, &without, switch.mistake, at));
    let fewer: Vec<_> = std::iter::once(without.clone()).chain(fewer).collect();
    best(fewer.into_iter().filter(|it| it.rank() < base.rank()).collect())
}

fn best(mut found: Vec<Hypothesis>) -> Vec<Hypothesis> {
    found.sort_by_key(Hypothesis::rank);
    found.truncate(SCOPES);
    found
}

/// Where to make a mistake so that the first wrong row of a case comes later.
fn promising(cache: &Cache<'_>, base: &Hypothesis, focus: usize, mistake: Mistake) -> Vec<At> {
    let player = cache.lead[focus].case.assignment.player;
    let before = &base.held[focus];
    let mut promising = Vec::new();
    let mut idle: Vec<At> = Vec::new();
    for at in places(mistake) {
        // In one case the player who moves at a max node is always the same.
        let same = of_this_case(at, player);
        if same != at {
            if promising.contains(&same) {
                promising.push(at);
            }
            continue;
        }
        let is_wider_promising = || wider(at).iter().any(|it| promising.contains(it));
        if is_narrow(at) && !promising.is_empty() && !is_wider_promising() {
            // Two conditions take long to try, so only where none or one of them helps.
            continue;
        }
        // What changes nothing here does not in fewer places.
        if wider(at).iter().any(|it| idle.contains(it)) {
            continue;
        }
        let held = cache.held(focus, base.switches.with(at_place(mistake, at)));
        if held == *before {
            if at == At::ANYWHERE {
                break;
            }
            idle.push(at);
        }
        if held.fit > before.fit {
            promising.push(at);
        }
    }
    promising
}

/// Whether it says both of which kind the nodes are and which of them.
fn is_narrow(at: At) -> bool {
    at.kinds != Kinds::All && at.nodes != Nodes::All
}

/// The places with one of its conditions.
fn wider(at: At) -> [At; 2] {
    [At { kinds: Kinds::All, ..at }, At { nodes: Nodes::All, ..at }]
}

/// The mistake in all cases and in fewer, where no case becomes worse and some better.
fn scoped(cache: &Cache<'_>, base: &Hypothesis, mistake: Mistake, at: At) -> Vec<Hypothesis> {
    let mut scopes: Vec<_> = scopes(at).collect();
    let everywhere = base.switches.with(at_place(mistake, at));
    let mut held = Vec::new();
    for (place, (it, before)) in cache.lead.iter().zip(&base.held).enumerate() {
        let now = cache.held(place, everywhere);
        if now.fit < before.fit {
            scopes.retain(|scope| !scope.has_case(&it.case.assignment));
            if scopes.is_empty() {
                return Vec::new();
            }
        }
        held.push(now);
    }
    let mut found: Vec<Hypothesis> = Vec::new();
    for scope in scopes {
        let chosen = |at: usize| match scope.has_case(&cache.lead[at].case.assignment) {
            true => held[at].clone(),
            false => base.held[at].clone(),
        };
        let held: Vec<_> = (0..cache.lead.len()).map(chosen).collect();
        let improves = held.iter().zip(&base.held).any(|(now, before)| now.fit > before.fit);
        // Wider scopes come first; a narrower one that changes the same is not needed.
        if improves && !found.iter().any(|it| it.held == held) {
            let switches = base.switches.with(Switch { mistake, scope });
            found.push(cache.hypothesis(switches, held));
        }
    }
    found
}

fn at_place(mistake: Mistake, at: At) -> Switch {
    let scope = Scope { at, ..Scope::EVERYWHERE };
    Switch { mistake, scope }
}

/// The scopes by task and player, wide ones first.
fn scopes(at: At) -> impl Iterator<Item = Scope> {
    let players = [None, Some(Side::South), Some(Side::North)];
    let all = Tasks::all()
        .flat_map(move |tasks| players.into_iter().map(move |player| Scope { tasks, player, at }));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|scope| scope.conditions());
    all.into_iter()
}

/// Where a mistake may be made: one that is made at nodes perhaps at some of them only.
fn places(mistake: Mistake) -> impl Iterator<Item = At> {
    let group = mistake.entry().group;
    let may_be = move |at: &At| match at.nodes {
        _ if *at == At::ANYWHERE => true,
        _ if at.after != After::AnyChild => mistake.is_of_update(),
        _ if at.kinds != Kinds::All && at.nodes != Nodes::All => {
            group == Group::Log || mistake.is_of_leaf()
        }
        // Only what is done at a node itself may be so at some nodes.
        _ if OF_BOARD.contains(&mistake) => {
            use Mistake::{BoardLeftAtPrune, BoardOfSiblings, LoopOnOneBoard};
            matches!(mistake, BoardLeftAtPrune | BoardOfSiblings | LoopOnOneBoard)
        }
        // Whether the game is over is asked in the function that makes a move, or where the next is looked for.
        Nodes::OwnSow | Nodes::OpponentsSow | Nodes::PlayerOneMoved | Nodes::PlayerTwoMoved => {
            mistake.is_of_end()
        }
        // A leaf at the cutoff and one at which the game is over are often handled in two places.
        Nodes::Over | Nodes::InGame => mistake.is_of_leaf(),
        Nodes::LaterInTurn => mistake.is_of_leaf() || mistake.is_of_end(),
        Nodes::OverByCapture => mistake.is_of_row(),
        // The root has no sow before it after which that is asked.
        Nodes::PlayerOneBelowRoot | Nodes::PlayerTwoBelowRoot => mistake.is_of_end_in_row(),
        Nodes::MidTurn if mistake == Mistake::StateNotSwept => true,
        // The letter may be that of the player who moves next.
        Nodes::MidTurn | Nodes::TurnEnd if mistake == Mistake::LettersSwapped => true,
        // Only rules of the board count as the turn is played once more for the next state.
        Nodes::Tree | Nodes::NextState => group == Group::BoardRules,
        _ => matches!(group, Group::BoardRules | Group::Search | Group::Log),
    };
    At::all().filter(may_be)
}
