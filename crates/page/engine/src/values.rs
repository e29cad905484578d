//! Exact values: of a position and each of its moves, and of a game turn by turn.
//!
//! What is known on the way is told to the host. Whoever has enough of it ends the worker.
//!
//! Left out: the engine ([`think`](super::think)).

use crate::Answered;
use crate::games::read;
use crate::host::tell;
use crate::json::{list, numbers, object, or_null, string, strings};
use crate::think::{Watch, ahead, pit_names, resources, with_engine};
use mancala::game::{Kalah, Pit, PitName, Position, Side};
use mancala::solve::{Depth, Engine, Interval, best_play};

/// A record: the exact value of the position and a line of best play, then that of each move.
///
/// Tells `{"lower", "upper"}` of the position, `{"told", "line"}` once its value is proved, and
/// `{"pit", "lower", "upper"}` whenever more is known of a move.
pub(crate) fn values(arguments: &str) -> Answered {
    let position = *read(arguments)?.game.position();
    let mover = position.mover();
    if position.is_over() {
        return Ok(object(&[
            ("moves", list([])),
            ("best", position.score(mover).to_string()),
            ("line", list([])),
            ("told", string("The game is over.")),
        ]));
    }
    with_engine(&position, resources(), |engine| {
        // What is told on the way leaves out the stores.
        let lead = position.score(mover);
        let told = |bounds: Interval| tell(&object(&ends(bounds.after_gain(lead))));
        let control = Watch::told(&told);
        let best = engine.value(&position, Depth::END, None, &control);
        let best = best.bounds.lower;
        let known = [
            ("line", line_of_best_play(engine, &position, best)),
            (
                "told",
                string(&format!("With best play {}.", ahead(mover, best))),
            ),
        ];
        tell(&object(&known));
        let moves = values_of_moves(engine, &position, best);
        let moves = moves
            .iter()
            .map(|&(pit, bounds)| valued(mover, pit, bounds));
        let [line, told] = known;
        Ok(object(&[
            ("moves", list(moves)),
            ("best", best.to_string()),
            line,
            told,
        ]))
    })
}

fn line_of_best_play(engine: &mut Engine, position: &Kalah, best: i32) -> String {
    let line = best_play::line(engine, position, best, &Watch::told(&|_| {}));
    list(line.iter().map(|(side, turn)| {
        object(&[
            ("side", side.index().to_string()),
            ("pits", strings(pit_names(*side, turn))),
        ])
    }))
}

/// The value of each move for the mover; those that keep the `best` first, which is known by then.
fn values_of_moves(engine: &mut Engine, position: &Kalah, best: i32) -> Vec<(Pit, Interval)> {
    let mover = position.mover();
    let mut pits: Vec<_> = position.moves().collect();
    pits.sort_by_cached_key(|&pit| {
        let kept = engine.keeps(position, pit, best, Depth::END, &());
        kept.is_none_or(|(keeps, _)| !keeps)
    });
    let mut guess = Some(best);
    let mut values = Vec::new();
    for pit in pits {
        let next = position.play(pit);
        let seen = |bounds: Interval| {
            if next.mover() == mover {
                bounds
            } else {
                bounds.negated()
            }
        };
        let lead = next.score(mover);
        let told = |bounds: Interval| tell(&valued(mover, pit, seen(bounds).after_gain(lead)));
        let control = Watch::told(&told);
        let turned = guess.map(|guess: i32| if next.mover() == mover { guess } else { -guess });
        let bounds = seen(engine.value(&next, Depth::END, turned, &control).bounds);
        tell(&valued(mover, pit, bounds));
        guess = bounds.value();
        values.push((pit, bounds));
    }
    values
}

fn ends(bounds: Interval) -> [(&'static str, String); 2] {
    [
        ("lower", bounds.lower.to_string()),
        ("upper", bounds.upper.to_string()),
    ]
}

fn valued(mover: Side, pit: Pit, bounds: Interval) -> String {
    let [lower, upper] = ends(bounds);
    object(&[
        ("pit", string(&PitName(mover, pit).to_string())),
        lower,
        upper,
    ])
}

/// A record: South's lead at the end of the game with best play, from each position between two
/// turns, the last position first, since later ones are easier. Tells each `{"turn", "value"}`.
pub(crate) fn graph(arguments: &str) -> Answered {
    let mut game = read(arguments)?.game;
    let mut values = vec![None; game.turns().len() + 1];
    let start = *game.start();
    loop {
        let turn = game.turns().len();
        let position = *game.position();
        let control = Watch::told(&|_| {});
        let guess = values.get(turn + 1).copied().flatten();
        let value = with_engine(&start, resources(), |engine| {
            let signed = |value: i32| {
                if position.mover() == Side::South {
                    value
                } else {
                    -value
                }
            };
            let answer = engine.value(&position, Depth::END, guess.map(signed), &control);
            answer.bounds.value().map(signed)
        });
        values[turn] = value;
        let value = or_null(value.map(|value| value.to_string()));
        tell(&object(&[("turn", turn.to_string()), ("value", value)]));
        if game.take_back().is_none() {
            break;
        }
    }
    let values = values
        .iter()
        .map(|value| or_null(value.map(|value| value.to_string())));
    Ok(object(&[("values", numbers(values))]))
}
