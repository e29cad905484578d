//! A log that is being written, watched: how far it is, where a terminal shows it, and a warning once
//! it is huge.
//!
//! Left out: where it goes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressFinish, ProgressStyle};

use super::print::say;

/// Bytes from which on it is worth showing how far it is.
const WORTH_SHOWING: u64 = 32 << 20;
/// Bytes from which on it may be more than was meant.
const HUGE: u64 = 1 << 30;

/// Where is shown how far it is.
#[derive(Debug, Clone)]
pub(crate) enum Shown {
    /// In a line of its own.
    Alone,
    /// Nowhere, but with a bar on the terminal that a warning must not disturb.
    Beside(ProgressBar),
    /// Nowhere.
    Nothing,
}

/// What writes to another, and counts.
#[derive(Debug)]
pub(crate) struct Watched<W> {
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

impl<W> Watched<W> {
    /// Watches what is written to `out` and will be `target`.
    pub(crate) fn new(out: W, target: &Path, shown: Shown) -> Self {
        Self {
            out,
            target: target.to_owned(),
            shown,
            line: None,
            bytes: 0,
            rows: 0,
            warn,
        }
    }

    /// What was written to, no longer watched.
    pub(crate) fn into_inner(self) -> W {
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
    let feeds = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|&byte| u8::from(byte == b'\n'))
            .sum::<u8>()
    };
    let pieces = text.chunks(u8::MAX.into());
    pieces.map(|piece| u64::from(feeds(piece))).sum()
}

fn warn(target: &Path, shown: &Shown) {
    let words = || {
        say(format_args!(
            "warning: {} is more than {} and grows; Ctrl-C ends it and leaves nothing",
            target.display(),
            HumanBytes(HUGE)
        ));
    };
    match shown {
        Shown::Beside(bar) => bar.suspend(words),
        Shown::Alone | Shown::Nothing => words(),
    }
}

impl<W: Write> Write for Watched<W> {
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
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_huge_log_is_warned_of_once() {
        static WARNINGS: AtomicU32 = AtomicU32::new(0);
        let mut log = Watched::new(io::sink(), Path::new("log"), Shown::Alone);
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
