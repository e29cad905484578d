//! What is shown: the board with its marks, the story so far, the line that is being typed.
//!
//! No colours: marks are characters, emphasis is bold or reversed.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::Scene;
use super::keys::Leaving;
use crate::command::play::host::Host;
use arena::draw::Marks;
use arena::session::Seat;
use mancala::game::{Board, Pit, PitName, Position, Side};

/// The keys, on one line of 80 columns.
const KEYS: &str =
    "arrows Enter B4: sow u undo r redo h hint v values e review s save ? help q quit";

/// The width of a pit on the screen; more if numbers are long.
const MIN_CELL: usize = 6;

/// Lines that are needed: the names, the board, one of the story, the prompt and the keys.
const LINES: u16 = 11;

pub fn draw(frame: &mut Frame<'_>, host: &Host, scene: &Scene) {
    let columns = board(host.position().board(), &scene.marks, None)
        .iter()
        .map(Line::width)
        .max()
        .unwrap_or(0);
    let area = frame.area();
    if usize::from(area.width) < columns || area.height < LINES {
        let text = format!(
            "The window is too small for the board: it needs {columns} columns and {LINES} lines, \
             and has {} and {}. The game waits.",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let rows = [
        Constraint::Length(1),
        Constraint::Length(7),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ];
    let [head, middle, story, prompt, keys] = Layout::vertical(rows).areas(frame.area());
    let names =
        format!("South {}  against  North {}", host.name(Side::South), host.name(Side::North));
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(names, bold).centered(), head);
    let cursor = (host.to_move() == Some(Seat::Person))
        .then(|| (host.position().mover(), Pit::new(scene.typing.cursor)));
    let board = board(host.position().board(), &scene.marks, cursor);
    frame.render_widget(Paragraph::new(board).centered(), middle);
    let told: Vec<_> = scene.story.iter().map(|line| Line::raw(&**line)).collect();
    // The newest at the bottom.
    let from = told.len().saturating_sub(usize::from(story.height));
    let told = Paragraph::new(told[from..].to_vec()).wrap(Wrap { trim: false });
    frame.render_widget(told, story);
    frame.render_widget(Line::styled(prompt_text(host, scene), bold), prompt);
    let dim = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Line::styled(KEYS, dim), keys);
}

fn prompt_text(host: &Host, scene: &Scene) -> String {
    let mover = host.position().mover().name();
    let typed = &scene.typing.line;
    match (scene.typing.leaving, scene.busy, host.to_move()) {
        (Leaving::Asked, ..) => "q once more to leave the game".to_owned(),
        (_, Some(busy), _) => format!("{mover} to move, {busy} .. {typed}"),
        (_, _, None) => format!("the game is over {typed}"),
        _ => format!("{mover} to move: {typed}_"),
    }
}

/// The rows and the stores: seven lines of the same length.
fn board(board: &Board, marks: &Marks, cursor: Option<(Side, Pit)>) -> Vec<Line<'static>> {
    let digits = board
        .columns()
        .flat_map(|pit| Side::BOTH.map(|side| board.seeds(side, pit).to_string().len()))
        .max()
        .unwrap_or(1);
    let cell = MIN_CELL.max(digits + 3);
    let store = |side| format!("{:^8}", board.store(side));
    let blank = " ".repeat(8);
    let line = |cells: Vec<Span<'static>>| {
        let mut spans = vec![Span::raw(blank.clone())];
        spans.extend(cells);
        spans.push(Span::raw(blank.clone()));
        Line::from(spans)
    };
    let names = |side| {
        let cells = board.columns().map(|pit| {
            let name = PitName(side, pit).to_string();
            Span::raw(format!("{name:^cell$}"))
        });
        line(cells.collect())
    };
    let seeds = |side| {
        let cells = board.columns().map(|pit| {
            let number = board.seeds(side, pit).to_string();
            pit_span(&number, cell, mark(marks, cursor, (side, pit)))
        });
        line(cells.collect())
    };
    let gap = " ".repeat(cell * board.width());
    vec![
        Line::raw(""),
        names(Side::North),
        seeds(Side::North),
        Line::raw(format!("{}{gap}{}", store(Side::North), store(Side::South))),
        seeds(Side::South),
        names(Side::South),
        Line::raw("[cursor]  (sown from)  >last seed<  xcapturedx"),
    ]
}

/// What a pit is marked with, left and right.
fn mark(marks: &Marks, cursor: Option<(Side, Pit)>, pit: (Side, Pit)) -> Option<(char, char)> {
    if cursor == Some(pit) {
        Some(('[', ']'))
    } else if marks.captured.contains(&pit) {
        Some(('x', 'x'))
    } else if marks.last == Some(pit) {
        Some(('>', '<'))
    } else if marks.from == Some(pit) {
        Some(('(', ')'))
    } else {
        None
    }
}

fn pit_span(number: &str, cell: usize, mark: Option<(char, char)>) -> Span<'static> {
    match mark {
        None => Span::raw(format!("{number:^cell$}")),
        Some((left, right)) => {
            let marked = format!("{left}{number}{right}");
            let style = match left {
                '[' => Style::new().add_modifier(Modifier::REVERSED),
                _ => Style::new().add_modifier(Modifier::BOLD),
            };
            Span::styled(format!("{marked:^cell$}"), style)
        }
    }
}
