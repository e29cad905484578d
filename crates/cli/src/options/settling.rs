//! What becomes of settings in a `grade.toml` that cannot be meant.

use clap::Args;

use grader::hidden::Publish;
use grader::request::IfUnused;

#[derive(Debug, Args)]
pub(crate) struct Settling {
    /// Refuse settings without effect, such as a pattern that matches no case, in place of warning of them
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    publishing: Publishing,
}

#[derive(Debug, Args)]
pub(crate) struct Publishing {
    /// Show students the cases that were hidden from them and that no grade.toml hides any more; without
    /// this, what would show one is refused
    #[arg(long)]
    publish_hidden: bool,
}

impl Settling {
    /// What becomes of a setting without effect.
    pub(crate) fn unused(&self) -> IfUnused {
        match self.strict {
            true => IfUnused::Refuse,
            false => IfUnused::Warn,
        }
    }

    /// Whether cases that were hidden may be shown.
    pub(crate) fn publish(&self) -> Publish {
        self.publishing.publish()
    }
}

impl Publishing {
    /// Whether cases that were hidden may be shown.
    pub(crate) fn publish(&self) -> Publish {
        match self.publish_hidden {
            true => Publish::WhatIsVisible,
            false => Publish::Nothing,
        }
    }
}
