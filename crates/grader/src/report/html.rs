//! The class as one HTML page that needs nothing else: no network, no other file.
//!
//! Everything is made visible and escaped by the template engine, since names and outputs may be
//! anything. It is for the teacher and shows hidden cases too.

use std::borrow::Cow;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, escape_formatter};
use serde::Serialize;

use super::counterexamples;
use super::overview::{Overview, overview};
use super::walks::link;
use super::words::{Audience, Message, in_full, points, tell};
use crate::changes::{Change, signed};
use crate::class::{Cell, Class, Graded};
use crate::result::Build;
use crate::scoring::Visibility;
use explain::profile::words::{SideBySide, TableRow};
use mancala::homework::compare::Verdict;
use mancala::visible;

/// Escaping follows from the ending of the name.
const TEMPLATES: [(&str, &str); 4] = [
    ("changes.html", include_str!("changes.html")),
    ("class.html", include_str!("class.html")),
    ("overview.html", include_str!("overview.html")),
    ("told.html", include_str!("told.html")),
];

#[derive(Serialize)]
struct Page<'a> {
    title: &'a str,
    verdicts: Vec<(&'static str, &'static str)>,
    cases: Vec<Case<'a>>,
    overview: Option<Overview>,
    rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    people: String,
    language: &'a str,
    toolchain: &'a str,
    score: String,
    out_of: String,
    late: String,
    by_hand: bool,
    conflicts: Vec<&'a str>,
    build: Option<&'a str>,
    explanation: Vec<&'a str>,
    /// What it is counted under.
    made: String,
    warnings: &'a [String],
    profile: Vec<Asked<'a>>,
    counterexamples: Vec<Small>,
    cells: Vec<Shown<'a>>,
    /// How many of them are told in a line.
    lines: usize,
}

#[derive(Serialize)]
struct Case<'a> {
    name: &'a str,
    task: &'a str,
    hidden: bool,
}

/// A cell. Nearly all are right, and a class has so many that the code alone should be kept of those.
#[derive(Serialize)]
#[serde(untagged)]
enum Shown<'a> {
    Code(&'static str),
    Wrong(Box<Wrong<'a>>),
}

impl Shown<'_> {
    fn is_line(&self) -> bool {
        matches!(self, Self::Wrong(wrong) if wrong.line)
    }
}

#[derive(Serialize)]
struct Wrong<'a> {
    case: &'a str,
    code: &'static str,
    points: String,
    /// What became of it, without the code.
    headline: String,
    told: Message,
    details: bool,
    line: bool,
    /// The address of the page that walks through it.
    walk: Option<String>,
}

/// A small input on which a submission goes wrong.
#[derive(Serialize)]
struct Small {
    told: Message,
    /// The address of the page that walks through it.
    walk: Option<String>,
}

/// A row of the table of rules.
#[derive(Serialize)]
struct Asked<'a> {
    title: &'a str,
    count: String,
    rule: &'a str,
    board: String,
}

fn asked(row: &TableRow) -> Asked<'_> {
    let smallest = row.smallest.as_ref();
    Asked {
        title: &row.title,
        count: row.count(),
        rule: smallest.map_or("", |it| it.rule),
        board: smallest.map_or(String::new(), SideBySide::text),
    }
}

pub fn page(class: &Class) -> String {
    let title = match class.title.as_str() {
        "" => "Grades",
        title => title,
    };
    let page = Page {
        title,
        verdicts: legend(class),
        cases: class.submissions.first().map_or(Vec::new(), cases),
        overview: overview(class),
        rows: class.submissions.iter().map(row).collect(),
    };
    rendered("class.html", page)
}

/// The page that says what changed between two results.
pub fn changes(class: &Class, changes: &[Change]) -> String {
    let rows = changes.iter().map(|change| {
        let parts = change.parts.iter();
        let parts = parts.map(|it| (signed(it.points), it.why.to_string(), &it.cases));
        let score = |score: Option<f64>| score.map_or(String::new(), points);
        let (before, after) = (score(change.before), score(change.after));
        let won = signed(change.points());
        (&change.submission, before, after, won, parts.collect::<Vec<_>>())
    });
    let rows: Vec<_> = rows.collect();
    #[derive(Serialize)]
    struct Changes<'a, T> {
        title: &'a str,
        rows: T,
    }
    rendered("changes.html", Changes { title: &class.title, rows })
}

fn rendered(name: &str, page: impl Serialize) -> String {
    let mut environment = Environment::new();
    environment.set_formatter(|out, state, value| match value.as_str().map(visible::block) {
        Some(Cow::Owned(shown)) => escape_formatter(out, state, &Value::from(shown)),
        _ => escape_formatter(out, state, value),
    });
    let added =
        TEMPLATES.iter().try_for_each(|&(name, source)| environment.add_template(name, source));
    // The templates are constants that the tests render; an error would be a mistake in them.
    let rendered = added
        .and_then(|()| environment.get_template(name))
        .and_then(|template| template.render(Serde(page)));
    rendered.unwrap_or_else(|error| format!("<pre>the page cannot be made: {error}</pre>\n"))
}

fn legend(class: &Class) -> Vec<(&'static str, &'static str)> {
    let occurs = |verdict: &Verdict| class.submissions.iter().any(|it| it.count(*verdict) > 0);
    let all = Verdict::ALL.into_iter().filter(occurs);
    all.map(|verdict| (verdict.code(), verdict.words())).collect()
}

fn cases(graded: &Graded) -> Vec<Case<'_>> {
    let cells = graded.cells.iter();
    cells
        .map(|cell| Case {
            name: &cell.case.name,
            task: &cell.case.task,
            hidden: cell.visibility == Visibility::Hidden,
        })
        .collect()
}

fn row(graded: &Graded) -> Row<'_> {
    let submission = &graded.submission;
    let cells = told_in_part(graded);
    let lines = cells.iter().filter(|cell| cell.is_line()).count();
    Row {
        name: &submission.name,
        people: submission.people.join(", "),
        language: &submission.language,
        toolchain: &submission.toolchain,
        score: points(graded.score()),
        out_of: points(graded.out_of),
        late: match graded.late_factor {
            1.0 => String::new(),
            factor => format!("{} × {}", points(graded.points), points(factor)),
        },
        by_hand: !graded.decisions.is_empty(),
        conflicts: graded.decisions.iter().filter_map(|it| it.conflict.as_deref()).collect(),
        build: match &submission.build {
            Build::Ready => None,
            Build::Failed(words) | Build::Fault(words) => Some(words),
        },
        explanation: graded.sentences(),
        made: graded.mistakes().join(" "),
        warnings: &submission.warnings,
        profile: graded.profile.iter().map(asked).collect(),
        counterexamples: small(graded),
        cells,
        lines,
    }
}

fn small(graded: &Graded) -> Vec<Small> {
    let told = counterexamples::told(graded, Audience::Staff);
    told.map(|(at, told)| {
        let it = graded.counterexamples.get(at);
        let walk = it.and_then(|it| link(graded, &it.cell));
        Small { told, walk }
    })
    .collect()
}

/// The cells: the first wrong one of each kind with details, every other wrong one with a line.
fn told_in_part(graded: &Graded) -> Vec<Shown<'_>> {
    let in_full = in_full(graded);
    let cells = graded.cells.iter().enumerate();
    cells.map(|(at, cell)| shown(graded, cell, in_full.contains(&at))).collect()
}

fn shown<'a>(graded: &'a Graded, cell: &'a Cell, details: bool) -> Shown<'a> {
    let code = cell.verdict.map_or("", Verdict::code);
    let ran = cell.verdict.is_some() && graded.submission.build == Build::Ready;
    let line = ran && cell.is_wrong() && !details;
    let details = ran && details;
    if !line && !details {
        return Shown::Code(code);
    }
    let told = tell(&graded.submission, cell, Audience::Staff);
    let headline = told.headline.strip_prefix(code);
    let headline = headline.and_then(|headline| headline.strip_prefix(", "));
    Shown::Wrong(Box::new(Wrong {
        headline: headline.unwrap_or(&told.headline).to_owned(),
        case: &cell.case.name,
        code,
        points: format!("{} of {}", points(cell.points), points(cell.out_of)),
        line,
        details,
        walk: link(graded, cell),
        told,
    }))
}
