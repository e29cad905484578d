//! What many games between two players show: the score with an error bar.
//!
//! Games come in pairs from one opening, each player once on each side. The two games of a pair are
//! not independent, the pairs are; so the error bar is taken over pairs, of which there are five
//! kinds: no point to two points for the first player, in halves (hence *pentanomial*).

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
    /// The true mean is between `mean - error` and `mean + error` in 95 matches of 100; infinite for
    /// fewer than two pairs.
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
        let pairs = || {
            (0_u8..)
                .zip(self.pairs)
                .map(|(quarters, pairs)| (f64::from(quarters) / 4.0, f64::from(pairs)))
        };
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

    /// The same in Elo: how far two players are apart whose games score so. Infinite where one wins or
    /// loses everything.
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
