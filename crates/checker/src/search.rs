//! Is the value of a position at least so much? The *value* is what the mover gains from here on minus what the
//! opponent gains, with best play of both.
//!
//! Proof-number search: of each question, two numbers say about how much work is left to prove it and to disprove it.
//! The search goes on with the move that is easiest to prove. The endgame table has exact values, each computed from
//! those of its moves when it is first asked for. Questions are compared whole, so none is taken for another.

use super::game::{Game, MAX_SEEDS, MAX_WIDTH, Position, Sown};

/// The most bytes of the endgame table.
const ENDGAME: usize = 1 << 27;
/// The most places for four questions.
const PLACES: usize = 1 << 25;

/// The search has visited as many positions as it may.
#[derive(Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// About how much work is left to prove that the mover gains so much, and to disprove it; 0 if it is done.
type Numbers = [u32; 2];
type Found = Result<Numbers, OutOfNodes>;
const PROVED: Numbers = [0, u32::MAX];
const DISPROVED: Numbers = [u32::MAX, 0];

pub struct Search {
    game: Game,
    nodes_left: u64,
    /// In how many ways fewer than so many seeds lie in so many pits, at `[pits][seeds]`.
    ways: Vec<[usize; MAX_SEEDS + 2]>,
    /// The most seeds of a position of the endgame table.
    few: usize,
    /// The value plus 128 at the number of a position; 0 if it was not asked for.
    endgame: Vec<u8>,
    /// Position, what is asked of its value, seeds and numbers, of four at each place.
    questions: Vec<[(u128, i32, i32, Numbers); 4]>,
}

impl Search {
    /// A search for positions with at most so many seeds, which visits at most so many.
    pub fn new(game: Game, seeds: usize, nodes_left: u64) -> Self {
        let mut ways = vec![[1_usize; MAX_SEEDS + 2]; 2 * MAX_WIDTH + 1];
        ways.iter_mut().for_each(|it| it[0] = 0);
        for pits in 1..ways.len() {
            for seeds in 1..MAX_SEEDS + 2 {
                ways[pits][seeds] = ways[pits][seeds - 1].saturating_add(ways[pits - 1][seeds]);
            }
        }
        let positions = |seeds: usize| ways[2 * game.width][seeds + 1];
        let few = (0..=seeds / 2).rfind(|&it| positions(it) <= ENDGAME).unwrap_or(0);
        let endgame = vec![0; positions(few)];
        let places = positions(seeds).min(PLACES).next_power_of_two();
        let questions = vec![Default::default(); places];
        Self { game, nodes_left, ways, few, endgame, questions }
    }

    /// Whether a sow leaves the sower with a gain of `least` or more.
    pub fn reaches(&mut self, sown: &Sown, least: i32) -> Result<bool, OutOfNodes> {
        Ok(self.prove_move(sown, least, [u32::MAX; 2])? == PROVED)
    }

    fn prove_move(&mut self, sown: &Sown, least: i32, [proof, disproof]: Numbers) -> Found {
        let Sown { next, gain, again, over } = sown;
        if *over {
            Ok(if *gain >= least { PROVED } else { DISPROVED })
        } else if *again {
            self.prove(next, least - gain, [proof, disproof])
        } else {
            // The opponent must gain no more than `gain - least`.
            self.prove(next, gain - least + 1, [disproof, proof]).map(|[one, other]| [other, one])
        }
    }

    /// Works on a question until one of the numbers has reached its limit; only looks it up if these are 1.
    fn prove(&mut self, position: &Position, least: i32, limits: Numbers) -> Found {
        let seeds = self.game.rows(position).iter().sum::<i32>();
        // Nobody can gain more than all seeds.
        let is_plain = least <= -seeds || least > seeds;
        if is_plain || seeds as usize <= self.few {
            let value = if is_plain { -seeds } else { self.value(position) };
            return Ok(if value >= least { PROVED } else { DISPROVED });
        }
        let key = u128::from_le_bytes(*position);
        let mixed = key ^ key >> 61 ^ least as u128;
        let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let place = (mixed >> 64) as usize & (self.questions.len() - 1);
        let found = self.questions[place].iter().find(|it| (it.0, it.1) == (key, least));
        let numbers = found.map_or_else(|| self.first_numbers(seeds, least), |it| it.3);
        if numbers[0] >= limits[0] || numbers[1] >= limits[1] {
            return Ok(numbers);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        let numbers = self.work_on(position, least, limits)?;
        // In place of the same, or of that with the fewest seeds.
        let all = self.questions[place].iter_mut();
        let replaced = all.min_by_key(|it| ((it.0, it.1) != (key, least), it.2));
        replaced.into_iter().for_each(|it| *it = (key, least, seeds, numbers));
        Ok(numbers)
    }

    fn work_on(&mut self, position: &Position, least: i32, limits: Numbers) -> Found {
        let mut open = Vec::with_capacity(MAX_WIDTH);
        for pit in (0..self.game.width).filter(|&pit| position[pit] > 0) {
            let sown = self.game.sow(position, pit);
            open.push((self.prove_move(&sown, least, [1; 2])?, sown));
        }
        loop {
            open.retain(|(numbers, _)| *numbers != DISPROVED);
            open.sort_by_key(|(numbers, _)| numbers[0]);
            let Some(([proof, own], easiest)) = open.first() else { return Ok(DISPROVED) };
            let others = open[1..].iter().fold(0_u32, |sum, (it, _)| sum.saturating_add(it[1]));
            let disproof = own.saturating_add(others).min(u32::MAX - 1);
            if *proof == 0 || *proof >= limits[0] || disproof >= limits[1] {
                return Ok(if *proof == 0 { PROVED } else { [*proof, disproof] });
            }
            // A little more than the next, or two moves that are as hard would take turns all the time.
            let next = open.get(1).map_or(u32::MAX, |(it, _)| it[0].saturating_add(it[0] / 8 + 1));
            let most = if limits[1] == u32::MAX { u32::MAX } else { limits[1] - others };
            open[0].0 = self.prove_move(easiest, least, [limits[0].min(next), most])?;
        }
    }

    /// The numbers of a new question: the more is asked for, the harder it is to prove.
    fn first_numbers(&self, seeds: i32, least: i32) -> Numbers {
        let size = 50 + seeds - self.few as i32;
        // Twelve more are twice the work.
        let work = |size: i32| 2_f64.powf(f64::from(size.clamp(0, 264)) / 12.0) as u32;
        [work(size + 3 * least), work(size - 3 * least)]
    }

    /// The value of a position with few seeds.
    fn value(&mut self, position: &Position) -> i32 {
        // The number of the position, by how many ways there are to put fewer seeds into a pit and those before it.
        let (mut number, mut seeds) = (0, 0);
        for (pit, &more) in position[..2 * self.game.width].iter().enumerate() {
            seeds += usize::from(more);
            number += self.ways[pit + 1][seeds];
        }
        if self.endgame[number] == 0 {
            let pits = (0..self.game.width).filter(|&pit| position[pit] > 0);
            let values = pits.map(|pit| match self.game.sow(position, pit) {
                Sown { gain, over: true, .. } => gain,
                Sown { gain, again: true, next, .. } => gain + self.value(&next),
                Sown { gain, next, .. } => gain - self.value(&next),
            });
            // Whoever is to move has a move.
            self.endgame[number] = (values.max().unwrap_or(0) + 128) as u8;
        }
        i32::from(self.endgame[number]) - 128
    }
}
