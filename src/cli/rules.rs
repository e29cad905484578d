//! Rule sets by name.

use crate::game::Rules;

/// The rule set called `name`.
pub(super) fn parse(name: &str) -> Result<Rules, String> {
    match name {
        "usc" => Ok(Rules::USC),
        "cits3001" => Ok(Rules::CITS3001),
        "uw" => Ok(Rules::UW),
        _ => Err("expected usc, cits3001 or uw".to_owned()),
    }
}
