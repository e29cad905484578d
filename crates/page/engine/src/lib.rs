//! The library as a browser calls it: a request in, an answer out, both text.
//!
//! A request is a name on a line of its own, then its arguments, one a line; the last one may be a
//! text of many lines. An answer is JSON, or `{"error": "a sentence"}`. Games travel as their
//! [record](arena::record) and problems as their `input.txt`, so that a caller keeps text and knows no rule.
//!
//! | requests | module |
//! |---|---|
//! | `menus` | `menus`: what can be chosen |
//! | `new`, `place`, `view`, `sow`, `named`, `undo`, `until`, `input`, `svg` | `games` and `view`: a game as it stands |
//! | `memory`, `think` | `think`: players, and what they may use |
//! | `values`, `graph`, `lapse` | `values`: exact values; they take time, but for those of the [`book`] |
//! | `mistakes`, `faulty`, `smallest` | `faulty`: programs with a known mistake |
//! | `typed-rows` | `typed`: the search through a tree that somebody has typed |
//! | `nimcala-view`, `nimcala-take`, `nimcala-best` | `nimcala` |
//! | `walk-begin`, `walk-open`, `walk-rows`, `walk-row`, `walk-children`, `walk-find`, `walk-go`, `walk-compare`, `walk-compare-file` (the host's open file), `walk-beside` | [`walk`] |
//!
//! The same [`call`] answers natively and in WebAssembly, by tests. A request that takes long is for a worker.

#![allow(missing_docs, reason = "no sentence repeats a name that says it all")]

pub mod book;
mod faulty;
mod games;
mod host;
mod json;
mod menus;
mod nimcala;
mod think;
mod typed;
mod values;
mod view;
pub mod walk;

#[cfg(target_family = "wasm")]
mod border;

/// An answer as JSON, or a sentence that says why there is none.
type Answered = Result<String, String>;

pub fn call(request: &str) -> String {
    let [name, arguments] = lines(request);
    let answer = match name {
        "menus" => Ok(menus::menus()),
        "new" => games::new(arguments),
        "place" => games::place(arguments),
        "view" => games::view(arguments),
        "sow" => games::sow(arguments),
        "named" => games::named(arguments),
        "undo" => games::undo(arguments),
        "until" => games::until(arguments),
        "input" => games::input(arguments),
        "svg" => games::svg(arguments),
        "memory" => think::memory(arguments),
        "think" => think::think(arguments),
        "values" => values::values(arguments),
        "graph" => values::graph(arguments),
        "lapse" => values::lapse(arguments),
        "mistakes" => Ok(faulty::mistakes()),
        "faulty" => faulty::answer(arguments),
        "smallest" => faulty::smallest(arguments),
        "typed-rows" => typed::rows(arguments),
        "nimcala-view" => nimcala::view(arguments),
        "nimcala-take" => nimcala::take(arguments),
        "nimcala-best" => nimcala::best(arguments),
        _ => match name.strip_prefix("walk-") {
            Some(name) => walk::requests::call(name, arguments),
            None => Err(format!("no such request: {name}")),
        },
    };
    answer.unwrap_or_else(|sentence| json::object(&[("error", json::string(&sentence))]))
}

/// The first lines of `text`, and as the last of these the rest; empty where there is nothing more.
fn lines<const COUNT: usize>(text: &str) -> [&str; COUNT] {
    let mut lines = text.splitn(COUNT, '\n');
    [(); COUNT].map(|()| lines.next().unwrap_or_default())
}
