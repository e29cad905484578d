//! JSON text, written; nothing here reads it.

use std::fmt::Write;

/// A string with its quotes.
pub fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if u32::from(c) < 0x20 => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A list of what is JSON already.
pub fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<_> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}

/// A list of numbers or of anything else whose text is its JSON.
pub fn numbers<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    list(items.into_iter().map(|item| item.to_string()))
}

pub fn strings<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    list(items.into_iter().map(|item| string(item.as_ref())))
}

/// An object; the values are JSON already.
pub fn object(fields: &[(&str, String)]) -> String {
    let fields = fields.iter().map(|(name, value)| format!("{}:{value}", string(name)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// What is JSON already, or a number; `null` for nothing.
pub fn or_null(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}
