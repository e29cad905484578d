//! What games show: the score of a match with an error bar, and the table of a round robin.
//!
//! Games come in pairs from one opening, each player once on each side. The two games of a pair are not independent, the
//! pairs are; so the error bar is taken over pairs, of which there are five kinds: no point to two points for the first
//! player, in halves (hence *pentanomial*). Every finished game counts for the points.

use super::game::{GameResult, Playable};
use super::record::GameRecord;
use mancala::game::{Kalah, Position, Side};

/// Two games of two players from one opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encounter<P: Position = Kalah> {
    /// The places of the players; the first is South in the first game and North in the second.
    pub players: [usize; 2],
    pub opening: usize,
    /// The games; `None` if the tournament was stopped before.
    pub games: [Option<GameRecord<P>>; 2],
}

#[derive(Debug)]
pub struct Played<P: Position = Kalah> {
    /// The two games of each opening: first with the first player as South, then as North.
    pub pairs: Vec<[GameRecord<P>; 2]>,
    pub tally: Tally,
}

impl<P: Playable> Played<P> {
    /// What the pairs of games show of which both were played.
    pub fn new(encounters: Vec<Encounter<P>>) -> Self {
        let pairs = encounters.into_iter().filter_map(|it| match it.games {
            [Some(one), Some(other)] => Some([one, other]),
            _ => None,
        });
        let pairs: Vec<_> = pairs.collect();
        let mut tally = Tally::default();
        for pair in &pairs {
            tally.add([points(&pair[0], Side::South), points(&pair[1], Side::North)]);
        }
        Self { pairs, tally }
    }
}

/// The points of the player that was `side` in a game that was played; one that has no end is drawn.
fn points<P: Playable>(record: &GameRecord<P>, side: Side) -> Points {
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

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Standing {
    /// The player's place among the entrants.
    pub player: usize,
    /// Points: 1 for a game won, ½ for one drawn.
    pub points: f64,
    pub games: u32,
    /// Games that the player gave up.
    pub forfeits: u32,
    /// Games that the opponent gave up.
    pub won_by_forfeit: u32,
    /// Why the first of them.
    pub first_forfeit: Option<String>,
    /// All pairs, as this player sees them: the score against the field.
    pub tally: Tally,
}

/// The table of `players` players, the best first.
pub fn standings(players: usize, encounters: &[Encounter]) -> Vec<Standing> {
    let standing = |player| Standing { player, ..Standing::default() };
    let mut table: Vec<_> = (0..players).map(standing).collect();
    for encounter in encounters {
        for (seat, player) in encounter.players.into_iter().enumerate() {
            if let Some(standing) = table.get_mut(player) {
                count(standing, encounter, seat);
            }
        }
    }
    let share = |it: &Standing| it.points / f64::from(it.games.max(1));
    // Stable: those with as much stay in the order in which they entered.
    table.sort_by(|one, other| share(other).total_cmp(&share(one)));
    table
}

/// Counts an encounter for the player in this seat: 0 is South in the first game.
fn count(standing: &mut Standing, encounter: &Encounter, seat: usize) {
    let sides = if seat == 0 { Side::BOTH } else { [Side::North, Side::South] };
    let seen = encounter.games.iter().zip(sides);
    let seen: Vec<_> = seen.filter_map(|(game, side)| Some((game.as_ref()?, side))).collect();
    for (game, side) in &seen {
        standing.games += 1;
        standing.points += points(game, *side).score;
        match &game.forfeit {
            Some(forfeit) if forfeit.by == *side => {
                standing.forfeits += 1;
                let reason = || forfeit.reason.clone();
                standing.first_forfeit.get_or_insert_with(reason);
            }
            Some(_) => standing.won_by_forfeit += 1,
            None => {}
        }
    }
    if let [(first, side), (second, other)] = seen[..] {
        standing.tally.add([points(first, side), points(second, other)]);
    }
}

/// The points of each player (row) against each other (column), and of how many games.
pub fn cross_table(players: usize, encounters: &[Encounter]) -> Vec<Vec<(f64, u32)>> {
    let mut table = vec![vec![(0.0, 0); players]; players];
    for Encounter { players, games, .. } in encounters {
        let [one, other] = *players;
        for (game, side) in games.iter().zip(Side::BOTH) {
            let Some(game) = game else { continue };
            for (row, column, side) in [(one, other, side), (other, one, side.opponent())] {
                if let Some(cell) = table.get_mut(row).and_then(|row| row.get_mut(column)) {
                    *cell = (cell.0 + points(game, side).score, cell.1 + 1);
                }
            }
        }
    }
    table
}

/// The games that one player won, drew and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// A mean with the half-width of its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    /// In 95 matches of 100 the true mean lies within `mean - error` and `mean + error`; infinite below two pairs.
    pub error: f64,
}

/// One finished game as the first player sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Points {
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// The first player's store less the other's.
    pub lead: f64,
}

/// The result of a match as the first player sees it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tally {
    pub count: Count,
    /// The pairs by the first player's points in both games: 0, ½, 1, 1½, 2.
    pub pairs: [u32; 5],
    leads: Vec<f64>,
}

/// The squares that are added to those of the scores: half a pair that came out as far from the middle
/// as one can. Few pairs are often all alike, and that they are does not show that all pairs would be.
const UNSEEN_SQUARES: f64 = 0.5 * 0.25;

impl Tally {
    pub fn add(&mut self, pair: [Points; 2]) {
        let mut halves = 0;
        for points in pair {
            match points.score {
                score if score > 0.5 => {
                    (self.count.wins, halves) = (self.count.wins + 1, halves + 2)
                }
                score if score < 0.5 => self.count.losses += 1,
                _ => (self.count.draws, halves) = (self.count.draws + 1, halves + 1),
            }
        }
        self.pairs[halves] += 1;
        let leads = pair.iter().map(|points| points.lead);
        self.leads.push(leads.sum::<f64>() / 2.0);
    }

    pub fn pairs_played(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Points a game, 0 to 1. The variance of the pairs' scores is never zero.
    pub fn score(&self) -> Estimate {
        let count = f64::from(self.pairs_played()).max(1.0);
        let of_score = |(quarters, pairs): (u8, u32)| (f64::from(quarters) / 4.0, f64::from(pairs));
        let pairs = || (0..).zip(self.pairs).map(of_score);
        let mean = pairs().map(|(score, pairs)| score * pairs).sum::<f64>() / count;
        let squares: f64 = pairs().map(|(score, pairs)| (score - mean).powi(2) * pairs).sum();
        let variance = (squares + UNSEEN_SQUARES) / count;
        Estimate::with_variance(mean, variance, self.pairs_played() as usize)
    }

    /// Seeds that the first player's store is ahead at the end of a game.
    pub fn lead(&self) -> Estimate {
        Estimate::of(&self.leads)
    }
}

impl Estimate {
    /// The estimate from independent samples, by Student's t.
    pub fn of(samples: &[f64]) -> Self {
        let count = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
        Self::with_variance(mean, squares / (count - 1.0).max(1.0), samples.len())
    }

    fn with_variance(mean: f64, variance: f64, samples: usize) -> Self {
        let error = match samples {
            0 | 1 => f64::INFINITY,
            _ => student_95(samples - 1) * (variance / samples as f64).sqrt(),
        };
        Self { mean, error }
    }

    /// The same in Elo: how far apart two players are whose games score so. Infinite where one wins or loses all.
    pub fn elo(self) -> [f64; 3] {
        [self.mean - self.error, self.mean, self.mean + self.error].map(elo_of)
    }
}

/// The difference in Elo at which `score` points a game are expected.
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The standard errors that 95 % of Student's distribution lie within, either way.
pub fn student_95(degrees: usize) -> f64 {
    /// For 1, 2, 3 .. degrees of freedom.
    const FEW: [f64; 10] = [
        12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004,
        2.262_157, 2.228_139,
    ];
    /// The same of the normal distribution.
    const Z: f64 = 1.959_964;
    match FEW.get(degrees.wrapping_sub(1)) {
        Some(&few) => few,
        None if degrees == 0 => f64::INFINITY,
        // Fisher's expansion in powers of one over the degrees; off by less than 2e-5 here.
        None => {
            let n = degrees as f64;
            let (z3, z5, z7, z9) = (Z.powi(3), Z.powi(5), Z.powi(7), Z.powi(9));
            Z + (z3 + Z) / (4.0 * n)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * n * n)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * n.powi(3))
                + (79.0 * z9 + 776.0 * z7 + 1482.0 * z5 - 1920.0 * z3 - 945.0 * Z)
                    / (92_160.0 * n.powi(4))
        }
    }
}
