//! How strong the walls are, and how strong they can be on this machine.
//!
//! A tier is available if a run in it has just succeeded, and not because a file or a setting is
//! there: distributions and containers refuse the same things in many ways. Each is tried at most
//! once per process.
//!
//! Left out: the walls themselves.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// What keeps a program in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// A file system and a process tree of its own and an empty network.
    Namespaces,
    /// The machine's file system, process tree and network, with most doors locked by Landlock and
    /// by a filter for system calls. Other processes can be seen with their command lines, but
    /// neither read nor signalled; whether a path exists can be asked; there is no `/tmp` (only
    /// `TMPDIR`) and no shared memory by name.
    Landlock,
    /// No walls at all: the clock and the volume of output are watched, and nothing else.
    Unprotected,
}

impl Tier {
    /// All tiers, the strongest first.
    pub const ALL: [Self; 3] = [Self::Namespaces, Self::Landlock, Self::Unprotected];

    /// The name that [`FromStr`] reads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Unprotected => "unprotected",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(name: &str) -> Result<Self, UnknownTier> {
        let known = Self::ALL.into_iter().find(|tier| tier.name() == name);
        known.ok_or_else(|| UnknownTier(name.to_owned()))
    }
}

/// A word that names no [`Tier`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTier(pub String);

impl fmt::Display for UnknownTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Tier::ALL.map(Tier::name).join(", ");
        write!(f, "unknown tier '{}', expected one of: {names}", self.0)
    }
}

impl std::error::Error for UnknownTier {}

/// Which tier a caller wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TierRequest {
    /// The strongest that is available. On Linux never [`Tier::Unprotected`].
    Strongest,
    /// This one or none.
    Exactly(Tier),
}

/// Whether a tier is available here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TierStatus {
    /// The tier.
    pub tier: Tier,
    /// `Err` with the reason if not.
    pub available: Result<(), String>,
}

/// No tier that would do is available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unavailable {
    /// The tiers that were tried.
    pub tried: Vec<TierStatus>,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no sandbox")?;
        for (at, status) in self.tried.iter().enumerate() {
            let reason = status.available.as_ref().err().map_or("", String::as_str);
            let separator = if at == 0 { ": " } else { "; " };
            write!(f, "{separator}{} ({reason})", status.tier)?;
        }
        Ok(())
    }
}

impl std::error::Error for Unavailable {}

/// Chooses a tier, trying as few as possible.
pub(super) fn choose(request: TierRequest, helper: &Path) -> Result<Tier, Unavailable> {
    let candidates = match request {
        TierRequest::Exactly(tier) => vec![tier],
        TierRequest::Strongest if cfg!(target_os = "linux") => {
            vec![Tier::Namespaces, Tier::Landlock]
        }
        TierRequest::Strongest => vec![Tier::Unprotected],
    };
    let mut tried = Vec::new();
    for tier in candidates {
        let status = probe(tier, helper);
        if status.available.is_ok() {
            return Ok(tier);
        }
        tried.push(status);
    }
    Err(Unavailable { tried })
}

/// What was found out before, by helper and tier.
static PROBED: Mutex<BTreeMap<(PathBuf, Tier), TierStatus>> = Mutex::new(BTreeMap::new());

/// Tries a tier, or remembers how it went.
pub(super) fn probe(tier: Tier, helper: &Path) -> TierStatus {
    let mut probed = PROBED.lock().unwrap_or_else(PoisonError::into_inner);
    let status = probed
        .entry((helper.to_owned(), tier))
        .or_insert_with(|| TierStatus {
            tier,
            available: attempt(tier, helper),
        });
    status.clone()
}

#[cfg(target_os = "linux")]
fn attempt(tier: Tier, helper: &Path) -> Result<(), String> {
    match tier {
        Tier::Unprotected => Ok(()),
        _ => super::linux::probe(tier, helper),
    }
}

#[cfg(not(target_os = "linux"))]
fn attempt(tier: Tier, _helper: &Path) -> Result<(), String> {
    match tier {
        Tier::Unprotected => Ok(()),
        _ => Err("only on Linux".to_owned()),
    }
}
