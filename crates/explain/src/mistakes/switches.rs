//! The mistakes of one program: a set of them, and the same with the places where each is made.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{At, CATALOGUE, Mistake, Place, Scope};
use crate::assignment::Assignment;

/// The most switches of one program.
pub const MAX_SWITCHES: usize = 5;

/// A mistake and where it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Switch {
    /// What.
    pub mistake: Mistake,
    /// Where.
    pub scope: Scope,
}

/// The switches that are on in a program; none in a right one. More than [`MAX_SWITCHES`] are not kept.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(from = "Vec<Switch>", into = "Vec<Switch>")]
pub struct Switches([Option<Switch>; MAX_SWITCHES]);

impl Switches {
    /// A right program.
    pub const NONE: Self = Self([None; MAX_SWITCHES]);

    /// The same program with one more switch on.
    pub fn with(mut self, switch: Switch) -> Self {
        if !self.iter().any(|other| other == switch)
            && let Some(free) = self.0.iter_mut().find(|slot| slot.is_none())
        {
            *free = Some(switch);
            // In one order, so that equal sets are equal; empty slots last.
            self.0.sort_by_key(|slot| (slot.is_none(), *slot));
        }
        self
    }

    /// The same program with one switch off.
    pub fn without(self, switch: Switch) -> Self {
        self.iter().filter(|&it| it != switch).collect()
    }

    /// The switches that are on.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        self.0.into_iter().flatten()
    }

    /// What is done wrong, wherever.
    pub fn mistakes(self) -> impl Iterator<Item = Mistake> {
        self.iter().map(|it| it.mistake)
    }

    /// How many are on.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// How many things the scopes of all say.
    pub fn conditions(self) -> usize {
        self.iter().map(|it| it.scope.conditions()).sum()
    }

    /// Whether none is on.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The same mistakes in other scopes.
    pub fn rescoped(self, scope: fn(Scope) -> Scope) -> Self {
        self.iter().map(|it| Switch { scope: scope(it.scope), ..it }).collect()
    }

    /// Those that count in one case.
    pub fn in_case(self, assignment: &Assignment) -> InCase {
        let mut all = InCase::default();
        for switch in self.iter().filter(|it| it.scope.has_case(assignment)) {
            match switch.scope.at {
                At::ANYWHERE => all.anywhere = all.anywhere.with(switch.mistake),
                at => all.places.push((at, switch.mistake)),
            }
        }
        all
    }
}

/// The switches that are on in one case.
#[derive(Debug, Clone, Default)]
pub struct InCase {
    anywhere: Mistakes,
    places: Vec<(At, Mistake)>,
}

impl InCase {
    /// Whether the mistake is made at any place.
    pub fn has(&self, mistake: Mistake) -> bool {
        self.anywhere.has(mistake) || self.places.iter().any(|it| it.1 == mistake)
    }

    /// The mistakes that are made at a place.
    pub fn at(&self, place: Place) -> Mistakes {
        let here = self.places.iter().filter(|(at, _)| at.has(place));
        here.fold(self.anywhere, |all, &(_, mistake)| all.with(mistake))
    }
}

impl From<Mistake> for Switch {
    fn from(mistake: Mistake) -> Self {
        let scope = Scope::EVERYWHERE;
        Self { mistake, scope }
    }
}

impl From<Mistake> for Switches {
    fn from(mistake: Mistake) -> Self {
        Self::NONE.with(mistake.into())
    }
}

stored_as_text!(Switch, |it: Switch| it.to_string(), str::parse);

impl From<Vec<Switch>> for Switches {
    fn from(switches: Vec<Switch>) -> Self {
        switches.into_iter().collect()
    }
}

impl From<Switches> for Vec<Switch> {
    fn from(switches: Switches) -> Self {
        switches.iter().collect()
    }
}

impl FromIterator<Switch> for Switches {
    fn from_iter<I: IntoIterator<Item = Switch>>(switches: I) -> Self {
        switches.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Switch {
    /// The mistake's key, and the scope's behind `@` if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scope {
            Scope::EVERYWHERE => write!(f, "{}", self.mistake),
            scope => write!(f, "{}@{}", self.mistake, scope.key()),
        }
    }
}

impl FromStr for Switch {
    type Err = String;

    fn from_str(key: &str) -> Result<Self, String> {
        let (mistake, scope) = key.split_once('@').unwrap_or((key, ""));
        let mistake = Mistake::from_key(mistake)
            .ok_or("no such mistake; `mancala mistakes` lists them".to_owned())?;
        let scope = Scope::from_key(scope).filter(|_| !key.ends_with('@')).ok_or_else(|| {
            let [tasks, places] = Scope::known_words().map(|it| it.join(", "));
            format!("no such scope; known are {tasks}; player-1, player-2; {places}")
        })?;
        Ok(Self { mistake, scope })
    }
}

/// Words that have a bit for each mistake.
const WORDS: usize = CATALOGUE.len().div_ceil(64);

/// The mistakes that a program makes; the empty set is a correct program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mistakes {
    /// One bit for each mistake, at its place in [`Mistake`].
    bits: [u64; WORDS],
}

impl Mistakes {
    /// A correct program.
    pub const NONE: Self = Self { bits: [0; WORDS] };

    /// The set with one more mistake.
    pub const fn with(mut self, mistake: Mistake) -> Self {
        self.bits[mistake as usize / 64] |= 1 << (mistake as usize % 64);
        self
    }

    /// Whether the mistake is in the set.
    #[inline]
    pub const fn has(self, mistake: Mistake) -> bool {
        self.bits[mistake as usize / 64] >> (mistake as usize % 64) & 1 != 0
    }
}
