//! `mancala schema`: what the documents in JSON hold.
//!
//! The schemas are files, each beside the others, so that they can be read and published without the program. A test
//! holds them against what the commands print.

use clap::Args;

use crate::io::print;
use crate::options::Named;

macro_rules! schemas {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../schemas/", $name, ".json")))),*]
    };
}

const SCHEMAS: &[(&str, &str)] = schemas!(
    "atlas" "changes" "check" "compare" "compare-classes" "doctor" "error" "examples" "explain" "generate" "grade" "grade.toml" "list" "match" "mistakes" "moves" "name" "plan" "regret" "review" "run" "solve"
    "tournament" "trace" "warning"
);

/// Commands that print the document of another one.
const ALIKE: [(&str, &str); 3] = [("merge", "grade"), ("report", "grade"), ("rescore", "grade")];

const DOCUMENT: Named<&str> = Named { parse: schema, names };

/// Print the JSON Schema of what a command prints with --format json, or of grade.toml
#[derive(Debug, Args)]
pub struct SchemaArguments {
    /// The command; error and warning are what goes to standard error; grade.toml is for editors that complete its
    /// keys [default: list them]
    #[arg(value_name = "NAME", value_parser = DOCUMENT)]
    schema: Option<&'static str>,
}

pub fn run(arguments: &SchemaArguments) -> anyhow::Result<()> {
    print(arguments.schema.map_or_else(|| names().join("\n") + "\n", str::to_owned))
}

fn names() -> Vec<String> {
    SCHEMAS.iter().chain(&ALIKE).map(|(name, _)| (*name).to_owned()).collect()
}

fn schema(name: &str) -> Result<&'static str, String> {
    let meant = ALIKE.iter().find(|it| it.0 == name).map_or(name, |it| it.1);
    let found = SCHEMAS.iter().find(|it| it.0 == meant);
    found.map(|it| it.1).ok_or_else(|| "no such document; `mancala schema` lists them".to_owned())
}
