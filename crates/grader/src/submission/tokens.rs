//! The code of a file without comments and what strings say, and its tokens.

use super::language::Language;

/// The code of a file in this language.
pub(super) fn code_of(language: Language, text: &str) -> String {
    let is_python = matches!(language, Language::Python2 | Language::Python3);
    let line_comment = if is_python { "#" } else { "//" };
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = if rest.starts_with(line_comment) {
            &rest[rest.find('\n').unwrap_or(rest.len())..]
        } else if let Some(inner) = rest.strip_prefix("/*").filter(|_| !is_python) {
            blank(inner, "*/", &mut code)
        } else if matches!(first, '"' | '\'') {
            // Three quotes of Python begin a string of several lines.
            string(rest, is_python, &mut code)
        } else {
            code.push(first);
            &rest[first.len_utf8()..]
        };
    }
    code
}

/// Leaves out everything up to `close` but the line ends; returns what follows it.
fn blank<'a>(text: &'a str, close: &str, code: &mut String) -> &'a str {
    let (inside, rest) = text.split_once(close).unwrap_or((text, ""));
    code.extend(inside.chars().filter(|&c| c == '\n'));
    code.push(' ');
    rest
}

/// Leaves out what the string at the beginning of `text` says; returns what follows it.
fn string<'a>(text: &'a str, long: bool, code: &mut String) -> &'a str {
    let quote = &text[..1];
    let triple = quote.repeat(3);
    if long && let Some(inside) = text.strip_prefix(&*triple) {
        code.push_str(quote);
        let rest = blank(inside, &triple, code);
        code.push_str(quote);
        return rest;
    }
    code.push_str(quote);
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            // A string that its line does not end, as in a comment of another language.
            '\n' if !escaped => return &text[at..],
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if text[at..].starts_with(quote) => {
                code.push_str(quote);
                return &text[at + 1..];
            }
            _ => {}
        }
    }
    ""
}

/// A token of code: a word, or one other character.
pub(super) fn tokens(code: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut rest = code;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_comments_nor_strings_are_code() {
        let java = "a /* b\n c */ d // e\n f \"g \\\" h\" 'i' j";
        assert_eq!(code_of(Language::Java, java), "a \n  d \n f \"\" '' j");
        let python = "a # b\nc '''d\n e''' f 'g' \"h # i\" j";
        assert_eq!(code_of(Language::Python3, python), "a \nc '\n ' f '' \"\" j");
        assert_eq!(code_of(Language::Cpp, "don't\nx"), "don'\nx");
        assert_eq!(code_of(Language::C, "/* never ends"), " ");
        assert_eq!(code_of(Language::C, "\"never ends"), "\"");
    }
}
