//! Games as the page keeps them: a record in, the record after it out.

use crate::json::{list, object, string};
use crate::{Answered, lines, view};
use arena::draw::svg::{self, Labels, Scheme, Style, View};
use arena::draw::{Frame, frames};
use arena::session::{GameCommand, Seat, Session, pits};
use arena::{Game, GameRecord, board_text, record};
use mancala::game::board::MAX_WIDTH;
use mancala::game::{Board, Kalah, Position, Rules, Side};
use mancala::homework::{self, Input, Problem, Task};

/// The most seeds that a pit of an opening holds.
const MAX_SEEDS: u16 = 1000;

/// `RULES`, `PITS`, `SEEDS`, `SIDE` that moves first, and `pie` for the pie rule: a game with nothing played yet.
pub fn new(arguments: &str) -> Answered {
    let [rules, pits, seeds, first, pie] = lines(arguments);
    let pits = within(pits, 1, MAX_WIDTH as u16, "pits in a row")?;
    let seeds = within(seeds, 1, MAX_SEEDS, "seeds in a pit")?;
    begin(rules, Board::opening(pits.into(), seeds), first, pie.trim() == "pie")
}

/// `RULES`, `SIDE` to move, board on one line: the same for any position.
pub fn place(arguments: &str) -> Answered {
    let [rules, first, board] = lines(arguments);
    begin(rules, board_text::parse(board)?, first, false)
}

fn begin(rules: &str, board: Board, first: &str, pie_rule: bool) -> Answered {
    let rules: Rules = rules.parse().map_err(|error| format!("rules: {error}"))?;
    let first = side(first)?;
    let start = Kalah::new(board, rules, first).map_err(|error| error.to_string())?;
    let mut game = Game::new(start);
    game.pie_rule = pie_rule;
    Ok(view::game(&GameRecord::new(game)))
}

fn within(text: &str, least: u16, most: u16, what: &str) -> Result<u16, String> {
    let number = text.trim().parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("{what}: expected a number from {least} to {most}"))
}

pub fn side(text: &str) -> Result<Side, String> {
    let side = Side::BOTH.into_iter().find(|side| side.name() == text.trim());
    side.ok_or_else(|| "expected South or North".to_owned())
}

/// The game of a record; an `input.txt` is a game of which nothing has been played.
pub fn read(text: &str) -> Result<GameRecord, String> {
    if record::is_record(text.as_bytes()) {
        let parsed = record::parse(text.as_bytes());
        return parsed.map_err(|error| format!("the record: {error}"));
    }
    Ok(GameRecord::new(Game::new(problem(text)?.start())))
}

pub fn problem(text: &str) -> Result<Problem, String> {
    let input = homework::read(text.as_bytes());
    match input.map_err(|error| format!("the input: {error}"))? {
        Input::Kalah(problem) => Ok(problem),
        Input::Nimcala(_) => {
            Err("this is an input of Nimcala, which has a board of its own".to_owned())
        }
    }
}

/// A record: the game as it stands.
pub fn view(arguments: &str) -> Answered {
    Ok(view::game(&read(arguments)?))
}

/// What was typed, such as `B4 B2` or `swap`, and a record: the record after it, and each sow.
pub fn sow(arguments: &str) -> Answered {
    let [typed, text] = lines(arguments);
    let mut record = read(text)?;
    let mover = record.game.position().mover();
    if record.game.position().is_over() {
        return Err("The game is over.".to_owned());
    }
    let command = GameCommand::parse(typed, |typed| pits(typed, mover))?;
    let GameCommand::Sow(pits) = command else {
        return Err(format!("{typed} is not a move: type a pit, such as B4"));
    };
    let before = record.game.steps().count();
    record.game.play_all(&pits).map_err(|(_, illegal)| illegal.to_string())?;
    let steps: Vec<_> = record.game.steps().skip(before).collect();
    Ok(object(&[("game", view::game(&record)), ("steps", list(steps.iter().map(view::step)))]))
}

/// Who plays (South's at first, one line each, each a player by its text) and a record: the record that says so.
pub fn named(arguments: &str) -> Answered {
    let [south, north, text] = lines(arguments);
    Ok(view::game(&read(text)?.named([south, north])))
}

/// Who sat where at first (`person` or `computer`, South first) and a record: the record before the last turns
/// that a person can take back.
pub fn undo(arguments: &str) -> Answered {
    let [seats, text] = lines(arguments);
    let record = read(text)?;
    let mut words = seats.split_whitespace();
    let seats = Side::BOTH.map(|_| match words.next() {
        Some("computer") => Seat::Computer,
        _ => Seat::Person,
    });
    let mut session = Session::new(record.game.clone(), seats);
    if session.undo() == 0 {
        return Err("There is no turn to take back.".to_owned());
    }
    let game = session.game().clone();
    Ok(view::game(&GameRecord { game, ..record }))
}

/// A number of turns and a record: the record of its first turns.
pub fn until(arguments: &str) -> Answered {
    let [turns, text] = lines(arguments);
    let mut record = read(text)?;
    let turns: usize = turns.parse().map_err(|_| "expected a number of turns")?;
    while record.game.turns().len() > turns {
        record.game.take_back();
    }
    Ok(view::game(&record))
}

/// A task's number, a cutoff and a record: the position as `input.txt`.
pub fn input(arguments: &str) -> Answered {
    let [task, cutoff, text] = lines(arguments);
    let position = *read(text)?.game.position();
    let number = within(task, 1, Task::ALL.len() as u16, "task")?;
    let task = Task::ALL[usize::from(number) - 1];
    let cutoff = within(cutoff, 0, 1000, "cutoff")?;
    let problem = Problem::new(position, task, Some(cutoff.into()));
    Ok(object(&[("text", string(&problem.to_string()))]))
}

/// A scheme, `seeds` or `numbers`, `still` or `animated`, the players' names (South's first, one
/// line each) and a record: a picture.
pub fn svg(arguments: &str) -> Answered {
    let [look, south, north, text] = lines(arguments);
    let mut words = look.split_whitespace();
    let scheme = words.next().and_then(Scheme::named).ok_or("no such scheme")?;
    let view = if words.next() == Some("numbers") { View::Numbers } else { View::Seeds };
    let style = Style { scheme, view };
    let record = read(text)?;
    let frames: Vec<Frame> = frames(&record.game).collect();
    let labels = Labels {
        title: &format!("Mancala: {south} (South) against {north} (North)"),
        players: [south, north],
    };
    let picture = match (words.next(), frames.last()) {
        (Some("animated"), _) | (_, None) => svg::animated(&frames, &labels, style),
        (_, Some(last)) => svg::still(last, &labels, style),
    };
    Ok(object(&[("text", string(&picture))]))
}
