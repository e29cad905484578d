//! The shapes of a frame: board, holes, seeds, marks, words.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::layout::{Area, Layout, PIT_RADIUS, outward};
use super::{Labels, View, Writer};
use crate::draw::Frame;
use crate::draw::text::wrapped;
use mancala::game::{Pit, PitName, Side};

/// The largest radius of a seed.
const SEED_RADIUS: f64 = 10.5;
/// How many seeds a hole shows one by one; of more, only the number is exact.
const MAX_IN_PIT: u32 = 120;
const MAX_IN_STORE: u32 = 240;
/// From the middle of a pit to the badge with its count, inwards and along the row.
const BADGE: (f64, f64) = (PIT_RADIUS - 5.0, PIT_RADIUS + 3.0);

pub(super) fn draw(
    out: &mut Writer,
    layout: &Layout,
    frame: &Frame,
    labels: &Labels<'_>,
    view: View,
) {
    let area = layout.board();
    rectangle(out, "board", &area, 44.0);
    rectangle(out, "rim", &area.inset(7.0), 38.0);
    caption(out, layout, &frame.caption);
    if let Some(side) = frame.mover {
        arrow(out, layout.arrow(side));
    }
    for side in [Side::North, Side::South] {
        store(out, layout, frame, side, labels.players[side.index()], view);
        for pit in frame.board.columns() {
            draw_pit(out, layout, frame, side, pit, view);
        }
    }
    marks(out, layout, frame);
    legend(out, layout, frame);
}

/// The caption above the board: up to two lines, or three small ones.
fn caption(out: &mut Writer, layout: &Layout, caption: &str) {
    let space = layout.size().0 - 24.0;
    let text = wrapped(caption, (space / 9.0) as usize);
    let (class, height, text) = match text.lines().count() {
        ..=2 => ("caption", 23.0, text),
        _ => ("caption small", 18.0, wrapped(caption, (space / 7.4) as usize)),
    };
    let area = layout.board();
    for (up, line) in text.lines().rev().enumerate() {
        let y = area.y - 16.0 - up as f64 * height;
        words(out, class, (area.middle().0, y), line);
    }
}

/// Whose turn it is and which way the seeds go.
fn arrow(out: &mut Writer, [(from, y), (to, _)]: [(f64, f64); 2]) {
    let back = if to > from { to - 11.0 } else { to + 11.0 };
    let [from, to, back] = [from, to, back].map(rounded);
    let [above, y, below] = [y - 7.0, y, y + 7.0].map(rounded);
    let path = format!("M{from} {y}H{to}M{back} {above}L{to} {y}L{back} {below}");
    out.empty("path", &[("class", "arrow"), ("d", &path)]);
}

fn draw_pit(out: &mut Writer, layout: &Layout, frame: &Frame, side: Side, pit: Pit, view: View) {
    let seeds = u32::from(frame.board.seeds(side, pit));
    let (x, y) = layout.pit(side, pit);
    let name = PitName(side, pit).to_string();
    out.open("g", &[("class", "pit"), ("data-name", &name)]);
    circle(out, "hole", (x, y), PIT_RADIUS);
    // Names stand on the rim, counts on the inner side, so that nobody reads the two as one.
    let outward = outward(side);
    words(out, "name", (x, y + outward * (PIT_RADIUS + 15.0) + 5.0), &name);
    match view {
        View::Numbers => number(out, (x, y + 13.0), seeds),
        View::Seeds => {
            let space = (PIT_RADIUS - 15.0, PIT_RADIUS - 15.0);
            draw_seeds(out, (x, y), heap(seeds.min(MAX_IN_PIT), space, SEED_RADIUS));
            let badge = (x + BADGE.0, y - outward * BADGE.1);
            circle(out, "badge", badge, 15.0);
            let class = if seeds < 100 { "count inside" } else { "count inside long" };
            words(out, class, (badge.0, badge.1 + 6.0), &seeds.to_string());
        }
    }
    out.close("g");
}

fn store(out: &mut Writer, layout: &Layout, frame: &Frame, side: Side, player: &str, view: View) {
    let seeds = frame.board.store(side);
    let area = layout.store(side);
    let (x, y) = area.middle();
    out.open("g", &[("class", "store"), ("data-name", side.name())]);
    rectangle(out, "hole", &area, 42.0);
    let below = area.y + area.height + 21.0;
    words(out, "owner", (x, below), &shortened(player, 12));
    match view {
        View::Numbers => number(out, (x, y + 13.0), seeds),
        View::Seeds => {
            let space = (area.width / 2.0 - 15.0, area.height / 2.0 - 17.0);
            draw_seeds(out, (x, y), heap(seeds.min(MAX_IN_STORE), space, 9.5));
            words(out, "count above", (x, area.y - 12.0), &seeds.to_string());
        }
    }
    out.close("g");
}

/// At most so many characters of a name.
pub fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

/// A number in the middle of a hole, smaller where it would not fit.
fn number(out: &mut Writer, place: (f64, f64), seeds: u32) {
    let class = if seeds < 1000 { "count" } else { "count long" };
    words(out, class, place, &seeds.to_string());
}

fn draw_seeds(out: &mut Writer, middle: (f64, f64), Heap { radius, places }: Heap) {
    for (x, y) in places {
        circle(out, "seed", (middle.0 + x, middle.1 + y), radius);
    }
}

fn marks(out: &mut Writer, layout: &Layout, frame: &Frame) {
    let marks = &frame.marks;
    if let Some((side, pit)) = marks.from {
        circle(out, "from", layout.pit(side, pit), PIT_RADIUS + 4.0);
    }
    if let Some((side, pit)) = marks.last {
        circle(out, "last", layout.pit(side, pit), PIT_RADIUS - 4.0);
    }
    if let Some(side) = marks.extra {
        rectangle(out, "last", &layout.store(side).inset(4.0), 38.0);
    }
    for (class, pits) in [("captured", &marks.captured), ("swept", &marks.swept)] {
        for &(side, pit) in pits {
            let cross = cross(layout.pit(side, pit));
            out.empty("path", &[("class", class), ("d", &cross)]);
        }
    }
}

/// Four strokes towards the middle, which stay clear of the number there.
fn cross((x, y): (f64, f64)) -> String {
    const OUTER: f64 = PIT_RADIUS * 0.72;
    const INNER: f64 = PIT_RADIUS * 0.36;
    let stroke = |(right, down): (f64, f64)| {
        let [from_x, to_x] = [OUTER, INNER].map(|at| rounded(x + right * at));
        let [from_y, to_y] = [OUTER, INNER].map(|at| rounded(y + down * at));
        format!("M{from_x} {from_y}L{to_x} {to_y}")
    };
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    corners.map(stroke).concat()
}

/// Says what the marks mean, those that are there.
fn legend(out: &mut Writer, layout: &Layout, frame: &Frame) {
    let marks = &frame.marks;
    let meanings = [
        (marks.from.is_some(), "dashed ring: sown from"),
        (marks.last.is_some(), "inner ring: last seed"),
        (marks.extra.is_some(), "ring in the store: another sow"),
        (!marks.captured.is_empty(), "four strokes: captured"),
        (!marks.swept.is_empty(), "four dotted strokes: swept at the end"),
    ];
    let meanings = meanings.into_iter().filter(|(there, _)| *there);
    // Hard blanks: a line is not broken within a meaning.
    let line: Vec<_> = meanings.map(|(_, meaning)| meaning.replace(' ', "\u{a0}")).collect();
    let area = layout.board();
    let text = wrapped(&line.join("\u{a0}\u{a0}· "), (layout.size().0 / 6.8) as usize);
    for (down, line) in text.lines().enumerate() {
        let y = area.y + area.height + 21.0 + down as f64 * 17.0;
        words(out, "legend", (area.middle().0, y), line);
    }
}

pub(super) fn circle(out: &mut Writer, class: &str, (x, y): (f64, f64), radius: f64) {
    let (x, y, radius) = (rounded(x), rounded(y), rounded(radius));
    let attributes = [("class", class), ("cx", &x), ("cy", &y), ("r", &radius)];
    out.empty("circle", &attributes);
}

pub(super) fn rectangle(out: &mut Writer, class: &str, area: &Area, corner: f64) {
    let [x, y, width, height, corner] =
        [area.x, area.y, area.width, area.height, corner].map(rounded);
    let attributes = [
        ("class", class),
        ("x", &*x),
        ("y", &y),
        ("width", &width),
        ("height", &height),
        ("rx", &corner),
    ];
    out.empty("rect", &attributes);
}

pub(super) fn words(out: &mut Writer, class: &str, (x, y): (f64, f64), text: &str) {
    let (x, y) = (rounded(x), rounded(y));
    out.text("text", &[("class", class), ("x", &x), ("y", &y)], text);
}

/// A tenth of a pixel is enough.
fn rounded(length: f64) -> String {
    format!("{}", (length * 10.0).round() / 10.0)
}

/// The places of some seeds, from the middle of their hole, and the radius of each.
pub(super) struct Heap {
    pub(super) radius: f64,
    pub(super) places: Vec<(f64, f64)>,
}

/// `count` seeds of at most `radius` in an ellipse of the radii `space`, which their middles keep to.
pub(super) fn heap(count: u32, space: (f64, f64), radius: f64) -> Heap {
    /// From seed to seed: no two ever lie in one direction.
    const GOLDEN_ANGLE: f64 = 2.399_963;
    /// How far apart the seeds of such a spiral have to begin so as not to touch.
    const APART: f64 = 1.16;
    let number = f64::from(count);
    match count {
        0 | 1 => Heap { radius, places: vec![(0.0, 0.0); count as usize] },
        2..=5 => {
            let far = radius * 1.06 / (TAU / 2.0 / number).sin();
            let begin = if count == 2 { 0.5 } else { -FRAC_PI_2 };
            Heap { radius, places: ring(count, far, begin).collect() }
        }
        6..=7 => {
            let around = ring(count - 1, radius * 2.15, 0.3);
            Heap { radius, places: std::iter::once((0.0, 0.0)).chain(around).collect() }
        }
        _ => {
            let middle = (space.0 * space.1).sqrt();
            let small = radius.min(1.12 * middle / (APART * number.sqrt()));
            let full = (small * APART * number.sqrt() / middle).min(1.0);
            let more = radius - small;
            let places = (0..count).map(|seed| {
                let distance = full * ((f64::from(seed) + 0.5) / number).sqrt();
                let angle = f64::from(seed) * GOLDEN_ANGLE;
                (
                    (space.0 + more) * distance * angle.cos(),
                    (space.1 + more) * distance * angle.sin(),
                )
            });
            Heap { radius: small, places: places.collect() }
        }
    }
}

fn ring(count: u32, far: f64, begin: f64) -> impl Iterator<Item = (f64, f64)> {
    (0..count).map(move |seed| {
        let angle = TAU * f64::from(seed) / f64::from(count) + begin;
        (far * angle.cos(), far * angle.sin())
    })
}
