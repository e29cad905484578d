//! `mancala name`: what a teacher says of wrong programs that no known mistake explains.

use std::path::{Path, PathBuf};

use clap::Args;

use super::report::{Destination, publish};
use crate::Exit;
use crate::io::print::{print_line, say};
use explain::counted::counted;
use grader::class::Class;
use grader::cluster::{Cluster, clusters};
use grader::ledger::{self, Ledger, Record};
use grader::result::Naming;
use mancala::visible;

/// The most members of a cluster that are listed.
const MOST_LISTED: usize = 6;

/// Say what a cluster of wrong programs gets wrong, to all its members
///
/// Wrong programs that no known mistake explains are grouped by what they wrote. Without arguments, lists
/// the groups. With a group and a sentence, the sentence stands first in the feedback of its members, also
/// after they are graded again.
#[derive(Debug, Args)]
pub(super) struct NameArguments {
    /// The cluster, as the list and the class page have it; its first digits will do
    #[arg(value_name = "CLUSTER")]
    cluster: Option<String>,
    /// What its members get wrong, such as "takes the stones but leaves the turn"; empty to take it back
    #[arg(value_name = "SENTENCE")]
    sentence: Option<String>,
    /// The folder of results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
}

pub(super) fn run(arguments: &NameArguments) -> anyhow::Result<Exit> {
    let known = ledger::read(&arguments.results)?;
    let class = Class::of(&known);
    let (digits, sentence) = match (&arguments.cluster, &arguments.sentence) {
        (Some(digits), Some(sentence)) => (digits, sentence),
        (Some(folder), None) if Path::new(folder).is_dir() => {
            anyhow::bail!(
                "{folder} is a folder: `mancala name --results {folder}` lists its clusters"
            )
        }
        (Some(digits), None) => anyhow::bail!("{digits}: expected a sentence after the cluster"),
        (None, _) => return list(&class),
    };
    let clusters = clusters(&class);
    let cluster = meant(&clusters, digits)?;
    let members = cluster.members.iter().map(|graded| &graded.submission);
    let naming = Naming {
        cluster: cluster.id.clone(),
        sentence: sentence.trim().to_owned(),
        members: members
            .map(|it| (it.name.clone(), it.program.clone()))
            .collect(),
    };
    let mut ledger = Ledger::open(&arguments.results)?;
    ledger.append(Record::Naming(naming))?;
    publish(
        &Class::of(ledger.known()),
        &arguments.results,
        &Destination::default(),
    )?;
    let count = cluster.members.len();
    say(format_args!("said to {}", counted(count, "submission")));
    Ok(Exit::Success)
}

/// The only cluster that begins with these digits.
fn meant<'a, 'b>(clusters: &'a [Cluster<'b>], digits: &str) -> anyhow::Result<&'a Cluster<'b>> {
    let mut found = clusters.iter().filter(|it| it.id.starts_with(digits));
    match (found.next(), found.next()) {
        (Some(cluster), None) => Ok(cluster),
        (Some(_), Some(_)) => anyhow::bail!("{digits}: more than one cluster begins so"),
        (None, _) => anyhow::bail!("no cluster {digits:?}; `mancala name` lists them"),
    }
}

fn list(class: &Class) -> anyhow::Result<Exit> {
    let clusters = clusters(class);
    if clusters.is_empty() {
        say("no wrong program is without an explanation");
    }
    for cluster in &clusters {
        let count = cluster.members.len();
        let names = cluster.members.iter().take(MOST_LISTED);
        let names: Vec<_> = names.map(|it| it.submission.name.as_str()).collect();
        let more = match count.saturating_sub(MOST_LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let names = names.join(", ");
        let (id, names) = (&cluster.id, visible::line(&names));
        let submissions = counted(count, "submission");
        print_line(format_args!("{id}  {submissions}: {names}{more}"))?;
        let first = cluster.first_wrong();
        let result = first.and_then(|cell| cell.result.as_ref());
        let finding = result.and_then(|it| it.findings.first());
        let why = finding.map_or_else(
            || result.map_or("", |it| it.reason.as_str()),
            |it| it.message.as_str(),
        );
        let case = first.map_or("", |cell| cell.case.name.as_str());
        let (case, why) = (visible::line(case), visible::line(why));
        print_line(format_args!("          {case}: {why}"))?;
        if let Some(sentence) = cluster.sentence() {
            print_line(format_args!("          said: {sentence}"))?;
        }
    }
    Ok(Exit::Success)
}
