//! Pictures: well-formed, and every number on them is the board's.

use std::collections::BTreeMap;

use arena::draw::svg::scheme::SCHEMES;
use arena::draw::svg::{self, Labels, Style, View};
use arena::draw::{Frame, frames, text};
use mancala::game::PitName;
use mancala::game::rules::Rules;
use mancala::game::{Board, Kalah, Side};
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::games::{plans, random_game};
use crate::program::{mancala, succeeds};

/// The numbers of a picture by hole, one map for each frame; fails if it is not well-formed.
///
/// A hole is a group with its name in `data-name`; its number is the text of class `count`.
fn numbers(svg: &str) -> Vec<BTreeMap<String, u32>> {
    let mut reader = Reader::from_str(svg);
    reader.config_mut().check_end_names = true;
    let mut frames: Vec<BTreeMap<String, u32>> = Vec::new();
    let (mut hole, mut counted, mut open) = (String::new(), false, 0);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(element) => {
                open += 1;
                let attribute = |name: &str| {
                    let found = element.try_get_attribute(name).unwrap();
                    found.map(|value| value.value.into_owned())
                };
                if let Some(name) = attribute("data-name") {
                    // North's store is the first hole that is drawn.
                    if name == "North" {
                        frames.push(BTreeMap::new());
                    }
                    hole = name;
                }
                let class = attribute("class").unwrap_or_default();
                counted = class.split(' ').any(|word| word == "count");
            }
            Event::Text(words) if counted => {
                let number = words.parse().unwrap();
                frames.last_mut().unwrap().insert(hole.clone(), number);
            }
            Event::End(_) => {
                open -= 1;
                counted = false;
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, 0, "every element is closed");
    frames
}

fn expected(board: &Board) -> BTreeMap<String, u32> {
    let mut numbers = BTreeMap::new();
    for side in Side::BOTH {
        numbers.insert(side.name().to_owned(), board.store(side));
        for pit in board.columns() {
            let name = PitName(side, pit).to_string();
            numbers.insert(name, board.seeds(side, pit).into());
        }
    }
    numbers
}

fn styles() -> impl Iterator<Item = Style> {
    let views = [View::Numbers, View::Seeds];
    SCHEMES.iter().flat_map(move |scheme| views.map(|view| Style { scheme, view }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pictures_show_the_board(plan in plans(200), title in any::<String>()) {
        let frames: Vec<_> = frames(&plan.game()).collect();
        for style in styles() {
            for frame in frames.iter().take(3) {
                let shown = numbers(&svg::still(frame, &Labels::titled(&title), style));
                prop_assert_eq!(shown, vec![expected(&frame.board)]);
            }
        }
        let style = styles().next().unwrap();
        let shown = numbers(&svg::animated(&frames, &Labels::titled(&title), style));
        let boards: Vec<_> = frames.iter().map(|frame| expected(&frame.board)).collect();
        prop_assert_eq!(shown, boards);
    }

    #[test]
    fn a_board_in_letters_fits_eighty_columns(plan in plans(1001)) {
        for frame in frames(&plan.game()) {
            for line in text::grid(&frame.board).lines() {
                prop_assert!(line.chars().count() <= 80, "{}", line);
            }
        }
    }
}

/// In the view of seeds, as many seeds lie in a pit as its number says.
#[test]
fn seeds_are_drawn_one_by_one() {
    let start = Kalah::new(Board::opening(6, 4), Rules::CITS3001, Side::South).unwrap();
    for frame in frames(&random_game(start, 200, 7)) {
        let style = Style { scheme: &SCHEMES[0], view: View::Seeds };
        let picture = svg::still(&frame, &Labels::titled(""), style);
        assert_eq!(picture.matches(r#"class="seed""#).count(), 48);
    }
}

/// A picture as it is written, and the board in letters.
#[test]
fn a_capture() {
    let record = include_bytes!("draw/capture.game");
    let game = arena::record::parse(record).unwrap().game;
    let last: Frame = frames(&game).last().unwrap();
    let style = Style { scheme: &SCHEMES[0], view: View::Numbers };
    insta::assert_snapshot!("capture.svg", svg::still(&last, &Labels::titled("a capture"), style));
    insta::assert_snapshot!("capture.txt", text::grid(&last.board));
    insta::assert_snapshot!("capture_read_aloud.txt", text::lines(&last.board));
    let story: Vec<_> = frames(&game).map(|frame| frame.caption).collect();
    insta::assert_snapshot!("capture_told.txt", story.join("\n"));
}

/// That the players swapped sides is a picture of its own, and from then on they have the other's names.
#[test]
fn a_swap_of_sides_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.game"), include_str!("record/swap.game")).unwrap();
    let mut draw = mancala(folder.path());
    let each = ["draw", "a.game", "--frames", "animated", "--format", "text"];
    let output = String::from_utf8(succeeds(draw.args(each)).stdout).unwrap();
    let captions = output.lines().filter(|line| line.contains(". ") || line.ends_with("move."));
    assert_eq!(
        captions.collect::<Vec<_>>(),
        [
            "South to move.",
            "1. South sows B4: 4 seeds, the last in the store; another sow.",
            "1. South sows B7: 5 seeds, the last in A4.",
            "2. North takes over South's side; the former South is now North and moves.",
            "3. North sows A4: 5 seeds, the last in B3.",
        ]
    );
    let mut draw = mancala(folder.path());
    let output = String::from_utf8(succeeds(draw.args(["draw", "a.game"])).stdout).unwrap();
    assert!(output.contains("greedy (South) against human (North)"), "{output}");
}
