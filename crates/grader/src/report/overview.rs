//! The class at a glance: what is counted, as horizontal bars with their numbers, and the clusters of wrong programs in words.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::words::{Audience, tell, tell_counterexamples};
use crate::class::cluster::{Cluster, clusters};
use crate::class::{Class, Graded};
use explain::mistakes::Mistake;

/// The most bars of a chart whose bars are things and not ranges.
const MAX_BARS: usize = 15;

/// What is counted: a label, what it means in full, what the table is searched for, and how often.
struct Counted(String, String, String, usize);

/// The charts that have anything to show.
pub(super) fn charts(class: &Class) -> Vec<Value> {
    let charts = [
        chart("Mistakes, by number of programs", mistakes(class)),
        chart("Scores", scores(class)),
        chart("Hardest cases, by number of wrong programs", hardest(class)),
    ];
    charts.into_iter().flatten().collect()
}

fn chart(title: &str, mut counted: Vec<Counted>) -> Option<Value> {
    let most = counted.iter().map(|it| it.3).max().filter(|&most| most > 0)?;
    let more = counted.len().saturating_sub(MAX_BARS);
    counted.truncate(MAX_BARS);
    // The part is in hundredths of the longest.
    let bars = counted.into_iter().map(|Counted(label, full, find, count)| {
        let part = (count * 100).div_ceil(most);
        json!({ "label": label, "full": full, "find": find, "count": count, "part": part })
    });
    let rest = match more {
        0 => String::new(),
        more => format!("and {more} more"),
    };
    Some(json!({ "title": title, "bars": bars.collect::<Value>(), "rest": rest }))
}

fn mistakes(class: &Class) -> Vec<Counted> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for key in class.submissions.iter().flat_map(Graded::mistakes) {
        *counts.entry(key).or_default() += 1;
    }
    let counted = counts.into_iter().map(|(key, count)| {
        let mistake = Mistake::from_key(key.split('@').next().unwrap_or(&key));
        let staff = |it: Mistake| format!("{key}: {}", it.entry().staff);
        Counted(key.clone(), mistake.map_or_else(|| key.clone(), staff), key, count)
    });
    descending(counted.collect())
}

fn descending(mut counted: Vec<Counted>) -> Vec<Counted> {
    counted.sort_by_key(|it| std::cmp::Reverse(it.3));
    counted
}

/// In tenths of the points that could be had.
fn scores(class: &Class) -> Vec<Counted> {
    let mut counts = [0; 11];
    for graded in class.submissions.iter().filter(|it| it.out_of > 0.0) {
        let tenth = (10.0 * graded.score() / graded.out_of) as usize;
        counts[tenth.min(10)] += 1;
    }
    let label = |tenth: usize| match tenth {
        10 => "all points".to_owned(),
        tenth => format!("{} to {} %", 10 * tenth, 10 * tenth + 10),
    };
    let bar = |tenth| Counted(label(tenth), label(tenth), String::new(), counts[tenth]);
    (0..=10).rev().map(bar).collect()
}

fn hardest(class: &Class) -> Vec<Counted> {
    let cases = class.submissions.first().map_or(&[][..], |it| &it.cells);
    let counted = cases.iter().enumerate().filter_map(|(place, cell)| {
        let name = &cell.case.name;
        let cells = class.submissions.iter().filter_map(|it| it.cells.get(place));
        let wrong = cells.filter(|cell| cell.is_wrong() && !cell.is_open()).count();
        // What gives no points is hard for nobody.
        let counts = wrong > 0 && cell.out_of > 0.0;
        let full = format!("{name} ({})", cell.case.task);
        counts.then(|| Counted(name.clone(), full, format!("wrong in {name}"), wrong))
    });
    descending(counted.collect())
}

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
        let small = tell_counterexamples(graded, Audience::Staff).next();
        match small {
            Some((_, told)) => ("On a small input:".to_owned(), told.to_string()),
            None => (
                format!("The first wrong case, {}:", cell.case.name),
                tell(&graded.submission, cell, Audience::Staff).to_string(),
            ),
        }
    });
    let wrong = one.map_or(0, |(it, _)| it.cells.iter().filter(|it| it.is_telling()).count());
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
