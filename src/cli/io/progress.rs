//! A progress bar on a terminal, and nothing elsewhere.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for `cases` cases on standard error; hidden if that is no terminal.
pub(crate) fn bar(cases: usize) -> ProgressBar {
    let bar = ProgressBar::new(cases as u64);
    let template = "{bar:30} {pos}/{len} cases, {eta} left";
    // The template is a constant; were it wrong, the default style would do.
    bar.with_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    )
}
