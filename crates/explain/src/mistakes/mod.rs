//! The mistakes that submissions make, as data.
//!
//! Each is one change to the rules of the game, to the conventions of the search, or to the way the
//! files are written. The [reference engine](super::reference) has a switch for each, at the place
//! of the rule that is broken. A crash or a missing file is no mistake of this kind.

/// Where it is stored, a value is a text.
macro_rules! stored_as_text {
    ($type:ident, $show:expr, $parse:expr) => {
        impl From<$type> for String {
            fn from(it: $type) -> Self {
                $show(it).into()
            }
        }

        impl TryFrom<String> for $type {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                let parse: fn(&str) -> Result<Self, String> = $parse;
                parse(&text)
            }
        }
    };
}

mod catalogue;
mod dimension;
mod scope;
mod switches;

pub use catalogue::{CATALOGUE, Entry, Group, Known, Mistake};
pub(crate) use dimension::{OF_BOARD, OF_KEPT_TURN, OF_OPPONENTS_STORE, OF_SWEEP, PLAYED_WHOLE};
pub use scope::{After, At, Kinds, Nodes, Place, Scope, SowKind, Tasks};
pub use switches::{InCase, MAX_SWITCHES, Mistakes, Switch, Switches};
