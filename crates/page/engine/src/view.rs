//! A position, a game and a sow as JSON.
//!
//! Holes are named: pits as in the handout, stores by their side.

use crate::json::{list, numbers, object, or_null, string, strings};
use arena::draw::{Marks, describe_position, describe_sow, text};
use arena::game::{PlayedSow, Turn};
use arena::{Game, GameRecord, GameResult, board_text};
use mancala::game::kalah::Hole;
use mancala::game::{Board, Kalah, Pit, PitName, Position, Side};

/// Where the seeds lie: rows and stores, South's first.
pub fn board(board: &Board) -> String {
    let rows = Side::BOTH.map(|side| numbers(board.row(side)));
    let stores = Side::BOTH.map(|side| board.store(side).to_string());
    object(&[("rows", list(rows)), ("stores", list(stores))])
}

/// A position: the board, who moves, and what may be sown.
pub fn position(position: &Kalah) -> String {
    let names = Side::BOTH.map(|side| {
        let pits = position.board().columns();
        strings(pits.map(|pit| PitName(side, pit).to_string()))
    });
    let mover = position.mover();
    let moves = position.moves().map(|pit| PitName(mover, pit).to_string());
    object(&[
        ("rules", string(&position.rules().to_string())),
        ("board", board(position.board())),
        ("text", string(&board_text::text(position.board()))),
        ("width", position.board().width().to_string()),
        ("names", list(names)),
        ("mover", mover.index().to_string()),
        ("over", position.is_over().to_string()),
        ("moves", strings(moves)),
        ("told", string(&describe_position(position))),
        ("aloud", string(&text::lines(position.board()))),
    ])
}

pub fn game(record: &GameRecord) -> String {
    let game = &record.game;
    let outcome = game.outcome().map(|outcome| match outcome {
        GameResult::Won(side) => side.index().to_string(),
        GameResult::Drawn => "-1".to_owned(),
    });
    let last = game.steps().last();
    let players = Side::BOTH.map(|side| or_null(record.tag(side.name()).map(string)));
    object(&[
        ("record", string(&record.to_string())),
        ("position", position(game.position())),
        ("turns", list(turns(game))),
        ("unfinished", game.unfinished_turn().is_some().to_string()),
        ("outcome", or_null(outcome)),
        ("last", or_null(last.as_ref().map(step))),
        ("pie", game.pie_rule.to_string()),
        ("swap", game.may_swap().to_string()),
        ("swapped", (game.first_side(Side::South) != Side::South).to_string()),
        ("players", list(players)),
    ])
}

fn turns(game: &Game) -> impl Iterator<Item = String> {
    let turn = |(turn, after): (&Turn, Kalah)| {
        object(&[
            ("side", turn.side.index().to_string()),
            ("text", string(&turn.to_string())),
            ("stores", numbers(Side::BOTH.map(|side| after.board().store(side)))),
        ])
    };
    game.turns().iter().zip(game.positions().into_iter().skip(1)).map(turn)
}

/// What a sow did, in the order in which it is shown: seeds one by one, capture, sweep.
pub fn step(step: &PlayedSow) -> String {
    let mover = step.before.mover();
    let path: Vec<_> = step.before.holes(step.pit).collect();
    let sown = sown(step, &path);
    let marks = Marks::of(step);
    let captured = marks.captured.iter().map(|&pit| moved(&sown, pit, Some(mover)));
    let swept_to = swept_to(step, &sown);
    let swept = marks.swept.iter().map(|&pit| moved(&sown, pit, swept_to));
    object(&[
        ("side", mover.index().to_string()),
        ("pit", string(&PitName(mover, step.pit).to_string())),
        ("turn", step.turn.to_string()),
        ("before", board(step.before.board())),
        ("path", strings(path.iter().map(|&hole| name(mover, hole)))),
        ("sown", board(&sown)),
        ("captured", list(captured)),
        ("extra", marks.extra.is_some().to_string()),
        ("swept", list(swept)),
        ("after", board(step.after.board())),
        ("over", step.after.is_over().to_string()),
        ("told", string(&describe_sow(step))),
    ])
}

fn name(mover: Side, hole: Hole) -> String {
    match hole {
        Hole::Pit(row, pit) => PitName(row, pit).to_string(),
        Hole::Store => mover.name().to_owned(),
    }
}

/// The board when the last seed has fallen and nothing was taken yet.
fn sown(step: &PlayedSow, path: &[Hole]) -> Board {
    let (mover, board) = (step.before.mover(), step.before.board());
    let mut rows = Side::BOTH.map(|side| board.row(side).to_vec());
    let mut stores = Side::BOTH.map(|side| board.store(side));
    rows[mover.index()][step.pit.column()] = 0;
    for hole in path {
        match *hole {
            Hole::Pit(row, pit) => rows[row.index()][pit.column()] += 1,
            Hole::Store => stores[mover.index()] += 1,
        }
    }
    let [south, north] = &rows;
    Board::new([south, north], stores)
}

/// The seeds of a pit, which go to a store, or out of play.
fn moved(sown: &Board, (row, pit): (Side, Pit), to: Option<Side>) -> String {
    object(&[
        ("hole", string(&PitName(row, pit).to_string())),
        ("seeds", sown.seeds(row, pit).to_string()),
        ("to", or_null(to.map(|side| string(side.name())))),
    ])
}

/// Which store had what the end of the game took out of the pits.
fn swept_to(step: &PlayedSow, sown: &Board) -> Option<Side> {
    let mover = step.before.mover();
    let grew = |side: Side| {
        let captured = if side == mover { step.sown.captured } else { 0 };
        step.after.board().store(side) > sown.store(side) + captured
    };
    // One row is empty at the end, so what is swept lies in the other one and goes one way.
    Side::BOTH.into_iter().find(|&side| grew(side))
}
