//! Kalah as its rules say it, seed by seed.

pub const MAX_WIDTH: usize = 8;
/// In all pits, by width: a value fits a byte, and the number of a position fits 56 bits.
pub const MAX_SEEDS: [usize; MAX_WIDTH + 1] = [0, 127, 127, 127, 127, 127, 127, 89, 68];

/// Seeds in the pits: the mover's row, then the opponent's, each in the order in which its owner sows it.
pub type Position = [u8; 2 * MAX_WIDTH];

pub struct Sown {
    /// The position, as its mover sees it; without seeds when the game is over.
    pub next: Position,
    /// What the sower gains minus what the opponent gains, with what is given out at the end of the game.
    pub gain: i32,
    pub again: bool,
}

/// A width and what the rules leave open.
#[derive(Clone, Copy)]
pub struct Game {
    pub width: usize,
    /// In how many rows a last seed captures, the mover's first.
    captures_in: usize,
    takes_last: bool,
    /// Also when the opposite pit is empty.
    captures_alone: bool,
    /// Whether an empty row of the opponent ends the game within a turn.
    ends_within_turn: bool,
    /// Who gets the seeds that are left: 1 the owner of the row, -1 the other player, 0 nobody.
    owner_gets: i32,
}

impl Game {
    /// The game by rules that give each option a value.
    pub fn parse(text: &str, width: usize) -> Result<Self, String> {
        let choice = |option: &str, values: &[&str]| {
            let is = |value| text.split(',').any(|it| it.split_once('=') == Some((option, value)));
            let place = values.iter().position(|value| is(*value));
            place.ok_or_else(|| format!("expected {option} with one of {}", values.join(", ")))
        };
        Ok(Self {
            width,
            captures_in: choice("landing", &["nowhere", "own-row", "either-row"])?,
            takes_last: choice("takes", &["opposite", "opposite+last"])? == 1,
            captures_alone: choice("empty-opposite", &["no-capture", "captures-last"])? == 1,
            ends_within_turn: choice("end-test", &["every-turn", "every-sow"])? == 1,
            // The player whose row is empty is out, so the seeds are the other player's.
            owner_gets: [1, 1, -1, 0]
                [choice("remainder", &["row-owner", "other-player", "player-out", "nobody"])?],
        })
    }

    pub fn sow(&self, position: &Position, pit: usize) -> Sown {
        let (width, mut pits) = (self.width, *position);
        let (mut hole, mut gain) = (pit, 0);
        // The holes of the ring: the mover's row, the store, the opponent's row.
        for _ in 0..std::mem::take(&mut pits[pit]) {
            hole = if hole == 2 * width { 0 } else { hole + 1 };
            match hole {
                _ if hole < width => pits[hole] += 1,
                _ if hole == width => gain += 1,
                _ => pits[hole - 1] += 1,
            }
        }
        let last = hole - usize::from(hole > width);
        let opposite = 2 * width - 1 - last;
        let may_capture = hole != width && last < self.captures_in * width && pits[last] == 1;
        if may_capture && (pits[opposite] > 0 || self.captures_alone) {
            gain += i32::from(std::mem::take(&mut pits[opposite]));
            if self.takes_last {
                gain += i32::from(std::mem::take(&mut pits[last]));
            }
        }
        let [own, other] = self.rows(&pits);
        let again = hole == width && own > 0;
        if (own == 0 || other == 0) && (self.ends_within_turn || !again) {
            gain += self.owner_gets * (own - other);
            pits = Position::default();
        }
        if !again {
            pits[..2 * width].rotate_left(width);
        }
        Sown { next: pits, gain, again }
    }

    /// Seeds in the mover's row and in the opponent's.
    pub fn rows(&self, position: &Position) -> [i32; 2] {
        let sum = |row: &[u8]| row.iter().map(|&seeds| i32::from(seeds)).sum();
        let (own, other) = position[..2 * self.width].split_at(self.width);
        [sum(own), sum(other)]
    }
}

/// The position of a board, South to move; the pits of a row; and South's store minus North's.
pub fn parse_board(text: &str) -> Option<(Position, usize, i32)> {
    let numbers = |part: &str| part.split_whitespace().map(str::parse::<u8>).collect();
    let parts: Vec<Vec<u8>> = text.split('/').map(numbers).collect::<Result<_, _>>().ok()?;
    let parts: Vec<_> = parts.iter().map(Vec::as_slice).collect();
    let [north, south, &[north_store], &[south_store]] = parts[..] else { return None };
    let (width, mut pits) = (south.len(), [0; 2 * MAX_WIDTH]);
    // North sows from right to left.
    for (pit, &seeds) in pits.iter_mut().zip(south.iter().chain(north.iter().rev())) {
        *pit = seeds;
    }
    let seeds = south.iter().chain(north).map(|&seeds| usize::from(seeds)).sum::<usize>();
    let fits = north.len() == width && MAX_SEEDS.get(width).is_some_and(|most| seeds <= *most);
    let has_move = south.iter().any(|&seeds| seeds > 0);
    let lead = i32::from(south_store) - i32::from(north_store);
    (fits && has_move).then_some((pits, width, lead))
}

/// The mover's pit of this name: B2, B3, .. is South's row from the left, A2, A3, .. North's.
pub fn pit_named(name: &str, south: bool, width: usize) -> Option<usize> {
    let column = name.strip_prefix(if south { 'B' } else { 'A' })?.parse::<usize>().ok()?;
    let pit = if south { column.checked_sub(2) } else { (width + 1).checked_sub(column) };
    pit.filter(|&pit| pit < width)
}
