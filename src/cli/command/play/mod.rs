//! `mancala play`.
//!
//! In reading order: `host` (the game, the players and the files), `plain` (line by line),
//! `screen` (the whole terminal).

// Doc comments of arguments are help text, in which brackets mean what they mean there.
#![allow(rustdoc::broken_intra_doc_links)]

mod host;
mod plain;
#[cfg(feature = "tui")]
mod screen;

use std::path::PathBuf;

use clap::Args;

use crate::cli::Exit;
use crate::cli::io::input::parse_record;
use crate::cli::options::look::Look;
use crate::cli::options::start::Start;
use crate::cli::options::walls::Walls;
use crate::game::Side;
use crate::play::evaluation::Weights;
use crate::play::player::Spec;
use crate::play::player::searching::Searching;
use crate::play::{Game, GameRecord};
use crate::search::Algorithm;
use host::Host;

/// The computer that plays unless another is chosen.
const OPPONENT: Spec = Spec::Searching(Searching {
    algorithm: Algorithm::AlphaBeta,
    depth: 6,
    evaluation: Weights::POSITIONAL,
});

/// Players: human, random[:SEED], greedy, minimax:D[:EVALUATION], alphabeta:D[:EVALUATION] (D turns
/// deep), best:SECONDS, perfect, exec[,task=TASK][,cutoff=D]:COMMAND.
///
/// Evaluations: store, uw or positional, with other weights as in positional,danger=0.
#[derive(Debug, Args)]
pub(super) struct PlayArguments {
    /// Who plays South, the lower row; a person, or as in the resumed game
    #[arg(long, value_name = "PLAYER")]
    south: Option<Spec>,
    /// Who plays North, the upper row; alphabeta:6:positional, or as in the resumed game
    #[arg(long, value_name = "PLAYER")]
    north: Option<Spec>,
    #[command(flatten)]
    start: Start,
    /// Go on with the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "pits", "seeds"])]
    resume: Option<PathBuf>,
    /// Keep the record of the game in this file, written anew after every turn
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Keep a picture of the board in this file, drawn anew after every sow
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
    /// Line by line, to be read aloud or piped, in place of the whole terminal
    #[arg(long)]
    plain: bool,
    /// How many turns deep hints and values look
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    hint_depth: u32,
    /// What determines the players that leave something to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    walls: Walls,
}

/// How the game is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Surface {
    Lines,
    #[cfg(feature = "tui")]
    Screen,
}

pub(super) fn run(arguments: &PlayArguments) -> anyhow::Result<Exit> {
    let mut host = set_up(arguments)?;
    match surface(arguments) {
        Surface::Lines => plain::run(&mut host),
        #[cfg(feature = "tui")]
        Surface::Screen => screen::run(&mut host),
    }
}

/// The whole terminal if there is one at both ends, and somebody to look at it.
fn surface(arguments: &PlayArguments) -> Surface {
    #[cfg(feature = "tui")]
    {
        use std::io::IsTerminal;
        let dumb = std::env::var_os("TERM").is_none_or(|name| name == "dumb");
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if terminal && !dumb && !arguments.plain {
            return Surface::Screen;
        }
    }
    // Without the whole terminal there is nothing to choose.
    let _ = arguments.plain;
    Surface::Lines
}

fn set_up(arguments: &PlayArguments) -> anyhow::Result<Host> {
    let record = match &arguments.resume {
        Some(file) => {
            let bytes = std::fs::read(file)
                .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", file.display()))?;
            parse_record(file, &bytes)?
        }
        None => GameRecord::new(Game::new(arguments.start.position()?)),
    };
    let south = player(arguments.south.as_ref(), &record, Side::South, Spec::Human)?;
    let north = player(arguments.north.as_ref(), &record, Side::North, OPPONENT)?;
    let specs = [south, north];
    let programs = arguments.walls.programs(&specs)?;
    let adviser = Searching {
        algorithm: Algorithm::AlphaBeta,
        depth: arguments.hint_depth,
        evaluation: Weights::STORE,
    };
    let mut host = Host::new(record, specs, arguments.seed, &programs, adviser);
    host.keep_record_in(arguments.record.clone(), arguments.resume.clone());
    if let Some(file) = &arguments.svg {
        host.keep_picture_in(file.clone(), arguments.look.style());
    }
    host.write_files()?;
    Ok(host)
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
