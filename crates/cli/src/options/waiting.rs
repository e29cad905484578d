//! The option `--wait`: how long to wait for a process that has the same results open.

use std::time::Duration;

use clap::Args;

use super::amounts::time;
use journal::shard::Shard;

/// How long a part waits unless `--wait` says otherwise.
const USUAL: Duration = Duration::from_secs(600);

#[derive(Debug, Args)]
pub(crate) struct Waiting {
    /// How long to wait for another process that has these results open; with --shard 10 minutes unless given, since a
    /// task that a batch system queues again may begin before its predecessor has ended, and otherwise not at all
    #[arg(long, value_name = "TIME", value_parser = time)]
    wait: Option<Duration>,
}

impl Waiting {
    pub(crate) fn is_given(&self) -> bool {
        self.wait.is_some()
    }

    /// So long, where `shard` is done.
    pub(crate) fn time(&self, shard: Option<Shard>) -> Duration {
        let usual = shard.map_or(Duration::ZERO, |_| USUAL);
        self.wait.unwrap_or(usual)
    }
}
