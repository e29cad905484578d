//! Frames as SVG: one picture, or all of them in one that moves.
//!
//! The moving picture is CSS alone. It runs once and ends with the last frame; where motion is to be
//! reduced, and in programs that know no CSS, it *is* the last frame. Every picture says in words what
//! it shows, in its title and description, and no mark is told by colour alone.
//!
//! In reading order: [`scheme`] (colours), `layout` (where things lie), `board` (a frame's shapes),
//! `writer` (elements and attributes).

mod board;
mod layout;
pub mod scheme;
mod writer;

use super::frame::Frame;
use super::text;
use layout::Layout;
pub use scheme::Scheme;
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

/// How long a frame of a moving picture stays, in seconds.
const SECONDS_A_FRAME: f64 = 1.6;

/// One frame. `title` is for whoever cannot see it.
#[must_use]
pub fn still(frame: &Frame, title: &str, style: Style) -> String {
    let layout = Layout::of(frame.board.width());
    let described = format!("{}\n{}", frame.caption, text::lines(&frame.board));
    document(&layout, title, &described, &style_sheet(style, ""), |out| {
        board::draw(out, &layout, frame, style.view);
    })
}

/// All frames in one moving picture; every caption in its description.
#[must_use]
pub fn animated(frames: &[Frame], title: &str, style: Style) -> String {
    let width = frames.first().map_or(1, |frame| frame.board.width());
    let layout = Layout::of(width);
    let mut described: String = frames
        .iter()
        .map(|frame| format!("{}\n", frame.caption))
        .collect();
    if let Some(last) = frames.last() {
        described += &text::lines(&last.board);
    }
    let sheet = style_sheet(style, ANIMATION);
    document(&layout, title, &described, &sheet, |out| {
        for (number, frame) in frames.iter().enumerate() {
            let begin = number as f64 * SECONDS_A_FRAME;
            let (class, timing) = if number + 1 == frames.len() {
                ("frame final", format!("animation-duration:{begin:.1}s"))
            } else {
                ("frame", format!("animation-delay:{begin:.1}s"))
            };
            out.open("g", &[("class", class), ("style", &timing)]);
            board::draw(out, &layout, frame, style.view);
            out.close("g");
        }
    })
}

/// A frame is hidden but for its moment; the last frame is shown but for the time before it.
const ANIMATION: &str = "
.frame { visibility: hidden }
.frame.final { visibility: visible }
@media (prefers-reduced-motion: no-preference) {
.frame { animation: shown 1.6s linear }
.frame.final { animation-name: waiting }
svg:hover .frame { animation-play-state: paused }
}
@keyframes shown { from, to { visibility: visible } }
@keyframes waiting { from, to { visibility: hidden } }
";

fn style_sheet(style: Style, more: &str) -> String {
    style.scheme.style_sheet() + more
}

fn document(
    layout: &Layout,
    title: &str,
    described: &str,
    sheet: &str,
    content: impl FnOnce(&mut Writer),
) -> String {
    let (width, height) = layout.size();
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
    out.text("title", &[("id", "title")], title);
    out.text("desc", &[("id", "description")], described);
    out.text("style", &[], sheet);
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
