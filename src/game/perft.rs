//! Perft: exact counts of the sequences of sows from a position.
//!
//! Two engines that agree on these numbers agree on the rules; one wrong seed anywhere shows.

use super::kalah::Kalah;
use super::packed::{Narrow, Packed, Row, Sowing, Wide};
use super::position::Position;

/// What the sequences of exactly so many sows end in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sows {
    /// Sequences of sows; a sequence that ended the game is not prolonged.
    pub nodes: u64,
    /// Those whose last sow fell in the mover's store.
    pub extra_turns: u64,
    /// Those whose last sow captured.
    pub captures: u64,
    /// Those whose last sow ended the game.
    pub game_overs: u64,
}

/// Counts the sequences of 1, 2, .. `depth` sows from `start`; entry 0 is for one sow.
pub fn count_sows(start: &Kalah, depth: usize) -> Vec<Sows> {
    let mut counts = vec![Sows::default(); depth];
    if Sowing::<Narrow>::fits(start) {
        add_sows(Packed::new(start, &Sowing::<Narrow>::of(start)), &mut counts);
    } else {
        add_sows(Packed::new(start, &Sowing::<Wide>::of(start)), &mut counts);
    }
    counts
}

fn add_sows<R: Row>(position: Packed<'_, R>, counts: &mut [Sows]) {
    match counts {
        [] => {}
        // Most sows are last ones; without the search for more they take half the time.
        [last] => last.add_all_of(position, |_| ()),
        [here, deeper @ ..] => here.add_all_of(position, |next| add_sows(next, deeper)),
    }
}

impl Sows {
    /// Adds every sow from `position`, and goes on from those that do not end the game.
    #[inline(always)]
    fn add_all_of<'t, R: Row>(
        &mut self,
        position: Packed<'t, R>,
        mut go_on: impl FnMut(Packed<'t, R>),
    ) {
        for lane in position.filled_lanes() {
            let (next, captured) = position.sow_lane(lane);
            self.nodes += 1;
            self.extra_turns += u64::from(next.mover() == position.mover());
            self.captures += u64::from(captured > 0);
            self.game_overs += u64::from(next.is_over());
            if !next.is_over() {
                go_on(next);
            }
        }
    }
}
