//! The class at a glance: numbers and shapes for the charts of the page, which `overview.html` draws. The map is of
//! submissions by cases, a coloured field for each: the best submission at the top and the easiest case at the left, so
//! that what many get wrong stands out at the right.

use serde::Serialize;

use super::counterexamples;
use super::words::{Audience, tell};
use crate::class::{Class, Graded};
use crate::cluster::{Cluster, clusters};
use crate::result::Build;
use bars::Chart;
use mancala::homework::compare::Verdict;

mod bars;

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
    let heat_map = heat_map(class)?;
    let clusters = clusters(class);
    let shown = clusters.iter().map(|cluster| shown(class, cluster));
    Some(Overview { heat_map, charts: bars::charts(class), clusters: shown.collect() })
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

/// The width of all fields together, and the most of their height, in units of the drawing.
const FIELDS: (usize, usize) = (640, 1200);
/// The room for names at the left, and for the marks of tasks at the top.
const MARGINS: (usize, usize) = (160, 16);
const LARGEST: usize = 18;
/// Rows that are lower have no names.
const READABLE: usize = 9;
const LONGEST: usize = 24;

#[derive(Debug, Serialize)]
struct HeatMap {
    width: usize,
    height: usize,
    left: usize,
    top: usize,
    tall: usize,
    named: bool,
    rows: Vec<Row>,
    cases: Vec<Case>,
}

#[derive(Debug, Serialize)]
struct Row {
    /// The submission's place on the page.
    place: usize,
    name: String,
    short: String,
    y: usize,
    fields: Vec<Field>,
}

/// Fields beside each other that say the same, or a single wrong one.
#[derive(Debug, Serialize)]
struct Field {
    x: usize,
    width: usize,
    code: &'static str,
    /// The case's place on the page, and its name; none for fields that are not wrong.
    case: usize,
    name: String,
}

/// A column: its number in the table, from the easiest.
#[derive(Debug, Serialize)]
struct Case {
    x: usize,
    name: String,
    wrong: usize,
}

/// The heat map; `None` if there are no submissions or no cases.
fn heat_map(class: &Class) -> Option<HeatMap> {
    let columns = class.submissions.first()?.cells.len();
    if columns == 0 {
        return None;
    }
    let wrong: Vec<usize> = (0..columns).map(|case| wrong_in(class, case)).collect();
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by_key(|&case| wrong[case]);
    let wide = (FIELDS.0 / columns).clamp(2, LARGEST);
    let tall = (FIELDS.1 / class.submissions.len()).clamp(2, LARGEST);
    let (left, top) = MARGINS;
    let mut graded: Vec<(usize, &Graded)> = (1..).zip(&class.submissions).collect();
    graded.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
    let rows: Vec<_> = (0..)
        .zip(graded)
        .map(|(number, (place, graded))| Row {
            place,
            name: graded.submission.name.clone(),
            short: short(&graded.submission.name, LONGEST),
            y: top + number * tall,
            fields: fields(graded, &order, left, wide),
        })
        .collect();
    let cases = order.iter().zip(0..).map(|(&case, number)| Case {
        x: left + number * wide,
        name: class.submissions[0].cells[case].case.name.clone(),
        wrong: wrong[case],
    });
    Some(HeatMap {
        width: left + columns * wide,
        height: top + rows.len() * tall,
        left,
        top,
        tall,
        named: tall >= READABLE,
        rows,
        cases: cases.collect(),
    })
}

pub(super) fn wrong_in(class: &Class, case: usize) -> usize {
    let cells = class.submissions.iter().filter_map(|it| it.cells.get(case));
    cells.filter(|cell| cell.is_wrong() && !cell.is_open()).count()
}

fn fields(graded: &Graded, order: &[usize], left: usize, wide: usize) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for (x, &case) in (left..).step_by(wide).zip(order) {
        let cell = &graded.cells[case];
        let code = cell.verdict.map_or("", Verdict::code);
        // Where there is no program, nothing is told of single cases.
        let wrong = cell.is_wrong() && graded.submission.build == Build::Ready;
        match fields.last_mut() {
            Some(last) if !wrong && last.code == code => last.width += wide,
            _ => fields.push(Field {
                x,
                width: wide,
                code,
                case: if wrong { case + 1 } else { 0 },
                name: cell.case.name.clone(),
            }),
        }
    }
    fields
}

/// A name in so many characters: its end, which tells cases apart.
pub(super) fn short(name: &str, most: usize) -> String {
    match name.chars().count().checked_sub(most) {
        None | Some(0) => name.to_owned(),
        Some(over) => {
            let end: String = name.chars().skip(over + 1).collect();
            format!("…{end}")
        }
    }
}
