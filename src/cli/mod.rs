//! The program: arguments, files, messages, exit codes. One file for each subcommand.
//!
//! Only this floor prints, through `print`, and only [`main`] turns an outcome into an
//! exit code. Results go to standard output, everything about the run to standard error.
//!
//! Left out: every rule, search and judgement; they are the floors above.

// A print that fails must not be a panic.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod check;
mod competition;
mod contest;
mod diagnostic;
mod difference;
mod doctor;
mod draw;
mod exit;
mod explain;
mod generate;
mod grade;
mod mistakes;
mod mutate;
mod output;
mod perft;
mod play;
mod print;
mod programs;
mod progress;
mod quantity;
mod report;
mod rules;
mod run;
mod solve;
mod solve_kalah;
mod solve_nimcala;
mod start;
mod stopping;
mod tables;
#[cfg(feature = "tui")]
mod terminal;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use exit::Exit;

/// Runs the program on the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    output::clean_up_on_interrupt();
    let outcome = match arguments.command {
        Some(Command::Run(run)) => run::run(&run),
        Some(Command::Check(check)) => check::run(&check),
        Some(Command::Perft(perft)) => perft::run(&perft),
        Some(Command::Play(play)) => play::run(&play),
        Some(Command::Draw(draw)) => draw::run(&draw),
        Some(Command::Match(contest)) => contest::run(&contest),
        Some(Command::Grade(grade)) => grade::run(&grade),
        Some(Command::Rescore(rescore)) => report::rescore(&rescore),
        Some(Command::Report(report)) => report::report(&report),
        Some(Command::Doctor(doctor)) => doctor::run(&doctor),
        Some(Command::Rules(rules)) => rules::run(&rules),
        Some(Command::Solve(solve)) => solve::run(&solve),
        Some(Command::Explain(explain)) => explain::run(&explain),
        Some(Command::Generate(generate)) => generate::run(&generate),
        Some(Command::Mistakes(mistakes)) => mistakes::run(&mistakes),
        Some(Command::Mutate(mutate)) => mutate::run(&mutate),
        None => run::answer_one(&arguments.homework.input, &arguments.homework.writing),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) => exit::report(&error).into(),
    }
}

/// The game-search homework: next move and traversal log by greedy search, minimax or alpha-beta.
///
/// Without a subcommand, answers one input file and writes the answer into the working directory,
/// as the course runs a submission.
#[derive(Debug, Parser)]
#[command(name = "mancala", version, after_help = exit::HELP, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    homework: Homework,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer an input file, or every input file of a tree
    Run(run::Run),
    /// Compare the answers to a tree of inputs with a tree of expected outputs
    Check(check::Check),
    /// Count the sequences of sows or turns from an opening, exactly
    Perft(perft::Perft),
    /// Play a game in the terminal
    Play(play::Play),
    /// Draw a position or a game
    Draw(draw::Draw),
    /// Play many games between two players and tell which is stronger
    Match(contest::Match),
    Grade(grade::Grade),
    Rescore(report::Rescore),
    Report(report::Report),
    Doctor(doctor::Doctor),
    /// Explain the rule sets and their options
    Rules(rules::RulesArguments),
    /// Who wins with best play, and how
    Solve(solve::Solve),
    /// Name the mistake that explains a submission's outputs
    Explain(explain::Explain),
    /// Make fresh cases that catch every known mistake
    Generate(generate::Generate),
    /// List the known mistakes, or which cases catch them
    Mistakes(mistakes::Mistakes),
    /// Write what a program with certain mistakes would write
    Mutate(mutate::Mutate),
}

/// `mancala -i input.txt`, and plain `mancala`.
#[derive(Debug, Args)]
struct Homework {
    /// The input file
    #[arg(short, long, value_name = "FILE", default_value = "input.txt")]
    input: PathBuf,
    #[command(flatten)]
    writing: run::Writing,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// JSON, one object
    Json,
}
