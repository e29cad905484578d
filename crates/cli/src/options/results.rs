//! Options of commands that make results or read them, and of those that run programs of others.

use std::time::Duration;

use clap::Args;

use super::time;
use crate::io::{EnvironmentError, warn};
use grader::ProbeBudget;
use sandbox::{Backend, Sandbox};

/// How long is waited where nobody looks on.
pub const UNATTENDED: Duration = Duration::from_secs(600);

#[derive(Debug, Default, Args)]
pub struct SettingsOptions {
    /// Refuse settings without effect, such as a pattern that matches no case, instead of warning
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub publishing: Publishing,
}

#[derive(Debug, Default, Args)]
pub struct Publishing {
    /// Show students the cases that were hidden and that no grade.toml hides any more; without this
    /// option, a change that would show one is refused
    #[arg(long)]
    pub publish_hidden: bool,
}

/// How long is looked unless `--budget` says otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(20);

/// What a program is asked, beyond the cases.
#[derive(Debug, Args)]
pub struct Inquiry {
    /// Look for the smallest input on which each wrong program goes wrong: one for each named
    /// mistake, and one for each other way in which runs fail
    #[arg(long)]
    pub shrink: bool,
    /// How long to look, for each submission [default: 20 seconds]
    #[arg(long, value_name = "TIME", value_parser = time, requires = "shrink")]
    budget: Option<Duration>,
    /// How many small questions a program is asked: a number; a time, such as 30s; off; or auto, for one for every
    /// five cases, but at least 12, if any case is wrong [default: auto with `grade`, 60s with `explain`]
    #[arg(long, value_name = "COUNT|TIME", value_parser = probe_budget)]
    pub probe_budget: Option<ProbeBudget>,
}

impl Inquiry {
    /// How long to look for the smallest input; `None` for not at all.
    pub fn shrinking(&self) -> Option<Duration> {
        self.shrink.then(|| self.budget.unwrap_or(USUAL_BUDGET))
    }
}

fn probe_budget(text: &str) -> Result<ProbeBudget, String> {
    match (text, text.parse()) {
        ("auto", _) => Ok(ProbeBudget::Auto),
        ("off", _) => Ok(ProbeBudget::Count(0)),
        (_, Ok(count)) => Ok(ProbeBudget::Count(count)),
        _ => time(text).map(ProbeBudget::Time).map_err(|_| {
            "expected a number of questions, a time such as 30s, auto or off".to_owned()
        }),
    }
}

/// How programs are run.
#[derive(Debug, Args)]
pub struct SandboxOptions {
    /// Run programs in this sandbox only, as `mancala doctor` lists them [default: the strongest that works]
    #[arg(long, value_name = "BACKEND")]
    pub require_backend: Option<Backend>,
}

/// The sandbox that is demanded, or the strongest that works.
pub fn sandbox_for(backend: Option<Backend>) -> anyhow::Result<Sandbox> {
    let sandbox = Sandbox::new(backend).map_err(|error| EnvironmentError(error.to_string()))?;
    if sandbox.backend() == Backend::Unprotected {
        warn("programs run unprotected here");
    }
    Ok(sandbox)
}
