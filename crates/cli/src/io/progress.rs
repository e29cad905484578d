//! Work that takes long: progress on a terminal and nothing elsewhere, and what ends a search early.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{
    HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressFinish, ProgressState,
    ProgressStyle,
};

use super::interrupt::interrupted;
use super::print;
use arena::matches::MatchObserver;
use mancala::solve::{Control, Interval};

/// The least that is done before the time that is left is guessed.
const WORTH_A_GUESS: (u64, Duration) = (3, Duration::from_secs(2));

/// A bar for so many of `what` on standard error, which goes with this; hidden if that is no terminal.
pub fn bar(count: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(count as u64).with_finish(ProgressFinish::AndClear);
    bar.with_style(style(what))
}

/// The next part of the work of a bar begins: so many of `what`.
pub fn begin_part(bar: &ProgressBar, what: &str, count: usize) {
    bar.reset();
    bar.set_style(style(what));
    bar.set_length(count as u64);
}

/// A bar for games that are played until Ctrl-C.
#[derive(Debug)]
pub struct Playing(pub ProgressBar);

impl MatchObserver for Playing {
    fn played(&self) {
        self.0.inc(1);
    }

    fn stops(&self) -> bool {
        interrupted()
    }
}

fn style(what: &str) -> ProgressStyle {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}{{left}}");
    // The template is a constant; were it wrong, the default style would do.
    let style = ProgressStyle::with_template(&template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key(
        "left",
        |state: &ProgressState, to: &mut dyn std::fmt::Write| {
            let (done, elapsed) = WORTH_A_GUESS;
            let left = state.eta();
            if state.pos() >= done && state.elapsed() >= elapsed && left >= Duration::from_secs(1) {
                // A bar that cannot be drawn is no reason to stop.
                let _ = write!(to, ", {:#} left", HumanDuration(left));
            }
        },
    )
}

/// Ends a search when its time is over, or on Ctrl-C where somebody listens to it.
pub struct Budget(Instant);

impl Budget {
    pub fn starting_now(budget: Duration) -> Self {
        Self(from_now(budget))
    }
}

/// So long from now; beyond the end of the clock, very long.
pub fn from_now(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).unwrap_or(now + Duration::from_secs(1 << 30))
}

impl Control for Budget {
    fn stop(&self) -> bool {
        Instant::now() >= self.0 || interrupted()
    }
}

/// Ends a search on Ctrl-C, and shows the bounds so far on a terminal.
pub struct UntilInterrupted {
    spinner: ProgressBar,
    /// What the solver does not count: the seeds in the stores.
    lead: i32,
}

impl UntilInterrupted {
    /// Shows bounds with `lead` added; hidden where standard error is no terminal.
    pub fn showing(lead: i32) -> Self {
        let spinner = ProgressBar::new_spinner();
        spinner.enable_steady_tick(Duration::from_millis(200));
        Self { spinner, lead }
    }

    pub fn say(&self, what: &str) {
        self.spinner.set_message(what.to_owned());
    }

    /// Does something that prints; nothing is shown meanwhile.
    pub fn while_hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        self.spinner.suspend(print)
    }

    pub fn clear(&self) {
        self.spinner.finish_and_clear();
    }
}

impl Control for UntilInterrupted {
    fn stop(&self) -> bool {
        interrupted()
    }

    fn progress(&self, bounds: Interval) {
        let Interval { lower, upper } = bounds.after_gain(self.lead);
        self.spinner.set_message(format!("value from {lower} to {upper}"));
    }
}

/// Bytes from which on it is worth showing how far it is.
const WORTH_SHOWING: u64 = 32 << 20;
/// Bytes from which on it may be more than was meant.
const HUGE: u64 = 1 << 30;

/// Where is shown how far it is.
#[derive(Debug, Clone)]
pub enum Shown {
    /// In a line of its own.
    Alone,
    /// Nowhere, but with a bar on the terminal that a warning must not disturb.
    Beside(ProgressBar),
    /// Nowhere.
    Nothing,
}

/// What writes to another, and counts.
#[derive(Debug)]
pub struct CountedLog<W> {
    out: W,
    /// For whom it is written.
    target: PathBuf,
    shown: Shown,
    /// The line of its own, once there is one.
    line: Option<ProgressBar>,
    bytes: u64,
    rows: u64,
    warn: fn(&Path, &Shown),
}

impl<W> CountedLog<W> {
    /// Watches what is written to `out` and will be `target`.
    pub fn new(out: W, target: &Path, shown: Shown) -> Self {
        Self { out, target: target.to_owned(), shown, line: None, bytes: 0, rows: 0, warn }
    }

    /// What was written to, no longer watched.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn count(&mut self, written: &[u8]) {
        let before = self.bytes;
        self.bytes += written.len() as u64;
        if matches!(self.shown, Shown::Alone) {
            self.rows += rows(written);
        }
        if before < HUGE && self.bytes >= HUGE {
            match &self.line {
                Some(line) => line.suspend(|| (self.warn)(&self.target, &self.shown)),
                None => (self.warn)(&self.target, &self.shown),
            }
        }
        if self.bytes >= WORTH_SHOWING && matches!(self.shown, Shown::Alone) {
            let line = self.line.get_or_insert_with(|| {
                let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
                let line = ProgressBar::new_spinner().with_finish(ProgressFinish::AndClear);
                // The template is a constant; were it wrong, the default style would do.
                line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
                line
            });
            let (rows, bytes) = (HumanCount(self.rows), HumanBytes(self.bytes));
            line.set_message(format!("{rows} rows, {bytes}"));
        }
    }
}

/// Line feeds in `text`.
fn rows(text: &[u8]) -> u64 {
    // Counted in bytes, so that many are looked at in one step: a log is written faster than one by one.
    let feeds = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    let pieces = text.chunks(u8::MAX.into());
    pieces.map(|piece| u64::from(feeds(piece))).sum()
}

fn warn(target: &Path, shown: &Shown) {
    let words = || {
        print::warn(format_args!(
            "{} is more than {} and grows; Ctrl-C ends it and leaves nothing",
            target.display(),
            HumanBytes(HUGE)
        ));
    };
    match shown {
        Shown::Beside(bar) => bar.suspend(words),
        Shown::Alone | Shown::Nothing => words(),
    }
}

impl<W: Write> Write for CountedLog<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.count(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_huge_log_is_warned_of_once() {
        static WARNINGS: AtomicU32 = AtomicU32::new(0);
        let mut log = CountedLog::new(io::sink(), Path::new("log"), Shown::Alone);
        log.warn = |_, _| _ = WARNINGS.fetch_add(1, Ordering::Relaxed);
        let rows = vec![b'\n'; 1 << 20];
        for megabytes in 1..1026_u64 {
            log.write_all(&rows).unwrap();
            assert_eq!((log.bytes, log.rows), (megabytes << 20, megabytes << 20));
            let warnings = WARNINGS.load(Ordering::Relaxed);
            assert_eq!(warnings, u32::from(megabytes >= 1024), "{megabytes} MiB");
        }
    }
}
