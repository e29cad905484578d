//! The handout's names of pits: `A2` is player 2's leftmost pit, `B2` player 1's.
//!
//! The stores take the first and last column of the handout's drawing, so the pit in column `c` has
//! the number `c + 2`, two digits from the ninth pit on.

use std::fmt;

use crate::game::board::MAX_WIDTH;
use crate::game::{Pit, Side};

/// A pit's name.
///
/// ```
/// use mancala::game::{Pit, PitName, Side};
///
/// assert_eq!(PitName::parse("a11"), Some(PitName(Side::North, Pit::new(9))));
/// assert_eq!(PitName::parse("B1"), None, "a store is no pit");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PitName(pub Side, pub Pit);

impl PitName {
    /// The letter of a row.
    #[must_use]
    pub const fn letter(side: Side) -> char {
        match side {
            Side::South => 'B',
            Side::North => 'A',
        }
    }

    /// The pit that `text` names, in capitals or not; `None` if it names none of a board of any width.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        let side = match characters.next()? {
            'A' | 'a' => Side::North,
            'B' | 'b' => Side::South,
            _ => return None,
        };
        Some(Self(side, Self::parse_pit(characters.as_str())?))
    }

    /// The pit whose number in the handout's drawing is `digits`.
    #[must_use]
    pub fn parse_pit(digits: &str) -> Option<Pit> {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let column = digits.parse::<usize>().ok()?.checked_sub(2)?;
        (plain && column < MAX_WIDTH).then(|| Pit::new(column))
    }

    /// The number of a pit in its row.
    #[must_use]
    pub const fn number(pit: Pit) -> u32 {
        pit.column() as u32 + 2
    }
}

impl fmt::Display for PitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::letter(self.0), Self::number(self.1))
    }
}
