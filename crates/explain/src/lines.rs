//! The lines of an output, without what the course forgives.
//!
//! Left out: what they say.

/// The most rows of a loop that is recognised.
const LONGEST_LOOP: usize = 8;

/// Rows that are the same as those of a loop's turn before: no search repeats so many.
const SURELY_ENDLESS: usize = 200;

/// The lines of a text file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines {
    /// Without line ends and trailing blanks.
    pub lines: Vec<String>,
    /// Whether there is more in the file than was read, or more was to come.
    pub cut: bool,
}

impl Lines {
    /// The lines of `bytes`; `cut` says whether the file goes on.
    #[must_use]
    pub fn new(bytes: &[u8], cut: bool) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut lines: Vec<_> = text
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect();
        if cut {
            // The last line may be half a line.
            lines.pop();
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        Self { lines, cut }
    }

    /// Drops the rows at the end that are the same few over and over, as an endless loop writes them.
    pub(super) fn drop_repetition(&mut self) {
        let same_as_before = |period: usize| {
            let pairs = self
                .lines
                .iter()
                .rev()
                .zip(self.lines.iter().rev().skip(period));
            pairs.take_while(|(one, other)| one == other).count()
        };
        let repeated = (1..=LONGEST_LOOP).find_map(|period| {
            let same = same_as_before(period);
            (same >= SURELY_ENDLESS).then_some(same + period)
        });
        let kept = self.lines.len() - repeated.unwrap_or(0);
        self.lines.truncate(kept);
    }
}
