//! `mancala list`: who makes a mistake, so that one message reaches all of them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::io::{print, print_json, read_file, warn};
use crate::options::{ResultsFolder, nearest};
use explain::pluralize;
use grader::class::Class;
use grader::groups::{addresses, groups, to};
use grader::ledger;
use mancala::visible;

/// List submissions by the mistake that they make, also as addresses for one message
///
/// A submission is listed under each known mistake that explains it, each rule that it breaks, and the cluster of programs with the
/// same unexplained mistake.
#[derive(Debug, Args)]
pub struct ListArguments {
    #[command(flatten)]
    results: ResultsFolder,
    /// Only those of this mistake, rule or cluster
    #[arg(long, value_name = "KEY")]
    mistake: Option<String>,
    /// How they are listed
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
    /// For --format mail: a table with the names or numbers of people and their addresses, such as a gradebook
    #[arg(long, value_name = "TABLE", required_if_eq("format", "mail"))]
    addresses: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// Names, for people
    Text,
    /// Addresses, for the field of a mail that nobody else sees (Bcc)
    Mail,
    /// JSON, for programs
    Json,
}

pub fn run(arguments: &ListArguments) -> anyhow::Result<()> {
    let class = Class::of(&ledger::read(arguments.results.path())?);
    let mut groups = groups(&class);
    if let Some(key) = arguments.mistake.as_deref() {
        let near = nearest(key, groups.keys().map(|(_, it)| it.as_str()));
        let near = near.map_or(String::new(), |it| format!("\nhelp: there is {it}"));
        groups.retain(|(_, it), _| it == key);
        anyhow::ensure!(!groups.is_empty(), "no submission has {key:?}{near}");
    }
    let table = arguments.addresses.as_ref().map(|path| {
        let bytes = read_file(path)?;
        addresses(&bytes).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
    });
    let table = table.transpose()?.unwrap_or_default();
    let mut text = String::new();
    let mut documents = Vec::new();
    for ((kind, key), members) in groups {
        let names: Vec<_> = members.iter().map(|it| it.submission.name.as_str()).collect();
        let listed = match arguments.format {
            ListFormat::Json => {
                documents.push(json!({ "kind": kind, "key": key, "submissions": names }));
                continue;
            }
            ListFormat::Text => visible::line(&names.join(", ")).into_owned(),
            ListFormat::Mail => {
                let found = members.iter().map(|it| to(it, &table));
                let (known, unknown): (Vec<_>, Vec<_>) = found.unzip();
                for name in unknown.into_iter().flatten() {
                    warn(format_args!("{key}: no address, or several, for {name}"));
                }
                let known: BTreeSet<_> = known.into_iter().flatten().collect();
                visible::line(&Vec::from_iter(known).join(", ")).into_owned()
            }
        };
        text += &format!("{key}: {}\n  {listed}\n", pluralize(members.len(), "submission"));
    }
    match arguments.format {
        ListFormat::Json => print_json(&json!({ "groups": documents })),
        ListFormat::Text | ListFormat::Mail => print(text),
    }
}
