//! The subcommands: one file, or one folder, for each name that is typed.

mod check;
mod compare;
mod doctor;
mod draw;
mod examples;
mod explain;
mod export;
mod generate;
mod grade;
mod help;
mod kgp;
mod man;
mod r#match;
mod merge;
mod mistakes;
mod mutate;
mod name;
mod page;
mod perft;
mod play;
mod report;
mod rescore;
mod rules;
mod run;
mod solve;
mod tournament;
mod trace;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ColorChoice, FromArgMatches, Parser, Subcommand};

use super::io::color;
use super::io::exit::{self, Exit};
use super::io::print::say;

/// Does what the arguments say.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    match &arguments.command {
        Some(Command::Run(it)) => run::run(it),
        Some(Command::Check(it)) => check::run(it),
        Some(Command::Compare(it)) => compare::run(it),
        Some(Command::Perft(it)) => perft::run(it),
        Some(Command::Play(it)) => play::run(it),
        Some(Command::Draw(it)) => draw::run(it),
        Some(Command::Match(it)) => r#match::run(it),
        Some(Command::Kgp(it)) => kgp::run(it),
        Some(Command::Merge(it)) => merge::run(it),
        Some(Command::Tournament(it)) => tournament::run(it),
        Some(Command::Grade(it)) => grade::run(it),
        Some(Command::Rescore(it)) => rescore::run(it),
        Some(Command::Report(it)) => report::run(it),
        Some(Command::Export(it)) => export::run(it),
        Some(Command::Name(it)) => name::run(it),
        Some(Command::Doctor(it)) => doctor::run(it),
        Some(Command::Rules(it)) => rules::run(it),
        Some(Command::Solve(it)) => solve::run(it),
        Some(Command::Explain(it)) => explain::run(it),
        Some(Command::Generate(it)) => generate::run(it),
        Some(Command::Examples(it)) => examples::run(it),
        Some(Command::Mistakes(it)) => mistakes::run(it),
        Some(Command::Mutate(it)) => mutate::run(it),
        Some(Command::Page(it)) => page::run(it),
        Some(Command::Trace(it)) => trace::run(it),
        Some(Command::Completions(it)) => man::completions(it),
        Some(Command::Man(it)) => man::man(it),
        None if arguments.homework.is_bare() => {
            say(WELCOME);
            Ok(Exit::BadInput)
        }
        None => run::answer_one(&arguments.homework.input, &arguments.homework.writing),
    }
}

/// What `mancala` alone says where there is no input.
const WELCOME: &str = "\
mancala answers the game-search homework: there is no input.txt here to be answered.

  mancala run INPUT -o out   answers a file or a folder of them
  mancala play               a game in the terminal
  mancala --help             everything else";

/// The arguments of this process; help, and a mistake in them, end it.
pub(super) fn parse() -> Arguments {
    let words: Vec<_> = std::env::args_os().collect();
    let color = color::choose_by(&words);
    let words = options_last(words);
    Arguments::try_parse_from(&words).unwrap_or_else(|_| {
        // Put in order only here: a start should cost nothing that it does not need.
        let matches = help::command().color(color).get_matches_from(&words);
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    })
}

/// The words of a command line with a `--color` that stands before the subcommand moved behind it,
/// where clap takes options of every subcommand.
fn options_last(mut words: Vec<OsString>) -> Vec<OsString> {
    let count = match words.get(1).and_then(|word| word.to_str()) {
        Some("--color") => 2,
        Some(word) if word.starts_with("--color=") => 1,
        _ => 0,
    };
    if words.len() > count + 1 {
        words[1..].rotate_left(count);
    }
    words
}

/// The game-search homework: next move and traversal log by greedy search, minimax or alpha-beta.
///
/// Without a subcommand, answers one input file and writes the answer into the working directory,
/// as the course runs a submission.
#[derive(Debug, Parser)]
#[command(name = "mancala", version, after_help = exit::HELP, args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Colours: auto, always or never; auto is for terminals, unless NO_COLOR is set
    // Taken from the words themselves, before they are parsed; declared for help and completions.
    #[arg(long, value_enum, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    #[allow(dead_code)]
    color: ColorChoice,
    #[command(flatten)]
    homework: Homework,
}

// Deferred: a start defines the options of the subcommand that is typed, not those of all.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    Run(run::RunArguments),
    Check(check::CheckArguments),
    Compare(compare::CompareArguments),
    Perft(perft::PerftArguments),
    Play(play::PlayArguments),
    Draw(draw::DrawArguments),
    Match(r#match::MatchArguments),
    Tournament(tournament::TournamentArguments),
    Kgp(kgp::KgpArguments),
    Grade(grade::Grade),
    Merge(merge::MergeArguments),
    Rescore(rescore::RescoreArguments),
    Report(report::ReportArguments),
    Export(export::ExportArguments),
    Name(name::NameArguments),
    Doctor(doctor::DoctorArguments),
    Rules(rules::RulesArguments),
    Solve(solve::SolveArguments),
    Explain(explain::Explain),
    Generate(generate::GenerateArguments),
    Examples(examples::ExamplesArguments),
    Mistakes(mistakes::MistakesArguments),
    Mutate(mutate::MutateArguments),
    Page(page::PageArguments),
    Trace(trace::TraceArguments),
    Completions(man::CompletionsArguments),
    Man(man::ManArguments),
}

/// `mancala -i input.txt`, and plain `mancala`.
#[derive(Debug, Args)]
struct Homework {
    /// The input file; - for standard input
    #[arg(short, long, value_name = "FILE", default_value = "input.txt")]
    input: PathBuf,
    #[command(flatten)]
    writing: run::Writing,
}

impl Homework {
    /// Whether nothing was asked for and there is nothing to be answered.
    fn is_bare(&self) -> bool {
        std::env::args_os().len() == 1 && !self.input.exists()
    }
}
