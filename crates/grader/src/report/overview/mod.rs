//! The class at a glance: what is counted, as bars, and the clusters of wrong programs in words.

use serde::Serialize;

use super::counterexamples;
use super::words::{Audience, tell};
use crate::class::Class;
use crate::cluster::{self, clusters};

pub(super) mod bars;

/// A cluster of unexplained programs in words.
#[derive(Debug, Serialize)]
pub(super) struct Cluster {
    id: String,
    sentence: String,
    /// Their places on the page, and their names.
    members: Vec<(usize, String)>,
    wrong: usize,
    /// What the evidence is.
    heading: String,
    evidence: String,
    rare: bool,
}

/// The clusters of a class, the largest first.
pub(super) fn told_clusters(class: &Class) -> Vec<Cluster> {
    clusters(class).iter().map(|cluster| told(class, cluster)).collect()
}

fn told(class: &Class, cluster: &cluster::Cluster<'_>) -> Cluster {
    let members = class.submissions.iter().zip(1..);
    let members = members.filter(|(graded, _)| graded.cluster.as_deref() == Some(&cluster.id));
    let one = cluster.members.first().copied().zip(cluster.first_wrong());
    let (heading, evidence) = one.map_or_else(Default::default, |(graded, cell)| {
        let small = counterexamples::told(graded, Audience::Staff).next();
        match small {
            Some((_, told)) => ("On a small input:".to_owned(), told.to_string()),
            None => (
                format!("The first wrong case, {}:", cell.case.name),
                tell(&graded.submission, cell, Audience::Staff).to_string(),
            ),
        }
    });
    Cluster {
        id: cluster.id.clone(),
        sentence: cluster.sentence().unwrap_or_default().to_owned(),
        members: members.map(|(graded, place)| (place, graded.submission.name.clone())).collect(),
        wrong: one.map_or(0, |(graded, _)| {
            let cells = graded.cells.iter();
            cells.filter(|cell| cell.is_telling()).count()
        }),
        heading,
        evidence,
        rare: cluster.is_rare_and_shared(class),
    }
}

/// How many submissions get a case wrong.
pub(super) fn wrong_in(class: &Class, case: usize) -> usize {
    let cells = class.submissions.iter().filter_map(|it| it.cells.get(case));
    cells.filter(|cell| cell.is_wrong() && !cell.is_open()).count()
}
