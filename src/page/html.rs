//! The one HTML file: template, style, scripts and engine, all inside.
//!
//! The scripts are modules that import each other by name; here they stand one after the other in one
//! module, so their imports fall away. The engine is deflated, which every browser inflates by itself.
//!
//! Left out: what the scripts do.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The scripts, each after those that it imports.
const SCRIPTS: [&str; 11] = [
    include_str!("../../crates/page/engine.js"),
    include_str!("../../crates/page/page.js"),
    include_str!("../../crates/page/board.js"),
    include_str!("../../crates/page/look.js"),
    include_str!("../../crates/page/thinker.js"),
    include_str!("../../crates/page/play.js"),
    include_str!("../../crates/page/analyse.js"),
    include_str!("../../crates/page/nimcala.js"),
    include_str!("../../crates/page/walk-tree.js"),
    include_str!("../../crates/page/walk-views.js"),
    include_str!("../../crates/page/walk.js"),
];
const MAIN: &str = include_str!("../../crates/page/main.js");
const WORKER: &str = include_str!("../../crates/page/worker.js");
const STYLE: &str = include_str!("../../crates/page/style.css");
const TEMPLATE: &str = include_str!("../../crates/page/index.html");

/// The library as WebAssembly, as `.ci/page --write` has built it.
const ENGINE: &[u8] = include_bytes!("../../crates/page/engine.wasm");

/// The page. `walk` is what its walk through a search begins with, as JSON; `None` begins with the
/// game on the board.
#[must_use]
pub fn html(walk: Option<&serde_json::Value>) -> String {
    let script: String = SCRIPTS.into_iter().chain([MAIN]).map(inlined).collect();
    let worker = inlined(SCRIPTS[0]) + &inlined(WORKER);
    // Within a script element nothing but an end tag is read as HTML.
    let walk = walk.map_or("null".to_owned(), ToString::to_string);
    let walk = walk.replace('<', "\\u003c");
    let parts = [
        ("{{style}}", STYLE.to_owned()),
        ("{{engine}}", base64(&deflated(ENGINE))),
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
    lines
        .map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n")
        .collect()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let mut word = [0; 4];
        word[1..=three.len()].copy_from_slice(three);
        let word = u32::from_be_bytes(word);
        for letter in 0..4 {
            let sextet = word >> (18 - 6 * letter) & 63;
            text.push(if letter <= three.len() {
                char::from(LETTERS[sextet as usize])
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn the_page_is_whole_and_within_its_budget() {
        let page = html(None);
        assert!(page.len() <= 600_000, "{} bytes", page.len());
        assert!(!page.contains("{{") && page.ends_with("</html>\n"));
        // No address of any other file or host but the names of XML.
        for address in page.match_indices("http") {
            assert!(page[address.0..].starts_with("http://www.w3.org/2000/svg"));
        }
    }
}
