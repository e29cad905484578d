//! The names of rule sets, both ways.

use crate::game::Rules;

/// The name of `rules`.
pub(super) fn name(rules: Rules) -> String {
    match rules {
        Rules::CITS3001 => "cits3001",
        Rules::UW => "uw",
        _ => "usc",
    }
    .to_owned()
}

/// The rules called `name`, or what should have stood there.
pub(super) fn parse(name: &str) -> Result<Rules, String> {
    match name {
        "usc" => Ok(Rules::USC),
        "cits3001" => Ok(Rules::CITS3001),
        "uw" => Ok(Rules::UW),
        _ => Err("expected usc, cits3001 or uw".to_owned()),
    }
}
