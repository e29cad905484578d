//! What a round robin shows: points, and how far each player is above the field.
//!
//! Only pairs of games count for the error bars, since the two games of an opening belong together;
//! every finished game counts for the points.
//!
//! Left out: playing ([`tournament`](super::tournament)), and laying it out.

use super::score_sheet::points;
use super::tally::Tally;
use super::tournament::Encounter;
use mancala::game::Side;

/// A player in the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The player's place among the entrants.
    pub player: usize,
    /// Points: 1 for a game won, ½ for one drawn.
    pub points: f64,
    /// Games finished.
    pub games: u32,
    /// Games that the player gave up.
    pub forfeits: u32,
    /// Why the first of them.
    pub first_forfeit: Option<String>,
    /// All pairs, as this player sees them: the score against the field.
    pub tally: Tally,
}

/// The table of `players` players, the best first.
#[must_use]
pub fn standings(players: usize, encounters: &[Encounter]) -> Vec<Standing> {
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

fn standing(player: usize) -> Standing {
    Standing {
        player,
        points: 0.0,
        games: 0,
        forfeits: 0,
        first_forfeit: None,
        tally: Tally::default(),
    }
}

/// Counts an encounter for the player in this seat: 0 is South in the first game.
fn count(standing: &mut Standing, encounter: &Encounter, seat: usize) {
    let sides = match seat {
        0 => [Side::South, Side::North],
        _ => [Side::North, Side::South],
    };
    let seen = encounter.games.iter().zip(sides);
    let seen: Vec<_> = seen
        .filter_map(|(game, side)| game.as_ref().map(|game| (game, side)))
        .collect();
    for (game, side) in &seen {
        standing.games += 1;
        standing.points += points(game, *side).score;
        if let Some(forfeit) = game.forfeit.as_ref().filter(|it| it.by == *side) {
            standing.forfeits += 1;
            let reason = || forfeit.reason.clone();
            standing.first_forfeit.get_or_insert_with(reason);
        }
    }
    if let [(first, side), (second, other)] = seen[..] {
        standing
            .tally
            .add([points(first, side), points(second, other)]);
    }
}

/// The points of each player (row) against each other (column), and of how many games.
#[must_use]
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
