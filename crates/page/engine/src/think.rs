//! A player's turn, and the engine that proves values, which knows what it found out before.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use crate::games::read;
use crate::host::now;
use crate::json::{object, or_null, string, strings};
use crate::{Answered, book, line};
use arena::player::spec::{HasPlayers, NoPrograms, Spec};
use mancala::game::{Kalah, Pit, PitName, Position, Side};
use mancala::solve::best_play::strongest_turn;
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
    end: f64,
    told: &'a (dyn Fn(Interval) + Sync),
}

impl<'a> Watch<'a> {
    /// Stops at `end`.
    pub fn told(end: f64, told: &'a (dyn Fn(Interval) + Sync)) -> Self {
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

/// The moment that is so many milliseconds ahead; none if they are not said.
pub fn end_of(milliseconds: &str) -> f64 {
    let milliseconds = milliseconds.trim().parse::<f64>();
    milliseconds.map_or(f64::INFINITY, |more| now() + more)
}

/// A player by its text and a record: the player's turn in the record's position, and what it knows of
/// it: a sentence, South's lead, and whether that is `proved` (`null` if it says nothing).
pub fn think(arguments: &str) -> Answered {
    let (spec, text) = line(arguments);
    let position = *read(text)?.game.position();
    if position.is_over() {
        return Err("The game is over.".to_owned());
    }
    let spec: Spec = spec.parse()?;
    let (turn, known) = match &spec {
        Spec::Best { time } => {
            let end = now() + time.as_secs_f64() * 1000.0;
            strongest(&position, end, QUICK)
        }
        Spec::Perfect => strongest(&position, f64::INFINITY, resources()),
        spec => {
            let programs: Arc<dyn arena::player::Programs> = Arc::new(NoPrograms);
            let player = Kalah::player(spec, 0, &programs)?;
            let mut player = player.ok_or("a person has to be asked")?;
            let turn = player.turn(&position).map_err(|error| error.to_string())?;
            (turn, None)
        }
    };
    let names = PitName::of_all(position.mover(), &turn);
    Ok(object(&[
        ("pits", strings(&names)),
        ("told", or_null(known.as_ref().map(|known| string(&known.told)))),
        ("lead", or_null(known.as_ref().map(|known| known.lead.to_string()))),
        ("proved", or_null(known.map(|known| known.is_proved.to_string()))),
    ]))
}

struct Known {
    told: String,
    lead: i32,
    /// To the end of the game; else it is what a search to some depth has seen.
    is_proved: bool,
}

fn strongest(position: &Kalah, end: f64, resources: Resources) -> (Vec<Pit>, Option<Known>) {
    let control = Watch { end, told: &|_| {} };
    let advice =
        with_engine(position, resources, |engine| strongest_turn(engine, position, &control));
    let is_proved = advice.assessment.certainty == Certainty::Proved;
    let known = advice.assessment.bounds.value().and_then(|value| {
        let told = match advice.turns {
            None if is_proved => format!("with best play {}", ahead(position.mover(), value)),
            turns => lead(position.mover(), value, turns?),
        };
        let lead = if position.mover() == Side::South { value } else { -value };
        Some(Known { told, lead, is_proved })
    });
    (advice.turn, known)
}

/// "South is 4 ahead after 7 more turns": of a search that has not seen the end.
fn lead(mover: Side, value: i32, turns: u8) -> String {
    let side = if value < 0 { mover.opponent() } else { mover };
    let then = match turns {
        1 => "after 1 more turn".to_owned(),
        _ => format!("after {turns} more turns"),
    };
    match value {
        0 => format!("both are level {then}"),
        _ => format!("{} is {} ahead {then}", side.name(), value.abs()),
    }
}

/// "South ends 4 ahead", "the game ends level".
pub fn ahead(mover: Side, value: i32) -> String {
    let side = if value < 0 { mover.opponent() } else { mover };
    match value {
        0 => "the game ends level".to_owned(),
        _ => format!("{} ends {} ahead", side.name(), value.abs()),
    }
}
