//! What games are worth, and the score of a match while its pairs come in, in any order.
//!
//! Left out: playing ([`tournament`](mod@super::tournament)).

use super::game::{GameResult, Playable};
use super::record::GameRecord;
use super::sprt::{Decision, Sprt};
use super::tally::{Points, Tally};
use mancala::game::{Kalah, Position, Side};

/// What was played.
#[derive(Debug)]
pub struct Played<P: Position = Kalah> {
    /// The two games of each opening: first with the first player as South, then as North.
    pub pairs: Vec<[GameRecord<P>; 2]>,
    /// What they show.
    pub tally: Tally,
    /// What the test decided that ended the match.
    pub decision: Option<Decision>,
}

impl<P: Playable> Played<P> {
    /// What these pairs of games show, each with the number of its opening: all of them, or those that led to the
    /// decision.
    pub fn new(
        pairs: impl Iterator<Item = (usize, [GameRecord<P>; 2])>,
        openings: usize,
        sprt: Option<Sprt>,
    ) -> Self {
        let mut sheet = ScoreSheet::new(openings, sprt);
        let mut pairs: Vec<_> = pairs.collect();
        for (number, pair) in &pairs {
            sheet.enter(*number, points_of(pair.each_ref()));
        }
        if sheet.decision.is_some() {
            pairs.retain(|(number, _)| *number < sheet.counted);
        } else {
            for pair in sheet.pairs[sheet.counted..].iter().flatten() {
                sheet.tally.add(*pair);
            }
        }
        Self {
            pairs: pairs.into_iter().map(|(_, pair)| pair).collect(),
            tally: sheet.tally,
            decision: sheet.decision,
        }
    }
}

/// The pairs that are played, and what those decide before which none is missing.
pub(super) struct ScoreSheet {
    pairs: Vec<Option<[Points; 2]>>,
    /// So many pairs are counted in `tally`: up to the first that is missing.
    counted: usize,
    tally: Tally,
    sprt: Option<Sprt>,
    decision: Option<Decision>,
}

impl ScoreSheet {
    pub(super) fn new(openings: usize, sprt: Option<Sprt>) -> Self {
        Self {
            pairs: vec![None; openings],
            counted: 0,
            tally: Tally::default(),
            sprt,
            decision: None,
        }
    }

    /// Enters the pair of this opening; whether the test is decided.
    pub(super) fn enter(&mut self, number: usize, pair: [Points; 2]) -> bool {
        self.pairs[number] = Some(pair);
        while let (None, Some(Some(pair))) = (self.decision, self.pairs.get(self.counted)) {
            self.tally.add(*pair);
            self.counted += 1;
            self.decision = self.sprt.and_then(|sprt| sprt.decision(&self.tally));
        }
        self.decision.is_some()
    }
}

/// The first player's points in the games of an opening.
pub(super) fn points_of<P: Playable>([as_south, as_north]: [&GameRecord<P>; 2]) -> [Points; 2] {
    [points(as_south, Side::South), points(as_north, Side::North)]
}

/// The points of the player that was `side` in a game that was played; one that has no end is drawn.
pub(super) fn points<P: Playable>(record: &GameRecord<P>, side: Side) -> Points {
    let lead = f64::from(record.game.position().score(side));
    let winner = match (&record.forfeit, record.game.outcome()) {
        (_, Some(GameResult::Won(winner))) => Some(winner),
        (Some(forfeit), None) => Some(forfeit.by.opponent()),
        _ => None,
    };
    let score = match winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    Points { score, lead }
}
