//! Everything that is counted, as horizontal bars with their numbers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::wrong_in;
use crate::class::{Class, Graded};
use crate::result::Used;
use explain::mistakes::Mistake;

/// The most bars of a chart whose bars are things and not ranges.
const MAX_BARS: usize = 15;

/// What is counted: a label, what it means in full, what the table is searched for, and how often.
struct Counted(String, String, String, usize);

/// The charts that have anything to show.
pub(in super::super) fn charts(class: &Class) -> Vec<Value> {
    let ms = |used: &Used| used.cpu_ms;
    let bytes = |used: &Used| used.memory_bytes;
    let charts = [
        chart("Mistakes, by number of programs", mistakes(class)),
        chart("Scores", scores(class)),
        chart("Hardest cases, by number of wrong programs", hardest(class)),
        chart("Processor time of the slowest case", most_used(class, ms, &TIMES)),
        chart("Memory of the largest case", most_used(class, bytes, &MEMORY)),
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

/// Ranges by their upper ends.
type Ranges = [(u64, &'static str); 6];

const TIMES: Ranges = [
    (100, "up to 0.1 s"),
    (300, "up to 0.3 s"),
    (1000, "up to 1 s"),
    (3000, "up to 3 s"),
    (10_000, "up to 10 s"),
    (u64::MAX, "longer"),
];

const MEMORY: Ranges = [
    (16 << 20, "up to 16 MiB"),
    (64 << 20, "up to 64 MiB"),
    (256 << 20, "up to 256 MiB"),
    (512 << 20, "up to 512 MiB"),
    (1 << 30, "up to 1 GiB"),
    (u64::MAX, "more"),
];

/// How many submissions used, in the case in which they used most, so much of something.
fn most_used(class: &Class, of: fn(&Used) -> Option<u64>, ranges: &Ranges) -> Vec<Counted> {
    let mut counts = [0; 6];
    for graded in &class.submissions {
        let results = graded.cells.iter().filter_map(|cell| cell.result.as_ref());
        let Some(most) = results.filter_map(|result| of(&result.used)).max() else {
            continue;
        };
        let range = ranges.iter().position(|(end, _)| most <= *end);
        counts[range.unwrap_or(ranges.len() - 1)] += 1;
    }
    let last = counts.iter().rposition(|&count| count > 0).map_or(0, |at| at + 1);
    let bars = ranges.iter().zip(counts).take(last);
    bars.map(|((_, label), count)| {
        Counted((*label).to_owned(), (*label).to_owned(), String::new(), count)
    })
    .collect()
}
