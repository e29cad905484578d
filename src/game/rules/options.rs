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

/// One option for each field of [`Rules`], in their order.
pub static OPTIONS: [RuleOption; 5] = [
    RuleOption {
        name: "landing",
        only: None,
        meaning: "where the last seed must fall, in an empty pit, to capture",
        values: &[
            OptionValue {
                name: "nowhere",
                meaning: "There are no captures",
                set: |rules| rules.capture_landing = CaptureLanding::Nowhere,
            },
            OptionValue {
                name: "own-row",
                meaning: "In the mover's own row",
                set: |rules| rules.capture_landing = CaptureLanding::OwnRow,
            },
            OptionValue {
                name: "either-row",
                meaning: "In either row; in the opponent's row, the opposite pit is the mover's own",
                set: |rules| rules.capture_landing = CaptureLanding::EitherRow,
            },
        ],
    },
    RuleOption {
        name: "takes",
        only: None,
        meaning: "what a capture brings to the mover's store",
        values: &[
            OptionValue {
                name: "opposite",
                meaning: "The seeds of the opposite pit; the last seed stays where it fell",
                set: |rules| rules.capture_takes = CaptureTakes::Opposite,
            },
            OptionValue {
                name: "opposite+last",
                meaning: "The seeds of the opposite pit and the last seed",
                set: |rules| rules.capture_takes = CaptureTakes::OppositeAndLast,
            },
        ],
    },
    RuleOption {
        name: "empty-opposite",
        only: None,
        meaning: "whether the last seed is captured when the opposite pit is empty",
        values: &[
            OptionValue {
                name: "no-capture",
                meaning: "No: it stays in its pit",
                set: |rules| rules.empty_opposite = EmptyOpposite::NoCapture,
            },
            OptionValue {
                name: "captures-last",
                meaning: "Yes, if a capture takes the last seed at all",
                set: |rules| rules.empty_opposite = EmptyOpposite::CapturesLast,
            },
        ],
    },
    RuleOption {
        name: "end-test",
        only: None,
        meaning: "when an empty row ends the game",
        values: &[
            OptionValue {
                name: "every-sow",
                meaning: "After every sow, even in the middle of a turn",
                set: |rules| rules.end_test = EndTest::EverySow,
            },
            OptionValue {
                name: "every-turn",
                meaning: "After every turn; in the middle of a turn only if the mover's own row is empty. A player who cannot start a turn is out",
                set: |rules| rules.end_test = EndTest::EveryTurn,
            },
            OptionValue {
                name: "own-turn",
                meaning: "After a turn that ends with the mover's own row empty; a player without a move passes (another way to read the applet's sentence)",
                set: |rules| rules.end_test = EndTest::OwnTurn,
            },
        ],
    },
    RuleOption {
        name: "remainder",
        only: None,
        meaning: "who gets the seeds left in the pits at the end (the player with the empty row is out)",
        values: &[
            OptionValue {
                name: "row-owner",
                meaning: "The owner of the row they are in",
                set: |rules| rules.remainder = Remainder::RowOwner,
            },
            OptionValue {
                name: "player-out",
                meaning: "The player who is out",
                set: |rules| rules.remainder = Remainder::PlayerOut,
            },
            OptionValue {
                name: "other-player",
                meaning: "The player who is not out; that player owns the row they are in, so this is the same as row-owner",
                set: |rules| rules.remainder = Remainder::OtherPlayer,
            },
            OptionValue {
                name: "nobody",
                meaning: "Nobody: they are out of the game",
                set: |rules| rules.remainder = Remainder::Nobody,
            },
        ],
    },
];

/// The UW applet's own options.
pub static UW_OPTIONS: [RuleOption; 2] = [
    RuleOption {
        name: "capture",
        only: Some("uw"),
        meaning: "where the last marble must land, in an empty pit, and what it then takes",
        values: &[
            OptionValue {
                name: "opposite",
                meaning: "Any pit of either row; the opposite pit, and the last marble stays",
                set: |rules| set_capture(rules, &Rules::UW),
            },
            OptionValue {
                name: "never",
                meaning: "There are no captures",
                set: |rules| {
                    set_capture(rules, &Rules::UW);
                    rules.capture_landing = CaptureLanding::Nowhere;
                },
            },
            OptionValue {
                name: "home",
                meaning: "A pit of the mover's own row; the opposite pit, and the last marble stays",
                set: |rules| {
                    set_capture(rules, &Rules::UW);
                    rules.capture_landing = CaptureLanding::OwnRow;
                },
            },
            OptionValue {
                name: "opposite+own",
                meaning: "Any pit of either row; the opposite pit, empty or not, and the last marble",
                set: |rules| {
                    set_capture(rules, &Rules::UW);
                    rules.capture_takes = CaptureTakes::OppositeAndLast;
                    rules.empty_opposite = EmptyOpposite::CapturesLast;
                },
            },
        ],
    },
    RuleOption {
        name: "end",
        only: Some("uw"),
        meaning: "who gets the remaining marbles when a player goes out",
        values: &[
            OptionValue {
                name: "claims",
                meaning: "The player who went out",
                set: |rules| rules.remainder = Remainder::PlayerOut,
            },
            OptionValue {
                name: "forfeits",
                meaning: "The other player",
                set: |rules| rules.remainder = Remainder::OtherPlayer,
            },
            OptionValue {
                name: "neither",
                meaning: "Nobody",
                set: |rules| rules.remainder = Remainder::Nobody,
            },
        ],
    },
];

fn set_capture(rules: &mut Rules, like: &Rules) {
    rules.capture_landing = like.capture_landing;
    rules.capture_takes = like.capture_takes;
    rules.empty_opposite = like.empty_opposite;
}

/// All options, those of one preset first.
pub fn every_option() -> impl Iterator<Item = &'static RuleOption> {
    UW_OPTIONS.iter().chain(&OPTIONS)
}

/// The options that may follow a preset.
pub fn options_of(preset: &str) -> impl Iterator<Item = &'static RuleOption> {
    every_option().filter(move |option| option.only.is_none_or(|only| only == preset))
}
