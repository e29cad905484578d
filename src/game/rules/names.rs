//! Rule sets by name: `usc`, `uw,capture=home,end=neither`, `cits3001,remainder=nobody`.
//!
//! A name is a preset, then options `name=value` that change it from left to right, all between
//! commas and without blanks. Printing a rule set and parsing that gives the same rule set.
//!
//! The presets and options are those of [`options`](super::options).

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::Rules;
use super::options::{OPTIONS, PRESETS, Preset, UW_OPTIONS, every_option, options_of};

/// A game by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameName {
    /// A rule set of the Kalah family.
    Kalah(Rules),
    /// `nimcala`, which has no options.
    Nimcala,
}

/// The rules of every command and of the page, unless somebody says otherwise: those of the first preset.
impl Default for Rules {
    fn default() -> Self {
        PRESETS[0].rules
    }
}

impl Default for GameName {
    fn default() -> Self {
        Self::Kalah(Rules::default())
    }
}

/// What should have stood at the place of a [`RulesError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesExpected {
    /// The name of a game.
    Game,
    /// The name of a preset: no other game will do here.
    Preset,
    /// The name of an option of the given preset.
    Option(&'static str),
    /// An equals sign and a value after the given option.
    Value(&'static str),
    /// An option that did not occur before.
    Once,
    /// Nothing: `nimcala` has no options.
    NoOption,
}

/// The place where a name stops being the name of a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesError {
    /// What should have stood there.
    pub expected: RulesExpected,
    /// The bytes of the name that are wrong; empty where something is missing.
    pub span: Range<usize>,
}

impl fmt::Display for RulesExpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let presets = PRESETS.iter().map(|preset| preset.name);
        match *self {
            Self::Game => write!(f, "expected {}", or(presets.chain(["nimcala"]))),
            Self::Preset => write!(f, "expected {}", or(presets)),
            Self::Option(preset) => {
                let names = options_of(preset).map(|option| option.name);
                write!(f, "expected an option of {preset}: {}", or(names))
            }
            Self::Value(name) => {
                let option = every_option().find(|option| option.name == name);
                let values = option.map_or(&[][..], |option| option.values);
                let choices = values.iter().map(|value| value.name);
                write!(f, "expected {name}= and then {}", or(choices))
            }
            Self::Once => f.write_str("expected each option once"),
            Self::NoOption => f.write_str("expected nothing more: nimcala has no options"),
        }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expected.fmt(f)
    }
}

impl std::error::Error for RulesError {}

/// "one, two or three".
fn or<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<_> = words.collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

impl FromStr for GameName {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Self, RulesError> {
        match name.strip_prefix("nimcala") {
            Some("") => Ok(Self::Nimcala),
            Some(more) if more.starts_with(',') => Err(RulesError {
                expected: RulesExpected::NoOption,
                span: name.len() - more.len()..name.len(),
            }),
            _ => parse_rules(name, RulesExpected::Game).map(Self::Kalah),
        }
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Self, RulesError> {
        parse_rules(name, RulesExpected::Preset)
    }
}

fn parse_rules(name: &str, expected_first: RulesExpected) -> Result<Rules, RulesError> {
    let mut words = name.split(',');
    let first = words.next().unwrap_or("");
    let Some(preset) = PRESETS.iter().find(|preset| preset.name == first) else {
        let span = 0..first.len();
        return Err(RulesError { expected: expected_first, span });
    };
    let mut rules = preset.rules;
    let mut seen: Vec<&str> = Vec::new();
    let mut start = first.len() + 1;
    for word in words {
        let fault = |expected, at: usize, length| {
            let span = start + at..start + at + length;
            Err(RulesError { expected, span })
        };
        let (option_name, value_name) = word.split_once('=').unwrap_or((word, ""));
        let Some(option) = options_of(preset.name).find(|option| option.name == option_name) else {
            return fault(RulesExpected::Option(preset.name), 0, option_name.len());
        };
        let Some(value) = option.values.iter().find(|value| value.name == value_name) else {
            let at = (option_name.len() + 1).min(word.len());
            return fault(RulesExpected::Value(option.name), at, word.len() - at);
        };
        if seen.contains(&option.name) {
            return fault(RulesExpected::Once, 0, word.len());
        }
        seen.push(option.name);
        rules = value.applied_to(rules);
        start += word.len() + 1;
    }
    Ok(rules)
}

/// The rule set by whose name the name of `rules` begins.
pub fn preset_of(rules: Rules) -> &'static Preset {
    let name = rules.to_string();
    let first = name.split(',').next().unwrap_or_default();
    let found = PRESETS.iter().find(|preset| preset.name == first);
    found.unwrap_or(&PRESETS[0])
}

/// The shortest name: the fewest options; of equal ones the first preset, with its own options.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PRESETS.iter().flat_map(|preset| names_from(preset, *self));
        let shortest = names.min_by_key(Vec::len).unwrap_or_default();
        f.write_str(&shortest.join(","))
    }
}

/// Names of `rules` that begin with `preset`, in words: its own options first, then the fields that
/// still differ. Names with many of its own options come first.
fn names_from(preset: &'static Preset, rules: Rules) -> Vec<Vec<String>> {
    let mut starts = vec![(vec![preset.name.to_owned()], preset.rules)];
    let own = UW_OPTIONS.iter().filter(|option| option.only == Some(preset.name));
    for option in own {
        let longer: Vec<_> = starts
            .iter()
            .flat_map(|(words, from)| {
                option.values.iter().map(move |value| {
                    let word = format!("{}={}", option.name, value.name);
                    ([&words[..], &[word]].concat(), value.applied_to(*from))
                })
            })
            .collect();
        starts.extend(longer);
    }
    let finish = |(mut words, from): (Vec<String>, Rules)| {
        for option in &OPTIONS {
            let value = option.values.iter().find(|value| value.holds_in(rules));
            if let Some(value) = value.filter(|value| !value.holds_in(from)) {
                words.push(format!("{}={}", option.name, value.name));
            }
        }
        words
    };
    starts.into_iter().rev().map(finish).collect()
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kalah(rules) => rules.fmt(f),
            Self::Nimcala => f.write_str("nimcala"),
        }
    }
}
