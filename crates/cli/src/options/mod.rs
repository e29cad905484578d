//! Options that several commands share, and what was meant by a name that there is not.

#[cfg(feature = "full")]
mod results;
#[cfg(feature = "full")]
pub mod sandboxed;
pub mod start;
#[cfg(feature = "full")]
pub use results::{Inquiry, Publishing, SandboxOptions, SettingsOptions, UNATTENDED, sandbox_for};

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};

use arena::draw::svg::scheme::SCHEMES;
use arena::draw::svg::{Scheme, Style, View};
use arena::player::spec::parse_time;
use mancala::game::rules::names::RulesError;
use mancala::game::rules::options::{PRESETS, options_of};
use mancala::game::{Kalah, Position};
use mancala::solve::{MAX_SEEDS, MAX_WIDTH, Resources};

/// Bytes: `512M`, `2G`, `100000`.
pub fn bytes(text: &str) -> Result<usize, String> {
    let expected = || "expected bytes, such as 512M or 2G".to_owned();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err(expected()),
    };
    number.parse::<usize>().map_err(|_| expected())?.checked_mul(1 << shift).ok_or_else(expected)
}

/// A time: `5`, `5s`, `500ms`, `1.5s`, `2m`; a number alone is in seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| "expected a time, such as 5s, 0.5 or 500ms".to_owned())
}

/// What is read from one word by `parse`; completions offer `names`.
#[derive(Clone)]
pub struct Named<T> {
    pub parse: fn(&str) -> Result<T, String>,
    pub names: fn() -> Vec<String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Words of the command line, each with what it means in the help and what it stands for.
pub type Choices<T> = &'static [(&'static str, &'static str, T)];

/// One of these, by its word.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    choices: Choices<T>,
) -> impl TypedValueParser<Value = T> {
    let values = choices.iter().map(|(word, meaning, _)| PossibleValue::new(*word).help(*meaning));
    PossibleValuesParser::new(values).try_map(move |word| {
        let found = choices.iter().find(|(it, ..)| *it == word);
        found.map(|(.., value)| value.clone()).ok_or("no such choice")
    })
}

/// Rule sets by name; completions have each with one option.
pub fn rules<T: FromStr<Err = RulesError>>() -> Named<T> {
    let names = || {
        let presets = PRESETS.iter().flat_map(|preset| {
            let options = options_of(preset.name).flat_map(move |option| {
                let values = option.values.iter();
                values.map(move |it| format!("{},{}={}", preset.name, option.name, it.name))
            });
            std::iter::once(preset.name.to_owned()).chain(options)
        });
        presets.collect()
    };
    Named { parse: |name| name.parse().map_err(|error: RulesError| error.to_string()), names }
}

/// A folder of results, as an argument or as an option.
#[derive(Debug, Args)]
pub struct ResultsFolder {
    /// The folder of results
    #[arg(id = "folder", value_name = "RESULTS", default_value = "results")]
    folder: PathBuf,
    /// The same as RESULTS
    #[arg(long, value_name = "DIR", conflicts_with = "folder")]
    results: Option<PathBuf>,
}

impl ResultsFolder {
    pub fn path(&self) -> &Path {
        self.results.as_ref().unwrap_or(&self.folder)
    }
}

/// A whole number of this range; what is refused is told which numbers are not.
pub fn number<N: FromStr + PartialOrd + Display>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone
where
    RangeInclusive<N>: Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// A quarter of the memory that is free, where the system tells; otherwise half a gigabyte.
pub fn quarter_of_free_memory() -> usize {
    const OTHERWISE: usize = 512 << 20;
    let free = || {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    };
    free().map_or(OTHERWISE, |kilobytes| kilobytes.saturating_mul(1024) / 4)
}

/// As many threads, or programs, at once as there are processors.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What the solver may use.
#[derive(Debug, Default, Args)]
pub struct SolverOptions {
    /// The most memory for tables, such as 512M or 2G [default: a quarter of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<usize>,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    pub threads: Option<u16>,
}

impl SolverOptions {
    /// What the options allow.
    pub fn allowed(&self) -> Resources {
        Resources {
            memory: self.memory.unwrap_or_else(quarter_of_free_memory),
            endgame: usize::MAX,
            threads: self.threads.map_or_else(default_threads, usize::from),
        }
    }

    /// What the options allow for a search of `start`; an error if no search can solve it.
    pub fn resources(&self, start: &Kalah) -> anyhow::Result<Resources> {
        let resources = self.allowed();
        anyhow::ensure!(
            resources.table_seeds(start).is_some() || start.is_over(),
            "the solver takes at most {MAX_WIDTH} pits in a row and {MAX_SEEDS} seeds, and no rules with end-test=own-turn\n\
             help: task 4 of an input file plays any board"
        );
        Ok(resources)
    }
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// Text, for people
    #[default]
    Text,
    /// JSON, for programs
    Json,
}

/// How pictures look.
#[derive(Debug, Args)]
pub struct Look {
    /// Colours; contrast has the strongest
    #[arg(long, value_name = "NAME", default_value = "wood", value_parser = schemes())]
    scheme: &'static Scheme,
    /// How the seeds of a pit are shown
    #[arg(long, value_parser = one_of(VIEWS), default_value = "seeds")]
    view: View,
}

const VIEWS: Choices<View> = &[
    ("seeds", "One by one, with the number beside them", View::Seeds),
    ("numbers", "As a number", View::Numbers),
];

impl Look {
    pub fn style(&self) -> Style {
        Style { scheme: self.scheme, view: self.view }
    }
}

fn schemes() -> impl TypedValueParser<Value = &'static Scheme> {
    let names = PossibleValuesParser::new(SCHEMES.iter().map(|scheme| scheme.name));
    names.try_map(|name| Scheme::named(&name).ok_or("no such scheme"))
}

/// As much alike as the names that clap itself suggests.
const ALIKE: f64 = 0.7;

/// The name most like `text`, if there is one that may have been meant.
pub fn nearest<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let alike = |name: &'a str| (strsim::jaro(text, name), name);
    let nearest = names.map(alike).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (nearest.0 > ALIKE).then_some(nearest.1)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        let names = ["wood", "slate", "contrast"];
        for (text, meant) in [("slat", Some("slate")), ("wodo", Some("wood")), ("xyz", None)] {
            assert_eq!(nearest(text, names.into_iter()), meant, "{text}");
        }
    }
}
