//! The option `--shard`: a part of the work, of which other machines do the others.

use journal::shard::Shard;

/// `3/8`, `auto` or `auto/8`.
pub(crate) fn parse(text: &str) -> Result<Shard, String> {
    let count = match text.split_once('/') {
        _ if text == "auto" => None,
        Some(("auto", count)) => match count.parse() {
            Ok(count) if count > 0 => Some(count),
            _ => return Err("expected auto/N, such as auto/8".to_owned()),
        },
        _ => return text.parse(),
    };
    Shard::of_batch_system(count, |name| std::env::var(name).ok())
}
