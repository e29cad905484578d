//! `mancala play`.
//!
//! In reading order: `table` (the game, the players, the files and the terminal), `told` (what is said of either game).

mod table;
mod told;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::io::{parse_record, read_file};
use crate::options::start::{Start, refuse};
use crate::options::{SandboxOptions, number, time};
use arena::player::Spec;
use arena::{Game, GameRecord};
use mancala::game::rules::names::GameName;
use mancala::game::{Rules, Side};
use table::Table;

/// The computer's players by how hard they are to beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// greedy: takes what it can this turn
    Easy,
    /// alphabeta:6:positional: looks six turns ahead (default)
    Normal,
    /// best:2: looks as far ahead as two seconds allow
    Hard,
    /// perfect: knows the exact values; can take long on a full board
    Perfect,
}

impl Level {
    fn player(self) -> anyhow::Result<Spec> {
        let spec = match self {
            Self::Easy => "greedy",
            Self::Normal => "alphabeta:6:positional",
            Self::Hard => "best:2",
            Self::Perfect => "perfect",
        };
        spec.parse().map_err(anyhow::Error::msg)
    }
}

/// Play a game in the terminal
///
/// Players: human, random[:SEED], greedy, minimax:D[:EVALUATION], alphabeta:D[:EVALUATION] (D turns
/// deep), best:TIME, perfect, exec:COMMAND.
///
/// Evaluations: store, uw or positional.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// Who plays South, the lower row [default: human, or as in the resumed game]
    #[arg(long, value_name = "PLAYER")]
    south: Option<Spec>,
    /// Who plays North, the upper row [default: the computer, or as in the resumed game]
    #[arg(long, value_name = "PLAYER")]
    north: Option<Spec>,
    /// How well the computer plays North
    #[arg(long, value_enum, conflicts_with = "north")]
    level: Option<Level>,
    #[command(flatten)]
    start: Start,
    /// Pie rule: in place of its first turn, the second player may take over the side of the first
    #[arg(long)]
    pie: bool,
    /// Continue the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "pits", "seeds", "mover", "pie"])]
    resume: Option<PathBuf>,
    /// Keep the record of the game in this file; it is written after every turn
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Say boards as text instead of drawing them, for screen readers
    #[arg(long)]
    plain: bool,
    /// How long to wait after each sow of the computer [default: 0.6s on a terminal]
    #[arg(long, value_name = "TIME", value_parser = time)]
    delay: Option<Duration>,
    /// The seed of players that choose at random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    sandbox: SandboxOptions,
}

pub fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    match arguments.start.rules {
        GameName::Kalah(rules) => kalah(arguments, rules),
        GameName::Nimcala => nimcala(arguments),
    }
}

fn kalah(arguments: &PlayArguments, rules: Rules) -> anyhow::Result<()> {
    let record = match &arguments.resume {
        Some(file) => parse_record(file, &read_file(file)?)?,
        None => {
            let mut game = Game::new(arguments.start.kalah(rules)?);
            game.pie_rule = arguments.pie;
            GameRecord::new(game)
        }
    };
    let south = player(arguments.south.as_ref(), &record, Side::South, Spec::Human)?;
    let level = arguments.level.map(Level::player).transpose()?;
    let north = arguments.north.as_ref().or(level.as_ref());
    let north = player(north, &record, Side::North, Level::Normal.player()?)?;
    Table::new(record, [south, north], arguments)?.run()
}

fn nimcala(arguments: &PlayArguments) -> anyhow::Result<()> {
    refuse(&[("--record", arguments.record.is_some()), ("--pie", arguments.pie)], "Nimcala")?;
    let south = arguments.south.clone().unwrap_or(Spec::Human);
    let usual = match arguments.level {
        Some(Level::Easy) => Spec::Greedy,
        Some(Level::Normal) => "minimax:4".parse().map_err(anyhow::Error::msg)?,
        None | Some(Level::Hard | Level::Perfect) => Spec::Perfect,
    };
    let north = arguments.north.clone().unwrap_or(usual);
    let record = GameRecord::new(Game::new(arguments.start.nimcala()?));
    Table::new(record, [south, north], arguments)?.run()
}

/// The player chosen for `side`: by the arguments, by the record, or else `usual`.
fn player(
    chosen: Option<&Spec>,
    record: &GameRecord,
    side: Side,
    usual: Spec,
) -> anyhow::Result<Spec> {
    match (chosen, record.tag(side.name())) {
        (Some(spec), _) => Ok(spec.clone()),
        (None, Some(tag)) => tag.parse().map_err(|error| {
            let side = side.name();
            anyhow::anyhow!("the record's player {side} is unknown ({error}); choose one")
        }),
        (None, None) => Ok(usual),
    }
}
