//! What is said of a game to somebody who plays it at a terminal.

use std::time::Duration;

use crate::command::review;
use crate::command::rules::how_to_play;
use crate::command::solve::nimcala::leads_to;
use crate::io::Budget;
use arena::draw::text::token_row;
use arena::draw::{describe_position, describe_sow, text};
use arena::evaluation::Weights;
use arena::game::PlayedSow;
use arena::matches::make_turn;
use arena::nimcala::best;
use arena::player::HasPlayers;
use arena::player::searching::Searching;
use arena::session::{Seat, Session, pits};
use arena::{Game, GameRecord, Turn, session};
use explain::pluralize;
use mancala::game::{Board, Kalah, Pit, PitName, Position, Side};
use mancala::nimcala::{Method, Nimcala, Take};
use mancala::search::Algorithm;
use mancala::solve::best_play::Effort;
use mancala::solve::{Engine, Resources};

/// The most positions that are visited to find out what a turn has lost: a fraction of a second.
const MAX_NODES: u64 = 1 << 20;

/// What that takes of the memory; a table of this size is there at once.
const RESOURCES: Resources = Resources { memory: 64 << 20, endgame: 1 << 18, threads: 1 };

/// How long a game is reviewed that somebody has just played.
const REVIEW_TIME: Duration = Duration::from_secs(10);

/// What hints and values are found by.
const ADVISER: Searching =
    Searching { algorithm: Algorithm::AlphaBeta, depth: 6, evaluation: Weights::STORE };

/// A game as somebody at a terminal meets it.
pub trait Told: HasPlayers {
    const HELP: &str;
    /// What can be typed after the end.
    const AFTER_THE_END: &str;

    /// What is said before the first move, line by line.
    fn welcome(session: &Session<Self>) -> String;

    fn how_to_play(&self) -> String;

    fn name(side: Side) -> String;

    /// The board: drawn, or one line for each side to be read aloud.
    fn shown(&self, drawn: bool) -> String;

    /// What a move does here, in a sentence.
    fn step(&self, choice: Self::Move) -> String;

    fn hint(game: &Game<Self>) -> String;

    fn values(&self) -> String;

    fn parse(&self, line: &str) -> Result<Vec<Self::Move>, String>;

    fn result(record: &GameRecord<Self>) -> String;

    /// What the last turn has lost, in a sentence; nothing where that is not found quickly.
    fn comment(_: &Game<Self>, _: &mut Option<Engine>) -> Option<String> {
        None
    }

    fn review(_: &GameRecord<Self>) -> String {
        "There is no review of this game.".to_owned()
    }

    /// The text that is kept of a game, if there is one.
    fn text(_: &GameRecord<Self>) -> Option<String> {
        None
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

    fn welcome(session: &Session) -> String {
        let who = who(session);
        let rules = session.game().position().rules();
        let pie = if session.game().pie_rule { " with the pie rule" } else { "" };
        format!(
            "{who}\nYou are playing by the rules {rules}{pie} (type \"rules\" to read them, \"?\" for all commands)."
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

    fn hint(game: &Game) -> String {
        let side = game.position().mover();
        match make_turn(&mut game.clone(), &mut { ADVISER }) {
            Ok(pits) => format!("A good move: {}.", Turn { side, pits }),
            Err(_) => over::<Self>(),
        }
    }

    /// "B2 +1, B4 +3: seeds ahead after 6 turns."
    fn values(&self) -> String {
        if self.is_over() {
            return over::<Self>();
        }
        let values = ADVISER.values(self).into_iter().map(|(pit, value)| {
            // In hundredths of a seed; the adviser counts whole ones.
            format!("{} {:+}", PitName(self.mover(), pit), value / 100)
        });
        let values: Vec<_> = values.collect();
        format!("{}: seeds ahead after {}.", values.join(", "), pluralize(ADVISER.depth, "turn"))
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
        let engine = engine.get_or_insert_with(|| Engine::new(game.start(), RESOURCES));
        let mut found = arena::review::review(game, 1, engine, &Effort::new(&(), MAX_NODES));
        Some(format!("That {}", found.lapses.pop()?))
    }

    fn review(record: &GameRecord) -> String {
        let found = review::of(record, &Budget::starting_now(REVIEW_TIME));
        found.map_or_else(|error| error.to_string(), |it| review::text(record, &it))
    }

    fn text(record: &GameRecord) -> Option<String> {
        Some(record.to_string())
    }
}

/// Who the person is and what is to be done, in a sentence or two.
fn who(session: &Session) -> String {
    let last = session.game().position().board().width() + 1;
    let holes = |side: Side| match side {
        Side::South => format!("B2 to B{last} and the store on the right"),
        Side::North => format!("A2 to A{last} and the store on the left"),
    };
    let [south, north] = Side::BOTH.map(holes);
    let who = match Side::BOTH.map(|side| session.seat(side)) {
        [Seat::Person, Seat::Computer] => format!("You are South: {south}."),
        [Seat::Computer, Seat::Person] => format!("You are North: {north}."),
        _ => format!("South has {south}, North {north}."),
    };
    format!("{who} Whoever has the most seeds at the end wins.")
}

const RULES: &str = "\
One row of pits for both players. Take some or all tokens of any one pit and drop one in each pit to
the right; what is left over after the last pit is out of the game. Whoever takes the last token wins.";

impl Told for Nimcala {
    const HELP: &str = "\
2 from 1   take 2 tokens from pit 1; 1-2, pit first as in the log, will do
undo       take back the last move, and the computer's answer to it
hint       a good move
values     what each move leads to
board      show the row again
rules      how this game is played
again      a new game
quit       stop
The first letter is enough, except for \"rules\".";
    const AFTER_THE_END: &str = "yes, no or undo";

    fn welcome(_: &Session<Self>) -> String {
        format!("{RULES}\n? lists all commands.")
    }

    fn how_to_play(&self) -> String {
        RULES.to_owned()
    }

    fn name(side: Side) -> String {
        format!("Player {}", side.player())
    }

    fn shown(&self, _: bool) -> String {
        token_row(self.row())
    }

    fn step(&self, take: Take) -> String {
        format!("{} takes {}.", Self::name(self.mover()), in_words(take))
    }

    fn hint(game: &Game<Self>) -> String {
        if game.position().is_over() {
            return over::<Self>();
        }
        match best(game.position()) {
            Ok(take) => format!("A good move: {}.", in_words(take)),
            Err(failure) => format!("No hint: {failure}."),
        }
    }

    fn values(&self) -> String {
        if self.is_over() { over::<Self>() } else { values(self) }
    }

    fn parse(&self, line: &str) -> Result<Vec<Take>, String> {
        match self.is_over() {
            true => Err(over::<Self>()),
            false => parse(&line.to_ascii_lowercase(), self).map(|take| vec![take]),
        }
    }

    fn result(record: &GameRecord<Self>) -> String {
        let here = record.game.position();
        match &record.forfeit {
            Some(forfeit) => format!("{} gives up: {}.", Self::name(forfeit.by), forfeit.reason),
            None => format!("{} wins.", Self::name(here.mover().opponent())),
        }
    }
}

/// "3 tokens from pit 1".
fn in_words(take: Take) -> String {
    let tokens = pluralize(take.count(), "token");
    format!("{tokens} from pit {}", take.pit() + 1)
}

/// The move that is typed as `2 from 1`, `1-2` or, as in a log, `B1-2`.
fn parse(text: &str, here: &Nimcala) -> Result<Take, String> {
    let wrong = || format!("no move or command {text:?}; ? lists them");
    let number = |word: &str| word.trim().parse::<u32>().map_err(|_| wrong());
    let pit_first = || text.trim_start_matches(['a', 'b']).split_once(['-', ' ']);
    let words = text.split_once("from").or_else(|| pit_first().map(|(pit, count)| (count, pit)));
    let (count, pit) = words.ok_or_else(wrong)?;
    let (count, pit) = (number(count)?, number(pit)?);
    let mut moves = here.moves();
    let found = moves.find(|take| take.count() == count && take.pit() as u32 + 1 == pit);
    let pits = 1..=here.row().tokens().len() as u32;
    found.ok_or_else(|| match pits.contains(&pit) {
        true if count == 0 => "Not possible: a move takes one token or more.".to_owned(),
        true if count == 1 => format!("Not possible: pit {pit} is empty."),
        true => format!("Not possible: pit {pit} has fewer than {count} tokens."),
        false => format!("Not possible: there is no pit {pit}."),
    })
}

/// What every move leads to, one a line.
fn values(here: &Nimcala) -> String {
    let solution = match Method::Ranks.solve(*here, 0) {
        Ok(solution) => solution,
        Err(reason) => return format!("No values: {reason}."),
    };
    let moves = solution.first_moves.iter();
    let lines = moves.map(|(take, to)| format!("{} {}", in_words(*take), leads_to(*to)));
    lines.collect::<Vec<_>>().join("\n")
}
