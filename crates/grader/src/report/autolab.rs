//! Autolab: the last line of standard output.

use serde_json::json;

use crate::class::Graded;

/// The line with the score of `problem`; `None` if a case could not be graded or was not run yet, since
/// the format cannot say so.
pub fn line(graded: &Graded, problem: &str) -> Option<String> {
    let scores = json!({ "scores": { problem: graded.score() } });
    graded.is_complete().then(|| scores.to_string())
}
