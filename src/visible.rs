//! Text of strangers as text in which everything can be seen.
//!
//! A name, an output or a message of a program can hold characters that a terminal obeys, that turn the direction
//! of the text around them, or that nobody sees. Every report shows them by a symbol or by their number.
//!
//! Left out: what a format takes for markup; each report escapes that for itself.

use std::borrow::Cow;

/// The longest piece of a submission's text that is kept, in characters.
const WIDEST: usize = 160;

/// Whether a character is invisible, or changes how others look: control characters, separators of lines,
/// directions of text, marks without width.
///
/// Joiners of letters (U+200C, U+200D) are a part of names and are none.
pub fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}'
    ) || c.is_control()
}

/// A text of one line; line ends and tabs are shown too.
pub fn line(text: &str) -> Cow<'_, str> {
    shown(text, is_unseen)
}

/// A text of several lines, in which line ends and tabs stay.
pub fn block(text: &str) -> Cow<'_, str> {
    shown(text, |c| is_unseen(c) && !matches!(c, '\n' | '\t'))
}

/// A submission's bytes as text of bounded length, in which everything can be seen; a line feed at its end is left out.
pub fn readable(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * WIDEST + 4)]);
    let kept: String = text.chars().take(WIDEST).collect();
    let mut shown = line(&kept).into_owned();
    if text.chars().nth(WIDEST).is_some() {
        shown.push('…');
    }
    shown
}

fn shown(text: &str, is_unseen: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unseen(c) { out += &sign(c) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// What stands for an invisible character: Unicode's picture of it, or else its number.
fn sign(c: char) -> String {
    let number = u32::from(c);
    let picture = match number {
        0..0x20 => char::from_u32(0x2400 + number),
        0x7f => Some('␡'),
        _ => None,
    };
    picture.map_or_else(|| format!("<U+{number:04X}>"), String::from)
}

#[cfg(test)]
mod tests {
    use super::{block, line};

    #[test]
    fn what_is_not_seen_is_shown() {
        assert_eq!(line("a\u{202e}b\u{1b}[31m\n"), "a<U+202E>b␛[31m␊");
        assert_eq!(block("a\n\tb\r\n\u{85}\u{7f}\0"), "a\n\tb␍\n<U+0085>␡␀");
        for harmless in ["Zo\u{eb} \u{c9}mile", "\u{5d0}\u{5d1}", "\u{645}\u{200c}\u{646}", "a  b"]
        {
            assert_eq!(line(harmless), harmless);
        }
        for c in ["\u{61c}", "\u{200e}", "\u{2066}", "\u{2069}", "\u{202a}", "\u{9b}", "\u{feff}"] {
            let shown = line(c);
            assert!(shown.is_ascii() && shown.starts_with("<U+"), "{shown}");
        }
    }
}
