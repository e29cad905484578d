//! Requests that take time: a player's turn, exact values, the story of a game in values.
//!
//! What is known on the way is told to the host. Whoever has enough of it ends the worker.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use crate::games::read;
use crate::host::{now, tell};
use crate::json::{list, numbers, object, or_null, string, strings};
use crate::{Answered, line};
use mancala::game::{Kalah, Pit, PitName, Position, Rules, Side};
use mancala::play::player::spec::{NoPrograms, Spec};
use mancala::solve::best_play::{self, strongest_turn};
use mancala::solve::{Certainty, Control, Depth, Engine, Interval, Resources};

/// Megabytes for tables that any browser's tab can spare, and the most that pay.
const MEGABYTES: usize = 320;
const MOST_MEGABYTES: usize = 1024;

/// For play by the clock: tables that are built in a fraction of a second.
const QUICK: Resources = Resources {
    memory: 48 << 20,
    endgame: 2 << 20,
    threads: 1,
};

/// An engine, and what it is for.
struct Kept {
    rules: Rules,
    width: usize,
    /// Seeds on the board when it was made: its tables are right for up to so many.
    seeds: u32,
    resources: Resources,
    engine: Engine,
}

thread_local! {
    static ENGINE: RefCell<Option<Kept>> = const { RefCell::new(None) };
    static MEMORY: Cell<usize> = const { Cell::new(MEGABYTES << 20) };
}

/// Megabytes for the tables from now on.
pub(crate) fn memory(arguments: &str) -> Answered {
    let megabytes = arguments.trim().parse::<usize>();
    let megabytes = megabytes.map_err(|_| "expected a number of megabytes")?;
    MEMORY.set(megabytes.clamp(16, MOST_MEGABYTES) << 20);
    Ok(object(&[("megabytes", (MEMORY.get() >> 20).to_string())]))
}

/// What a proof may use.
fn resources() -> Resources {
    Resources {
        memory: MEMORY.get(),
        endgame: usize::MAX,
        threads: 1,
    }
}

/// Lets `work` use an engine for positions like this one, which knows what it found out before.
fn with_engine<T>(
    position: &Kalah,
    resources: Resources,
    work: impl FnOnce(&mut Engine) -> T,
) -> T {
    let (rules, width) = (position.rules(), position.board().width());
    let seeds = position.board().seeds_in_pits();
    ENGINE.with_borrow_mut(|kept| {
        let fits = |kept: &Kept| {
            kept.rules == rules
                && kept.width == width
                && kept.resources == resources
                && seeds <= kept.seeds
        };
        if !kept.as_ref().is_some_and(fits) {
            // The old tables go before there are new ones.
            *kept = None;
        }
        let kept = kept.get_or_insert_with(|| Kept {
            rules,
            width,
            seeds,
            resources,
            engine: Engine::new(position, None, resources),
        });
        work(&mut kept.engine)
    })
}

/// Stops by the clock, and tells bounds as they become known.
struct Watch<'a> {
    end: f64,
    told: &'a (dyn Fn(Interval) + Sync),
}

impl<'a> Watch<'a> {
    /// Never stops by itself.
    fn told(told: &'a (dyn Fn(Interval) + Sync)) -> Self {
        let end = f64::INFINITY;
        Self { end, told }
    }
}

impl Control for Watch<'_> {
    fn stop(&self) -> bool {
        // Without an end the clock need not be asked.
        self.end < f64::INFINITY && now() >= self.end
    }

    fn progress(&self, bounds: Interval) {
        (self.told)(bounds);
    }
}

/// A player by its text and a record: the player's turn in the record's position.
pub(crate) fn think(arguments: &str) -> Answered {
    let (spec, text) = line(arguments);
    let position = *read(text)?.game.position();
    if position.is_over() {
        return Err("The game is over.".to_owned());
    }
    let spec: Spec = spec.parse()?;
    let (turn, words) = match &spec {
        Spec::Best { time } => {
            let end = now() + time.as_secs_f64() * 1000.0;
            strongest(&position, end, QUICK)
        }
        Spec::Perfect => strongest(&position, f64::INFINITY, resources()),
        spec => {
            let programs: Arc<dyn mancala::play::player::Programs> = Arc::new(NoPrograms);
            let player = spec.player(0, &programs);
            let mut player = player.ok_or("a person has to be asked")?;
            let turn = player.turn(&position).map_err(|error| error.to_string())?;
            (turn, String::new())
        }
    };
    let names = pit_names(position.mover(), &turn);
    Ok(object(&[
        ("pits", strings(&names)),
        ("told", string(&words)),
    ]))
}

fn pit_names(side: Side, pits: &[Pit]) -> Vec<String> {
    let names = pits.iter().map(|&pit| PitName(side, pit).to_string());
    names.collect()
}

fn strongest(position: &Kalah, end: f64, resources: Resources) -> (Vec<Pit>, String) {
    let control = Watch { end, told: &|_| {} };
    let advice = with_engine(position, resources, |engine| {
        strongest_turn(engine, position, &control)
    });
    let words = match (advice.assessment.bounds.value(), advice.depth) {
        (Some(value), None) if advice.assessment.certainty == Certainty::Proved => {
            format!("proved: {}", ahead(position.mover(), value))
        }
        (Some(value), Some(turns)) => format!(
            "looked {turns} turns ahead: {}",
            ahead(position.mover(), value)
        ),
        _ => String::new(),
    };
    (advice.turn, words)
}

/// "South ends 4 ahead", "the game ends level".
fn ahead(mover: Side, value: i32) -> String {
    let side = if value < 0 { mover.opponent() } else { mover };
    match value {
        0 => "the game ends level".to_owned(),
        _ => format!("{} ends {} ahead", side.name(), value.abs()),
    }
}

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
