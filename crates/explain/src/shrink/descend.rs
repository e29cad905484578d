//! From a large problem to a small one, step by step, as long as something holds.

use std::collections::HashSet;

use super::size::Size;
use super::smaller::{PASSES, Parts};
use mancala::homework::Problem;

/// What a problem was shrunk to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest problem that was found.
    pub problem: Problem,
    /// Whether every step from it was tried: what is smaller by one step does not hold.
    pub is_smallest: bool,
}

/// Makes `start`, which is of size `size`, smaller as long as `holds` says yes. It says nothing to end the search.
///
/// The same for the same answers, on every machine.
pub fn shrink(
    start: Problem,
    size: Size,
    holds: &mut dyn FnMut(&Problem) -> Option<bool>,
) -> Shrunk {
    let (mut problem, mut smallest) = (start, size);
    let mut tried = HashSet::new();
    loop {
        let before = problem;
        for pass in PASSES {
            let mut steps = pass(&Parts::of(&problem));
            let mut at = 0;
            while let Some(step) = steps.get(at) {
                at += 1;
                let Some((next, size)) = smaller(step, &smallest) else { continue };
                if !tried.insert(size.clone()) {
                    continue;
                }
                match holds(&next) {
                    None => {
                        return Shrunk { problem, is_smallest: false };
                    }
                    Some(false) => {}
                    Some(true) => {
                        (problem, smallest) = (next, size);
                        steps = pass(&Parts::of(&problem));
                        // What stood before it in the pass did not hold for a larger problem.
                        at -= 1;
                    }
                }
            }
        }
        if problem == before {
            return Shrunk { problem, is_smallest: true };
        }
    }
}

/// The problem that a step leads to and its size, if that is less.
fn smaller(step: &Parts, than: &Size) -> Option<(Problem, Size)> {
    let problem = step.problem()?;
    let size = Size::of(&problem)?;
    (size < *than).then_some((problem, size))
}
