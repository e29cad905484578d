//! A time in words, spelled in one way wherever one is asked for: `3`, `0.5`, `3s`, `500ms`, `2m`.

use std::time::Duration;

/// The time that `text` says; a number without a unit is in seconds.
#[must_use]
pub fn parse(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_every_spelling() {
        for (text, milliseconds) in [
            ("3", Some(3000)),
            ("0.5", Some(500)),
            ("3s", Some(3000)),
            ("500ms", Some(500)),
            ("1.5m", Some(90_000)),
            ("3h", None),
            ("s", None),
            ("-1", None),
            ("1.2.3", None),
        ] {
            assert_eq!(
                parse(text),
                milliseconds.map(Duration::from_millis),
                "{text}"
            );
        }
    }
}
