//! A wrong case in words: which file, from where on, and which turn a wrong state belongs to.

use crate::diagnosis::state_fault::StateFault;
use crate::evidence::End;
use crate::facts::{LogFault, WrongOutput};
use mancala::homework::compare::Finding;

/// One line on a wrong case.
pub(crate) fn line(case: &WrongOutput) -> String {
    let ended = match case.end {
        End::Normal => None,
        End::Crashed => Some("the program crashed"),
        End::Stopped => Some("the program did not end in time"),
        End::OverLimit => Some("the program passed a limit (on memory or output, for instance)"),
    };
    if !case.has_output {
        let ended = ended.unwrap_or("the program crashed");
        return format!("{}: {ended} and wrote no output.", case.name);
    }
    let mut parts: Vec<_> = ended.map(ToOwned::to_owned).into_iter().collect();
    parts.extend(case.missing.iter().map(|file| format!("{} is missing", file.name())));
    parts.extend(case.log.map(|log| match log {
        LogFault::From(line) => format!("the log is wrong from line {line} on"),
        LogFault::EndsAfter(line) => format!("the log ends too early, after line {line}"),
    }));
    parts.extend(case.state.as_ref().map(state));
    parts.extend(case.faults.iter().map(|fault| fault.key().to_owned()));
    format!("{}: {}.", case.name, parts.join("; "))
}

/// What board it is, without the moves that lead there.
pub(crate) const fn kind_of_state(it: &StateFault) -> &'static str {
    match it {
        StateFault::AfterAnotherTurn(_) => "the board after a different move",
        StateFault::AfterTiedTurn(_) => "the board after a different move of the same value",
        StateFault::BeforeTheSweep(_) => "a board before the last stones are collected",
        StateFault::InMidTurn { .. } => "a board in the middle of a turn",
        StateFault::AfterReplies(_) => "a board after your move and further turns of the search",
        StateFault::OutOfTurn { .. } => "a board after your turn has gone on although it had ended",
        StateFault::Unchanged => "the board of the input",
        StateFault::InAnotherOrder => "a board with its pits in another order",
        StateFault::AfterNoTurn => "not the result of any legal turn",
        StateFault::Unknown => "not the board after your move",
        StateFault::Empty => "empty",
        StateFault::NoBoard => "not a board of this size",
    }
}

fn state(it: &StateFault) -> String {
    match it {
        StateFault::AfterAnotherTurn(turn) | StateFault::AfterTiedTurn(turn) => {
            format!("next_state.txt is {} ({turn})", kind_of_state(it))
        }
        StateFault::BeforeTheSweep(turn) => format!(
            "next_state.txt is the board after {turn}, which ends the game, but before the last stones \
             are collected"
        ),
        StateFault::InMidTurn { played, whole } => format!(
            "next_state.txt is the board after {played}, in the middle of a turn such as {whole}"
        ),
        StateFault::AfterReplies(turns) => {
            let (own, replies) = (&turns[0], turns[1..].join("; "));
            format!("next_state.txt is the board after {own} and further turns: {replies}")
        }
        StateFault::OutOfTurn { turn, next } => format!(
            "next_state.txt is the board after {turn} and then {next}, although the turn had ended"
        ),
        StateFault::Unknown => "next_state.txt is wrong".to_owned(),
        StateFault::InAnotherOrder => {
            "next_state.txt has the right stones in each row, but not in the order of the pits"
                .to_owned()
        }
        StateFault::NoBoard => {
            "next_state.txt does not have the numbers of a board of this size".to_owned()
        }
        StateFault::Empty | StateFault::AfterNoTurn | StateFault::Unchanged => {
            format!("next_state.txt is {}", kind_of_state(it))
        }
    }
}

/// The first wrong row in full: what it should be, the board and the way there.
pub(crate) fn first_row(finding: &Finding) -> Vec<String> {
    let mut lines = vec![match finding.place {
        Some(place) => format!("line {}: {}", place.line, finding.message),
        None => finding.message.clone(),
    }];
    if let Some(node) = &finding.node {
        let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
        if !path.is_empty() {
            lines.push(format!("the moves that lead there: {}", path.join("; ")));
        }
        lines.extend(node.sow.iter().chain([&node.meaning]).cloned());
        lines.extend(node.board.lines().map(|line| format!("    {line}")));
    }
    lines
}
