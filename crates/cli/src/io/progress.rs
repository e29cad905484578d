//! A progress bar on a terminal, and nothing elsewhere.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use super::output::interrupted;
use arena::matches::Watch;

/// The least that is done before the time that is left is guessed.
const WORTH_A_GUESS: (u64, Duration) = (3, Duration::from_secs(2));

/// A bar for so many of `what` on standard error; hidden if that is no terminal.
pub(crate) fn bar(count: usize, what: &str) -> ProgressBar {
    ProgressBar::new(count as u64).with_style(style(what))
}

/// A bar for games that are played until Ctrl-C; the bar goes with this.
#[derive(Debug)]
pub(crate) struct Playing(ProgressBar);

impl Playing {
    /// So many of `what`, each of which is told by [`Watch::played`].
    pub(crate) fn new(count: usize, what: &str) -> Self {
        Self(bar(count, what))
    }
}

impl Watch for Playing {
    fn played(&self) {
        self.0.inc(1);
    }

    fn stops(&self) -> bool {
        interrupted()
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A bar for work of several parts, each with a count of its own.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar that shows nothing yet.
    pub(crate) fn new() -> Self {
        Self(ProgressBar::new(0))
    }

    /// A part begins: so many of `what`.
    pub(crate) fn begin(&self, what: &str, length: usize) {
        self.0.reset();
        self.0.set_style(style(what));
        self.0.set_length(length as u64);
    }

    /// One of them is done.
    pub(crate) fn one_more(&self) {
        self.0.inc(1);
    }

    /// All parts are done.
    pub(crate) fn end(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

fn style(what: &str) -> ProgressStyle {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}{{left}}");
    // The template is a constant; were it wrong, the default style would do.
    let style = ProgressStyle::with_template(&template);
    style
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("left", |state: &ProgressState, to: &mut dyn Write| {
            let (done, elapsed) = WORTH_A_GUESS;
            let left = state.eta();
            if state.pos() >= done && state.elapsed() >= elapsed && left >= Duration::from_secs(1) {
                // A bar that cannot be drawn is no reason to stop.
                let _ = write!(to, ", {:#} left", HumanDuration(left));
            }
        })
}
