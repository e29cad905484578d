//! `mancala rules`: each rule set and option in a sentence, with the smallest board on which the
//! option makes a difference.

use std::fmt::Write;

use clap::Args;

use crate::io::print;
use crate::options::rules;
use mancala::game::difference::{Example, smallest_difference};
use mancala::game::rules::names::{GameName, preset_of};
use mancala::game::rules::options::{OPTIONS, OptionValue, PRESETS, options_of};
use mancala::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Remainder};
use mancala::game::{PitName, Rules, Side};

/// Explain the rule sets and their options
#[derive(Debug, Args)]
pub struct RulesArguments {
    /// The rule set that each option is compared with
    #[arg(value_name = "NAME[,OPTION=VALUE]..", default_value_t = GameName::default(), value_parser = rules::<GameName>(), hide_possible_values = true)]
    base: GameName,
}

pub fn run(arguments: &RulesArguments) -> anyhow::Result<()> {
    match arguments.base {
        GameName::Kalah(base) => print(text(base)),
        GameName::Nimcala => print(NIMCALA),
    }
}

const NIMCALA: &str = "  nimcala   another game, one row for both; see `mancala solve`\n";

fn text(base: Rules) -> String {
    let mut text = format!("{}\n\nRule sets\n", how_to_play(base));
    // Writing to a string cannot fail.
    for preset in &PRESETS {
        let _ = writeln!(text, "  {:<9} {}", preset.name, preset.meaning);
        let fields = OPTIONS.iter().filter_map(|option| {
            let value = option.values.iter().find(|value| value.holds_in(preset.rules))?;
            Some(format!("{}={}", option.name, value.name))
        });
        let fields: Vec<_> = fields.collect();
        let (captures, ends) = fields.split_at(3.min(fields.len()));
        let _ = writeln!(text, "            {}", captures.join(" "));
        let _ = writeln!(text, "            {}", ends.join(" "));
    }
    text += NIMCALA;
    let _ = writeln!(
        text,
        "\nOptions, as in {base},OPTION=VALUE, and the smallest board of three pits on which one sow\n\
         of player 1 then comes out differently. Boards: player 2's row, player 1's row, and behind\n\
         each the player's store."
    );
    for option in options_of(preset_of(base).name) {
        let _ = writeln!(text, "\n{}: {}", option.name, option.meaning);
        for value in option.values {
            let _ = writeln!(text, "  {}={}", option.name, value.name);
            let _ = writeln!(text, "    {}.", value.meaning);
            text += &difference(base, value);
        }
    }
    text
}

/// How a game is played by `rules`, in eight lines.
pub fn how_to_play(rules: Rules) -> String {
    let preset = preset_of(rules);
    let meaning = if preset.rules == rules { preset.meaning } else { "with changed options" };
    let landing = match rules.capture_landing {
        CaptureLanding::EitherRow => "either row",
        _ => "your own row",
    };
    let taken = match rules.capture_takes {
        CaptureTakes::OppositeAndLast => "that seed and all seeds opposite",
        CaptureTakes::Opposite => "all seeds opposite",
    };
    let alone = match (rules.empty_opposite, rules.capture_takes) {
        (EmptyOpposite::CapturesLast, CaptureTakes::OppositeAndLast) => {
            "that seed alone if the opposite pit is empty"
        }
        _ => "nothing if the opposite pit is empty",
    };
    let [capture, taken] = match rules.capture_landing {
        CaptureLanding::Nowhere => {
            ["There are no captures.".to_owned(), "All other sows end your turn.".to_owned()]
        }
        _ => [
            format!("If it lands in an empty pit in {landing}, you capture:"),
            format!("{taken} go into your store; {alone}."),
        ],
    };
    let end = match rules.end_test {
        EndTest::EverySow => "as soon as a row is empty, even in the middle of a turn",
        EndTest::EveryTurn => "when a row is empty after a turn, or you may sow again but cannot",
        EndTest::OwnTurn => "when your row is empty after your turn; if you cannot move, you pass",
    };
    let remainder = match rules.remainder {
        Remainder::RowOwner | Remainder::OtherPlayer => "go to the owner of their row",
        Remainder::PlayerOut => "go to the player whose row is empty",
        Remainder::Nobody => "count for nobody",
    };
    format!(
        "How to play by the rules {rules} ({meaning}):\n\
         On your turn, choose a pit in your row. Its seeds are sown one by one, counter-clockwise,\n\
         also into your own store, but never into the other one.\n\
         If your last seed lands in your store, you sow again.\n\
         {capture}\n\
         {taken}\n\
         The game ends {end}.\n\
         Seeds left then {remainder}. Whoever has the most seeds wins."
    )
}

fn difference(base: Rules, value: &OptionValue) -> String {
    match smallest_difference(base, value.applied_to(base)) {
        _ if value.holds_in(base) => format!("    This is the rule of {base}.\n"),
        None => format!("    No difference to {base}.\n"),
        Some(example) => drawn(base, &example),
    }
}

/// Three boards side by side: before the sow, after it by the rules compared with, after it by the option.
fn drawn(base: Rules, example: &Example) -> String {
    let pit = PitName(Side::South, example.pit);
    let boards = [&example.board, example.after[0].board(), example.after[1].board()];
    let line = |side: Side| {
        boards.map(|board| {
            let row: Vec<_> = board.row(side).iter().map(u16::to_string).collect();
            format!("{} | {}", row.join(" "), board.store(side))
        })
    };
    let heads = [format!("{pit} is sown"), format!("by {base}"), "by this option".to_owned()];
    let width = heads[1].len().max(12);
    [heads, line(Side::North), line(Side::South)]
        .map(|[before, one, other]| format!("      {before:<12}  {one:<width$}  {other}\n"))
        .concat()
}
