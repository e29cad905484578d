//! What a result depends on, as one hash: results of the same key need not be found out twice.
//!
//! Left out: which results may be reused at all ([`CaseResult::is_reusable`]).
//!
//! [`CaseResult::is_reusable`]: super::result::CaseResult::is_reusable

use sandbox::{Limits, Tier};

/// The version of the judgement: to be raised with every change that can alter a result.
pub const CHECKER: u32 = 2;

/// A hash of texts, in hexadecimal digits, that tells where each of them ends.
#[must_use]
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().to_string()
}

/// The key of a case's result: `program` and `case` are the digests of the two.
#[must_use]
pub fn of_case(program: &str, case: &str, limits: &Limits, tier: Tier) -> String {
    let limits = format!("{limits:?}");
    let checker = CHECKER.to_le_bytes();
    let parts: [&[u8]; 5] = [
        program.as_bytes(),
        case.as_bytes(),
        &checker,
        limits.as_bytes(),
        tier.name().as_bytes(),
    ];
    digest(parts)
}
