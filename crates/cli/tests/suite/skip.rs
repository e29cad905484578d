//! What a test does that this machine has no tool, right or device for.

use std::fmt::Display;
use std::process::Command;

/// The environment variable that turns a skipped test into a failed one: `all`.
const REQUIRE: &str = "MANCALA_REQUIRE";

/// Says why a test is skipped.
///
/// # Panics
/// If `MANCALA_REQUIRE` is `all`: what did not run must not count as passed.
#[track_caller]
pub(crate) fn skip(reason: impl Display) {
    let demanded = std::env::var_os(REQUIRE).is_some_and(|value| value == "all");
    assert!(!demanded, "{REQUIRE}=all, but: {reason}");
    println!("skipped: {reason}");
}

/// Why a tool cannot be run on this machine, if it does not tell its version.
pub(crate) fn missing(tool: &str) -> Option<String> {
    let said = Command::new(tool).arg("--version").output();
    let works = said.is_ok_and(|it| it.status.success());
    (!works).then(|| format!("there is no {tool}"))
}
