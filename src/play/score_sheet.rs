//! What games are worth, and the score of a match while its pairs come in, in any order.
//!
//! Left out: playing ([`matches`](super::matches)).

use super::game::GameResult;
use super::record::GameRecord;
use super::sprt::{Decision, Sprt};
use super::tally::{Points, Tally};
use crate::game::{Position, Side};

/// What was played.
#[derive(Debug)]
pub struct Played {
    /// The two games of each opening: first with the first player as South, then as North.
    pub pairs: Vec<[GameRecord; 2]>,
    /// What they show.
    pub tally: Tally,
    /// What the test decided that ended the match.
    pub decision: Option<Decision>,
}

/// The pairs that are played, and what those decide before which none is missing.
pub(super) struct ScoreSheet {
    pairs: Vec<Option<[GameRecord; 2]>>,
    /// So many pairs are counted in `tally`: up to the first that is missing.
    counted: usize,
    tally: Tally,
    sprt: Option<Sprt>,
    pub(super) decision: Option<Decision>,
}

impl ScoreSheet {
    pub(super) fn new(openings: usize, sprt: Option<Sprt>) -> Self {
        Self {
            pairs: (0..openings).map(|_| None).collect(),
            counted: 0,
            tally: Tally::default(),
            sprt,
            decision: None,
        }
    }

    /// Enters the pair of this opening.
    pub(super) fn enter(&mut self, number: usize, pair: [GameRecord; 2]) {
        self.pairs[number] = Some(pair);
        while let (None, Some(Some(pair))) = (self.decision, self.pairs.get(self.counted)) {
            self.tally.add(points_of(pair));
            self.counted += 1;
            self.decision = self.sprt.and_then(|sprt| sprt.decision(&self.tally));
        }
    }

    /// Everything that was played, or what led to the decision.
    pub(super) fn played(mut self) -> Played {
        if self.decision.is_some() {
            self.pairs.truncate(self.counted);
        }
        for pair in self.pairs[self.counted..].iter().flatten() {
            self.tally.add(points_of(pair));
        }
        Played {
            pairs: self.pairs.into_iter().flatten().collect(),
            tally: self.tally,
            decision: self.decision,
        }
    }
}

/// The first player's points in the games of an opening.
fn points_of([as_south, as_north]: &[GameRecord; 2]) -> [Points; 2] {
    [points(as_south, Side::South), points(as_north, Side::North)]
}

/// The points of the player that was `side` in a game that was played; one that has no end is drawn.
pub(super) fn points(record: &GameRecord, side: Side) -> Points {
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
