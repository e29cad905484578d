//! Where the seeds of a hole lie: a few side by side, more spread evenly over the whole hole, smaller
//! where there is no room. Always around the hole's middle.

use std::f64::consts::{FRAC_PI_2, TAU};

/// The places of some seeds, from the middle of their hole, and the radius of each.
pub(super) struct Heap {
    pub(super) radius: f64,
    pub(super) places: Vec<(f64, f64)>,
}

/// `count` seeds of at most `radius` in an ellipse of the radii `room`, which their middles keep to.
pub(super) fn heap(count: u32, room: (f64, f64), radius: f64) -> Heap {
    /// From seed to seed: no two ever lie in one direction.
    const GOLDEN_ANGLE: f64 = 2.399_963;
    /// How far apart the seeds of such a spiral have to begin so as not to touch.
    const APART: f64 = 1.16;
    let number = f64::from(count);
    match count {
        0 => Heap {
            radius,
            places: Vec::new(),
        },
        1 => Heap {
            radius,
            places: vec![(0.0, 0.0)],
        },
        2..=5 => {
            let far = radius * 1.06 / (TAU / 2.0 / number).sin();
            let begin = if count == 2 { 0.5 } else { -FRAC_PI_2 };
            Heap {
                radius,
                places: ring(count, far, begin).collect(),
            }
        }
        6..=7 => {
            let around = ring(count - 1, radius * 2.15, 0.3);
            Heap {
                radius,
                places: std::iter::once((0.0, 0.0)).chain(around).collect(),
            }
        }
        _ => {
            let middle = (room.0 * room.1).sqrt();
            let small = radius.min(1.12 * middle / (APART * number.sqrt()));
            let full = (small * APART * number.sqrt() / middle).min(1.0);
            let more = radius - small;
            let places = (0..count).map(|seed| {
                let distance = full * ((f64::from(seed) + 0.5) / number).sqrt();
                let angle = f64::from(seed) * GOLDEN_ANGLE;
                (
                    (room.0 + more) * distance * angle.cos(),
                    (room.1 + more) * distance * angle.sin(),
                )
            });
            Heap {
                radius: small,
                places: places.collect(),
            }
        }
    }
}

fn ring(count: u32, far: f64, begin: f64) -> impl Iterator<Item = (f64, f64)> {
    (0..count).map(move |seed| {
        let angle = TAU * f64::from(seed) / f64::from(count) + begin;
        (far * angle.cos(), far * angle.sin())
    })
}
