//! What is said of rows that are wrong.

use crate::diagnosis::first_rows::{FirstRows, Instead, Wrong};
use crate::diagnosis::own_rows::{OwnRows, Says};
use crate::mistakes::After;
use crate::reference::RowKind;

/// Where wrong logs go wrong first.
pub(super) fn first_rows(it: &FirstRows) -> String {
    let FirstRows { count, of, .. } = it;
    let kind = match it.kind {
        RowKind::Entry => "the row for entering a node",
        RowKind::Optional => "an optional row",
        RowKind::Leaf => "the row of a leaf at the cutoff",
        RowKind::Over => "the row of a node at which the game is over",
        RowKind::AfterChild if it.scope.at.after == After::AnyChild => "a row after a child",
        RowKind::AfterChild => "a row",
        RowKind::Prune => "the row of a node that prunes",
    };
    let place = it.scope.in_words(false);
    let place = if place.is_empty() { place } else { format!(", {place}") };
    let what = it.wrong.map(|(wrong, as_many)| {
        let what = match wrong {
            Wrong::Missing => "it is missing",
            Wrong::Preceded => "a row stands before it that should not be there",
            Wrong::Repeated => "another row of the node before it stands there",
            Wrong::Depth => "its depth is wrong",
            Wrong::Value => "its value is wrong",
            Wrong::Window => "its alpha or beta is wrong",
        };
        let some = if as_many == *count { String::new() } else { format!(" in {as_many} of them") };
        format!("; {what}{some}{}", it.instead.map(|it| instead(it, as_many)).unwrap_or_default())
    });
    format!(
        "In {count} of {of} wrong logs, the first wrong row is {kind}{place}{}. No log has a right row of this kind before that.",
        what.unwrap_or_default()
    )
}

/// What a wrong number is instead.
fn instead((it, count): (Instead, usize), of: usize) -> String {
    let what = match it {
        Instead::NotUpdated => "what the node had before the child",
        Instead::OfChild => "the value of the child",
        Instead::Alpha => "the alpha of the row",
        Instead::Beta => "the beta of the row",
        Instead::Value => "the value of the row",
        Instead::Negated => "the right one with the other sign",
        Instead::Swapped => "the other one of the two",
        Instead::Infinite => "infinite",
    };
    let times = if count == of { String::new() } else { format!(" in {count}") };
    format!(": it is {what}{times}")
}

/// What rows say that is wrong by the rows above them.
pub(super) fn own_rows(it: &OwnRows) -> String {
    let OwnRows { says, scope, wrong, of } = it;
    let (rows, words) = said(*says);
    let rows = match scope.at.after {
        After::AnyChild => rows.to_owned(),
        // The place says after which child.
        _ => rows.replace(" after a child", ""),
    };
    let place = scope.in_words(false);
    let place = if place.is_empty() { place } else { format!(" {place}") };
    let wrong = if wrong == of { "all of them".to_owned() } else { wrong.to_string() };
    let rule = says.rule().sentence();
    format!(
        "In all {of} {rows}{place}, {words}; by the rows above them, that is wrong in {wrong}. The rule: {rule}"
    )
}

/// The rows, and what they say.
fn said(says: Says) -> (&'static str, &'static str) {
    let (entry, leaf, prune) =
        ("rows for entering a node", "rows of leaves", "rows of a node that prunes");
    let (after, after_no_prune) = ("rows after a child", "rows after a child without a prune");
    let as_entered = "alpha and beta are those with which the node above began";
    let widest = "alpha and beta are -Infinity and Infinity";
    match says {
        Says::AsEntered => (entry, as_entered),
        Says::Widest => (entry, widest),
        Says::LeafAsEntered => (leaf, as_entered),
        Says::LeafWidest => (leaf, widest),
        Says::LeafUpdated => (leaf, "alpha or beta is updated with the value of the leaf"),
        Says::LeafUpdatedUnlessPruned => (
            leaf,
            "alpha or beta is updated with the value of the leaf, unless the node above prunes",
        ),
        Says::ValueOfChild => (after, "the value is that of the child"),
        Says::ValueKept => (after, "the value is what the node had before the child"),
        Says::ValueIsBound => (prune, "the value is alpha or beta"),
        Says::WindowKept => {
            (after_no_prune, "alpha and beta are what the node had before the child")
        }
        Says::WindowOfValue => (
            after_no_prune,
            "alpha or beta is the value of the node, even where the bound was better",
        ),
        Says::UpdatedAtPrune => (prune, "alpha or beta is updated although the node prunes"),
    }
}
