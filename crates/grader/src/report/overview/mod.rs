//! The class at a glance: what is counted, as bars, and the clusters of wrong programs in words.

use serde_json::{Value, json};

use super::counterexamples;
use super::words::{Audience, tell};
use crate::class::Class;
use crate::cluster::{Cluster, clusters};

pub(super) mod bars;

/// The clusters of a class, the largest first.
pub(super) fn told_clusters(class: &Class) -> Value {
    clusters(class).iter().map(|cluster| told(class, cluster)).collect()
}

/// A cluster of unexplained programs in words.
fn told(class: &Class, cluster: &Cluster<'_>) -> Value {
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
    let wrong = one.map_or(0, |(graded, _)| {
        let cells = graded.cells.iter();
        cells.filter(|cell| cell.is_telling()).count()
    });
    // Their places on the page, and their names.
    let members = members.map(|(graded, place)| json!([place, graded.submission.name]));
    json!({
        "id": cluster.id,
        "sentence": cluster.sentence().unwrap_or_default(),
        "members": members.collect::<Value>(),
        "wrong": wrong,
        "heading": heading,
        "evidence": evidence,
        "rare": cluster.is_rare_and_shared(class),
    })
}

/// How many submissions get a case wrong.
pub(super) fn wrong_in(class: &Class, case: usize) -> usize {
    let cells = class.submissions.iter().filter_map(|it| it.cells.get(case));
    cells.filter(|cell| cell.is_wrong() && !cell.is_open()).count()
}
