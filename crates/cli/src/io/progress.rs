//! Work that takes long: progress on a terminal and nothing elsewhere, and what ends a search early.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use super::output::interrupted;
use super::show;
use mancala::solve::{Control, Interval};

/// A bar for so many of `what`, which goes with this.
pub fn bar(count: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(count as u64).with_finish(ProgressFinish::AndClear);
    show(bar.with_style(style(what, count)))
}

/// The next part of the work of a bar begins: so many of `what`.
pub fn begin_part(bar: &ProgressBar, what: &str, count: usize) {
    bar.reset();
    bar.set_style(style(what, count));
    bar.set_length(count as u64);
}

fn style(what: &str, count: usize) -> ProgressStyle {
    // Of a single one nothing tells how long it takes.
    let left = if count > 1 { ", {eta} left" } else { "" };
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}{left}");
    // The template is a constant; were it wrong, the default style would do.
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
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
    /// Shows bounds with `lead` added.
    pub fn showing(lead: i32) -> Self {
        let spinner = show(ProgressBar::new_spinner());
        spinner.enable_steady_tick(Duration::from_millis(200));
        Self { spinner, lead }
    }

    pub fn say(&self, what: &str) {
        self.spinner.set_message(what.to_owned());
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
