//! What ends a search early: a budget of time, or Ctrl-C.
//!
//! Left out: what is left then; the search returns it.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::output::interrupted;
use mancala::solve::{Control, Interval};

/// Ends a search when its time is over.
pub(crate) struct Budget(Instant);

impl Budget {
    /// From now on.
    pub(crate) fn starting_now(budget: Duration) -> Self {
        let now = Instant::now();
        // Beyond the end of the clock there is no end.
        Self(
            now.checked_add(budget)
                .unwrap_or(now + Duration::from_secs(1 << 30)),
        )
    }
}

impl Control for Budget {
    fn stop(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// Ends a search on Ctrl-C, and shows the bounds so far on a terminal.
pub(crate) struct UntilInterrupted {
    spinner: ProgressBar,
    /// What the solver does not count: the seeds in the stores.
    lead: i32,
}

impl UntilInterrupted {
    /// Shows bounds with `lead` added; hidden where standard error is no terminal.
    pub(crate) fn showing(lead: i32) -> Self {
        let spinner = ProgressBar::new_spinner();
        spinner.enable_steady_tick(Duration::from_millis(200));
        Self { spinner, lead }
    }

    /// Says what is being done.
    pub(crate) fn say(&self, what: &str) {
        self.spinner.set_message(what.to_owned());
    }

    /// Does something that prints; nothing is shown meanwhile.
    pub(crate) fn while_hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        self.spinner.suspend(print)
    }

    /// Removes what is shown.
    pub(crate) fn clear(&self) {
        self.spinner.finish_and_clear();
    }
}

impl Control for UntilInterrupted {
    fn stop(&self) -> bool {
        interrupted()
    }

    fn progress(&self, bounds: Interval) {
        let Interval { lower, upper } = bounds.after_gain(self.lead);
        self.spinner
            .set_message(format!("value from {lower} to {upper}"));
    }
}
