//! The opening book: values of the standard openings of six pits and four seeds, so that nobody waits at first.
//!
//! It has no keys. A file holds one byte for each position at the end of three whole turns, in the order in which
//! [`filled`] comes to them; the values of all positions on the way follow from theirs.

use mancala::game::{Board, Kalah, Position, Rules, Side};
use mancala::solve::{Book, state_of};

/// The rule sets that have a book, each with the bytes of its file.
pub const BOOKS: [(Rules, &[u8]); 3] = [
    (Rules::CITS3001, include_bytes!("../book/cits3001.bin")),
    (Rules::USC, include_bytes!("../book/usc.bin")),
    (Rules::UW, include_bytes!("../book/uw.bin")),
];

/// So many whole turns after the opening are the positions whose values are stored.
const TURNS: u32 = 3;

/// The opening of a book.
pub fn opening(rules: Rules) -> Option<Kalah> {
    Kalah::new(Board::opening(6, 4), rules, Side::South).ok()
}

/// The book for positions like this one; empty if there is none.
pub fn of(position: &Kalah) -> Book {
    let opening = opening(position.rules());
    let opening = opening.filter(|it| it.board().width() == position.board().width());
    let bytes = BOOKS.iter().find(|(rules, _)| *rules == position.rules());
    opening.zip(bytes).map_or(Book::new(), |(opening, (_, bytes))| {
        let mut bytes = bytes.iter();
        filled(&opening, |_| bytes.next().map(|byte| byte.cast_signed()))
    })
}

/// A book whose stored values are those that `value` gives, one after the other.
pub fn filled(opening: &Kalah, mut value: impl FnMut(&Kalah) -> Option<i8>) -> Book {
    let mut book = Book::new();
    fill(&mut book, opening, TURNS, &mut value);
    book
}

/// Finds the value of a position, and of all those up to `turns` turns later. Values are as the mover sees them, who
/// is owed what lies in the pits.
fn fill(
    book: &mut Book,
    here: &Kalah,
    turns: u32,
    value: &mut dyn FnMut(&Kalah) -> Option<i8>,
) -> Option<i8> {
    let Some(state) = state_of(here) else { return Some(0) };
    if let Some(known) = book.get(&state) {
        return Some(*known);
    }
    let mover = here.mover();
    let best = match turns {
        0 => value(here)?,
        _ => {
            let mut best = i8::MIN;
            for pit in here.moves() {
                let next = here.play(pit);
                let gain = (next.score(mover) - here.score(mover)) as i8;
                let later = match next.mover() == mover {
                    true => fill(book, &next, turns, value)?,
                    false => -fill(book, &next, turns - 1, value)?,
                };
                best = best.max(gain + later);
            }
            best
        }
    };
    book.insert(state, best);
    Some(best)
}
