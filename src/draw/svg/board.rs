//! The shapes of a frame: board, holes, seeds, marks, words.

use super::View;
use super::layout::{Area, Layout, PIT_RADIUS};
use super::writer::Writer;
use crate::draw::frame::Frame;
use crate::game::PitName;
use crate::game::{Pit, Side};

/// The radius of a seed.
const SEED_RADIUS: f64 = 4.4;
/// How many seeds a hole shows one by one; of more, only the number is exact.
const MOST_IN_PIT: u32 = 36;
const MOST_IN_STORE: u32 = 120;

/// Draws `frame`.
pub(super) fn draw(out: &mut Writer, layout: &Layout, frame: &Frame, view: View) {
    let area = layout.board();
    rectangle(out, "board", &area, 28.0);
    caption(out, layout, &frame.caption);
    let columns: Vec<_> = frame.board.columns().collect();
    for side in [Side::North, Side::South] {
        store(out, layout, frame, side, view);
        for &pit in &columns {
            draw_pit(out, layout, frame, (side, pit), view);
        }
    }
    marks(out, layout, frame);
    legend(out, layout, frame);
}

/// The caption above the board, condensed if it is too long for the picture.
fn caption(out: &mut Writer, layout: &Layout, caption: &str) {
    /// More than a character of the caption takes on average, in pixels.
    const CHARACTER: f64 = 9.0;
    let area = layout.board();
    let (x, y) = (rounded(area.middle().0), rounded(area.y - 16.0));
    let room = layout.size().0 - 24.0;
    let length = rounded(room);
    let mut attributes = vec![("class", "caption"), ("x", &*x), ("y", &y)];
    if caption.chars().count() as f64 * CHARACTER > room {
        attributes.push(("textLength", &length));
        attributes.push(("lengthAdjust", "spacingAndGlyphs"));
    }
    out.text("text", &attributes, caption);
}

fn draw_pit(
    out: &mut Writer,
    layout: &Layout,
    frame: &Frame,
    (side, pit): (Side, Pit),
    view: View,
) {
    let seeds = u32::from(frame.board.seeds(side, pit));
    let (x, y) = layout.pit(side, pit);
    let name = PitName(side, pit).to_string();
    out.open("g", &[("class", "pit"), ("data-name", &name)]);
    circle(out, "hole", (x, y), PIT_RADIUS);
    // Names and numbers are on the outer side of the pit, where no other row is.
    let outward = match side {
        Side::North => -1.0,
        Side::South => 1.0,
    };
    let beside = y + outward * (PIT_RADIUS + 12.0) + 5.0;
    match view {
        View::Numbers => {
            number(out, (x, y + 9.0), seeds);
            words(out, "name", (x, beside), &name);
        }
        View::Seeds => {
            let room = (PIT_RADIUS - 8.0, PIT_RADIUS - 8.0);
            draw_seeds(out, (x, y), room, seeds.min(MOST_IN_PIT), MOST_IN_PIT);
            words(out, "name", (x - 20.0, beside), &name);
            words(out, "count small beside", (x, beside), &seeds.to_string());
        }
    }
    out.close("g");
}

fn store(out: &mut Writer, layout: &Layout, frame: &Frame, side: Side, view: View) {
    let seeds = frame.board.store(side);
    let area = layout.store(side);
    let (x, y) = area.middle();
    out.open("g", &[("class", "store"), ("data-name", side.name())]);
    rectangle(out, "hole", &area, 36.0);
    words(out, "name", (x, area.y - 5.0), side.name());
    match view {
        View::Numbers => number(out, (x, y + 9.0), seeds),
        View::Seeds => {
            let room = (area.width / 2.0 - 12.0, area.height / 2.0 - 20.0);
            draw_seeds(out, (x, y), room, seeds.min(MOST_IN_STORE), MOST_IN_STORE);
            let below = area.y + area.height + 16.0;
            words(out, "count small", (x, below), &seeds.to_string());
        }
    }
    out.close("g");
}

/// A number in the middle of a hole, smaller where it would not fit.
fn number(out: &mut Writer, place: (f64, f64), seeds: u32) {
    let class = if seeds < 1000 { "count" } else { "count long" };
    words(out, class, place, &seeds.to_string());
}

/// `seeds` seeds around `middle`, as a sunflower has them, in an ellipse of these radii.
fn draw_seeds(out: &mut Writer, middle: (f64, f64), room: (f64, f64), seeds: u32, most: u32) {
    /// The golden angle, in radians: no two seeds ever lie in one direction.
    const GOLDEN_ANGLE: f64 = 2.399_963;
    // A few seeds lie together; the more there are, the more of the room they take.
    let spread = (f64::from(seeds) / f64::from(most) * 1.8)
        .sqrt()
        .clamp(0.5, 1.0);
    // A single seed lies in the middle.
    let inmost = if seeds == 1 { 0.0 } else { 0.5 };
    for number in 0..seeds {
        let distance = spread * ((f64::from(number) + inmost) / f64::from(seeds)).sqrt();
        let angle = f64::from(number) * GOLDEN_ANGLE;
        let place = (
            middle.0 + room.0 * distance * angle.cos(),
            middle.1 + room.1 * distance * angle.sin(),
        );
        circle(out, "seed", place, SEED_RADIUS);
    }
}

fn marks(out: &mut Writer, layout: &Layout, frame: &Frame) {
    let marks = &frame.marks;
    if let Some((side, pit)) = marks.from {
        circle(out, "from", layout.pit(side, pit), PIT_RADIUS + 1.0);
    }
    if let Some((side, pit)) = marks.last {
        circle(out, "last", layout.pit(side, pit), PIT_RADIUS - 6.0);
    }
    if let Some(side) = marks.extra {
        let Area {
            x,
            y,
            width,
            height,
        } = layout.store(side);
        let inner = Area {
            x: x + 6.0,
            y: y + 6.0,
            width: width - 12.0,
            height: height - 12.0,
        };
        rectangle(out, "last", &inner, 30.0);
        let middle = layout.store(side).middle();
        words(out, "name", (middle.0, y + height - 18.0), "again");
    }
    for &(side, pit) in &marks.captured {
        let cross = cross(layout.pit(side, pit));
        out.empty("path", &[("class", "captured"), ("d", &cross)]);
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
    ];
    let meanings = meanings.into_iter().filter(|(there, _)| *there);
    let line: Vec<_> = meanings.map(|(_, meaning)| meaning).collect();
    let area = layout.board();
    let place = (area.middle().0, area.y + area.height + 24.0);
    words(out, "legend", place, &line.join("   ·   "));
}

fn circle(out: &mut Writer, class: &str, (x, y): (f64, f64), radius: f64) {
    let (x, y, radius) = (rounded(x), rounded(y), rounded(radius));
    let attributes = [("class", class), ("cx", &x), ("cy", &y), ("r", &radius)];
    out.empty("circle", &attributes);
}

fn rectangle(out: &mut Writer, class: &str, area: &Area, corner: f64) {
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

fn words(out: &mut Writer, class: &str, (x, y): (f64, f64), text: &str) {
    let (x, y) = (rounded(x), rounded(y));
    out.text("text", &[("class", class), ("x", &x), ("y", &y)], text);
}

/// A tenth of a pixel is enough.
fn rounded(length: f64) -> String {
    format!("{}", (length * 10.0).round() / 10.0)
}
