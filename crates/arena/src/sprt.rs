//! When a match may stop: the sequential probability ratio test.
//!
//! Two hypotheses are weighed: the first player is `elo[0]` above the other, or `elo[1]`. The match
//! stops once one of them is so much likelier that it is wrong in 5 % of matches. The likelihood is that
//! of the mean of pairs, taken for normal.
//!
//! Left out: playing ([`tournament`](mod@super::tournament)).

use super::tally::{Tally, score_at};

/// How often each of the two decisions may be wrong.
const WRONG: f64 = 0.05;

/// The two hypotheses, as differences in Elo, the smaller first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo: [f64; 2],
}

/// Which hypothesis is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The smaller difference.
    Smaller,
    /// The larger one.
    Larger,
}

impl Sprt {
    /// The test between two differences in Elo.
    ///
    /// # Errors
    /// If the first is not the smaller, or one is beyond 1000 either way.
    pub fn new(elo: [f64; 2]) -> Result<Self, String> {
        let usable = elo.iter().all(|elo| (-1000.0..=1000.0).contains(elo)) && elo[0] < elo[1];
        match usable {
            true => Ok(Self { elo }),
            false => Err(format!(
                "expected two differences in Elo, the smaller first, -1000 to 1000: found {} {}",
                elo[0], elo[1]
            )),
        }
    }

    /// The two differences.
    #[must_use]
    pub const fn elo(&self) -> [f64; 2] {
        self.elo
    }

    /// The logarithm of how much likelier the larger difference is than the smaller.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let (mean, variance) = tally.mean_and_variance();
        let [smaller, larger] = self.elo.map(score_at);
        let pairs = f64::from(tally.pairs_played());
        pairs * (larger - smaller) * (2.0 * mean - smaller - larger) / (2.0 * variance)
    }

    /// Where the ratio decides, above zero for the larger difference and below for the smaller.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }

    /// What the games so far decide, if anything.
    #[must_use]
    pub fn decision(&self, tally: &Tally) -> Option<Decision> {
        match self.log_likelihood_ratio(tally) {
            ratio if ratio >= Self::bound() => Some(Decision::Larger),
            ratio if ratio <= -Self::bound() => Some(Decision::Smaller),
            _ => None,
        }
    }
}
