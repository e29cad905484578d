//! What a search asks of its caller, and tells.

use super::bounds::Interval;
use super::saved_entry::SavedEntry;
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
    fn save(&self, _: &mut dyn Iterator<Item = SavedEntry>) {}

    /// Is told the bounds of the value whenever they change.
    fn progress(&self, _: Interval) {}

    /// Is told the strongest turn so far, each time that a search of some turns has found one.
    fn better(&self, _: &[Pit]) {}
}

/// Never stops.
impl Control for () {
    fn stop(&self) -> bool {
        false
    }
}
