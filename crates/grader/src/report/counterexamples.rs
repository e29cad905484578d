//! What is to be said of a small input on which a submission goes wrong.
//!
//! It is no case of the suite, so that what is right for it may be shown. Should a hidden case ask the
//! same, a student is told nothing of it.

use super::words::{Audience, Item, Message, tell};
use crate::class::{Counterexample, Graded};
use crate::scoring::Visibility;
use mancala::homework::compare::Verdict;

/// What is to be said of each, with its place among those of the submission.
pub(super) fn told(graded: &Graded, audience: Audience) -> impl Iterator<Item = (usize, Message)> {
    let all = graded.counterexamples.iter().enumerate();
    let shown = all.filter(move |(_, it)| {
        audience == Audience::Staff || it.cell.visibility == Visibility::Visible
    });
    shown.map(|(at, it)| (at, tell_one(graded, it)))
}

/// All of them as plain text, for a student; empty if there are none.
pub fn text(graded: &Graded) -> String {
    let told = told(graded, Audience::Student);
    let texts: Vec<_> = told.map(|(_, told)| told.to_string()).collect();
    texts.join("\n\n")
}

fn tell_one(graded: &Graded, it: &Counterexample) -> Message {
    let mut items = vec![
        Item::Block(it.cell.case.input.trim_end().to_owned()),
        Item::Text("The board:".to_owned()),
        Item::Block(it.board.clone()),
    ];
    // Whether it may be told was asked before.
    let told = tell(&graded.submission, &it.cell, Audience::Staff);
    items.push(Item::Text(format!("{}.", told.headline)));
    items.extend(told.items);
    if !it.is_steady {
        let unsteady = "The program behaves differently from run to run on this input.";
        items.push(Item::Text(unsteady.to_owned()));
    }
    if !it.is_smallest {
        let cut_short = "There was no time to try every smaller input.";
        items.push(Item::Text(cut_short.to_owned()));
    }
    Message { headline: headline(it), items }
}

fn headline(it: &Counterexample) -> String {
    if let Some(switch) = it.mistake {
        let sentence = switch.mistake.entry().student;
        return format!("The smallest input that shows this alone ({switch}): {sentence}");
    }
    let what = match it.cell.verdict {
        Some(Verdict::NoOutput) => "writes no output",
        Some(Verdict::RuntimeError) => "crashes",
        Some(
            Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::Security,
        ) => "is stopped",
        _ => "goes wrong",
    };
    format!("The smallest input found on which the program {what}:")
}
