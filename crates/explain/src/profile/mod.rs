//! A profile of a program: rule by rule, how many probes it passes, and the smallest that it fails.
//!
//! It needs no name for a mistake and is true by construction: a rule fails where an input that
//! tells about nothing else was answered wrongly.
//!
//! In reading order: [`rule`] (what is asked about), `rows` and [`look`] (what of an answer is
//! looked at), [`battery`](mod@battery) (the questions), this module (the profile), [`cases`] (the
//! same table from ordinary cases), [`words`] (all of it in words).
//!
//! Left out: running the program.

pub mod battery;
pub mod cases;
pub mod look;
mod rows;
pub mod rule;
pub mod words;

use battery::{Outcome, Probe};
use look::{Look, Written};
use rule::Rule;

/// What a program knows of each rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// One for each rule, in the order of [`Rule`].
    pub lines: Vec<Line>,
}

/// What a program knows of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The rule.
    pub rule: Rule,
    /// What became of its probes, in the order of the battery.
    pub outcomes: Vec<Outcome>,
    /// How it came out.
    pub standing: Standing,
    /// The smallest probe that failed, of those that tell most about the rule.
    pub smallest: Option<Failure>,
}

/// A probe that failed, and what was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The input.
    pub input: Vec<u8>,
    /// What was looked at.
    pub look: Look,
    /// What a right program writes there.
    pub expected: Vec<String>,
    /// What this one wrote there, without what comes after the first [`MOST_ITEMS`] items.
    pub written: Vec<String>,
}

/// The most items of a wrong answer that are kept, and the most characters of one.
pub const MOST_ITEMS: usize = 40;
const MOST_CHARS: usize = 80;

/// How a rule came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standing {
    /// All its probes are passed.
    Kept,
    /// A probe fails, and every rule that its probes need is kept.
    Broken,
    /// A probe fails, but so does a rule without which it cannot be passed.
    Follows,
    /// No probe fails, but some or all could not be looked at.
    Unknown,
}

/// Programs that answered every probe equally well or badly have the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(Vec<Outcome>);

impl Profile {
    /// From what a program wrote for each of these probes.
    pub fn of<'a>(answers: impl IntoIterator<Item = (&'a Probe, &'a Written)>) -> Self {
        let mut judged: Vec<Vec<Judged<'a>>> = Rule::all().map(|_| Vec::new()).collect();
        for (probe, written) in answers {
            let (outcome, seen) = probe.judge(written);
            judged[probe.rule as usize].push(Judged {
                probe,
                outcome,
                seen,
            });
        }
        let failed = |rule: Rule| {
            judged[rule as usize]
                .iter()
                .any(|it| it.outcome == Outcome::Failed)
        };
        let failing: Vec<_> = Rule::all().filter(|&rule| failed(rule)).collect();
        let lines = Rule::all().zip(&judged);
        Self {
            lines: lines
                .map(|(rule, judged)| Line::of(rule, judged, &failing))
                .collect(),
        }
    }

    /// The rules of a standing, in their order.
    pub fn rules(&self, standing: Standing) -> impl Iterator<Item = Rule> {
        let lines = self
            .lines
            .iter()
            .filter(move |line| line.standing == standing);
        lines.map(|line| line.rule)
    }

    /// Whether every probe is passed.
    #[must_use]
    pub fn is_right(&self) -> bool {
        let mut outcomes = self.lines.iter().flat_map(|line| &line.outcomes);
        outcomes.all(|&outcome| outcome == Outcome::Passed)
    }

    /// What programs have in common that are wrong in the same way.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint(
            self.lines
                .iter()
                .flat_map(|line| line.outcomes.iter().copied())
                .collect(),
        )
    }
}

/// A probe, and what was seen.
struct Judged<'a> {
    probe: &'a Probe,
    outcome: Outcome,
    seen: Vec<String>,
}

impl Judged<'_> {
    /// Whether a rule fails without which the probe cannot be passed.
    fn lacks(&self, failing: &[Rule]) -> bool {
        self.probe.needs().any(|rule| rule.lacks(failing))
    }

    fn failure(&self) -> Failure {
        let seen = self.seen.iter().take(MOST_ITEMS);
        Failure {
            input: self.probe.input.clone(),
            look: self.probe.look,
            expected: self.probe.expected.clone(),
            written: seen
                .map(|item| item.chars().take(MOST_CHARS).collect())
                .collect(),
        }
    }
}

impl Line {
    fn of(rule: Rule, judged: &[Judged<'_>], failing: &[Rule]) -> Self {
        let outcomes: Vec<_> = judged.iter().map(|it| it.outcome).collect();
        let failed = judged.iter().filter(|it| it.outcome == Outcome::Failed);
        let size = |it: &&Judged<'_>| {
            (
                it.lacks(failing),
                it.probe.expected.len(),
                it.probe.input.len(),
            )
        };
        let smallest = failed.min_by_key(size);
        let standing = match smallest {
            Some(failed) if failed.lacks(failing) => Standing::Follows,
            Some(_) => Standing::Broken,
            None if outcomes.is_empty() || outcomes.contains(&Outcome::Silent) => Standing::Unknown,
            None => Standing::Kept,
        };
        Self {
            rule,
            outcomes,
            standing,
            smallest: smallest.map(Judged::failure),
        }
    }

    /// How many probes came out so.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.outcomes.iter().filter(|&&it| it == outcome).count()
    }
}
