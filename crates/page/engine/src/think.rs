//! A player's turn, and the engine that proves values, which knows what it found out before.

use std::cell::{Cell, RefCell};

use crate::games::read;
use crate::host::now;
use crate::json::{object, string, strings};
use crate::{Answered, book, lines};
use arena::matches::make_turn;
use arena::player::no_programs;
use arena::player::spec::{HasPlayers, Spec};
use explain::pluralize;
use mancala::game::{Kalah, PitName, Position, Side};
use mancala::solve::best_play::{Advice, strongest_turn};
use mancala::solve::{Certainty, Control, Engine, Interval, Resources};

/// Megabytes for tables that any browser's tab can spare, and the most that pay.
const MEGABYTES: usize = 320;
const MAX_MEGABYTES: usize = 1024;

/// For play by the clock: tables that are built in a fraction of a second.
const QUICK: Resources = Resources { memory: 48 << 20, endgame: 2 << 20, threads: 1 };

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
    static MEMORY: Cell<usize> = const { Cell::new(MEGABYTES << 20) };
}

pub fn memory(arguments: &str) -> Answered {
    let megabytes = arguments.trim().parse::<usize>();
    let megabytes = megabytes.map_err(|_| "expected a number of megabytes")?;
    MEMORY.set(megabytes.clamp(16, MAX_MEGABYTES) << 20);
    Ok(object(&[("megabytes", (MEMORY.get() >> 20).to_string())]))
}

/// What a proof may use.
pub fn resources() -> Resources {
    Resources { memory: MEMORY.get(), endgame: usize::MAX, threads: 1 }
}

/// Lets `work` use an engine for positions like this one, which knows what it found out before.
pub fn with_engine<T>(
    position: &Kalah,
    resources: Resources,
    work: impl FnOnce(&mut Engine) -> T,
) -> T {
    ENGINE.with_borrow_mut(|kept| {
        // The old tables go before there are new ones.
        *kept = kept.take().filter(|engine| engine.serves(position, resources));
        let new = || Engine::with_book(position, resources, book::of(position));
        work(kept.get_or_insert_with(new))
    })
}

/// Stops by the clock, and tells bounds as they become known.
pub struct Watch<'a> {
    pub end: f64,
    pub told: &'a (dyn Fn(Interval) + Sync),
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

/// The moment that is so many milliseconds ahead; none if they are not said.
pub fn end_of(milliseconds: &str) -> f64 {
    let milliseconds = milliseconds.trim().parse::<f64>();
    milliseconds.map_or(f64::INFINITY, |more| now() + more)
}

/// A player by its text and a record: the player's turn in the record's position, without pits if it swaps sides, and
/// if it knows more, `told` in a sentence, South's `lead`, and whether that is `proved`.
pub fn think(arguments: &str) -> Answered {
    let [spec, text] = lines(arguments);
    let mut game = read(text)?.game;
    let position = *game.position();
    if position.is_over() {
        return Err("The game is over.".to_owned());
    }
    let spec: Spec = spec.parse()?;
    let strongest = |end, resources| {
        let control = Watch { end, told: &|_| {} };
        with_engine(&position, resources, |engine| strongest_turn(engine, &position, &control))
    };
    let advice = match spec {
        Spec::Best { time } => Some(strongest(now() + time.as_secs_f64() * 1000.0, QUICK)),
        Spec::Perfect => Some(strongest(f64::INFINITY, resources())),
        _ => None,
    };
    let (turn, known) = match advice {
        Some(advice) => {
            let value = advice.assessment.bounds.value();
            let known = value.and_then(|value| known(position.mover(), value, &advice));
            let swaps = game.may_swap() && value.is_some_and(|value| value < 0);
            (if swaps { Vec::new() } else { advice.turn }, known)
        }
        None => {
            let programs = no_programs();
            let player = Kalah::player(&spec, 0, &programs)?;
            let mut player = player.ok_or("a person has to be asked")?;
            let turn = make_turn(&mut game, &mut *player).map_err(|error| error.to_string())?;
            (turn, None)
        }
    };
    let mut fields = vec![("pits", strings(PitName::of_all(position.mover(), &turn)))];
    fields.extend(known.into_iter().flatten());
    Ok(object(&fields))
}

/// What a search says of the mover's lead; nothing if it has seen neither the end nor a number of turns.
fn known(mover: Side, value: i32, advice: &Advice) -> Option<[(&'static str, String); 3]> {
    let is_proved = advice.assessment.certainty == Certainty::Proved;
    let told = match (advice.turns, value) {
        (None, _) if is_proved => format!("with best play {}", ahead(mover, value)),
        (turns, 0) => format!("both are level after {}", pluralize(turns?, "more turn")),
        (turns, _) => {
            let (side, lead) = (leader(mover, value).name(), value.abs());
            format!("{side} is {lead} ahead after {}", pluralize(turns?, "more turn"))
        }
    };
    let lead = if mover == Side::South { value } else { -value };
    let proved = is_proved.to_string();
    Some([("told", string(&told)), ("lead", lead.to_string()), ("proved", proved)])
}

/// "South ends 4 ahead", "the game ends level".
pub fn ahead(mover: Side, value: i32) -> String {
    match value {
        0 => "the game ends level".to_owned(),
        _ => format!("{} ends {} ahead", leader(mover, value).name(), value.abs()),
    }
}

fn leader(mover: Side, value: i32) -> Side {
    if value < 0 { mover.opponent() } else { mover }
}
