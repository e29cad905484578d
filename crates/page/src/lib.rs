//! The page for browsers, as one HTML file: template, style, scripts and engine, all inside.
//!
//! The scripts are modules that import each other by name; here they stand one after the other in one
//! module, so their imports fall away. They are packed, as the engine is: every browser unpacks them by itself.
//! The engine is the package `page-engine` in `engine/`, built beforehand and read here as a file.

use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The scripts, each after those that it imports.
const SCRIPTS: [&str; 28] = [
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
    include_str!("../ahead.js"),
    include_str!("../play.js"),
    include_str!("../keys.js"),
    include_str!("../files.js"),
    include_str!("../review.js"),
    include_str!("../analyse.js"),
    include_str!("../nimcala.js"),
    include_str!("../walk-tree.js"),
    include_str!("../walk-views.js"),
    include_str!("../walk-counts.js"),
    include_str!("../practice.js"),
    include_str!("../zip.js"),
    include_str!("../questions.js"),
    include_str!("../own-tree.js"),
    include_str!("../drawn-tree.js"),
    include_str!("../walk.js"),
    include_str!("../debug.js"),
];
const MAIN: &str = include_str!("../main.js");
/// What unpacks the others; it is no module.
const BOOT: &str = include_str!("../boot.js");
const WORKER: &str = include_str!("../worker.js");
const STYLE: &str = include_str!("../style.css");
const TEMPLATE: &str = include_str!("../index.html");

/// The library as WebAssembly, as `.ci/page --write` has built and packed it.
const ENGINE: &[u8] = include_bytes!("../engine.wasm.gz");

/// The page. `walk` is what its walk through a search begins with, as JSON; `None` begins with the game on the board.
pub fn html(walk: Option<&serde_json::Value>) -> String {
    // Within a script element nothing but an end tag is read as HTML.
    let walk = walk.map_or("null".to_owned(), ToString::to_string);
    let walk = walk.replace('<', "\\u003c");
    let parts = [
        // The page has a budget, and these blanks are a thousand bytes.
        ("{{style}}", STYLE.replace("; ", ";")),
        ("{{version}}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{{engine}}", BASE64_STANDARD.encode(ENGINE)),
        ("{{worker}}", inlined(WORKER)),
        ("{{walk}}", walk),
        ("{{scripts}}", packed(scripts().as_bytes())),
        ("{{boot}}", BOOT.trim_end().to_owned()),
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

fn scripts() -> String {
    SCRIPTS.into_iter().chain([MAIN]).map(inlined).collect()
}

/// `text` as a part of an address, in which letters, digits, `-`, `.`, `_` and the signs `plain` stand for themselves.
pub fn in_an_address(text: &str, plain: &str) -> String {
    let byte = |byte: u8| match char::from(byte) {
        c if c.is_ascii_alphanumeric() || "-._".contains(c) || plain.contains(c) => c.to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Bytes as gzip packs them, in base64: browsers unpack that by themselves.
pub fn packed(bytes: &[u8]) -> String {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let written = packer.write_all(bytes).and_then(|()| packer.finish());
    BASE64_STANDARD.encode(written.unwrap_or_default())
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
        let names = ["://www.w3.org/2000/svg", "://www.imsglobal.org/xsd/ims"];
        for text in [page, scripts()] {
            for (at, _) in text.match_indices("://") {
                let is_name = names.iter().any(|name| text[at..].starts_with(name));
                assert!(text[..at].ends_with("http") && is_name);
            }
        }
    }
}
