//! Everything that is counted, as horizontal bars with their numbers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::wrong_in;
use crate::class::{Class, Graded};
use explain::mistakes::Mistake;

/// The most bars of a chart whose bars are things and not ranges.
const MAX_BARS: usize = 15;

/// What is counted: a label, what it means in full, what the table is searched for, and how often.
struct Counted(String, String, String, usize);

/// The charts that have anything to show.
pub(in super::super) fn charts(class: &Class) -> Vec<Value> {
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
        let full = match mistake {
            Some(mistake) => format!("{key}: {}", mistake.entry().staff),
            None => key.clone(),
        };
        Counted(key.clone(), full, key, count)
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
    let bars = (0..=10)
        .rev()
        .map(|tenth| Counted(label(tenth), label(tenth), String::new(), counts[tenth]));
    bars.collect()
}

fn hardest(class: &Class) -> Vec<Counted> {
    let cases = class.submissions.first().map_or(&[][..], |it| &it.cells);
    let counted = cases.iter().enumerate().filter_map(|(place, cell)| {
        let name = &cell.case.name;
        let wrong = wrong_in(class, place);
        // What gives no points is hard for nobody.
        let counts = wrong > 0 && cell.out_of > 0.0;
        let full = format!("{name} ({})", cell.case.task);
        counts.then(|| Counted(name.clone(), full, format!("wrong in {name}"), wrong))
    });
    descending(counted.collect())
}
