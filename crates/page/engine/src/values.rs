//! Exact values: of a position and each of its moves, and of a game turn by turn.
//!
//! What is known on the way is told to the host. A proof stops when its time is up; asked again, it goes
//! on from what the tables have by then.

use crate::games::read;
use crate::host::{now, tell};
use crate::json::{list, object, or_null, string, strings};
use crate::think::{Watch, ahead, end_of, resources, with_engine};
use crate::{Answered, lines};
use arena::review::{lead, review};
use mancala::game::{Kalah, Pit, PitName, Position, Side};
use mancala::solve::best_play::PlayedTurn;
use mancala::solve::{Engine, Interval, MAX_SEEDS, MAX_WIDTH, Remaining, best_play};

/// How many milliseconds it may take (nothing: as many as it does) and a record: the exact value of the
/// position and a line of best play, then that of each move. `{"unfinished"}` if the time is up before.
///
/// Tells `{"lower", "upper"}` of the position, `{"told", "line", "book"}` once its value is proved (the line ends
/// where the opening book does if the value is from there), and `{"pit", "lower", "upper"}` whenever more is known of
/// a move.
pub fn values(arguments: &str) -> Answered {
    let [time, text] = lines(arguments);
    let end = end_of(time);
    let position = *read(text)?.game.position();
    let mover = position.mover();
    with_engine(&position, resources(), |engine| {
        if !engine.can_solve(&position) {
            return Err(why_unsolved(&position));
        }
        // What is told on the way leaves out the stores.
        let lead = position.score(mover);
        let told = |bounds: Interval| tell(&object(&ends(bounds.after_gain(lead))));
        let control = Watch { end, told: &told };
        let best = engine.value(&position, Remaining::END, None, &control);
        let Some(best) = best.bounds.value() else { return Ok(unfinished()) };
        let told = match position.is_over() {
            true => "The game is over.".to_owned(),
            false => format!("With best play {}.", ahead(mover, best)),
        };
        let is_in_book = engine.is_in_book(&position);
        let known = |line: &[PlayedTurn]| {
            [
                ("line", list(line.iter().map(played))),
                ("told", string(&told)),
                ("book", is_in_book.to_string()),
            ]
        };
        let line_until = |engine: &mut Engine, end| {
            best_play::line(engine, &position, best, &Watch { end, told: &|_| {} })
        };
        // What the book knows comes before the tables that the rest of the line needs.
        let mut line = line_until(engine, if is_in_book { 0.0 } else { f64::INFINITY });
        tell(&object(&known(&line)));
        let Some(moves) = values_of_moves(engine, &position, best, end) else {
            return Ok(unfinished());
        };
        let moves = moves.iter().map(|&(pit, bounds)| valued(mover, pit, bounds));
        if is_in_book {
            line = line_until(engine, f64::INFINITY);
        }
        let [line, told, book] = known(&line);
        Ok(object(&[("moves", list(moves)), ("best", best.to_string()), line, told, book]))
    })
}

fn why_unsolved(position: &Kalah) -> String {
    let board = position.board();
    if board.width() > MAX_WIDTH {
        return format!("A board of more than {MAX_WIDTH} pits a row cannot be solved.");
    }
    if board.seeds_in_pits() > MAX_SEEDS {
        return format!("A board of more than {MAX_SEEDS} seeds in its pits cannot be solved.");
    }
    let rules = position.rules();
    format!("The rules {rules} let a player without a move pass. Such a game cannot be solved.")
}

fn unfinished() -> String {
    object(&[("unfinished", "true".to_owned())])
}

fn played((side, turn): &PlayedTurn) -> String {
    object(&[("side", side.index().to_string()), ("pits", strings(PitName::of_all(*side, turn)))])
}

/// The value of each move for the mover; those that keep the `best` first, which is known by then.
/// `None` if the time is up before.
fn values_of_moves(
    engine: &mut Engine,
    position: &Kalah,
    best: i32,
    end: f64,
) -> Option<Vec<(Pit, Interval)>> {
    let mover = position.mover();
    let mut pits: Vec<_> = position.moves().collect();
    pits.sort_by_cached_key(|&pit| {
        let kept = engine.keeps(position, pit, best, Remaining::END, &Watch { end, told: &|_| {} });
        kept.is_none_or(|(keeps, _)| !keeps)
    });
    let mut guess = Some(best);
    let mut values = Vec::new();
    for pit in pits {
        let next = position.play(pit);
        let seen = |bounds: Interval| {
            if next.mover() == mover { bounds } else { bounds.negated() }
        };
        let lead = next.score(mover);
        let told = |bounds: Interval| tell(&valued(mover, pit, seen(bounds).after_gain(lead)));
        let control = Watch { end, told: &told };
        let turned = guess.map(|guess: i32| if next.mover() == mover { guess } else { -guess });
        let bounds = seen(engine.value(&next, Remaining::END, turned, &control).bounds);
        tell(&valued(mover, pit, bounds));
        guess = Some(bounds.value()?);
        values.push((pit, bounds));
    }
    Some(values)
}

fn ends(bounds: Interval) -> [(&'static str, String); 2] {
    [("lower", bounds.lower.to_string()), ("upper", bounds.upper.to_string())]
}

fn valued(mover: Side, pit: Pit, bounds: Interval) -> String {
    let [lower, upper] = ends(bounds);
    object(&[("pit", string(&PitName(mover, pit).to_string())), lower, upper])
}

/// How many milliseconds it may take (nothing: as many as it does) and a record: South's lead at the end
/// of the game with best play, from each position between two turns, the last position first, since later
/// ones are easier. Tells each `{"turn", "value"}`; `{"unfinished"}` if the time is up before.
pub fn graph(arguments: &str) -> Answered {
    let [time, text] = lines(arguments);
    let end = end_of(time);
    let game = read(text)?.game;
    let control = Watch { end, told: &|_| {} };
    let mut values = Vec::new();
    for (turn, position) in game.positions().iter().enumerate().rev() {
        let guess = values.last().copied().flatten();
        let value = with_engine(game.start(), resources(), |engine| {
            lead(engine, position, guess, &control)
        });
        if value.is_none() && end <= now() {
            return Ok(unfinished());
        }
        values.push(value);
        tell(&object(&[("turn", turn.to_string()), ("value", or_null(value))]));
    }
    Ok(object(&[("values", list(values.into_iter().rev().map(or_null)))]))
}

/// How many milliseconds it may take (nothing: as many as it does) and a record: what the last turn lost,
/// a better one and why; `null` if it lost nothing. `{"unfinished"}` if the time is up before.
pub fn lapse(arguments: &str) -> Answered {
    let [time, text] = lines(arguments);
    let end = end_of(time);
    let game = read(text)?.game;
    let start = *game.start();
    let found = with_engine(&start, resources(), |engine| {
        if !engine.can_solve(&start) {
            return Err(why_unsolved(&start));
        }
        Ok(review(&game, 1, engine, &Watch { end, told: &|_| {} }))
    })?;
    if found.unsolved == game.turns().len() {
        return Ok(unfinished());
    }
    let lapse = found.lapses.first().map(|lapse| {
        object(&[
            ("better", strings(PitName::of_all(lapse.better.side, &lapse.better.pits))),
            ("keeps", lapse.keeps.to_string()),
            ("lost", lapse.lost.to_string()),
            ("why", string(&lapse.why())),
        ])
    });
    Ok(object(&[("lapse", or_null(lapse))]))
}
