//! A profile of a program: rule by rule, how many probes it passes, and the smallest that it fails.
//!
//! It needs no name for a mistake and is true by construction: a rule fails where an input that
//! tells about nothing else was answered wrongly.
//!
//! In reading order: [`rule`](crate::rule) (what is asked about), [`look`] (what of an answer is looked at),
//! [`battery`](mod@battery) (the questions), this module (the profile), [`words`].

pub mod battery;
pub mod look;
pub mod suspicion;
pub mod words;

use crate::rule::{Rule, Topic};
use battery::{Answer, Outcome, Probe};
use look::Look;

use crate::assignment::Side;

/// What a program knows of each rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// One for each rule, in the order of [`Rule`].
    pub lines: Vec<Line>,
    /// What was asked first, and how it came out.
    first: Vec<Answered>,
    /// Whether a rule is broken for which none that was not asked about can be the cause.
    pub is_sure: bool,
}

/// What a program knows of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The rule.
    pub rule: Rule,
    /// What became of the probes that were asked, in the order of the battery.
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
    /// What this one wrote there, without what comes after the first [`MAX_ITEMS`] items.
    pub written: Vec<String>,
    /// Why there was nothing to look at, if that is so: what the program does, and what it did.
    pub ended: Option<[&'static str; 2]>,
}

/// The most items of a wrong answer that are kept, and the most characters of one.
pub const MAX_ITEMS: usize = 40;
const MAX_CHARS: usize = 80;

/// How a rule came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standing {
    /// All its probes that were asked are passed.
    Kept,
    /// A probe fails, and every rule that its probes need is kept.
    Broken,
    /// A probe fails, but so does a rule without which it cannot be passed.
    Follows,
    /// No probe fails, but some could not be looked at; or none was asked.
    Unknown,
}

/// What a program wrote to the probes that are asked first: programs that are wrong in the same way have the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fingerprint(Vec<Answered>);

/// What became of a probe, and what was seen.
type Answered = (Outcome, Vec<String>);

impl Profile {
    /// From what became of each of these probes.
    pub fn of<'a>(answers: impl IntoIterator<Item = (&'a Probe, &'a Answer)>) -> Self {
        let mut judged: Vec<Vec<Judged<'a>>> = Rule::all().map(|_| Vec::new()).collect();
        let (mut first, mut open) = (Vec::new(), Vec::new());
        let answers: Vec<_> = answers.into_iter().collect();
        // What has no output for any input of a task does not fail at a rule.
        let is_output = |it: &Answer| *it != Answer::NotAsked && it.ended().is_none();
        let with_output: Vec<_> = answers.iter().filter(|it| is_output(it.1)).collect();
        let has_task = |task| with_output.iter().any(|it| it.0.assignment.task == task);
        for &(probe, answer) in &answers {
            open.push((probe.rule, probe.assignment.player));
            let (outcome, seen) = match probe.outcome(answer) {
                (Outcome::Nothing, seen) if !has_task(probe.assignment.task) => {
                    (Outcome::Silent, seen)
                }
                seen => seen,
            };
            if probe.is_first {
                first.push((outcome, seen.clone()));
            }
            if outcome != Outcome::NotAsked {
                let ended = answer.ended();
                judged[probe.rule as usize].push(Judged { probe, outcome, seen, ended });
            }
        }
        let of = |rule: &Rule| judged[*rule as usize].iter();
        let fails = |rule: &Rule| of(rule).filter(|it| it.fails()).count();
        let mostly = Rule::all().filter(|rule| 2 * fails(rule) >= of(rule).len().max(2)).collect();
        let wrong = |rule: &Rule| of(rule).any(|it| it.outcome == Outcome::Failed);
        let ended: Vec<_> = Rule::all().filter(|rule| of(rule).any(Judged::fails)).collect();
        let likeliest = |topics: fn(Topic) -> bool| {
            let rules = ended.iter().filter(|rule| !wrong(rule) && topics(rule.entry().topic));
            rules.min_by_key(|rule| {
                let (fails, all) = (fails(rule), of(rule).len());
                let follows = of(rule).filter(|it| it.fails()).all(|it| it.lacks(&ended, &[]));
                // Of a tie the first.
                (follows && fails < all, 1000 - 1000 * fails / all, usize::MAX - all)
            })
        };
        // How a file is laid out is no reason for what happens where nothing is unusual about that.
        let crashing = [likeliest(|_| true), likeliest(|it| it != Topic::Files)];
        let crashing: Vec<Rule> = crashing.into_iter().flatten().copied().collect();
        let somewhere = Rule::all().filter(|it| wrong(it) || crashing.contains(it)).collect();
        let failing = Failing { somewhere, mostly, crashing };
        // A rule not asked about as this player may be the cause of a failure, unless nothing else would be left.
        let is_asked = |(rule, player): &(Rule, Side)| {
            of(rule).any(|it| it.probe.assignment.player == *player)
        };
        open.retain(|it| !is_asked(it));
        let lines = |open: &[(Rule, Side)]| -> Vec<Line> {
            let lines = Rule::all().zip(&judged);
            lines.map(|(rule, judged)| Line::of(rule, judged, &failing, open)).collect()
        };
        let is_told = |line: &Line| line.standing == Standing::Broken;
        let certain = lines(&open);
        let is_sure = certain.iter().any(is_told);
        let lines = if is_sure { certain } else { lines(&[]) };
        Self { lines, first, is_sure }
    }

    /// The rules of a standing, in their order.
    pub fn rules(&self, standing: Standing) -> impl Iterator<Item = Rule> {
        let lines = self.lines.iter().filter(move |line| line.standing == standing);
        lines.map(|line| line.rule)
    }

    /// What programs have in common that are wrong in the same way; `None` if nothing fails that is asked first.
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        let is_wrong = self.first.iter().any(|it| it.0 == Outcome::Failed);
        is_wrong.then(|| Fingerprint(self.first.clone()))
    }
}

impl Fingerprint {
    /// How many probes it is of.
    pub fn asked(&self) -> usize {
        self.0.iter().filter(|it| it.0 != Outcome::NotAsked).count()
    }

    /// Whether both gave the same answers to all probes that both were asked, a wrong one among them, and these are
    /// most of what one of them was asked.
    pub fn agrees(&self, other: &Self) -> bool {
        let is_asked = |it: &Answered| it.0 != Outcome::NotAsked;
        let both = self.0.iter().zip(&other.0);
        let both: Vec<_> =
            both.filter(|(one, another)| is_asked(one) && is_asked(another)).collect();
        let is_wrong = both.iter().any(|it| it.0.0 == Outcome::Failed);
        is_wrong
            && both.iter().all(|(one, another)| one == another)
            && 2 * both.len() > self.asked().min(other.asked())
    }

    /// As a text, for a digest of it: not by `Debug`, since a teacher's word on a cluster is kept under it.
    pub fn text(&self) -> String {
        let letter = |outcome| match outcome {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::Silent => "silent",
            Outcome::Ended => "ended",
            Outcome::Nothing => "nothing",
            Outcome::NotAsked => "not asked",
        };
        let lines = self.0.iter().map(|(outcome, seen)| {
            let seen = match outcome {
                Outcome::Failed => seen.join("\t"),
                _ => String::new(),
            };
            format!("{} {seen}\n", letter(*outcome))
        });
        lines.collect()
    }
}

/// A probe, and what was seen.
struct Judged<'a> {
    probe: &'a Probe,
    outcome: Outcome,
    seen: Vec<String>,
    ended: Option<[&'static str; 2]>,
}

impl Judged<'_> {
    fn fails(&self) -> bool {
        matches!(self.outcome, Outcome::Failed | Outcome::Ended | Outcome::Nothing)
    }

    /// Whether a rule fails, or is open, without which the probe cannot be passed.
    fn lacks(&self, failing: &[Rule], open: &[(Rule, Side)]) -> bool {
        let fails = |rule| {
            let is_open = || self.probe.movers().any(|it| open.contains(&(rule, it)));
            rule != self.probe.rule && (failing.contains(&rule) || is_open())
        };
        self.probe.needs().any(|rule| rule.lacks(&fails))
    }

    fn failure(&self) -> Failure {
        let seen = self.seen.iter().take(MAX_ITEMS);
        Failure {
            input: self.probe.input.clone(),
            look: self.probe.look,
            expected: self.probe.expected.clone(),
            written: seen.map(|item| item.chars().take(MAX_CHARS).collect()).collect(),
            ended: self.ended,
        }
    }
}

/// The rules of which a probe fails, those of which half do, and of those whose probes only crash, or have no output,
/// the one of which most do: that may come of anything that its input has.
struct Failing {
    somewhere: Vec<Rule>,
    mostly: Vec<Rule>,
    crashing: Vec<Rule>,
}

impl Line {
    /// The `open` rules were not asked about as this player, so that they may fail.
    fn of(rule: Rule, judged: &[Judged<'_>], failing: &Failing, open: &[(Rule, Side)]) -> Self {
        let outcomes: Vec<_> = judged.iter().map(|it| it.outcome).collect();
        let failed = judged.iter().filter(|it| it.fails());
        let size = |it: &&Judged<'_>| {
            let crashes = it.ended.is_some();
            let lacks = it.lacks(&failing.somewhere, open);
            (lacks, crashes, it.probe.expected.len(), it.probe.input.len())
        };
        let smallest = failed.min_by_key(size);
        // What fails throughout does not follow from what fails now and then.
        let causes = match judged.len() > 1 && judged.iter().all(Judged::fails) {
            true => &failing.mostly,
            false => &failing.somewhere,
        };
        let only_crashes = !outcomes.contains(&Outcome::Failed);
        let standing = match smallest {
            Some(_) if only_crashes && !failing.crashing.contains(&rule) => Standing::Follows,
            Some(failed) if failed.lacks(causes, open) => Standing::Follows,
            Some(_) => Standing::Broken,
            None if outcomes.is_empty() || outcomes.contains(&Outcome::Silent) => Standing::Unknown,
            None => Standing::Kept,
        };
        Self { rule, outcomes, standing, smallest: smallest.map(Judged::failure) }
    }
}
