//! What many games between two players show: the score with an error bar.
//!
//! Games come in pairs from one opening, each player once on each side. The two games of a pair are
//! not independent, the pairs are; so the error bar is taken over pairs.

/// The games that one player won, drew and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// A mean with the half-width of its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
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
    /// All games.
    pub count: Count,
    scores: Vec<f64>,
    leads: Vec<f64>,
}

impl Tally {
    /// Adds the two games of an opening.
    pub fn add(&mut self, pair: [Points; 2]) {
        for points in pair {
            match points.score {
                score if score > 0.5 => self.count.wins += 1,
                score if score < 0.5 => self.count.losses += 1,
                _ => self.count.draws += 1,
            }
        }
        let mean = |part: fn(&Points) -> f64| pair.iter().map(part).sum::<f64>() / 2.0;
        self.scores.push(mean(|points| points.score));
        self.leads.push(mean(|points| points.lead));
    }

    /// Points a game, 0 to 1.
    #[must_use]
    pub fn score(&self) -> Estimate {
        Estimate::of(&self.scores)
    }

    /// Seeds that the first player's store is ahead at the end of a game.
    #[must_use]
    pub fn lead(&self) -> Estimate {
        Estimate::of(&self.leads)
    }
}

impl Estimate {
    /// The estimate from independent samples.
    #[must_use]
    pub fn of(samples: &[f64]) -> Self {
        /// Standard errors that 95 % of a normal distribution lie within, either way.
        const NORMAL_95: f64 = 1.96;
        let count = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / count.max(1.0);
        if samples.len() < 2 {
            let error = f64::INFINITY;
            return Self { mean, error };
        }
        let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
        let variance = squares / (count - 1.0);
        let error = NORMAL_95 * (variance / count).sqrt();
        Self { mean, error }
    }
}
