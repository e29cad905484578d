//! Numbers with what they count, in the singular where there is one: "1 case", "2 cases"; and the first of many names.

use std::fmt::Display;

/// `count` and `noun`, which takes an s unless there is one.
pub fn pluralize<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// The first of these names, and how many more there are.
pub fn some_of<N: AsRef<str>>(names: &[N], most: usize) -> String {
    let shown: Vec<_> = names.iter().take(most).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(most) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::pluralize;

    #[test]
    fn one_has_no_s() {
        for (count, text) in [(0, "0 rows"), (1, "1 row"), (2, "2 rows")] {
            assert_eq!(pluralize(count, "row"), text);
        }
    }
}
