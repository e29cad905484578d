//! Frames as SVG: one picture, or all of them in one that moves.
//!
//! The moving picture is CSS alone. It runs once and ends with the last frame; where motion is to be
//! reduced, and in programs that know no CSS, it *is* the last frame. Every picture says in words what
//! it shows, in its title and description, and no mark is told by colour alone.
//!
//! In reading order: [`scheme`] (colours), `layout` (where things lie), `board` (a frame's shapes).

mod board;
mod layout;
pub mod scheme;

use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

use super::{Frame, text};
pub use board::shortened;
use board::{circle, heap, rectangle, words};
use layout::{Area, Layout};
use mancala::game::{Position, Side};
use mancala::nimcala::Nimcala;
pub use scheme::Scheme;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    Numbers,
    /// One by one, with the number beside them.
    Seeds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    pub scheme: &'static Scheme,
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
    pub const fn titled(title: &'a str) -> Self {
        Self { title, players: [Side::South.name(), Side::North.name()] }
    }
}

/// How long a frame of a moving picture stays, in seconds.
const SECONDS_A_FRAME: f64 = 1.6;

pub fn still(frame: &Frame, labels: &Labels<'_>, style: Style) -> String {
    let layout = Layout::of(frame.board.width());
    let described = format!("{}\n{}", frame.caption, text::lines(&frame.board));
    let sheet = style.scheme.style_sheet();
    document(layout.size(), labels, &described, &sheet, |out| {
        board::draw(out, &layout, frame, labels, style.view);
    })
}

/// All frames in one moving picture; every caption in its description.
pub fn animated(frames: &[Frame], labels: &Labels<'_>, style: Style) -> String {
    let width = frames.first().map_or(1, |frame| frame.board.width());
    let layout = Layout::of(width);
    let mut described: String = frames.iter().map(|frame| format!("{}\n", frame.caption)).collect();
    if let Some(last) = frames.last() {
        described += &text::lines(&last.board);
    }
    let sheet = style.scheme.style_sheet() + &animation();
    document(layout.size(), labels, &described, &sheet, |out| {
        for (number, frame) in frames.iter().enumerate() {
            let begin = number as f64 * SECONDS_A_FRAME;
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
fn animation() -> String {
    format!(
        "
.frame {{ visibility: hidden }}
.frame.final {{ visibility: visible }}
@media (prefers-reduced-motion: no-preference) {{
.frame {{ animation: shown {SECONDS_A_FRAME:.2}s linear }}
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
    out.write(Event::Text(BytesText::from_escaped(GRADIENTS)));
    let all = [("width", "100%"), ("height", "100%"), ("class", "background")];
    out.empty("rect", &all);
    content(&mut out);
    out.close("svg");
    out.finish()
}

/// Light from above on board, pits and seeds; the scheme has the colours.
const GRADIENTS: &str = r#"<defs><linearGradient id="wood" x2="0" y2="1"><stop offset="0" class="board-light"/>
<stop offset="1" class="board-shade"/>
</linearGradient>
<radialGradient id="bowl" cx="50%" cy="38%" r="62%"><stop offset="0" class="pit-shade"/>
<stop offset="1" class="pit-light"/>
</radialGradient>
<radialGradient id="kernel" cx="35%" cy="30%" r="75%"><stop offset="0" class="seed-light"/>
<stop offset=".55" class="seed-middle"/>
<stop offset="1" class="seed-shade"/>
</radialGradient>
</defs>
"#;

/// Of a row of Nimcala: from the middle of a pit to the next, and a pit's radius.
const APART: f64 = 96.0;
const RADIUS: f64 = 40.0;
const TOKEN: f64 = 8.0;
const HEIGHT: f64 = 190.0;
/// The line on which the pits lie.
const MIDDLE: f64 = 100.0;

/// A row of Nimcala with its pits side by side, named by their numbers, and whose turn it is.
pub fn token_row(position: &Nimcala, title: &str, style: Style) -> String {
    let row = position.row();
    let pits = row.tokens().len() as f64;
    let caption = match position.is_over() {
        true => format!("Player {} has won.", position.mover().opponent().player()),
        false => format!("Player {} to move.", position.mover().player()),
    };
    let described = format!("{caption}\n{}", super::text::token_row(row));
    let sheet = style.scheme.style_sheet();
    let size = (pits * APART + 40.0, HEIGHT);
    document(size, &Labels::titled(title), &described, &sheet, |out| {
        words(out, "caption", (size.0 / 2.0, 28.0), &caption);
        let board = Area { x: 12.0, y: 44.0, width: size.0 - 24.0, height: 112.0 };
        rectangle(out, "board", &board, 26.0);
        for (pit, &tokens) in row.tokens().iter().enumerate() {
            let x = 20.0 + APART * (pit as f64 + 0.5);
            draw_pit(out, x, tokens.into(), style.view);
            words(out, "caption", (x, 178.0), &(pit + 1).to_string());
        }
    })
}

fn draw_pit(out: &mut Writer, x: f64, tokens: u32, view: View) {
    circle(out, "hole", (x, MIDDLE), RADIUS);
    // More than can be told apart are a number.
    if view == View::Seeds && tokens <= 30 {
        let space = RADIUS - 1.6 * TOKEN;
        let heap = heap(tokens, (space, space), TOKEN);
        for (dx, dy) in heap.places {
            circle(out, "seed", (x + dx, MIDDLE - 6.0 + 0.8 * dy), heap.radius);
        }
    }
    let (y, class) = match view {
        View::Numbers => (107.0, "count"),
        View::Seeds => (134.0, "count long"),
    };
    words(out, class, (x, y), &tokens.to_string());
}

type Attribute<'a> = (&'a str, &'a str);

/// Elements and attributes, escaped; a thin layer over `quick-xml` that cannot fail.
struct Writer(quick_xml::Writer<Vec<u8>>);

impl Writer {
    fn new() -> Self {
        Self(quick_xml::Writer::new(Vec::new()))
    }

    fn open(&mut self, name: &str, attributes: &[Attribute<'_>]) {
        self.write(Event::Start(element(name, attributes)));
    }

    fn close(&mut self, name: &str) {
        self.write(Event::End(BytesEnd::new(name)));
        self.write(Event::Text(BytesText::from_escaped("\n")));
    }

    fn empty(&mut self, name: &str, attributes: &[Attribute<'_>]) {
        self.write(Event::Empty(element(name, attributes)));
        self.write(Event::Text(BytesText::from_escaped("\n")));
    }

    /// An element with nothing but text. Characters that XML cannot hold are replaced.
    fn text(&mut self, name: &str, attributes: &[Attribute<'_>], text: &str) {
        let text: String = text.chars().map(legal).collect();
        self.open(name, attributes);
        self.write(Event::Text(BytesText::new(&text)));
        self.close(name);
    }

    fn finish(self) -> String {
        String::from_utf8_lossy(&self.0.into_inner()).into_owned()
    }

    fn write(&mut self, event: Event<'_>) {
        // Writing to memory cannot fail.
        let _ = self.0.write_event(event);
    }
}

fn element<'a>(name: &'a str, attributes: &[Attribute<'a>]) -> BytesStart<'a> {
    BytesStart::new(name).with_attributes(attributes.iter().copied())
}

fn legal(c: char) -> char {
    let illegal =
        (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    if illegal { char::REPLACEMENT_CHARACTER } else { c }
}
