//! `mancala name`: what a teacher says of wrong programs that no known mistake explains.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::report::{Destination, publish};
use crate::io::{laid_out, print, print_json, say};
use crate::options::Format;
use explain::pluralize;
use grader::class::Class;
use grader::class::cluster::{Cluster, clusters};
use grader::ledger::{self, Ledger, Record};
use grader::result::Annotation;

const TEMPLATE: (&str, &str) = ("clusters.txt", include_str!("../../templates/clusters.txt"));

/// Give a group of similar wrong programs one sentence of feedback
///
/// Wrong programs that no known mistake explains are grouped into clusters by what they wrote.
/// Without arguments, this lists the clusters. With a cluster and a sentence, the sentence comes
/// first in the feedback of its members, also after they are graded again.
#[derive(Debug, Args)]
pub struct NameArguments {
    /// The cluster, as the list and the class page show it; its first digits are enough
    #[arg(value_name = "CLUSTER")]
    cluster: Option<String>,
    /// What its members get wrong, such as "takes the stones but leaves the turn"; empty to remove the sentence
    #[arg(value_name = "SENTENCE")]
    sentence: Option<String>,
    /// The folder of results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// How the clusters are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &NameArguments) -> anyhow::Result<()> {
    let class = Class::of(&ledger::read(&arguments.results)?);
    let (digits, sentence) = match (&arguments.cluster, &arguments.sentence) {
        (Some(digits), Some(sentence)) => (digits, sentence),
        (Some(folder), None) if Path::new(folder).is_dir() => {
            anyhow::bail!(
                "{folder} is a folder: `mancala name --results {folder}` lists its clusters"
            )
        }
        (Some(digits), None) => anyhow::bail!("{digits}: expected a sentence after the cluster"),
        (None, _) => return list(&class, arguments.format),
    };
    let clusters = clusters(&class);
    let cluster = meant(&clusters, digits)?;
    let members = cluster.members.iter().map(|graded| &graded.submission);
    let annotation = Annotation {
        cluster: cluster.id.clone(),
        sentence: sentence.trim().to_owned(),
        members: members.map(|it| (it.name.clone(), it.program.clone())).collect(),
    };
    let mut ledger = Ledger::existing(&arguments.results)?;
    ledger.append(Record::Annotation(annotation))?;
    publish(&Class::of(ledger.state()), &arguments.results, &Destination::default())?;
    match arguments.format {
        Format::Json => print_json(&json!({ "clusters": [json_of(cluster)] })),
        Format::Text => {
            let count = pluralize(cluster.members.len(), "submission");
            say(format_args!("The sentence is now in the feedback of {count}."));
            Ok(())
        }
    }
}

/// The only cluster that begins with these digits.
fn meant<'a, 'b>(clusters: &'a [Cluster<'b>], digits: &str) -> anyhow::Result<&'a Cluster<'b>> {
    let mut found = clusters.iter().filter(|it| it.id.starts_with(digits));
    match (found.next(), found.next()) {
        (Some(cluster), None) => Ok(cluster),
        (Some(_), Some(_)) => anyhow::bail!("more than one cluster begins with {digits}"),
        (None, _) => anyhow::bail!("no cluster {digits:?}; `mancala name` lists them"),
    }
}

fn list(class: &Class, format: Format) -> anyhow::Result<()> {
    let clusters = clusters(class);
    if clusters.is_empty() {
        say("Every wrong program is already explained.");
    }
    let document = json!({ "clusters": clusters.iter().map(json_of).collect::<Value>() });
    match format {
        Format::Text => print(laid_out(TEMPLATE, &document)?),
        Format::Json => print_json(&document),
    }
}

/// A cluster with its first wrong case, and what is wrong with it.
fn json_of(cluster: &Cluster<'_>) -> Value {
    let first = cluster.first_wrong();
    let why = first.and_then(|cell| cell.result.as_ref()).map(|it| match it.findings.first() {
        Some(finding) => finding.message.clone(),
        None => it.reason().into_owned(),
    });
    let members = cluster.members.iter().map(|it| it.submission.name.as_str());
    json!({
        "id": cluster.id,
        "members": members.collect::<Vec<_>>(),
        "case": first.map_or("", |cell| cell.case.name.as_str()),
        "why": why.unwrap_or_default(),
        "sentence": cluster.sentence(),
    })
}
