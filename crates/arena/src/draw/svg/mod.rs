//! Frames as SVG: one picture, or all of them in one that moves.
//!
//! The moving picture is CSS alone. It runs once and ends with the last frame; where motion is to be
//! reduced, and in programs that know no CSS, it *is* the last frame. Every picture says in words what
//! it shows, in its title and description, and no mark is told by colour alone.
//!
//! In reading order: [`scheme`] (colours), `layout` (where things lie), `heap` (where seeds
//! lie), `board` (a frame's shapes), `token_row` (a row of Nimcala), `writer` (elements and attributes).

mod board;
mod heap;
mod layout;
pub mod scheme;
mod token_row;
mod writer;

use super::frame::Frame;
use super::text;
use layout::Layout;
use mancala::game::Side;
pub use scheme::Scheme;
pub use token_row::token_row;
use writer::Writer;

/// How the seeds of a pit are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// As a number.
    Numbers,
    /// One by one, with the number beside them.
    Seeds,
}

/// How pictures look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// The colours.
    pub scheme: &'static Scheme,
    /// How seeds are shown.
    pub view: View,
}

/// Words of a picture that the game does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labels<'a> {
    /// For whoever cannot see the picture.
    pub title: &'a str,
    /// Who plays, South first.
    pub players: [&'a str; 2],
}

impl<'a> Labels<'a> {
    /// A title, and players of whom only the sides are known.
    #[must_use]
    pub const fn titled(title: &'a str) -> Self {
        Self {
            title,
            players: [Side::South.name(), Side::North.name()],
        }
    }
}

/// How long a frame of a moving picture stays, in seconds, at its usual speed.
const SECONDS_A_FRAME: f64 = 1.6;

/// One frame.
#[must_use]
pub fn still(frame: &Frame, labels: &Labels<'_>, style: Style) -> String {
    let layout = Layout::of(frame.board.width());
    let described = format!("{}\n{}", frame.caption, text::lines(&frame.board));
    let sheet = style.scheme.style_sheet();
    document(layout.size(), labels, &described, &sheet, |out| {
        board::draw(out, &layout, frame, labels, style.view);
    })
}

/// All frames in one moving picture, `speed` times as fast as usual; every caption in its
/// description.
#[must_use]
pub fn animated(frames: &[Frame], labels: &Labels<'_>, style: Style, speed: f64) -> String {
    let seconds = SECONDS_A_FRAME / speed;
    let width = frames.first().map_or(1, |frame| frame.board.width());
    let layout = Layout::of(width);
    let mut described: String = frames
        .iter()
        .map(|frame| format!("{}\n", frame.caption))
        .collect();
    if let Some(last) = frames.last() {
        described += &text::lines(&last.board);
    }
    let sheet = style.scheme.style_sheet() + &animation(seconds);
    document(layout.size(), labels, &described, &sheet, |out| {
        for (number, frame) in frames.iter().enumerate() {
            let begin = number as f64 * seconds;
            let (class, timing) = if number + 1 == frames.len() {
                ("frame final", format!("animation-duration:{begin:.2}s"))
            } else {
                ("frame", format!("animation-delay:{begin:.2}s"))
            };
            out.open("g", &[("class", class), ("style", &timing)]);
            board::draw(out, &layout, frame, labels, style.view);
            out.close("g");
        }
    })
}

/// A frame is hidden but for its moment; the last frame is shown but for the time before it.
fn animation(seconds: f64) -> String {
    format!(
        "
.frame {{ visibility: hidden }}
.frame.final {{ visibility: visible }}
@media (prefers-reduced-motion: no-preference) {{
.frame {{ animation: shown {seconds:.2}s linear }}
.frame.final {{ animation-name: waiting }}
svg:hover .frame {{ animation-play-state: paused }}
}}
@keyframes shown {{ from, to {{ visibility: visible }} }}
@keyframes waiting {{ from, to {{ visibility: hidden }} }}
"
    )
}

fn document(
    (width, height): (f64, f64),
    labels: &Labels<'_>,
    described: &str,
    sheet: &str,
    content: impl FnOnce(&mut Writer),
) -> String {
    let view_box = format!("0 0 {width} {height}");
    let mut out = Writer::new();
    out.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("viewBox", &view_box),
            ("width", &width.to_string()),
            ("height", &height.to_string()),
            ("role", "img"),
            ("aria-labelledby", "title description"),
        ],
    );
    out.text("title", &[("id", "title")], labels.title);
    out.text("desc", &[("id", "description")], described);
    out.text("style", &[], sheet);
    gradients(&mut out);
    let all = [
        ("width", "100%"),
        ("height", "100%"),
        ("class", "background"),
    ];
    out.empty("rect", &all);
    content(&mut out);
    out.close("svg");
    out.finish()
}

/// Light from above on board, pits and seeds; the scheme has the colours.
fn gradients(out: &mut Writer) {
    let place = |[x, y, far]: [&'static str; 3]| [("cx", x), ("cy", y), ("r", far)];
    out.open("defs", &[]);
    out.open(
        "linearGradient",
        &[("id", "wood"), ("x2", "0"), ("y2", "1")],
    );
    stops(out, &[("0", "board-light"), ("1", "board-shade")]);
    out.close("linearGradient");
    for (id, at, classes) in [
        (
            "bowl",
            ["50%", "38%", "62%"],
            [("0", "pit-shade"), ("1", "pit-light")].as_slice(),
        ),
        (
            "kernel",
            ["35%", "30%", "75%"],
            &[
                ("0", "seed-light"),
                (".55", "seed-middle"),
                ("1", "seed-shade"),
            ],
        ),
    ] {
        let mut attributes = vec![("id", id)];
        attributes.extend(place(at));
        out.open("radialGradient", &attributes);
        stops(out, classes);
        out.close("radialGradient");
    }
    out.close("defs");
}

fn stops(out: &mut Writer, classes: &[(&str, &str)]) {
    for (offset, class) in classes {
        out.empty("stop", &[("offset", offset), ("class", class)]);
    }
}
