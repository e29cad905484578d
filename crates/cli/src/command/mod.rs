//! The subcommands: one file, or one folder, for each name that is typed.

mod atlas;
mod cases;
mod draw;
mod generate;
mod help;
mod mistakes;
mod mutate;
mod page;
mod rules;
mod run;
mod solve;
mod trace;

cfg_if::cfg_if! {
    if #[cfg(feature = "full")] {
        mod check;
        mod compare;
        mod compare_classes;
        mod doctor;
        mod examples;
        mod explain;
        mod export;
        mod fair;
        mod grade;
        mod kgp;
        mod list;
        mod r#match;
        mod merge;
        mod moves;
        mod name;
        mod r#override;
        mod play;
        mod regret;
        mod report;
        mod rescore;
        mod review;
        mod schema;
        mod tournament;
        mod ugi;
    }
}

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ColorChoice, FromArgMatches, Parser, Subcommand};

use super::io::{EXIT_CODES, Exit, choose, say, say_json, tells_json};

pub fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    match &arguments.command {
        Some(Command::First(it)) => it.run(),
        #[cfg(feature = "full")]
        Some(Command::Further(it)) => it.run(),
        // Nothing was asked for, and there is nothing to be answered.
        None if std::env::args_os().len() == 1 && !arguments.homework.input.exists() => {
            say(WELCOME);
            Ok(Exit::BadInput)
        }
        None => run::answer_one(&arguments.homework.input, &arguments.homework.writing),
    }
}

/// What `mancala` alone says where there is no input.
const WELCOME: &str = "\
mancala answers the game-search homework. There is no input.txt in this folder.

  mancala run INPUT -o out   answers a file or a folder of them
  mancala play               a game in the terminal
  mancala --help             everything else";

/// The arguments of this process; help, and a mistake in them, end it.
pub fn parse() -> Arguments {
    let words: Vec<_> = std::env::args_os().collect();
    let color = choose(&words);
    let words = options_last(words);
    parsed(&words).unwrap_or_else(|_| {
        // Put in order only here: a start should cost nothing that it does not need.
        let matches = help::command().color(color).try_get_matches_from(&words);
        let matches = matches.unwrap_or_else(|mistake| {
            if tells_json() && mistake.use_stderr() {
                let text = mistake.render().to_string();
                let sentence = text.lines().next().unwrap_or_default();
                let sentence = sentence.strip_prefix("error: ").unwrap_or(sentence);
                say_json(sentence, None, Exit::BadInput);
                std::process::exit(Exit::BadInput.code().into());
            }
            mistake.exit()
        });
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    })
}

/// The arguments, as they are declared. Without the name of a subcommand no subcommand is declared either.
fn parsed(words: &[OsString]) -> Result<Arguments, clap::Error> {
    let is_bare = words.get(1).is_none_or(|word| word.as_encoded_bytes().starts_with(b"-"));
    if let (true, Ok(Bare { color, homework })) = (is_bare, Bare::try_parse_from(words)) {
        return Ok(Arguments { command: None, color, homework });
    }
    Arguments::try_parse_from(words)
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
/// as a submission to the course does.
#[derive(Debug, Parser)]
#[command(name = "mancala", version, after_help = EXIT_CODES, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Colours: auto, always or never; auto means on a terminal, unless NO_COLOR is set
    // Taken from the words themselves, before they are parsed; declared for help and completions.
    #[arg(long, value_enum, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    #[allow(dead_code)]
    color: ColorChoice,
    #[command(flatten)]
    homework: Homework,
}

/// Arguments without a subcommand.
#[derive(Debug, Parser)]
struct Bare {
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    #[command(flatten)]
    homework: Homework,
}

/// Subcommands by name, each with what runs it and its arguments.
// Deferred: a start defines the options of the subcommand that is typed, not those of all.
macro_rules! subcommands {
    ($all:ident: $($name:ident $module:ident::$run:ident $arguments:ident)*) => {
        #[derive(Debug, Subcommand)]
        #[command(defer = true)]
        enum $all {
            $($name($module::$arguments)),*
        }

        impl $all {
            fn run(&self) -> anyhow::Result<Exit> {
                match self {
                    $(Self::$name(it) => $module::$run(it).map(Exit::from)),*
                }
            }
        }
    };
}

subcommands! { First:
    Run run::run RunArguments
    Cases cases::run CasesArguments
    Draw draw::run DrawArguments
    Rules rules::run RulesArguments
    Solve solve::run SolveArguments
    Atlas atlas::run AtlasArguments
    Generate generate::run GenerateArguments
    Mistakes mistakes::run MistakesArguments
    Mutate mutate::run MutateArguments
    Page page::run PageArguments
    Trace trace::run TraceArguments
    Completions help::completions CompletionsArguments
    Man help::man ManArguments
}

// What a first build can do without: files held against each other, other people's programs, games.
#[cfg(feature = "full")]
subcommands! { Further:
    Check check::run CheckArguments
    Compare compare::run CompareArguments
    Play play::run PlayArguments
    Review review::run ReviewArguments
    Match r#match::run MatchArguments
    Tournament tournament::run TournamentArguments
    Kgp kgp::run KgpArguments
    Ugi ugi::run UgiArguments
    Fair fair::run FairArguments
    Grade grade::run Grade
    Moves moves::run MovesArguments
    Regret regret::run RegretArguments
    Merge merge::run MergeArguments
    Rescore rescore::run RescoreArguments
    Report report::run ReportArguments
    Schema schema::run SchemaArguments
    Export export::run ExportArguments
    Name name::run NameArguments
    List list::run ListArguments
    CompareClasses compare_classes::run CompareClassesArguments
    Override r#override::run OverrideArguments
    Doctor doctor::run DoctorArguments
    Explain explain::run Explain
    Examples examples::run ExamplesArguments
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    #[command(flatten)]
    First(First),
    #[cfg(feature = "full")]
    #[command(flatten)]
    Further(Further),
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
