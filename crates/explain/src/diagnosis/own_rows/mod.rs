//! Rules of the search that a program's logs break by their own rows: whatever its boards are, the value, alpha and beta
//! of a row follow from the rows above it.
//!
//! `reading` reads a log as its rows nest.

mod reading;

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::first_rows::scopes_of;
use crate::assignment::{Side, Task};
use crate::hypothesis::cache::Judged;
use crate::mistakes::{After, Nodes, Place, Scope};
use crate::rule::Rule;

/// The most rules that are told of one program.
const MOST: usize = 3;
/// The fewest wrong rows that show something, by the number of conditions under which they are all alike.
const FEWEST: [usize; 3] = [3, 6, 12];

/// All rows of one kind say the same, which is wrong in many of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnRows {
    pub says: Says,
    pub scope: Scope,
    pub wrong: usize,
    pub of: usize,
}

/// Makes an enum of a table: what rows say, of which column of which rows, and the rule for these.
macro_rules! says {
    ($($says:ident $about:ident $rule:ident;)*) => {
        /// What rows say that should say something else.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Says {
            $($says,)*
        }

        impl Says {
            const ALL: &[Self] = &[$(Self::$says,)*];

            fn about(self) -> About {
                match self { $(Self::$says => About::$about,)* }
            }

            /// The rule that such rows break.
            pub fn rule(self) -> Rule {
                match self { $(Self::$says => Rule::$rule,)* }
            }
        }
    };
}

says! {
    AsEntered EntryWindow WindowPassed;
    Widest EntryWindow WindowPassed;
    LeafAsEntered LeafWindow WindowPassed;
    LeafWidest LeafWindow WindowPassed;
    LeafUpdated LeafWindow WindowOfLeaf;
    LeafUpdatedUnlessPruned LeafWindow WindowOfLeaf;
    ValueOfChild ValueAfter UpdateValues;
    ValueKept ValueAfter UpdateValues;
    ValueIsBound PruneValue ValueAfterCut;
    WindowKept WindowAfter WindowNarrowed;
    WindowOfValue WindowAfter WindowInherited;
    UpdatedAtPrune PruneWindow CutRow;
}

/// A column of rows of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    EntryWindow,
    LeafWindow,
    ValueAfter,
    PruneValue,
    WindowAfter,
    PruneWindow,
}

/// The rows of one kind, at places of one kind.
#[derive(Default, Clone, Copy)]
struct Count {
    of: usize,
    wrong: usize,
    /// Those that do not say it.
    others: usize,
}

type Counts = HashMap<(Says, Task, Side, Place), Count>;

/// What rows say that is wrong by the rows above them, the most frequent first.
pub(crate) fn own_rows(cases: &[Judged<'_>]) -> Vec<OwnRows> {
    let mut counts = Counts::new();
    for judged in cases {
        reading::count(judged.case, &mut counts);
    }
    let mut found: Vec<OwnRows> = Vec::new();
    while let Some(most) = widest(&counts) {
        let is_told = |it: &(Says, Task, Side, Place)| {
            it.0.about() == most.says.about() && has(most.scope, it)
        };
        counts.retain(|it, _| !is_told(it));
        found.push(most);
    }
    found.sort_by_key(|it| Reverse(it.wrong));
    found.truncate(MOST);
    found
}

/// What holds under the fewest conditions, and there in the most rows.
fn widest(counts: &Counts) -> Option<OwnRows> {
    let all = Says::ALL.iter().flat_map(|&says| scopes().map(move |scope| (says, scope)));
    let held = all.filter_map(|(says, scope)| {
        let such = counts.iter().filter(|(it, _)| it.0 == says && has(scope, it));
        let sum = such.fold(Count::default(), |sum, (_, it)| Count {
            of: sum.of + it.of,
            wrong: sum.wrong + it.wrong,
            others: sum.others + it.others,
        });
        let Count { of, wrong, others } = sum;
        let fewest = FEWEST[scope.conditions()];
        (others == 0 && wrong >= fewest).then_some(OwnRows { says, scope, wrong, of })
    });
    held.min_by_key(|it| (it.scope.conditions(), Reverse(it.wrong)))
}

fn has(scope: Scope, (_, task, player, place): &(Says, Task, Side, Place)) -> bool {
    scope.has_run(*task, *player) && scope.at.has(*place)
}

fn scopes() -> impl Iterator<Item = Scope> {
    use Nodes::{All, BelowRoot, MidTurn, Root, TurnEnd};
    let nodes = [All, Root, BelowRoot, MidTurn, TurnEnd].into_iter();
    let after = [After::AnyChild, After::ExtraTurn, After::TurnEnd].into_iter();
    scopes_of(nodes, after, FEWEST.len() - 1)
}
