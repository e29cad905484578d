//! The named rule sets and their options, each with the sentence that explains it.
//!
//! | option | values | field of [`Rules`] |
//! |---|---|---|
//! | `landing` | `nowhere`, `own-row`, `either-row` | [`CaptureLanding`] |
//! | `takes` | `opposite`, `opposite+last` | [`CaptureTakes`] |
//! | `empty-opposite` | `no-capture`, `captures-last` | [`EmptyOpposite`] |
//! | `end-test` | `every-sow`, `every-turn`, `own-turn` | [`EndTest`] |
//! | `remainder` | `row-owner`, `player-out`, `other-player`, `nobody` | [`Remainder`] |
//! | `capture`, of `uw` only | `opposite`, `never`, `home`, `opposite+own` | the first three at once |
//! | `end`, of `uw` only | `claims`, `forfeits`, `neither` | [`Remainder`], in the applet's words |

use super::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Remainder, Rules};

/// A named rule set.
#[derive(Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from.
    pub meaning: &'static str,
    /// The rules.
    pub rules: Rules,
    /// Seeds in each pit before the first move, as the source has it.
    pub seeds: u16,
}

/// The named rule sets.
pub static PRESETS: [Preset; 3] = [
    Preset {
        name: "usc",
        meaning: "the homework of USC CSCI-561, Fall 2015",
        rules: Rules::USC,
        seeds: 4,
    },
    Preset {
        name: "cits3001",
        meaning: "the lab sheet of CITS3001; the standard game of the literature",
        rules: Rules::CITS3001,
        seeds: 3,
    },
    Preset {
        name: "uw",
        meaning: "the applet of UW with its default options",
        rules: Rules::UW,
        seeds: 4,
    },
];

/// Something that the sources disagree on.
#[derive(Debug)]
pub struct RuleOption {
    /// Its name.
    pub name: &'static str,
    /// The preset that alone has it; `None` for an option of every rule set.
    pub only: Option<&'static str>,
    /// The matter that it decides, as a clause.
    pub meaning: &'static str,
    /// The choices.
    pub values: &'static [OptionValue],
}

/// One choice of a [`RuleOption`].
#[derive(Debug)]
pub struct OptionValue {
    /// Its name.
    pub name: &'static str,
    /// What it says, as a sentence without its full stop.
    pub meaning: &'static str,
    set: fn(&mut Rules),
}

impl OptionValue {
    /// `rules` with this choice.
    pub fn applied_to(&self, mut rules: Rules) -> Rules {
        (self.set)(&mut rules);
        rules
    }

    /// Whether `rules` have this choice already.
    pub fn holds_in(&self, rules: Rules) -> bool {
        self.applied_to(rules) == rules
    }
}

/// Makes a list of options of a table. An entry has the option, the preset that alone has it, and the matter
/// that it decides; each value its name, what it says, and the fields that it sets.
macro_rules! options {
    ($($name:literal, $only:expr, $meaning:literal
        { $($value:literal $says:literal: $($field:ident = $choice:expr),+;)+ })+) => {
        [$(RuleOption {
            name: $name,
            only: $only,
            meaning: $meaning,
            values: &[$(OptionValue {
                name: $value,
                meaning: $says,
                set: |rules| { $(rules.$field = $choice;)+ },
            }),+],
        }),+]
    };
}

/// One option for each field of [`Rules`], in their order.
pub static OPTIONS: [RuleOption; 5] = options! {
    "landing", None, "where the last seed must fall, in an empty pit, to capture" {
        "nowhere" "There are no captures": capture_landing = CaptureLanding::Nowhere;
        "own-row" "In the mover's own row": capture_landing = CaptureLanding::OwnRow;
        "either-row" "In either row; in the opponent's row, the opposite pit is the mover's own":
            capture_landing = CaptureLanding::EitherRow;
    }
    "takes", None, "what a capture brings to the mover's store" {
        "opposite" "The seeds of the opposite pit; the last seed stays where it fell":
            capture_takes = CaptureTakes::Opposite;
        "opposite+last" "The seeds of the opposite pit and the last seed":
            capture_takes = CaptureTakes::OppositeAndLast;
    }
    "empty-opposite", None, "whether the last seed is captured when the opposite pit is empty" {
        "no-capture" "No: it stays in its pit": empty_opposite = EmptyOpposite::NoCapture;
        "captures-last" "Yes, if a capture takes the last seed at all":
            empty_opposite = EmptyOpposite::CapturesLast;
    }
    "end-test", None, "when an empty row ends the game" {
        "every-sow" "After every sow, even in the middle of a turn": end_test = EndTest::EverySow;
        "every-turn" "After every turn; in the middle of a turn only if the mover's own row is empty. A player who cannot start a turn is out":
            end_test = EndTest::EveryTurn;
        "own-turn" "After a turn that ends with the mover's own row empty; a player without a move passes (another way to read the applet's sentence)":
            end_test = EndTest::OwnTurn;
    }
    "remainder", None, "who gets the seeds left in the pits at the end (the player with the empty row is out)" {
        "row-owner" "The owner of the row they are in": remainder = Remainder::RowOwner;
        "player-out" "The player who is out": remainder = Remainder::PlayerOut;
        "other-player" "The player who is not out; that player owns the row they are in, so this is the same as row-owner":
            remainder = Remainder::OtherPlayer;
        "nobody" "Nobody: they are out of the game": remainder = Remainder::Nobody;
    }
};

/// The UW applet's own options.
pub static UW_OPTIONS: [RuleOption; 2] = options! {
    "capture", Some("uw"), "where the last marble must land, in an empty pit, and what it then takes" {
        "opposite" "Any pit of either row; the opposite pit, and the last marble stays":
            capture_landing = CaptureLanding::EitherRow,
            capture_takes = CaptureTakes::Opposite,
            empty_opposite = EmptyOpposite::NoCapture;
        "never" "There are no captures":
            capture_landing = CaptureLanding::Nowhere,
            capture_takes = CaptureTakes::Opposite,
            empty_opposite = EmptyOpposite::NoCapture;
        "home" "A pit of the mover's own row; the opposite pit, and the last marble stays":
            capture_landing = CaptureLanding::OwnRow,
            capture_takes = CaptureTakes::Opposite,
            empty_opposite = EmptyOpposite::NoCapture;
        "opposite+own" "Any pit of either row; the opposite pit, empty or not, and the last marble":
            capture_landing = CaptureLanding::EitherRow,
            capture_takes = CaptureTakes::OppositeAndLast,
            empty_opposite = EmptyOpposite::CapturesLast;
    }
    "end", Some("uw"), "who gets the remaining marbles when a player goes out" {
        "claims" "The player who went out": remainder = Remainder::PlayerOut;
        "forfeits" "The other player": remainder = Remainder::OtherPlayer;
        "neither" "Nobody": remainder = Remainder::Nobody;
    }
};

/// All options, those of one preset first.
pub fn every_option() -> impl Iterator<Item = &'static RuleOption> {
    UW_OPTIONS.iter().chain(&OPTIONS)
}

/// The options that may follow a preset.
pub fn options_of(preset: &str) -> impl Iterator<Item = &'static RuleOption> {
    every_option().filter(move |option| option.only.is_none_or(|only| only == preset))
}
