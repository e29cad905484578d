//! What a caller may do while a search runs.
//!
//! Left out: clocks and signals, which only a caller knows.

use super::bounds::Interval;
use super::finding::Finding;
use crate::game::Pit;

/// What a caller may do during a search.
pub trait Control: Sync {
    /// Whether the search should end now, with what it has. Asked often, by all threads.
    fn stop(&self) -> bool;

    /// Whether what was found so far should be saved now. Asked as often as [`stop`](Self::stop).
    fn pause(&self) -> bool {
        false
    }

    /// Is given what is worth being kept of all that was found so far, after a [`pause`](Self::pause).
    fn save(&self, _: &mut dyn Iterator<Item = Finding>) {}

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
