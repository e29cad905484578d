//! A wrong case in words: which file, from where on, and which turn a wrong state belongs to.
//!
//! Left out: which mistake it is.

use super::evidence::{End, Evidence};
use super::reference::turns::{Reached, first_turn};
use super::trials::Judged;
use mancala::homework::compare as judge;
use mancala::homework::{NEXT_STATE, TRAVERSE_LOG};

/// The most boards of a first turn that are looked at.
const MOST_BOARDS: usize = 5_000;

/// Of a board that is none of those.
const NO_TURN: &str = "the state is the board after no turn that is possible";

/// One line on a wrong case.
pub(super) fn line(judged: &Judged<'_>) -> String {
    let case = judged.case;
    let mut parts = Vec::new();
    match case.end {
        End::Normal => parts.extend(missing(case).map(|file| format!("there is no {file}"))),
        End::Crashed => parts.push("the program crashed".to_owned()),
        End::Stopped => parts.push("the program did not end in time".to_owned()),
    }
    if let Some(log) = &case.traverse_log {
        let agreed = judged.right.fit.agreed();
        if agreed < log.lines.len() {
            parts.push(format!("the log is wrong from line {} on", agreed + 1));
        } else if agreed == log.lines.len() && !log.cut && judged.right.state.is_none() {
            parts.push(format!("the log ends too early, after line {agreed}"));
        }
    }
    parts.extend(state_line(judged));
    parts.extend(case.faults.iter().map(|fault| fault.key().to_owned()));
    format!("{}: {}.", case.name, parts.join("; "))
}

/// The files that the program should have written and did not.
fn missing(case: &Evidence) -> impl Iterator<Item = &'static str> {
    let no_state = case.next_state.is_none().then_some(NEXT_STATE);
    let is_logged = case.problem.task.logged_algorithm().is_some();
    let no_log = (is_logged && case.traverse_log.is_none()).then_some(TRAVERSE_LOG);
    no_state.into_iter().chain(no_log)
}

/// What board a wrong state is; `None` if the state is right or missing.
fn state_line(judged: &Judged<'_>) -> Option<String> {
    let case = judged.case;
    let written = case.next_state.as_ref()?.lines.join("\n") + "\n";
    let right = mancala::homework::answer(&case.problem).next_state();
    if right == written {
        return None;
    }
    let reached = first_turn(&case.assignment, MOST_BOARDS);
    Some(match which_board(&written, &reached) {
        said if said == NO_TURN && sorted_rows(&written) == sorted_rows(&right) => {
            "the state has the right stones in each row, but not in the order of the pits"
                .to_owned()
        }
        said => said,
    })
}

/// The turn after which the board is the one that was written.
pub(super) fn which_board(written: &str, reached: &[Reached]) -> String {
    let turn = |it: &Reached| it.pits.join(" ");
    let is_swept = |it: &&Reached| it.swept.as_deref() == Some(written);
    let is_whole = |it: &&Reached| it.is_whole && it.swept.is_none() && it.state == written;
    let mut whole = reached.iter().filter(|it| is_swept(it) || is_whole(it));
    if let Some(found) = whole.next() {
        return format!("the state is the board after another turn, {}", turn(found));
    }
    if let Some(found) = reached
        .iter()
        .find(|it| it.swept.is_some() && it.state == written)
    {
        let turn = turn(found);
        return format!(
            "the state is the board after {turn}, which ends the game, before the last stones are \
             collected"
        );
    }
    if let Some(found) = reached
        .iter()
        .find(|it| !it.is_whole && it.state == written)
    {
        let goes_on = |it: &&Reached| it.is_whole && it.pits.starts_with(&found.pits);
        let whole = reached.iter().find(goes_on).map_or_else(String::new, turn);
        return format!(
            "the state is the board after {}, in the middle of a turn such as {whole}",
            turn(found)
        );
    }
    NO_TURN.to_owned()
}

/// The rows of a board without the order of their pits, and the stores.
fn sorted_rows(state: &str) -> Vec<Vec<&str>> {
    let sorted = state.lines().map(|row| {
        let mut row: Vec<_> = row.split_whitespace().collect();
        row.sort_unstable();
        row
    });
    sorted.collect()
}

/// The first wrong row in full: what it should be, the board and the way there.
pub(super) fn first_wrong_row(judged: &Judged<'_>) -> Vec<String> {
    let case = judged.case;
    let (Some(log), Some(algorithm)) = (&case.traverse_log, case.problem.task.logged_algorithm())
    else {
        return Vec::new();
    };
    let text = log.lines.join("\n") + "\n";
    // Reading from memory cannot fail.
    let Ok(judgement) = judge::log::judge(&case.problem, algorithm, text.as_bytes()) else {
        return Vec::new();
    };
    let Some(finding) = judgement.finding else {
        return Vec::new();
    };
    let mut lines = vec![match finding.place {
        Some(place) => format!("line {}: {}", place.line, finding.message),
        None => finding.message,
    }];
    if let Some(node) = finding.node {
        let path: Vec<_> = node.path.iter().map(ToString::to_string).collect();
        if !path.is_empty() {
            lines.push(format!("the way there: {}", path.join("; ")));
        }
        lines.push(node.meaning);
        lines.extend(node.board.lines().map(|line| format!("    {line}")));
    }
    lines
}
