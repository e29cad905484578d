//! The class as one HTML page that needs nothing else: no network, no other file.
//!
//! Everything is made visible and escaped by the template engine, since names and outputs may be
//! anything. It is for the teacher and shows hidden cases too.

use std::collections::BTreeMap;
use std::error::Error;

use minijinja::context;
use minijinja::value::{Serde, Value};
use serde_json::{Value as Json, json};

use super::templates::{environment, unmade};
use super::walks::link;
use super::words::{Audience, in_full, tell, tell_counterexamples};
use crate::class::cluster::{Cluster, clusters};
use crate::class::{Cell, Class, Graded};
use crate::result::Build;
use crate::settings::scoring::points;
use explain::mistakes::Mistake;
use explain::profile::words::{SideBySide, TableRow};
use mancala::homework::compare::Verdict;
use mancala::visible;
use page::packed;

pub fn page(class: &Class) -> String {
    of_class(class).unwrap_or_else(|error| unmade(&*error))
}

fn of_class(class: &Class) -> Result<String, Box<dyn Error>> {
    let environment = environment()?;
    let template = environment.get_template("submission.html")?;
    let section = |graded| template.render(Serde(submission(graded)));
    let sections: Vec<String> = class.submissions.iter().map(section).collect::<Result<_, _>>()?;
    let occurs = |verdict: &Verdict| class.submissions.iter().any(|it| it.count(*verdict) > 0);
    let occurring = Verdict::ALL.into_iter().filter(occurs);
    let page = json!({
        "title": class.title,
        // Those that occur, with their words.
        "verdicts": occurring.map(|it| (it.code(), it.words())).collect::<Vec<_>>(),
        "cases": class.submissions.first().map_or(0, |it| it.cells.len()),
        "rows": class.submissions.iter().map(row).collect::<Json>(),
        // Whether any program was asked about the rules one by one.
        "profiled": class.submissions.iter().any(|it| !it.profile.is_empty()),
        "charts": charts(class),
        "clusters": clusters(class).iter().map(|it| told(class, it)).collect::<Json>(),
    });
    // Within a script element nothing but an end tag is read as HTML.
    let data = Value::from_safe_string(verdicts(class).to_string().replace('<', "\\u003c"));
    // A class of hundreds has megabytes to tell, nearly all of which nobody reads.
    let sections = Value::from_safe_string(packed(&serde_json::to_vec(&sections)?));
    let page = context! { data, sections, ..Value::from(Serde(page)) };
    Ok(environment.get_template("class.html")?.render(page)?)
}

/// Every verdict, for the scripts: a letter for each case of a submission.
fn verdicts(class: &Class) -> Json {
    let cases = class.submissions.first().map_or(&[][..], |it| &it.cells);
    let letters = |graded: &Graded| graded.cells.iter().map(letter).collect::<String>();
    json!({
        "codes": Verdict::ALL.map(Verdict::code),
        "cases": cases.iter().map(|cell| visible::line(&cell.case.name)).collect::<Vec<_>>(),
        "verdicts": class.submissions.iter().map(letters).collect::<Vec<_>>(),
    })
}

/// The place of a verdict among the codes, from `a`; a capital if the program is wrong.
fn letter(cell: &Cell) -> char {
    match Verdict::ALL.into_iter().zip('a'..).find(|(it, _)| cell.verdict == Some(*it)) {
        None => '-',
        Some((_, letter)) if cell.is_wrong() && !cell.is_open() => letter.to_ascii_uppercase(),
        Some((_, letter)) => letter,
    }
}

fn row(graded: &Graded) -> Json {
    let submission = &graded.submission;
    let fails = graded.profile.iter().filter(|it| it.rule.is_some()).map(|it| &*it.title);
    json!({
        "name": submission.name,
        "people": submission.people.join(", "),
        "language": submission.language,
        "warnings": submission.warnings.join("; "),
        "score": points(graded.score()),
        "by_hand": !graded.decisions.is_empty(),
        "out_of": points(graded.out_of),
        "right": graded.count(Verdict::Accepted),
        // What it is counted under.
        "made": graded.mistakes().join(" "),
        "cluster": graded.cluster.as_deref().unwrap_or_default(),
        "fails": fails.collect::<Vec<_>>().join(", "),
        "holds": graded.kept.join(", "),
    })
}

/// All about a submission, which is shown when somebody asks.
fn submission(graded: &Graded) -> Json {
    let submission = &graded.submission;
    let in_full = in_full(graded);
    let cells = graded.cells.iter().zip(0..);
    let cells: Vec<_> = cells.map(|(it, at)| shown(graded, it, in_full.contains(&at))).collect();
    let small = tell_counterexamples(graded, Audience::Staff);
    let small = small.map(|(it, told)| json!({ "told": told, "walk": link(graded, &it.cell) }));
    json!({
        "submission": submission,
        "score": points(graded.score()),
        "out_of": points(graded.out_of),
        "late": match graded.late_factor {
            1.0 => String::new(),
            factor => format!("{} × {}", points(graded.points), points(factor)),
        },
        "conflicts": graded.decisions.iter().filter_map(|it| it.conflict.as_deref()).collect::<Vec<_>>(),
        "build": submission.build.trouble(),
        "explanation": graded.sentences(),
        "profile": graded.profile.iter().map(asked).collect::<Json>(),
        // Each with the address of the page that walks through it.
        "counterexamples": small.collect::<Json>(),
        // How many of them are told in a line.
        "lines": cells.iter().filter(|cell| cell["line"] == true).count(),
        "cells": cells,
    })
}

fn asked(row: &TableRow) -> Json {
    let smallest = row.smallest.as_ref();
    json!({
        "title": row.title,
        "count": row.count(),
        "rule": smallest.map_or("", |it| &it.rule),
        "board": smallest.map_or(String::new(), SideBySide::text),
    })
}

/// A cell: the first wrong one of each kind with details, every other wrong one with a line. Nearly all are right, and a
/// class has so many that the code alone should be kept of those.
fn shown(graded: &Graded, cell: &Cell, details: bool) -> Json {
    let code = cell.verdict.map_or("", Verdict::code);
    let ran = cell.verdict.is_some() && graded.submission.build == Build::Ready;
    let line = ran && cell.is_wrong() && !details;
    let details = ran && details;
    if !line && !details {
        return json!(code);
    }
    let told = tell(&graded.submission, cell, Audience::Staff);
    let headline = told.headline.strip_prefix(code);
    let headline = headline.and_then(|headline| headline.strip_prefix(", "));
    json!({
        // What became of it, without the code.
        "headline": headline.unwrap_or(&told.headline),
        "case": cell.case.name,
        "hidden": cell.is_hidden,
        "code": code,
        "points": format!("{} of {}", points(cell.points), points(cell.out_of)),
        "line": line,
        "details": details,
        "walk": link(graded, cell),
        "told": told,
    })
}

/// The most bars of a chart whose bars are things and not ranges.
const MAX_BARS: usize = 15;

/// What is counted, as horizontal bars with their numbers: a label, what it means in full, what the table is searched for, and how often.
struct Counted(String, String, String, usize);

/// The charts that have anything to show.
fn charts(class: &Class) -> Vec<Json> {
    let charts = [
        chart("Mistakes, by number of programs", mistakes(class)),
        chart("Scores", scores(class)),
        chart("Hardest cases, by number of wrong programs", hardest(class)),
    ];
    charts.into_iter().flatten().collect()
}

fn chart(title: &str, mut counted: Vec<Counted>) -> Option<Json> {
    let most = counted.iter().map(|it| it.3).max().filter(|&most| most > 0)?;
    let more = counted.len().saturating_sub(MAX_BARS);
    counted.truncate(MAX_BARS);
    // The part is in hundredths of the longest.
    let bars = counted.into_iter().map(|Counted(label, full, find, count)| {
        let part = (count * 100).div_ceil(most);
        json!({ "label": label, "full": full, "find": find, "count": count, "part": part })
    });
    let rest = if more == 0 { String::new() } else { format!("and {more} more") };
    Some(json!({ "title": title, "bars": bars.collect::<Json>(), "rest": rest }))
}

fn mistakes(class: &Class) -> Vec<Counted> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for key in class.submissions.iter().flat_map(Graded::mistakes) {
        *counts.entry(key).or_default() += 1;
    }
    let counted = counts.into_iter().map(|(key, count)| {
        let mistake = Mistake::from_key(key.split('@').next().unwrap_or(&key));
        let staff = |it: Mistake| format!("{key}: {}", it.entry().staff());
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

/// A cluster of unexplained programs in words.
fn told(class: &Class, cluster: &Cluster<'_>) -> Json {
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
        "members": members.collect::<Json>(),
        "wrong": wrong,
        "heading": heading,
        "evidence": evidence,
        "rare": cluster.is_rare_and_shared(class),
    })
}
