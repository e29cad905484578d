//! The names of files about a submission, which may be called anything.

use std::borrow::Cow;

use crate::key;
use mancala::visible::is_unseen;

/// The longest name that is kept as it is, in bytes; file systems take 255, and endings come on top.
const LONGEST: usize = 120;

/// A name for files: the submission's own, unless it is too long or has characters that names of files had
/// better not have. Then it is shortened, and a hash tells it from others.
pub(crate) fn file_name(name: &str) -> Cow<'_, str> {
    let odd = |c: char| is_unseen(c) || matches!(c, '/' | '\\');
    let is_usable = !name.is_empty() && name.len() <= LONGEST && !name.starts_with('.');
    if is_usable && !name.contains(odd) {
        return Cow::Borrowed(name);
    }
    let mut short: String = name.replace(odd, "_").trim_start_matches('.').to_owned();
    while short.len() > LONGEST - 20 {
        short.pop();
    }
    let hash = key::digest([name.as_bytes()]);
    Cow::Owned(format!("{short}~{}", &hash[..12]))
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_stay_or_are_shortened_with_a_hash() {
        assert_eq!(file_name("Jane Doe_123"), "Jane Doe_123");
        let long = file_name(&"ä".repeat(127)).into_owned();
        assert!(long.len() < 130 && long.starts_with('ä') && long.contains('~'));
        assert_ne!(long, file_name(&"ä".repeat(126)));
        assert!(!file_name("a\nb/../c").contains(['\n', '/']));
        assert!(!file_name("..").starts_with('.'));
        assert!(!file_name("a\u{202e}b").contains('\u{202e}'));
    }
}
