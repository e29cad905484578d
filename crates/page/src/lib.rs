//! The page for browsers, as one HTML file: template, style, scripts and engine, all inside.
//!
//! The scripts are modules that import each other by name; here they stand one after the other in one
//! module, so their imports fall away. The engine is the package `page-engine` in `engine/`: it is built
//! beforehand and read here as a file, packed, which every browser unpacks by itself.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// The scripts, each after those that it imports.
const SCRIPTS: [&str; 19] = [
    include_str!("../engine.js"),
    include_str!("../page.js"),
    include_str!("../board-shape.js"),
    include_str!("../board.js"),
    include_str!("../still-board.js"),
    include_str!("../saved.js"),
    include_str!("../look.js"),
    include_str!("../words.js"),
    include_str!("../thinker.js"),
    include_str!("../new-game.js"),
    include_str!("../lesson.js"),
    include_str!("../play.js"),
    include_str!("../keys.js"),
    include_str!("../files.js"),
    include_str!("../analyse.js"),
    include_str!("../nimcala.js"),
    include_str!("../walk-tree.js"),
    include_str!("../walk-views.js"),
    include_str!("../walk.js"),
];
const MAIN: &str = include_str!("../main.js");
const WORKER: &str = include_str!("../worker.js");
const STYLE: &str = include_str!("../style.css");
const TEMPLATE: &str = include_str!("../index.html");

/// The library as WebAssembly, as `.ci/page --write` has built and packed it.
const ENGINE: &[u8] = include_bytes!("../engine.wasm.gz");

/// The page. `walk` is what its walk through a search begins with, as JSON; `None` begins with the
/// game on the board.
pub fn html(walk: Option<&serde_json::Value>) -> String {
    let script: String = SCRIPTS.into_iter().chain([MAIN]).map(inlined).collect();
    let worker = inlined(SCRIPTS[0]) + &inlined(WORKER);
    // Within a script element nothing but an end tag is read as HTML.
    let walk = walk.map_or("null".to_owned(), ToString::to_string);
    let walk = walk.replace('<', "\\u003c");
    let parts = [
        ("{{style}}", STYLE.to_owned()),
        ("{{engine}}", BASE64_STANDARD.encode(ENGINE)),
        ("{{worker}}", worker),
        ("{{walk}}", walk),
        ("{{script}}", script),
    ];
    let mut page = String::new();
    let mut rest = TEMPLATE;
    // Part by part and in order, so that a part may contain the mark of another.
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page += before;
        page += &part;
        rest = after;
    }
    page + rest
}

/// A module without its imports and exports.
fn inlined(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_whole_and_within_its_budget() {
        let page = html(None);
        assert!(page.len() <= 700_000, "{} bytes", page.len());
        assert!(!page.contains("{{") && page.ends_with("</html>\n"));
        // No address of any other file or host but the names of XML.
        for (at, _) in page.match_indices("://") {
            assert!(
                page[..at].ends_with("http") && page[at..].starts_with("://www.w3.org/2000/svg")
            );
        }
    }
}
