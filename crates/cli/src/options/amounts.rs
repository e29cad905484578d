//! Amounts on the command line: bytes and times.

use std::time::Duration;

use arena::player::time;

/// Bytes: `512M`, `2G`, `100000`.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let expected = || "expected bytes, such as 512M or 2G".to_owned();
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err(expected()),
    };
    let number: usize = number.parse().map_err(|_| expected())?;
    number.checked_mul(1 << shift).ok_or_else(expected)
}

/// A time: `5`, `5s`, `500ms`, `1.5s`, `2m`; a number alone is in seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    time::parse(text).ok_or_else(|| "expected a time, such as 5s, 0.5 or 500ms".to_owned())
}

fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    text.split_at(end)
}

/// A quarter of the memory that is free, where the system tells; otherwise half a gigabyte.
pub(crate) fn quarter_of_free_memory() -> usize {
    const OTHERWISE: usize = 512 << 20;
    let free = || {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text
            .lines()
            .find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    };
    free().map_or(OTHERWISE, |kilobytes| kilobytes.saturating_mul(1024) / 4)
}

/// As many threads, or programs, at once as there are processors.
pub(crate) fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
