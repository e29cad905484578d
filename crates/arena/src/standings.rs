//! What games show: the score of a match, and the table of a round robin.
//!
//! Only pairs of games count for the error bars, since the two games of an opening belong together;
//! every finished game counts for the points.

use super::game::{GameResult, Playable};
use super::record::GameRecord;
use super::tally::{Points, Tally};
use super::tournament::Encounter;
use mancala::game::{Kalah, Position, Side};

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
    let sides = match seat {
        0 => [Side::South, Side::North],
        _ => [Side::North, Side::South],
    };
    let seen = encounter.games.iter().zip(sides);
    let seen: Vec<_> =
        seen.filter_map(|(game, side)| game.as_ref().map(|game| (game, side))).collect();
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
