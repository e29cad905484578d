//! A row of Nimcala as a picture: the pits side by side, named by their numbers.

use super::heap::heap;
use super::writer::Writer;
use super::{Labels, Style, View, document};
use crate::draw::text;
use mancala::game::Position;
use mancala::nimcala::Nimcala;

/// From the middle of a pit to the next, and a pit's radius.
const APART: f64 = 96.0;
const RADIUS: f64 = 40.0;
const TOKEN: f64 = 8.0;
const HEIGHT: f64 = 190.0;
/// The line on which the pits lie.
const MIDDLE: f64 = 100.0;

/// The row, and whose turn it is.
#[must_use]
pub fn token_row(position: &Nimcala, title: &str, style: Style) -> String {
    let row = position.row();
    let pits = row.tokens().len() as f64;
    let caption = match position.is_over() {
        true => format!("Player {} has won.", position.mover().opponent().player()),
        false => format!("Player {} to move.", position.mover().player()),
    };
    let described = format!("{caption}\n{}", text::token_row(row));
    let sheet = style.scheme.style_sheet();
    let size = (pits * APART + 40.0, HEIGHT);
    document(size, &Labels::titled(title), &described, &sheet, |out| {
        draw_words(out, "28", "caption", (size.0 / 2.0).to_string(), &caption);
        let board = [
            ("x", "12"),
            ("y", "44"),
            ("width", &(size.0 - 24.0).to_string()),
            ("height", "112"),
            ("rx", "26"),
            ("class", "board"),
        ];
        out.empty("rect", &board);
        for (pit, &tokens) in row.tokens().iter().enumerate() {
            let x = 20.0 + APART * (pit as f64 + 0.5);
            draw_pit(out, x, tokens.into(), style.view);
            draw_words(out, "178", "caption", x.to_string(), &(pit + 1).to_string());
        }
    })
}

fn draw_words(out: &mut Writer, y: &str, class: &str, x: String, words: &str) {
    let place = [("x", x.as_str()), ("y", y), ("class", class)];
    out.text("text", &place, words);
}

fn draw_pit(out: &mut Writer, x: f64, tokens: u32, view: View) {
    let circle = |out: &mut Writer, (x, y): (f64, f64), radius: f64, class: &str| {
        let (x, y) = (format!("{x:.1}"), format!("{y:.1}"));
        out.empty(
            "circle",
            &[
                ("cx", &x),
                ("cy", &y),
                ("r", &format!("{radius:.1}")),
                ("class", class),
            ],
        );
    };
    circle(out, (x, MIDDLE), RADIUS, "hole");
    // More than can be told apart are a number.
    if view == View::Seeds && tokens <= 30 {
        let room = RADIUS - 1.6 * TOKEN;
        let heap = heap(tokens, (room, room), TOKEN);
        for (dx, dy) in heap.places {
            let place = (x + dx, MIDDLE - 6.0 + 0.8 * dy);
            circle(out, place, heap.radius, "seed");
        }
    }
    let (y, class) = match view {
        View::Numbers => ("107", "count"),
        View::Seeds => ("134", "count long"),
    };
    draw_words(out, y, class, x.to_string(), &tokens.to_string());
}
