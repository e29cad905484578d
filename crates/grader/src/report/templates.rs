//! The templates of reports and what they make of a document; and others' text in Markdown, none of it markup.

use std::borrow::Cow;
use std::error::Error;
use std::sync::LazyLock;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, escape_formatter};
use serde::Serialize;

use explain::pluralize::{pluralize, some_of};
use mancala::visible;

macro_rules! templates {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

/// Escaping follows from the ending of the name.
const TEMPLATES: &[(&str, &str)] = templates!(
    "junit.xml" "changes.html" "changes.txt" "feedback.md" "rules.md" "summary.txt"
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

/// Signs that mean something somewhere in a line; `@` for readers that make links of addresses.
const SIGNS: &str = "\\`*_{}[]<>#&!|~@$^";

/// A paragraph, a heading's text or a cell of a table. What stands between two single back-quotes
/// stays code if every back-quote in the text is one of such a pair.
pub fn escaped(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = visible::line(&line);
    let pieces: Vec<_> = line.split('`').collect();
    // Odd pieces are code. Quotes that touch would be a longer run.
    let last = pieces.len() - 1;
    let mut inner = pieces.iter().enumerate().filter(|(at, _)| *at != 0 && *at != last);
    let is_paired = last % 2 == 0 && inner.all(|(_, piece)| !piece.trim().is_empty());
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        if is_paired && at % 2 == 1 {
            // A table ends its cell at a bar even there.
            out += &format!("`{}`", piece.replace('|', "¦"));
        } else {
            if at > 0 && !is_paired {
                out += "\\`";
            }
            plain(piece, &mut out);
        }
    }
    out
}

fn plain(text: &str, out: &mut String) {
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let is_number = !out.is_empty() && out.bytes().all(|byte| byte.is_ascii_digit());
        let begins_a_list = is_number && matches!(c, '.' | ')');
        let begins_a_block = out.is_empty() && matches!(c, '-' | '+' | '=' | ':');
        let is_address = c == ':' && rest.as_str().starts_with('/');
        if SIGNS.contains(c) || begins_a_list || begins_a_block || is_address {
            out.push('\\');
        }
        out.push(c);
    }
}

/// A fenced block whose fence does not occur in it.
pub fn fenced(lines: &str) -> String {
    let lines = visible::block(lines);
    let longest = lines.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    format!("{fence}text\n{lines}\n{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag};

    /// Everything that students could wish for: pieces that mean something to Markdown or HTML.
    fn hostile() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => "[-`\\\\*_\\[\\]()<>#&!|~:=+.0-9a-z \t\n\r'\"^$]{1,4}",
            1 => Just("<script>alert(1)</script>".to_owned()),
            1 => Just("[x](http://evil.example)".to_owned()),
            1 => Just("<http://evil.example>".to_owned()),
            1 => Just("\n\n    <b>".to_owned()),
            1 => Just("\n```\n<b>\n```\n".to_owned()),
            1 => Just("\n[x]: http://evil.example\n".to_owned()),
            1 => Just("&lt;b&gt;".to_owned()),
            1 => Just("``".to_owned()),
            1 => "\\PC{1,3}",
        ];
        proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    /// Everything but quotes that turn into others.
    fn extensions() -> Options {
        Options::all() - Options::ENABLE_SMART_PUNCTUATION
    }

    /// What a reader sees, blanks aside; fails if there is anything but text and code.
    fn seen(markdown: &str) -> String {
        let mut seen = String::new();
        for event in Parser::new_ext(markdown, extensions()) {
            match event {
                Event::Text(text) | Event::Code(text) => seen += &text,
                Event::SoftBreak | Event::Rule => {}
                Event::Start(Tag::Paragraph | Tag::CodeBlock(_)) | Event::End(_) => {}
                other => panic!("{other:?} in {markdown:?}"),
            }
        }
        seen.retain(|c| !c.is_whitespace());
        seen
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn no_text_of_a_students_becomes_anything_but_text(text in hostile()) {
            let mut wanted = text.clone();
            wanted.retain(|c| !c.is_whitespace());
            let mut found = seen(&escaped(&text));
            // What stays code has lost its back-quotes, and its bars are others.
            found.retain(|c| c != '`' && c != '¦');
            wanted.retain(|c| c != '`' && c != '|' && c != '¦');
            found.retain(|c| c != '|');
            prop_assert_eq!(found, wanted);
        }

        #[test]
        fn no_block_is_left_early(text in hostile()) {
            let document = format!("before\n\n{}\nafter\n", fenced(&text));
            let events: Vec<_> = Parser::new_ext(&document, extensions()).collect();
            let blocks = events.iter().filter(|it| matches!(it, Event::Start(Tag::CodeBlock(_))));
            prop_assert_eq!(blocks.count(), 1);
            let markup = |it: &&Event<'_>| {
                matches!(it, Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::Link { .. }))
            };
            prop_assert_eq!(events.iter().find(markup), None);
        }
    }

    #[test]
    fn a_pair_of_quotes_is_code_and_an_odd_one_is_none() {
        assert_eq!(escaped("see `a_b` there"), "see `a_b` there");
        assert_eq!(escaped("`` <b>`"), "\\`\\` \\<b\\>\\`");
        assert_eq!(escaped("1. x"), "1\\. x");
        assert_eq!(escaped("- x"), "\\- x");
        assert_eq!(escaped("next_state.txt"), "next\\_state.txt");
    }
}
