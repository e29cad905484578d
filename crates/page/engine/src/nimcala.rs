//! Nimcala: a row of tokens as text, a move, and the best one.
//!
//! A row is its tokens with blanks between them, and who is to move: `South 5 0 0 0`.

use crate::games::side;
use crate::json::{list, numbers, object, or_null, string};
use crate::{Answered, lines};
use arena::nimcala;
use explain::pluralize;
use mancala::game::Position;
use mancala::nimcala::{Method, Nimcala, Outcome, Take, TokenRow};

fn read(text: &str) -> Result<Nimcala, String> {
    let (mover, tokens) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let mover = side(mover)?;
    let tokens: Result<Vec<u32>, _> = tokens.split_whitespace().map(str::parse).collect();
    let tokens = tokens.map_err(|_| "expected whole numbers of tokens")?;
    let row = TokenRow::new(&tokens).map_err(|error| error.to_string())?;
    Ok(Nimcala::new(row, mover))
}

fn shown(position: &Nimcala) -> String {
    let mover = position.mover();
    let told = if position.is_over() {
        format!("{} took the last token and wins.", mover.opponent().name())
    } else {
        format!("{} to move.", mover.name())
    };
    object(&[
        ("text", string(&format!("{} {}", mover.name(), position.row()))),
        ("tokens", numbers(position.row().tokens())),
        ("mover", mover.index().to_string()),
        ("over", position.is_over().to_string()),
        ("told", string(&told)),
    ])
}

/// A row: what lies there.
pub fn view(arguments: &str) -> Answered {
    Ok(shown(&read(arguments)?))
}

/// A pit from 1, a number of tokens, and a row: the row after that move, and where the tokens went.
pub fn take(arguments: &str) -> Answered {
    let [pit, count, row] = lines(arguments);
    let position = read(row)?;
    let wanted = |take: &Take| {
        (take.pit() + 1).to_string() == pit.trim() && take.count().to_string() == count.trim()
    };
    let take = position.moves().find(wanted);
    let take = take.ok_or("no such move: take 1 to all tokens of a pit")?;
    let next = position.play(take);
    let (before, after) = (position.row(), next.row());
    let pairs = before.tokens().iter().zip(after.tokens());
    let gained = pairs.enumerate().filter(|(_, (before, after))| after > before);
    let to: Vec<_> = gained.map(|(pit, _)| pit + 1).collect();
    let out = before.total() - after.total();
    let (side, tokens) = (position.mover().name(), pluralize(take.count(), "token"));
    let mut told = format!("{side} takes {tokens} from pit {}", pit.trim());
    if out > 0 {
        told += &format!("; {out} leave play");
    }
    if next.is_over() {
        told += &format!("; that was the last one, {side} wins");
    }
    Ok(object(&[
        ("row", shown(&next)),
        ("pit", pit.trim().to_owned()),
        ("to", numbers(to)),
        ("out", out.to_string()),
        ("told", string(&(told + "."))),
    ]))
}

/// A row: who wins, how soon, and by which moves.
pub fn best(arguments: &str) -> Answered {
    let position = read(arguments)?;
    let solved = Method::Ranks.solve(position, 0).map_err(|error| error.to_string())?;
    let winner = match solved.prospect.outcome {
        Outcome::Win => position.mover(),
        Outcome::Loss => position.mover().opponent(),
    };
    let choice = nimcala::best(&position).ok();
    let one = |take: Take| {
        object(&[("pit", (take.pit() + 1).to_string()), ("count", take.count().to_string())])
    };
    Ok(object(&[
        ("winner", winner.index().to_string()),
        ("moves", or_null(solved.prospect.moves)),
        ("winning", list(solved.winning().map(one))),
        ("choice", or_null(choice.map(one))),
    ]))
}
