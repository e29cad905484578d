//! The lines of an output, without what the course forgives.
//!
//! Left out: what they say.

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
}
