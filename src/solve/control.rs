//! What a caller may do while a search runs.
//!
//! Left out: clocks and signals, which only a caller knows.

use super::bounds::Interval;
use crate::game::Pit;

/// What a caller may do during a search.
pub trait Control: Sync {
    /// Whether the search should end now, with what it has. Asked often, by all threads.
    fn stop(&self) -> bool;

    /// Is told the bounds of the value whenever they change.
    fn progress(&self, _: Interval) {}

    /// Is told the strongest turn so far, each time that a search to some depth has found one.
    fn better(&self, _: &[Pit]) {}
}

/// Never stops.
impl Control for () {
    fn stop(&self) -> bool {
        false
    }
}
