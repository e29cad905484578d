//! A player by its text.
//!
//! | text | player |
//! |---|---|
//! | `human` | a person at the terminal |
//! | `random[:SEED]` | every legal sow with the same chance |
//! | `greedy` | the homework's: the best of all turns by the stores after it |
//! | `minimax:D[:EVALUATION]` | minimax, D turns deep |
//! | `alphabeta:D[:EVALUATION]` | the same turns as minimax, found sooner |
//! | `best:TIME` | the strongest turn found in so much time: `best:3`, `best:0.5`, `best:500ms` |
//! | `perfect` | exact values, however long that takes; up to 8 pits and 127 seeds |
//! | `exec:COMMAND` | a program that speaks the homework's files; asked for alpha-beta to depth 4 |

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::Player;
use super::program::{ProgramPlayer, Programs};
use super::searching::{Random, Searching, Solving};
use crate::evaluation::Weights;
use crate::game::Playable;
use mancala::game::Kalah;
use mancala::search::Algorithm;

/// The deepest search that a player may be given; no machine gets there.
pub const MAX_DEPTH: u32 = 1000;

/// The longest that a player may be given for a turn.
pub const MAX_TIME: Duration = Duration::from_secs(86_400);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spec {
    Human,
    Random {
        /// What determines its moves; `None` leaves it to whoever makes the player.
        seed: Option<u64>,
    },
    Greedy,
    Searching(Searching),
    /// The strongest turn within a time.
    Best {
        time: Duration,
    },
    Perfect,
    Program(String),
}

/// A player of a game, or `None` for a person; or why there is no such player, as a sentence.
pub type PlayerOrPerson<G> = Result<Option<Box<dyn Player<G>>>, String>;

pub trait HasPlayers: Playable {
    /// The player that `spec` names. `seed` is for the choices that the text leaves to chance.
    ///
    /// # Errors
    /// A sentence: that player does not know the game.
    fn player(spec: &Spec, seed: u64, programs: &Programs) -> PlayerOrPerson<Self>;
}

impl HasPlayers for Kalah {
    fn player(spec: &Spec, seed: u64, programs: &Programs) -> PlayerOrPerson<Self> {
        Ok(match spec {
            Spec::Human => None,
            Spec::Random { seed: own } => Some(Box::new(Random::new(own.unwrap_or(seed)))),
            Spec::Greedy => Some(Box::new(Searching::GREEDY)),
            Spec::Searching(searching) => Some(Box::new(*searching)),
            Spec::Best { time } => Some(Box::new(Solving::new(Some(*time)))),
            Spec::Perfect => Some(Box::new(Solving::new(None))),
            Spec::Program(command) => {
                let (command, programs) = (command.clone(), Arc::clone(programs));
                Some(Box::new(ProgramPlayer { command, programs }))
            }
        })
    }
}

/// The text that parses to this player.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Random { seed: None } => f.write_str("random"),
            Self::Random { seed: Some(seed) } => write!(f, "random:{seed}"),
            Self::Greedy => f.write_str("greedy"),
            Self::Searching(searching) => {
                let name = match searching.algorithm {
                    Algorithm::Minimax => "minimax",
                    Algorithm::AlphaBeta => "alphabeta",
                };
                write!(f, "{name}:{}", searching.depth)?;
                if searching.evaluation == Weights::STORE {
                    return Ok(());
                }
                write!(f, ":{}", searching.evaluation)
            }
            Self::Best { time } => write!(f, "best:{}", time.as_secs_f64()),
            Self::Perfect => f.write_str("perfect"),
            Self::Program(command) => write!(f, "exec:{command}"),
        }
    }
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once(':');
        let (kind, rest) = parts.map_or((text, None), |(kind, rest)| (kind, Some(rest)));
        match (kind, rest) {
            ("human", None) => Ok(Self::Human),
            ("greedy", None) => Ok(Self::Greedy),
            ("perfect", None) => Ok(Self::Perfect),
            ("human" | "greedy" | "perfect", Some(_)) => Err(format!("nothing follows {kind}")),
            ("random", None) => Ok(Self::Random { seed: None }),
            ("random", Some(seed)) => match seed.parse() {
                Ok(seed) => Ok(Self::Random { seed: Some(seed) }),
                Err(_) => Err(format!("no seed {seed:?}: expected a whole number")),
            },
            ("minimax", rest) => searching(Algorithm::Minimax, rest),
            ("alphabeta", rest) => searching(Algorithm::AlphaBeta, rest),
            ("best", time) => match parse_time(time.unwrap_or_default()) {
                Some(time) if !time.is_zero() && time <= MAX_TIME => Ok(Self::Best { time }),
                _ => {
                    Err("expected best:TIME, such as best:3 or best:500ms, up to a day".to_owned())
                }
            },
            ("exec", Some(command)) if !command.trim().is_empty() => {
                Ok(Self::Program(command.to_owned()))
            }
            ("exec", _) => Err("expected exec:COMMAND".to_owned()),
            _ => Err(format!(
                "no player {text:?}: expected human, random[:SEED], greedy, minimax:DEPTH, \
                 alphabeta:DEPTH[:EVALUATION], \
                 best:TIME, perfect or exec:COMMAND"
            )),
        }
    }
}

fn searching(algorithm: Algorithm, rest: Option<&str>) -> Result<Spec, String> {
    let rest = rest.unwrap_or_default();
    let (depth, evaluation) = rest.split_once(':').unwrap_or((rest, "store"));
    let known = depth.parse().ok().filter(|it| (1..=MAX_DEPTH).contains(it));
    let depth = known.ok_or_else(|| {
        format!("no depth {depth:?}: expected 1 to {MAX_DEPTH}, in turns, after a colon")
    })?;
    Ok(Spec::Searching(Searching { algorithm, depth, evaluation: evaluation.parse()? }))
}

/// The time that `text` says, spelled in one way wherever one is asked for: `3`, `0.5`, `3s`, `500ms`, `2m`; a
/// number without a unit is in seconds.
pub fn parse_time(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_every_spelling() {
        for (text, milliseconds) in [
            ("3", Some(3000)),
            ("0.5", Some(500)),
            ("3s", Some(3000)),
            ("500ms", Some(500)),
            ("1.5m", Some(90_000)),
            ("3h", None),
            ("s", None),
            ("-1", None),
            ("1.2.3", None),
        ] {
            assert_eq!(parse_time(text), milliseconds.map(Duration::from_millis), "{text}");
        }
    }
}
