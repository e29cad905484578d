//! The best turn as far as a few turns show, on boards that no table can hold: the textbook's
//! alpha-beta.
//!
//! Serves task 4 and players with a budget alone; a value is proved only if the whole game was seen.
//!
//! Left out: boards of up to 7 pits a row and 127 seeds, which an [`Engine`](super::engine::Engine)
//! solves.

use std::ops::ControlFlow;

use super::bounds::{Assessment, Certainty, Interval};
use super::control::Control;
use crate::game::packed::{Packed, Sowing, Wide};
use crate::game::{Kalah, Pit, Position};
use crate::search::{Algorithm, Choice, Limits, Observer, Stage, Visit, search};

/// A turn for `position` after a look `turns` turns ahead, and its nodes; `None` if stopped.
pub(super) fn look_ahead(
    position: &Kalah,
    turns: u8,
    control: &impl Control,
) -> Option<(Choice<Pit>, Assessment)> {
    let sowing = Sowing::<Wide>::of(position);
    let limits = Limits {
        player: position.mover(),
        cutoff: turns.into(),
    };
    let mut watch = Watch {
        control,
        visits: 0,
        certainty: Certainty::Proved,
    };
    let start = Packed::new(position, &sowing);
    match search(start, limits, Algorithm::AlphaBeta, &mut watch) {
        ControlFlow::Break(Stopped) => None,
        ControlFlow::Continue(choice) => {
            let assessment = Assessment {
                bounds: Interval::exact(choice.value.finite()?),
                certainty: watch.certainty,
            };
            Some((choice, assessment))
        }
    }
}

/// Stops a search when its caller wants it, and sees whether it was cut short.
struct Watch<'a, C> {
    control: &'a C,
    visits: u64,
    certainty: Certainty,
}

struct Stopped;

impl<C: Control> Observer<Pit> for Watch<'_, C> {
    type Stop = Stopped;

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<Stopped> {
        if visit.stage == Stage::Leaf {
            self.certainty = Certainty::Estimated;
        }
        self.visits += 1;
        if self.visits.is_multiple_of(1024) && self.control.stop() {
            return ControlFlow::Break(Stopped);
        }
        ControlFlow::Continue(())
    }
}
