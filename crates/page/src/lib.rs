//! The page for browsers, as one HTML file: template, style, scripts and engine, all inside.
//!
//! The scripts are modules that import each other by name; here they stand one after the other in one
//! module, so their imports fall away. The engine is packed, which every browser unpacks by itself, and
//! written in letters.
//!
//! Left out: what the scripts do, and the engine, which is the package `page-engine` in `engine/`: it is built
//! beforehand and read here as a file.

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
#[must_use]
pub fn html(walk: Option<&serde_json::Value>) -> String {
    let script: String = SCRIPTS.into_iter().chain([MAIN]).map(inlined).collect();
    let worker = inlined(SCRIPTS[0]) + &inlined(WORKER);
    // Within a script element nothing but an end tag is read as HTML.
    let walk = walk.map_or("null".to_owned(), ToString::to_string);
    let walk = walk.replace('<', "\\u003c");
    let parts = [
        ("{{style}}", squeezed(&inlined(STYLE))),
        ("{{engine}}", base85(ENGINE)),
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

/// A module without its imports and exports, and without what is for its readers: comments that have
/// their lines for themselves, and indents.
fn inlined(module: &str) -> String {
    let mut in_comment = false;
    let lines = module.lines().map(str::trim_start).filter(|line| {
        in_comment |= line.starts_with("/**");
        let is_read = in_comment || line.starts_with("//") || line.starts_with("import ");
        in_comment &= !line.ends_with("*/");
        !is_read
    });
    lines
        .map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n")
        .collect()
}

/// A style without the blanks around its signs. Before a colon they mean something, and where a string
/// begins or ends no sign with a blank may stand.
fn squeezed(style: &str) -> String {
    let signs = [" {", "{ ", "} ", " }", "; ", ": ", ", "];
    signs.into_iter().fold(style.to_owned(), |style, sign| {
        style.replace(sign, sign.trim())
    })
}

/// Four bytes as five of 85 letters, which is a sixteenth shorter than base64. No letter begins a tag.
/// Of a last part of fewer bytes one letter more than those is kept.
fn base85(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(4) * 5);
    for four in bytes.chunks(4) {
        let mut word = [0; 4];
        word[..four.len()].copy_from_slice(four);
        let word = u32::from_be_bytes(word);
        for place in 0..=four.len() as u32 {
            let digit = word / 85_u32.pow(4 - place) % 85;
            text.push(match char::from(b'#' + digit as u8) {
                '<' => 'x',
                letter => letter,
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the script of the page reads it.
    fn bytes(text: &str) -> Vec<u8> {
        let letters = text
            .bytes()
            .map(|it| if it == b'x' { b'<' } else { it } - b'#');
        let digits: Vec<u32> = letters.map(u32::from).collect();
        let word = |five: &[u32]| {
            let padded = five.iter().chain(&[84; 4]).take(5);
            let word = padded.fold(0_u64, |word, &digit| word * 85 + u64::from(digit));
            (word as u32).to_be_bytes()[..five.len() - 1].to_vec()
        };
        digits.chunks(5).flat_map(word).collect()
    }

    #[test]
    fn bytes_come_back_from_their_letters() {
        for length in 0..40 {
            let all: Vec<u8> = (0..length).map(|at| (at * 97 % 256) as u8).collect();
            let ends = vec![[0, 255][length as usize % 2]; length as usize];
            for these in [all, ends] {
                let text = base85(&these);
                assert_eq!(bytes(&text), these);
                assert!(text.bytes().all(|it| it.is_ascii_graphic() && it != b'<'));
            }
        }
    }

    #[test]
    fn the_page_is_whole_and_within_its_budget() {
        let page = html(None);
        assert!(page.len() <= 700_000, "{} bytes", page.len());
        assert!(!page.contains("{{") && page.ends_with("</html>\n"));
        // No address of any other file or host but the names of XML.
        for address in page.match_indices("http") {
            assert!(page[address.0..].starts_with("http://www.w3.org/2000/svg"));
        }
    }
}
