//! The class as one HTML page that needs nothing else: no network, no other file.
//!
//! Everything is made visible and escaped by the template engine, since names and outputs may be
//! anything. It is for the teacher and shows hidden cases too.

use std::borrow::Cow;
use std::error::Error;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, context, escape_formatter};
use serde::Serialize;

use super::counterexamples;
use super::overview::bars::{Chart, charts};
use super::overview::{Cluster, told_clusters};
use super::walks::link;
use super::words::{Audience, Message, in_full, points, tell};
use crate::changes::{Change, signed};
use crate::class::{Cell, Class, Graded};
use crate::result::Build;
use crate::scoring::Visibility;
use explain::profile::words::{SideBySide, TableRow};
use mancala::homework::compare::Verdict;
use mancala::visible;
use page::packed;

/// Escaping follows from the ending of the name.
const TEMPLATES: [(&str, &str); 6] = [
    ("changes.html", include_str!("changes.html")),
    ("class.html", include_str!("class.html")),
    ("class.css", include_str!("class.css")),
    ("class.js", include_str!("class.js")),
    ("submission.html", include_str!("submission.html")),
    ("told.html", include_str!("told.html")),
];

#[derive(Serialize)]
struct Page<'a> {
    title: &'a str,
    verdicts: Vec<(&'static str, &'static str)>,
    cases: usize,
    rows: Vec<Row<'a>>,
    /// Whether any program was asked about the rules one by one.
    profiled: bool,
    charts: Vec<Chart>,
    clusters: Vec<Cluster>,
}

/// A line of the table.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    people: String,
    language: &'a str,
    score: String,
    by_hand: bool,
    out_of: String,
    right: usize,
    /// What it is counted under.
    made: String,
    cluster: &'a str,
    fails: String,
    holds: String,
}

/// Every verdict, for the scripts.
#[derive(Serialize)]
struct Verdicts<'a> {
    codes: Vec<&'static str>,
    cases: Vec<Cow<'a, str>>,
    /// A letter for each case of a submission: the place of its verdict among the codes, from `a`; a capital if
    /// the program is wrong.
    verdicts: Vec<String>,
}

/// All about a submission, which is shown when somebody asks.
#[derive(Serialize)]
struct Submission<'a> {
    name: &'a str,
    people: String,
    language: &'a str,
    toolchain: &'a str,
    score: String,
    out_of: String,
    late: String,
    conflicts: Vec<&'a str>,
    build: Option<&'a str>,
    explanation: Vec<&'a str>,
    warnings: &'a [String],
    profile: Vec<Asked<'a>>,
    counterexamples: Vec<Small>,
    cells: Vec<Shown<'a>>,
    /// How many of them are told in a line.
    lines: usize,
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
    hidden: bool,
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
    rendered(class).unwrap_or_else(|error| unmade(&*error))
}

fn rendered(class: &Class) -> Result<String, Box<dyn Error>> {
    let environment = environment()?;
    let template = environment.get_template("submission.html")?;
    let sections =
        class.submissions.iter().map(|graded| template.render(Serde(submission(graded))));
    let sections: Vec<String> = sections.collect::<Result<_, _>>()?;
    let title = match class.title.as_str() {
        "" => "Grades",
        title => title,
    };
    let page = Page {
        title,
        verdicts: legend(class),
        cases: class.submissions.first().map_or(0, |it| it.cells.len()),
        rows: class.submissions.iter().map(row).collect(),
        profiled: class.submissions.iter().any(|it| !it.profile.is_empty()),
        charts: charts(class),
        clusters: told_clusters(class),
    };
    // Within a script element nothing but an end tag is read as HTML.
    let verdicts = serde_json::to_string(&verdicts(class))?.replace('<', "\\u003c");
    let data = Value::from_safe_string(verdicts);
    // A class of hundreds has megabytes to tell, nearly all of which nobody reads.
    let sections = Value::from_safe_string(packed(&serde_json::to_vec(&sections)?));
    let page = context! { data, sections, ..Value::from(Serde(page)) };
    Ok(environment.get_template("class.html")?.render(page)?)
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
    let page = Changes { title: &class.title, rows };
    let rendered =
        environment().and_then(|it| it.get_template("changes.html")?.render(Serde(page)));
    rendered.unwrap_or_else(|error| unmade(&error))
}

fn environment() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_formatter(|out, state, value| match value.as_str().map(visible::block) {
        Some(Cow::Owned(shown)) => escape_formatter(out, state, &Value::from(shown)),
        _ => escape_formatter(out, state, value),
    });
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// The templates are constants that the tests render; an error would be a mistake in them.
fn unmade(error: &dyn Error) -> String {
    format!("<pre>the page cannot be made: {error}</pre>\n")
}

fn legend(class: &Class) -> Vec<(&'static str, &'static str)> {
    let occurs = |verdict: &Verdict| class.submissions.iter().any(|it| it.count(*verdict) > 0);
    let all = Verdict::ALL.into_iter().filter(occurs);
    all.map(|verdict| (verdict.code(), verdict.words())).collect()
}

fn verdicts(class: &Class) -> Verdicts<'_> {
    let cases = class.submissions.first().map_or(&[][..], |it| &it.cells);
    let letters = |graded: &Graded| graded.cells.iter().map(letter).collect();
    Verdicts {
        codes: Verdict::ALL.into_iter().map(Verdict::code).collect(),
        cases: cases.iter().map(|cell| visible::line(&cell.case.name)).collect(),
        verdicts: class.submissions.iter().map(letters).collect(),
    }
}

fn letter(cell: &Cell) -> char {
    let place = Verdict::ALL.into_iter().zip('a'..).find(|(it, _)| cell.verdict == Some(*it));
    match place {
        None => '-',
        Some((_, letter)) if cell.is_wrong() && !cell.is_open() => letter.to_ascii_uppercase(),
        Some((_, letter)) => letter,
    }
}

fn row(graded: &Graded) -> Row<'_> {
    let submission = &graded.submission;
    let (fails, holds): (Vec<&TableRow>, _) =
        graded.profile.iter().partition(|it| it.rule.is_some());
    let titles = |rows: Vec<&TableRow>| {
        let titles: Vec<_> = rows.iter().map(|it| it.title.as_str()).collect();
        titles.join(", ")
    };
    Row {
        name: &submission.name,
        people: submission.people.join(", "),
        language: &submission.language,
        score: points(graded.score()),
        by_hand: !graded.decisions.is_empty(),
        out_of: points(graded.out_of),
        right: graded.count(Verdict::Accepted),
        made: graded.mistakes().join(" "),
        cluster: graded.cluster.as_deref().unwrap_or_default(),
        fails: titles(fails),
        holds: titles(holds),
    }
}

fn submission(graded: &Graded) -> Submission<'_> {
    let submission = &graded.submission;
    let cells = told_in_part(graded);
    let lines = cells.iter().filter(|cell| cell.is_line()).count();
    Submission {
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
        conflicts: graded.decisions.iter().filter_map(|it| it.conflict.as_deref()).collect(),
        build: match &submission.build {
            Build::Ready => None,
            Build::Failed(words) | Build::Fault(words) => Some(words),
        },
        explanation: graded.sentences(),
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
        hidden: cell.visibility == Visibility::Hidden,
        code,
        points: format!("{} of {}", points(cell.points), points(cell.out_of)),
        line,
        details,
        walk: link(graded, cell),
        told,
    }))
}
