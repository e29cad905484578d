//! The templates of reports, and what a template makes of a document.

use std::borrow::Cow;
use std::error::Error;
use std::sync::LazyLock;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, escape_formatter};
use serde::Serialize;

use super::markdown::{escaped, fenced};
use explain::pluralize::{pluralize, some_of};
use mancala::visible;

macro_rules! templates {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

/// Escaping follows from the ending of the name.
const TEMPLATES: &[(&str, &str)] = templates!(
    "junit.xml" "changes.html" "changes.txt" "cohorts.txt" "feedback.md" "rules.md" "plan.txt" "summary.txt"
    "class.html" "class.css" "class.js" "submission.html" "told.html"
);

/// What a template makes of a document, without a final line end.
pub(crate) fn rendered(template: &str, document: impl Serialize) -> String {
    let rendered = || -> Result<_, Box<dyn Error>> {
        Ok(environment()?.get_template(template)?.render(Serde(document))?)
    };
    rendered().unwrap_or_else(|error| unmade(&*error))
}

/// What renders templates: everything is made visible, and escaped where the name of the template says so.
pub fn environment() -> Result<&'static Environment<'static>, &'static minijinja::Error> {
    static MADE: LazyLock<Result<Environment<'static>, minijinja::Error>> = LazyLock::new(made);
    MADE.as_ref()
}

fn made() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_formatter(|out, state, value| match value.as_str().map(visible::block) {
        Some(Cow::Owned(shown)) => escape_formatter(out, state, &Value::from(shown)),
        _ => escape_formatter(out, state, value),
    });
    environment.add_filter("line", |text: String| visible::line(&text).into_owned());
    environment.add_filter("count", |count: u64, noun: String| pluralize(count, &noun));
    environment.add_filter("some", |names: Vec<String>, most: usize| some_of(&names, most));
    environment.add_filter("in_time", in_time);
    environment.add_filter("escaped", |text: String| escaped(&text));
    environment.add_filter("fenced", |lines: String| fenced(&lines));
    // That of `format` counts bytes.
    environment.add_filter("pad", |text: String, width: usize| format!("{text:width$}"));
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// The templates are constants that the tests render; an error would be a mistake in them.
pub(super) fn unmade(error: &dyn Error) -> String {
    format!("<pre>the page cannot be made: {error}</pre>\n")
}

/// "1 h 5 min", "2 min 10 s" or "0.4 s".
fn in_time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}
