//! What a result depends on, as one hash: results of the same key need not be found out twice.
//!
//! [`CaseResult::is_reusable`]: super::result::CaseResult::is_reusable

use sandbox::{Backend, Limits};

/// The version of the judgement: to be raised with every change that can alter a result.
pub const CHECKER: u32 = 2;

pub use journal::digest;

/// The key of a case's result: `program` and `case` are the digests of the two.
pub fn of_case(program: &str, case: &str, limits: &Limits, backend: Backend) -> String {
    let limits = format!("{limits:?}");
    let checker = CHECKER.to_le_bytes();
    let parts: [&[u8]; 5] = [
        program.as_bytes(),
        case.as_bytes(),
        &checker,
        limits.as_bytes(),
        backend.name().as_bytes(),
    ];
    digest(parts)
}
