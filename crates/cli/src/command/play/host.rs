//! Holds a game while it is played: the session, the computer's players, and the record that
//! follows the game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::command::review;
use crate::command::rules::how_to_play;
use crate::io::{Budget, write_file};
use arena::draw::{describe_position, describe_sow, text};
use arena::game::PlayedSow;
use arena::player::searching::Searching;
use arena::player::{Failure, HasPlayers, Player, Programs, Spec};
use arena::record::{Forfeit, Tag};
use arena::session::{self, Seat, Session, pits};
use arena::{Game, GameRecord, Turn};
use explain::pluralize;
use mancala::game::{Board, Kalah, Pit, PitName, Position, Side};
use mancala::solve::best_play::Effort;
use mancala::solve::{Engine, Resources};

/// The most positions that are visited to find out what a turn has lost: a fraction of a second.
const MAX_NODES: u64 = 1 << 20;

/// What that takes of the memory; a table of this size is there at once.
const RESOURCES: Resources = Resources { memory: 64 << 20, endgame: 1 << 18, threads: 1 };

/// How long a game is reviewed that somebody has just played.
const REVIEW_TIME: Duration = Duration::from_secs(10);

pub struct Host<P: Position = Kalah> {
    pub session: Session<P>,
    /// `None` for a person.
    players: [Option<Box<dyn Player<P>>>; 2],
    specs: [Spec; 2],
    tags: Vec<Tag>,
    forfeit: Option<Forfeit>,
    record_file: Option<PathBuf>,
    /// Where `save` without a name goes.
    usual_file: Option<PathBuf>,
    pub adviser: Searching,
    /// Made for the first turn; keeps what it learns for the later ones.
    engine: Option<Engine>,
    /// Between two sows of the computer.
    pub delay: Duration,
}

/// A game as somebody at a terminal meets it.
pub trait Told: HasPlayers {
    const HELP: &str;
    /// What can be typed after the end.
    const AFTER_THE_END: &str;

    /// What is said before the first move, line by line.
    fn welcome(host: &Host<Self>) -> String;

    fn how_to_play(&self) -> String;

    /// Who plays this side.
    fn name(side: Side) -> String;

    /// The board: drawn, or one line for each side to be read aloud.
    fn shown(&self, drawn: bool) -> String;

    /// What a move does here, in a sentence.
    fn step(&self, choice: Self::Move) -> String;

    fn hint(&self, adviser: Searching) -> String;

    /// What each move is worth.
    fn values(&self, adviser: Searching) -> String;

    fn parse(&self, line: &str) -> Result<Vec<Self::Move>, String>;

    fn result(record: &GameRecord<Self>) -> String;

    /// What the last turn has lost, in a sentence; nothing where that is not found quickly.
    fn comment(_: &Game<Self>, _: &mut Option<Engine>) -> Option<String> {
        None
    }

    /// The turns that lost points.
    fn review(_: &GameRecord<Self>) -> String {
        "There is no review of this game.".to_owned()
    }

    /// The text that is kept of a game, if there is one.
    fn text(_: &GameRecord<Self>) -> Option<String> {
        None
    }
}

impl<P: Told> Host<P> {
    /// # Errors
    /// A sentence: a player does not know the game.
    pub fn new(
        record: GameRecord<P>,
        specs: [Spec; 2],
        seed: u64,
        programs: &Arc<dyn Programs>,
        adviser: Searching,
    ) -> Result<Self, String> {
        let seats = [&specs[0], &specs[1]].map(|spec| match spec {
            Spec::Human => Seat::Person,
            _ => Seat::Computer,
        });
        let [south, north] = Side::BOTH.map(|side| {
            let seed = seed.wrapping_add(side as u64);
            P::player(&specs[side.index()], seed, programs)
        });
        let is_name = |tag: &Tag| Side::BOTH.iter().any(|side| side.name() == tag.name());
        Ok(Self {
            session: Session::new(record.game, seats),
            players: [south?, north?],
            specs,
            tags: record.tags.into_iter().filter(|tag| !is_name(tag)).collect(),
            forfeit: None,
            record_file: None,
            usual_file: None,
            adviser,
            engine: None,
            delay: Duration::ZERO,
        })
    }

    pub fn keep_record_in(&mut self, file: Option<PathBuf>, resumed: Option<PathBuf>) {
        self.usual_file = file.clone().or(resumed);
        self.record_file = file;
    }

    /// Who moves next; `None` once the game is over or given up.
    pub fn to_move(&self) -> Option<Seat> {
        match self.forfeit {
            Some(_) => None,
            None => self.session.to_move(),
        }
    }

    pub fn position(&self) -> &P {
        self.session.game().position()
    }

    /// Lets the computer make its turn, or gives the game up for it; what each move does.
    ///
    /// # Errors
    /// What is not the player's own fault.
    pub fn computer_turn(&mut self) -> Result<Vec<String>, Failure> {
        let position = *self.position();
        let by = position.mover();
        let Some(player) = &mut self.players[by.index()] else {
            return Ok(Vec::new());
        };
        let moves = match player.turn(&position) {
            Ok(moves) => moves,
            Err(Failure::OwnFault(reason)) => {
                self.forfeit = Some(Forfeit { by, reason });
                return Ok(Vec::new());
            }
            Err(environment) => return Err(environment),
        };
        let mut steps = Vec::new();
        for choice in moves {
            let before = *self.position();
            match self.session.play(choice) {
                Ok(()) => steps.push(before.step(choice)),
                Err(illegal) => {
                    let reason = illegal.to_string();
                    self.forfeit = Some(Forfeit { by, reason });
                    break;
                }
            }
        }
        Ok(steps)
    }

    /// Makes the moves that somebody typed, all or none; what each does, and what the turn has lost.
    pub fn make_moves(&mut self, moves: &[P::Move]) -> Result<Vec<String>, String> {
        if self.to_move().is_none() {
            return Err(over::<P>());
        }
        let mut here = *self.position();
        let whole = moves.len() == 1;
        self.session.play_all(moves).map_err(|(place, illegal)| match (place, whole) {
            (_, true) => format!("Not possible: {illegal}."),
            _ => format!("Nothing was played: move {} is not possible, {illegal}.", place + 1),
        })?;
        let mut steps = Vec::new();
        for &choice in moves {
            steps.push(here.step(choice));
            here = here.play(choice);
        }
        if self.session.game().unfinished_turn().is_none() {
            steps.extend(P::comment(self.session.game(), &mut self.engine));
        }
        Ok(steps)
    }

    /// Takes turns back; how many.
    pub fn undo(&mut self) -> usize {
        let given_up = self.forfeit.take();
        let count = self.session.undo();
        if count == 0 {
            self.forfeit = given_up;
        }
        count
    }

    pub fn again(&mut self) {
        self.forfeit = None;
        self.session.again();
    }

    pub fn record(&self) -> GameRecord<P> {
        let mut record = GameRecord::new(self.session.game().clone());
        for side in Side::BOTH {
            let name = self.specs[side.index()].to_string();
            record.tags.extend(Tag::new(side.name(), &name));
        }
        record.tags.extend(self.tags.iter().cloned());
        record.forfeit = self.forfeit.clone();
        record
    }

    pub fn result(&self) -> String {
        P::result(&self.record())
    }

    pub fn write_record(&self) -> anyhow::Result<()> {
        let (Some(file), Some(text)) = (&self.record_file, P::text(&self.record())) else {
            return Ok(());
        };
        write_file(&text, file)
    }

    /// Keeps the game in `file` or in the usual one; a sentence for the person.
    pub fn save(&self, file: Option<&str>) -> String {
        let Some(text) = P::text(&self.record()) else {
            return "this game has no record".to_owned();
        };
        let Some(file) = file.map(Path::new).or(self.usual_file.as_deref()) else {
            return "save needs the name of a file".to_owned();
        };
        match write_file(&text, file) {
            Ok(()) => format!("saved in {}", file.display()),
            Err(error) => error.to_string(),
        }
    }
}

impl Host {
    /// Who the person is and what is to be done, in a sentence or two.
    pub fn welcome(&self) -> String {
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
        format!("{who} Whoever has the most seeds at the end wins.")
    }
}

/// What is said to somebody who asks for a move of a game that has ended.
pub fn over<P: Told>() -> String {
    let turn = P::TURN;
    format!("The game is over: undo takes the last {turn} back, again begins a new one.")
}

impl Told for Kalah {
    const HELP: &str = session::HELP;
    const AFTER_THE_END: &str = "yes, no, review, undo or save";

    fn welcome(host: &Host) -> String {
        let rules = host.position().rules();
        let who = host.welcome();
        format!(
            "{who}\nYou are playing by the rules {rules} (type \"rules\" to read them, \"?\" for all commands)."
        )
    }

    fn how_to_play(&self) -> String {
        let rules = self.rules();
        format!("{}\nEvery option of these rules: mancala rules {rules}", how_to_play(rules))
    }

    fn name(side: Side) -> String {
        side.name().to_owned()
    }

    fn shown(&self, drawn: bool) -> String {
        let show: fn(&Board) -> String = if drawn { text::grid } else { text::lines };
        show(self.board())
    }

    fn step(&self, pit: Pit) -> String {
        let (after, sown) = self.sow(pit);
        describe_sow(&PlayedSow { before: *self, pit, sown, after, turn: 0 })
    }

    fn hint(&self, mut adviser: Searching) -> String {
        match adviser.turn(self) {
            Ok(pits) if !pits.is_empty() => {
                let side = self.mover();
                format!("A good move: {}.", Turn { side, pits })
            }
            _ => over::<Self>(),
        }
    }

    /// "B2 +1, B4 +3: seeds ahead after 6 turns."
    fn values(&self, adviser: Searching) -> String {
        if self.is_over() {
            return over::<Self>();
        }
        let values = adviser.values(self).into_iter().map(|(pit, value)| {
            // In hundredths of a seed; the adviser counts whole ones.
            format!("{} {:+}", PitName(self.mover(), pit), value / 100)
        });
        let values: Vec<_> = values.collect();
        format!("{}: seeds ahead after {}.", values.join(", "), pluralize(adviser.depth, "turn"))
    }

    fn parse(&self, line: &str) -> Result<Vec<Pit>, String> {
        pits(line, self.mover())
    }

    fn result(record: &GameRecord) -> String {
        match record.forfeit {
            Some(_) => format!("{}.", record.result()),
            None => describe_position(record.game.position()),
        }
    }

    fn comment(game: &Game, engine: &mut Option<Engine>) -> Option<String> {
        let engine = engine.get_or_insert_with(|| Engine::new(game.start(), None, RESOURCES));
        let lapse =
            arena::review::review(game, 1, engine, &Effort::new(&(), MAX_NODES)).lapses.pop()?;
        Some(format!("That {lapse}"))
    }

    fn review(record: &GameRecord) -> String {
        let found = review::of(record, &Budget::starting_now(REVIEW_TIME));
        review::text(record, &found)
    }

    fn text(record: &GameRecord) -> Option<String> {
        Some(record.to_string())
    }
}
