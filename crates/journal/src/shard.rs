//! A part of the work: of all submissions, those that a hash gives to one of several machines.
//!
//! The hash depends on the name alone, so every machine finds the same parts without asking.

use std::fmt;
use std::str::FromStr;

use crate::digest;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: u32,
    /// At least 1.
    count: u32,
}

/// The most parts there can be; more is a slip of the hand.
const MOST: u32 = 100_000;

impl Shard {
    pub fn takes(self, submission: &str) -> bool {
        let digest = digest([submission.as_bytes()]);
        // Sixteen hexadecimal digits are a number.
        let number = u64::from_str_radix(digest.get(..16).unwrap_or_default(), 16).unwrap_or(0);
        number % u64::from(self.count) == u64::from(self.index)
    }

    pub fn folder(self) -> String {
        format!("shard-{}-of-{}", self.index + 1, self.count)
    }

    /// The part of this index, from 0.
    fn new(index: u32, count: u32) -> Result<Self, String> {
        match index < count && count <= MOST {
            true => Ok(Self { index, count }),
            false => Err(format!("expected K/N with K from 1 to N and N at most {MOST}")),
        }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            let index: u32 = index.parse().ok()?;
            Some((index.checked_sub(1)?, count.parse().ok()?))
        });
        let (index, count) = numbers.ok_or("expected K/N, such as 3/8")?;
        Self::new(index, count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_submission_belongs_to_one_part() {
        for count in [1, 2, 3, 8] {
            let parts: Vec<_> = (0..count).filter_map(|it| Shard::new(it, count).ok()).collect();
            let mut sizes = vec![0_usize; parts.len()];
            for number in 0..4000 {
                let submission = format!("s{number}");
                let takers = parts.iter().enumerate();
                let takers = takers.filter(|(_, part)| part.takes(&submission));
                let takers: Vec<_> = takers.map(|(at, _)| at).collect();
                assert_eq!(takers.len(), 1);
                sizes[takers[0]] += 1;
            }
            let fair = 4000 / parts.len();
            assert!(sizes.iter().all(|size| size.abs_diff(fair) < fair / 4), "{sizes:?}");
        }
    }

    #[test]
    fn parts_as_they_are_typed() {
        for (text, found) in [
            ("1/1", "1 of 1"),
            ("3/8", "3 of 8"),
            ("0/8", "expected K/N, such as 3/8"),
            ("9/8", "expected K/N with K from 1 to N and N at most 100000"),
            ("1/0", "expected K/N with K from 1 to N and N at most 100000"),
            ("3", "expected K/N, such as 3/8"),
            ("-1/8", "expected K/N, such as 3/8"),
        ] {
            let shard = text.parse().map(|it: Shard| it.to_string());
            assert_eq!(shard.unwrap_or_else(|error| error), found, "{text}");
        }
    }
}
