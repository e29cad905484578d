//! Is the value of a position at least so much? The *value* is what the mover gains from here on minus what the
//! opponent gains, with best play of both.
//!
//! Proof-number search: of each question, two numbers say about how much work is left to prove it and to disprove it.
//! The search goes on with the move that is easiest to prove, of equal ones the closest to the store. The endgame table
//! has exact values, each computed from those of its moves. Questions are compared whole: none is taken for another.

use super::game::{Game, MAX_SEEDS, MAX_WIDTH, Position, Sown};

/// About how much work is left to prove that the mover gains so much, and to disprove it; 0 if it is done.
type Numbers = [u32; 2];
const PROVED: Numbers = [0, u32::MAX];
const DISPROVED: Numbers = [u32::MAX, 0];

pub struct Search {
    game: Game,
    nodes_left: u64,
    /// In how many ways fewer than so many seeds lie in so many pits, at `[pits][seeds]`.
    ways: [[usize; MAX_SEEDS[1] + 2]; 2 * MAX_WIDTH + 1],
    /// The value plus 128 at the number of a position; 0 as long as it is not known.
    endgame: Vec<u8>,
    /// Buckets of four questions: a position's number times 256 plus what is asked of its value plus 128, and the
    /// numbers. Of an answered one the other number is the work that it took.
    questions: Vec<[(u64, Numbers); 4]>,
}

impl Search {
    /// A search for positions with at most so many seeds, which visits at most so many and takes at most 13 GB.
    pub fn new(game: Game, seeds: usize, nodes_left: u64) -> Self {
        let mut ways = [[1_usize; MAX_SEEDS[1] + 2]; 2 * MAX_WIDTH + 1];
        ways.iter_mut().for_each(|it| it[0] = 0);
        for pits in 1..ways.len() {
            for seeds in 1..MAX_SEEDS[1] + 2 {
                ways[pits][seeds] = ways[pits][seeds - 1].saturating_add(ways[pits - 1][seeds]);
            }
        }
        let positions = |seeds: usize| ways[2 * game.width][seeds + 1];
        let most = nodes_left.min(1 << 33) as usize;
        let few = (1..=seeds / 2).rfind(|&few| positions(few) <= most).unwrap_or(0);
        let buckets = positions(seeds).min(most / 4 + 1).next_power_of_two().min(1 << 26);
        let (endgame, questions) = (vec![0; positions(few)], vec![[(0, [0; 2]); 4]; buckets]);
        let mut search = Self { game, nodes_left, ways, endgame, questions };
        (0..=few as u8).for_each(|seeds| search.fill(Position::default(), 2 * game.width, seeds));
        search
    }

    /// Whether a sow leaves the sower with a gain of `least` or more; `None` if that stays open.
    pub fn reaches(&mut self, sown: &Sown, least: i32) -> Option<bool> {
        let numbers = self.prove_move(sown, least, [u32::MAX; 2])?;
        [PROVED, DISPROVED].contains(&numbers).then_some(numbers == PROVED)
    }

    fn prove_move(&mut self, sown: &Sown, least: i32, limits: Numbers) -> Option<Numbers> {
        let Sown { next, gain, again } = sown;
        if *again {
            return self.prove(next, least - gain, limits);
        }
        // The opponent must gain no more than `gain - least`.
        let numbers = self.prove(next, gain - least + 1, [limits[1], limits[0]]);
        numbers.map(|[disproof, proof]| [proof, disproof])
    }

    /// Works on a question until one of the numbers has reached its limit; only looks it up if these are 1.
    fn prove(&mut self, position: &Position, least: i32, limits: Numbers) -> Option<Numbers> {
        let seeds = self.game.rows(position).iter().sum::<i32>();
        // Nobody can gain more than all seeds.
        let is_plain = least <= -seeds || least > seeds;
        let number = self.number(position);
        if is_plain || number < self.endgame.len() {
            let value = if is_plain { -seeds } else { i32::from(self.endgame[number]) - 128 };
            return Some(if value >= least { PROVED } else { DISPROVED });
        }
        let key = (number as u64) << 8 | (least + 128) as u64;
        let place = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & (self.questions.len() - 1);
        let found = self.questions[place].iter().find_map(|(asked, numbers)| match numbers {
            _ if asked >> 8 != key >> 8 => None,
            [0, _] if *asked >= key => Some(PROVED),
            [_, 0] if *asked <= key => Some(DISPROVED),
            _ => (*asked == key).then_some(*numbers),
        });
        let numbers = found.unwrap_or_else(|| self.first_numbers(position, seeds, least));
        if numbers[0] >= limits[0] || numbers[1] >= limits[1] {
            return Some(numbers);
        }
        let before = self.nodes_left;
        self.nodes_left = before.checked_sub(1)?;
        let numbers = self.work_on(position, least, limits)?;
        let work = ((before - self.nodes_left) * 50).min(1 << 31) as u32;
        let kept = numbers.map(|it| if it == u32::MAX { work } else { it });
        // In place of the same, or of that with the least work behind it.
        let all = self.questions[place].iter_mut();
        let replaced = all.min_by_key(|it| (it.0 != key, it.1[0].saturating_add(it.1[1])));
        replaced.into_iter().for_each(|it| *it = (key, kept));
        Some(numbers)
    }

    fn work_on(&mut self, position: &Position, least: i32, limits: Numbers) -> Option<Numbers> {
        let mut open = Vec::with_capacity(MAX_WIDTH);
        for pit in (0..self.game.width).rev().filter(|&pit| position[pit] > 0) {
            let sown = self.game.sow(position, pit);
            open.push((self.prove_move(&sown, least, [1; 2])?, sown));
        }
        loop {
            open.retain(|(numbers, _)| *numbers != DISPROVED);
            open.sort_by_key(|(numbers, _)| numbers[0]);
            let Some(([proof, own], easiest)) = open.first() else { return Some(DISPROVED) };
            // Half of the others, since moves have work in common: most lead to the same positions in another order.
            let most = open.iter().map(|(it, _)| it[1]).max().unwrap_or(0);
            let sum = open.iter().fold(0_u32, |sum, (it, _)| sum.saturating_add(it[1]));
            let disproof = most + (sum - most) / 2;
            if *proof == 0 || *proof >= limits[0] || disproof >= limits[1] {
                return Some(if *proof == 0 { PROVED } else { [*proof, disproof] });
            }
            // More than the next, or two moves that are as hard would take turns all the time.
            let next = open.get(1).map_or(u32::MAX, |(it, _)| it[0].saturating_add(it[0] / 3 + 1));
            let limits = [limits[0].min(next), (limits[1] - disproof).saturating_add(*own)];
            open[0].0 = self.prove_move(easiest, least, limits)?;
        }
    }

    /// The more is asked for, the harder to prove; the more moves, the harder to disprove. Found by trial.
    fn first_numbers(&self, position: &Position, seeds: i32, least: i32) -> Numbers {
        let (own, other) = position[..2 * self.game.width].split_at(self.game.width);
        let earning = |row: &[u8]| (1..).zip(row.iter().rev()).filter(|(n, it)| n == *it).count();
        let asked = 2 * (least - 1) - 3 * (earning(own) as i32 - earning(other) as i32);
        let moves = own.iter().filter(|pit| **pit > 0).count() as i32;
        // Twelve more are twice the work.
        let work = |size: i32| 2_f64.powf(f64::from(size.clamp(0, 264)) / 12.0) as u32;
        [work(30 + seeds + asked), work(30 + seeds - asked + 4 * moves)]
    }

    /// The number of a position, by how many ways there are to put fewer seeds into a pit and those before it. The rows
    /// take turns, so that positions with near numbers have near ones when the other player is to move.
    fn number(&self, position: &Position) -> usize {
        let (mut number, mut seeds) = (0, 0);
        for (at, ways) in (0..2 * self.game.width).zip(&self.ways[1..]) {
            seeds += usize::from(position[at / 2 + at % 2 * self.game.width]);
            number += ways[seeds];
        }
        number
    }

    /// Finds the values of all positions with so many seeds in the first pits, in about the order of their numbers.
    fn fill(&mut self, mut position: Position, pits: usize, seeds: u8) {
        let at = pits - 1;
        for here in if at == 0 { seeds..=seeds } else { 0..=seeds } {
            position[at / 2 + at % 2 * self.game.width] = here;
            match at {
                0 => _ = self.value(&position),
                _ => self.fill(position, at, seeds - here),
            }
        }
    }

    /// The value of a position with few seeds.
    fn value(&mut self, position: &Position) -> i32 {
        let number = self.number(position);
        if self.endgame[number] == 0 {
            let pits = (0..self.game.width).filter(|&pit| position[pit] > 0);
            let values = pits.map(|pit| {
                let Sown { next, gain, again } = self.game.sow(position, pit);
                let value = self.value(&next);
                gain + if again { value } else { -value }
            });
            self.endgame[number] = (values.max().unwrap_or(0) + 128) as u8;
        }
        i32::from(self.endgame[number]) - 128
    }
}
