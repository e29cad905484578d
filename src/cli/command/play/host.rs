//! Holds a game while it is played: the session, the computer's players, and the record that
//! follows the game.
//!
//! Left out: how it is shown, and who types.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::cli::io::output::Outputs;
use crate::counted::counted;
use crate::draw::narration;
use crate::game::{Kalah, Pit, Position, Side};
use crate::play::game::{Illegal, PlayedSow};
use crate::play::player::searching::Searching;
use crate::play::player::{Failure, Player, Programs, Spec};
use crate::play::record::{Forfeit, Tag};
use crate::play::session::{Seat, Session};
use crate::play::{GameRecord, Turn};

pub(super) struct Host {
    pub(super) session: Session,
    /// `None` for a person, and for a player who thinks elsewhere.
    players: [Option<Box<dyn Player>>; 2],
    specs: [Spec; 2],
    tags: Vec<Tag>,
    forfeit: Option<Forfeit>,
    record_file: Option<PathBuf>,
    /// Where `save` without a name goes.
    usual_file: Option<PathBuf>,
    pub(super) adviser: Searching,
    /// Between two sows of the computer.
    pub(super) delay: Duration,
}

impl Host {
    pub(super) fn new(
        record: GameRecord,
        specs: [Spec; 2],
        seed: u64,
        programs: &Arc<dyn Programs>,
        adviser: Searching,
    ) -> Self {
        let seats = [&specs[0], &specs[1]].map(|spec| match spec {
            Spec::Human => Seat::Person,
            _ => Seat::Computer,
        });
        let players = Side::BOTH.map(|side| {
            let seed = seed.wrapping_add(side as u64);
            specs[side.index()].player(seed, programs)
        });
        let is_name = |tag: &Tag| Side::BOTH.iter().any(|side| side.name() == tag.name());
        Self {
            session: Session::new(record.game, seats),
            players,
            specs,
            tags: record
                .tags
                .into_iter()
                .filter(|tag| !is_name(tag))
                .collect(),
            forfeit: None,
            record_file: None,
            usual_file: None,
            adviser,
            delay: Duration::ZERO,
        }
    }

    pub(super) fn keep_record_in(&mut self, file: Option<PathBuf>, resumed: Option<PathBuf>) {
        self.usual_file = file.clone().or(resumed);
        self.record_file = file;
    }

    /// Who moves next; `None` once the game is over or given up.
    pub(super) fn to_move(&self) -> Option<Seat> {
        match self.forfeit {
            Some(_) => None,
            None => self.session.to_move(),
        }
    }

    pub(super) fn position(&self) -> &Kalah {
        self.session.game().position()
    }

    /// The player who is to move, to think elsewhere; to be brought back by [`Host::seat`].
    pub(super) fn unseat(&mut self) -> Option<Box<dyn Player>> {
        let side = self.position().mover();
        self.players[side.index()].take()
    }

    pub(super) fn seat(&mut self, side: Side, player: Box<dyn Player>) {
        self.players[side.index()] = Some(player);
    }

    /// A sow of the mover.
    pub(super) fn sow(&mut self, pit: Pit) -> Result<PlayedSow, Illegal> {
        self.session.sow(pit)
    }

    /// Makes the turn that the computer has chosen, or gives the game up for it.
    ///
    /// # Errors
    /// What is not the player's own fault.
    pub(super) fn make_turn(
        &mut self,
        chosen: Result<Vec<Pit>, Failure>,
    ) -> Result<Vec<PlayedSow>, Failure> {
        let by = self.position().mover();
        let pits = match chosen {
            Ok(pits) => pits,
            Err(Failure::OwnFault(reason)) => {
                self.forfeit = Some(Forfeit { by, reason });
                return Ok(Vec::new());
            }
            Err(surroundings) => return Err(surroundings),
        };
        let mut steps = Vec::new();
        for pit in pits {
            match self.session.sow(pit) {
                Ok(step) => steps.push(step),
                Err(illegal) => {
                    let reason = illegal.to_string();
                    self.forfeit = Some(Forfeit { by, reason });
                    break;
                }
            }
        }
        Ok(steps)
    }

    /// Takes turns back; how many.
    pub(super) fn undo(&mut self) -> usize {
        let given_up = self.forfeit.take();
        let count = self.session.undo();
        if count == 0 {
            self.forfeit = given_up;
        }
        count
    }

    /// Begins a new game of the same players.
    pub(super) fn again(&mut self) {
        self.forfeit = None;
        self.session.again();
    }

    /// Who the person is and what is to be done, in a sentence or two.
    pub(super) fn welcome(&self) -> String {
        let last = self.position().board().width() + 1;
        let holes = |side: Side| match side {
            Side::South => format!("B2 to B{last} and the store on the right"),
            Side::North => format!("A2 to A{last} and the store on the left"),
        };
        let [south, north] = Side::BOTH;
        let who = match Side::BOTH.map(|side| self.session.seat(side)) {
            [Seat::Person, Seat::Computer] => format!("You are South: {}.", holes(south)),
            [Seat::Computer, Seat::Person] => format!("You are North: {}.", holes(north)),
            _ => format!("South has {}, North {}.", holes(south), holes(north)),
        };
        format!("{who} Most seeds wins.")
    }

    pub(super) fn record(&self) -> GameRecord {
        let mut record = GameRecord::new(self.session.game().clone());
        for side in Side::BOTH {
            let name = self.specs[side.index()].to_string();
            record.tags.extend(Tag::new(side.name(), &name));
        }
        record.tags.extend(self.tags.iter().cloned());
        record.forfeit = self.forfeit.clone();
        record
    }

    /// How the game ended, in a sentence.
    pub(super) fn result(&self) -> String {
        match self.forfeit {
            Some(_) => format!("{}.", self.record().result()),
            None => narration::of_position(self.position()),
        }
    }

    #[cfg(feature = "tui")]
    pub(super) fn name(&self, side: Side) -> String {
        self.specs[side.index()].to_string()
    }

    /// Writes the record that follows the game.
    pub(super) fn write_record(&self) -> anyhow::Result<()> {
        let Some(file) = &self.record_file else {
            return Ok(());
        };
        let mut outputs = Outputs::default();
        outputs.add_text(&self.record().to_string(), file.clone())?;
        outputs.publish()
    }

    /// Keeps the game in `file` or in the usual one; a sentence for the person.
    pub(super) fn save(&self, file: Option<&str>) -> String {
        let Some(file) = file.map(Path::new).or(self.usual_file.as_deref()) else {
            return "save needs the name of a file".to_owned();
        };
        let mut outputs = Outputs::default();
        let saved = outputs
            .add_text(&self.record().to_string(), file.to_owned())
            .and_then(|()| outputs.publish());
        match saved {
            Ok(()) => format!("saved in {}", file.display()),
            Err(error) => error.to_string(),
        }
    }
}

/// What is said to somebody who asks for a move of a game that has ended.
pub(super) const OVER: &str =
    "The game is over: undo takes the last turn back, again begins a new one.";

/// "A good turn: B4-B2."
pub(super) fn hint(adviser: Searching, position: &Kalah) -> String {
    let mut adviser = adviser;
    match adviser.turn(position) {
        Ok(pits) if !pits.is_empty() => {
            let side = position.mover();
            format!("A good turn: {}.", Turn { side, pits })
        }
        _ => OVER.to_owned(),
    }
}

/// "B2 +1, B4 +3: seeds ahead after 6 turns."
pub(super) fn values(adviser: Searching, position: &Kalah) -> String {
    if position.is_over() {
        return OVER.to_owned();
    }
    let side = position.mover();
    let values = adviser.values(position).into_iter().map(|(pit, value)| {
        let name = crate::game::PitName(side, pit);
        // In hundredths of a seed; the adviser counts whole ones.
        format!("{name} {:+}", value / 100)
    });
    let values: Vec<_> = values.collect();
    format!(
        "{}: seeds ahead after {}.",
        values.join(", "),
        counted(adviser.depth, "turn")
    )
}
