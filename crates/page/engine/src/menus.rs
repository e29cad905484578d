//! What can be chosen, in the library's own words: rule sets with their options, levels, evaluations.

use crate::json::{list, object, string};
use arena::draw::svg::scheme::SCHEMES;
use mancala::game::rules::options::{OptionValue, PRESETS, Preset, RuleOption, options_of};

/// Opponents by names that a child understands, each a player by its [text](arena::player::spec).
const LEVELS: [(&str, &str, &str); 8] = [
    ("1 Acorn", "random", "plays anything"),
    ("2 Squirrel", "greedy", "takes what it can get now"),
    ("3 Fox", "alphabeta:2:positional", "looks at your answer too"),
    ("4 Owl", "alphabeta:4:positional", "looks four turns ahead"),
    ("5 Raven", "alphabeta:7:positional", "looks seven turns ahead"),
    ("6 Elephant", "best:1", "the best it finds in a second"),
    ("7 Whale", "best:5", "the best it finds in five seconds"),
    ("8 Oracle", "perfect", "never errs; large boards take it long"),
];

const EVALUATIONS: [(&str, &str); 3] = [
    ("store", "seeds in store, as in the homework"),
    ("uw", "the applet's: won games count most"),
    ("positional", "stores, mobility, extra turns and danger"),
];

/// Everything that the page's menus hold.
pub fn menus() -> String {
    let levels = LEVELS.map(|(name, spec, meaning)| {
        object(&[("name", string(name)), ("spec", string(spec)), ("meaning", string(meaning))])
    });
    let evaluations = EVALUATIONS.map(|(name, meaning)| named(name, meaning));
    object(&[
        ("presets", list(PRESETS.iter().map(preset))),
        ("levels", list(levels)),
        ("evaluations", list(evaluations)),
        ("schemes", list(SCHEMES.iter().map(|scheme| string(scheme.name)))),
    ])
}

fn preset(preset: &Preset) -> String {
    let option = |option: &RuleOption| {
        // The choice that holds already is where its menu begins.
        let holding = |value: &&OptionValue| value.holds_in(preset.rules);
        let now = option.values.iter().find(holding);
        object(&[
            ("name", string(option.name)),
            ("meaning", string(option.meaning)),
            ("own", option.only.is_some().to_string()),
            ("now", string(now.map_or("", |value| value.name))),
            ("values", list(option.values.iter().map(|it| named(it.name, it.meaning)))),
        ])
    };
    object(&[
        ("name", string(preset.name)),
        ("meaning", string(preset.meaning)),
        ("options", list(options_of(preset.name).map(option))),
    ])
}

fn named(name: &str, meaning: &str) -> String {
    object(&[("name", string(name)), ("meaning", string(meaning))])
}
