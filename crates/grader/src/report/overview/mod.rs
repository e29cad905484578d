//! The class at a glance: numbers and shapes for the charts of the page.
//!
//! In reading order: [`heat_map`] (submissions by cases), [`bars`] (everything that is counted).
//!
//! Left out: drawing; `overview.html` does, and escapes all names.

pub(super) mod bars;
pub(super) mod heat_map;

use serde::Serialize;

use super::counterexamples;
use super::words::{Audience, tell};
use crate::class::Class;
use crate::cluster::{Cluster, clusters};
use bars::Chart;
use heat_map::HeatMap;

/// What is drawn.
#[derive(Debug, Serialize)]
pub(super) struct Overview {
    heat_map: HeatMap,
    charts: Vec<Chart>,
    clusters: Vec<Shown>,
}

/// A cluster of unexplained programs in words.
#[derive(Debug, Serialize)]
struct Shown {
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

/// The overview; `None` if there is nobody to look at.
pub(super) fn overview(class: &Class) -> Option<Overview> {
    let heat_map = heat_map::heat_map(class)?;
    let clusters = clusters(class);
    let shown = clusters.iter().map(|cluster| shown(class, cluster));
    Some(Overview {
        heat_map,
        charts: bars::charts(class),
        clusters: shown.collect(),
    })
}

fn shown(class: &Class, cluster: &Cluster<'_>) -> Shown {
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
    Shown {
        id: cluster.id.clone(),
        sentence: cluster.sentence().unwrap_or_default().to_owned(),
        members: members
            .map(|(graded, place)| (place, graded.submission.name.clone()))
            .collect(),
        wrong: one.map_or(0, |(graded, _)| {
            let cells = graded.cells.iter();
            cells.filter(|cell| cell.is_telling()).count()
        }),
        heading,
        evidence,
        rare: cluster.is_rare_and_shared(class),
    }
}
