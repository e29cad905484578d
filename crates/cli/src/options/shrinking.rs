//! `--shrink`: whether small counterexamples are looked for, and how long.

use std::time::Duration;

use clap::Args;

use super::amounts::time;

/// How long is looked unless `--budget` says otherwise.
const USUAL: Duration = Duration::from_secs(20);

#[derive(Debug, Args)]
pub(crate) struct Shrinking {
    /// Look for the smallest input on which each wrong program goes wrong: one for each mistake that is
    /// named, and one for each way in which runs go wrong besides
    #[arg(long)]
    pub(crate) shrink: bool,
    /// How long to look, for each submission; 20 seconds unless given
    #[arg(long, value_name = "TIME", value_parser = time, requires = "shrink")]
    budget: Option<Duration>,
}

impl Shrinking {
    /// How long to look; `None` for not at all.
    pub(crate) fn budget(&self) -> Option<Duration> {
        self.shrink.then(|| self.budget.unwrap_or(USUAL))
    }
}
