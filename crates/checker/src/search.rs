//! Is the value of a position at least so much? Answered by trying one move after the other. The *value* is what the
//! mover gains from here on minus what the opponent gains, with best play of both.
//!
//! Two tables remember what was found. The endgame table has exact values, each computed from those of its moves when
//! it is first asked for. The other has bounds, and the best move, of as many other positions as fit; positions are
//! compared whole, so none is taken for another.

use super::game::{Game, MAX_SEEDS, MAX_WIDTH, Position, Sown};

const PITS: usize = 2 * MAX_WIDTH;
/// The most bytes of the endgame table.
const ENDGAME: usize = 1 << 27;
/// The most entries of the table of bounds.
const ENTRIES: usize = 1 << 25;

/// The search has visited as many positions as it may.
#[derive(Debug, PartialEq, Eq)]
pub struct OutOfNodes;

pub struct Search {
    game: Game,
    nodes: u64,
    most_nodes: u64,
    endgame: Endgame,
    /// No position is 0.
    positions: Vec<u128>,
    /// Lower bound, upper bound, best move.
    found: Vec<[i8; 3]>,
}

impl Search {
    /// A search for positions with at most so many seeds, which visits at most so many.
    pub fn new(game: Game, seeds: usize, most_nodes: u64) -> Self {
        let endgame = Endgame::new(game, seeds / 2);
        let entries = endgame.positions(seeds).clamp(1, ENTRIES).next_power_of_two();
        let (positions, found) = (vec![0; entries], vec![[0; 3]; entries]);
        Self { endgame, game, nodes: 0, most_nodes, positions, found }
    }

    /// Whether the value of a position that is not over is at least `least`.
    pub fn at_least(&mut self, position: &Position, least: i32) -> Result<bool, OutOfNodes> {
        let seeds = self.game.rows(position).iter().sum::<i32>();
        // Nobody can gain more than all seeds.
        if least <= -seeds || least > seeds {
            return Ok(least <= -seeds);
        }
        if seeds as usize <= self.endgame.seeds {
            return Ok(self.endgame.value(position) >= least);
        }
        let key = u128::from_le_bytes(*position);
        let mixed = (key ^ key >> 61).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let place = (mixed >> 64) as usize & (self.positions.len() - 1);
        let known = self.positions[place] == key;
        let [lower, upper, best] =
            if known { self.found[place] } else { [i8::MIN, i8::MAX, i8::MAX] };
        if least <= lower.into() || least > upper.into() {
            return Ok(least <= lower.into());
        }
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return Err(OutOfNodes);
        }
        let pits = (0..self.game.width).filter(|&pit| position[pit] > 0);
        let mut moves: Vec<_> = pits.map(|pit| (pit, self.game.sow(position, pit))).collect();
        // What was best before comes first, then what sows again, then what gains more.
        moves.sort_by_key(|(pit, sown)| {
            (*pit as i8 != best, !sown.again, -sown.gain, -(*pit as i8))
        });
        let mut result = [lower, least as i8 - 1, best];
        for (pit, sown) in moves {
            if self.move_reaches(&sown, least)? {
                result = [least as i8, upper, pit as i8];
                break;
            }
        }
        (self.positions[place], self.found[place]) = (key, result);
        Ok(result[0] == least as i8)
    }

    /// Whether a sow leaves the sower with a gain of `least` or more.
    pub fn move_reaches(&mut self, sown: &Sown, least: i32) -> Result<bool, OutOfNodes> {
        let Sown { next, gain, again, over } = sown;
        Ok(match (over, again) {
            (true, _) => *gain >= least,
            (false, true) => self.at_least(next, least - gain)?,
            // The opponent must gain no more than `gain - least`.
            (false, false) => !self.at_least(next, gain - least + 1)?,
        })
    }
}

struct Endgame {
    game: Game,
    seeds: usize,
    /// Ways to choose `k` of `n`, at `[n][k]`.
    choose: Vec<[usize; PITS + 1]>,
    /// The value plus 128 at the number of a position; 0 if it was not asked for.
    values: Vec<u8>,
}

impl Endgame {
    fn new(game: Game, most_seeds: usize) -> Self {
        let mut choose = vec![[0_usize; PITS + 1]; MAX_SEEDS + PITS + 1];
        choose[0][0] = 1;
        for n in 1..choose.len() {
            choose[n][0] = 1;
            for k in 1..=PITS {
                choose[n][k] = choose[n - 1][k].saturating_add(choose[n - 1][k - 1]);
            }
        }
        let mut endgame = Self { game, seeds: 0, choose, values: Vec::new() };
        endgame.seeds = (0..=most_seeds).rfind(|&it| endgame.positions(it) <= ENDGAME).unwrap_or(0);
        endgame.values = vec![0; endgame.positions(endgame.seeds)];
        endgame
    }

    /// In how many ways at most so many seeds lie in the pits.
    fn positions(&self, seeds: usize) -> usize {
        self.choose[seeds + 2 * self.game.width][2 * self.game.width]
    }

    fn value(&mut self, position: &Position) -> i32 {
        // The number of the position, by how many ways there are to put fewer seeds into a pit and those before it.
        let pits = position[..2 * self.game.width].iter().enumerate();
        let terms = pits.scan(0, |seeds, (pit, &more)| {
            *seeds += usize::from(more);
            Some(self.choose[*seeds + pit][pit + 1])
        });
        let number = terms.sum::<usize>();
        if self.values[number] == 0 {
            let pits = (0..self.game.width).filter(|&pit| position[pit] > 0);
            let values = pits.map(|pit| {
                let Sown { next, gain, again, over } = self.game.sow(position, pit);
                match (over, again) {
                    (true, _) => gain,
                    (false, true) => gain + self.value(&next),
                    (false, false) => gain - self.value(&next),
                }
            });
            // Whoever is to move has a move.
            self.values[number] = (values.max().unwrap_or(0) + 128) as u8;
        }
        i32::from(self.values[number]) - 128
    }
}
