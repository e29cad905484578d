//! Games by keyboard alone, and what is heard of them.

use arena::draw::text;
use mancala::game::{Kalah, PitName, Position, Side};
use page::html;

use super::{new_game, position};
use crate::page::chromium::Page;

/// What the board says to who cannot see it, North's row first, as the position has it.
fn expected_names(position: &Kalah) -> Vec<(String, String)> {
    let board = position.board();
    let plural = |count: u32| if count == 1 { "" } else { "s" };
    let mut names = Vec::new();
    for side in [Side::North, Side::South] {
        for (number, (pit, &seeds)) in (1..).zip(board.columns().zip(board.row(side))) {
            let (pit, name) = (PitName(side, pit), side.name());
            let plural = plural(seeds.into());
            names.push((
                "button".to_owned(),
                format!("{pit}, {name}'s pit {number}, {seeds} seed{plural}"),
            ));
        }
    }
    names
}

#[track_caller]
fn board_is_heard(page: &mut Page, position: &Kalah) {
    let heard = page.accessible();
    let pits: Vec<_> = heard
        .iter()
        .filter(|(role, name)| role == "button" && name.contains("'s pit "))
        .cloned()
        .collect();
    assert_eq!(pits, expected_names(position));
    for side in Side::BOTH {
        let store = position.board().store(side);
        let plural = if store == 1 { "" } else { "s" };
        let store = format!("{}'s store, {store} seed{plural}", side.name());
        assert!(heard.iter().any(|(_, name)| *name == store), "{store}");
    }
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_whole_game_by_keyboard() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 4, 3);
    let mut moves = 0;
    loop {
        let before = position(&mut page);
        if before.is_over() {
            break;
        }
        let pits: Vec<_> = before.moves().collect();
        let pit = pits[moves % pits.len()];
        match moves % 3 {
            // By its number.
            0 => page.press(&[&(pit.column() + 1).to_string()]),
            // By the arrows.
            1 => {
                page.value("mancala.play.board.focusPit(mancala.play.board.focused)");
                let row = if before.mover() == Side::North { "ArrowUp" } else { "ArrowDown" };
                page.press(&[row, "Home"]);
                page.press(&vec!["ArrowRight"; pit.column()]);
                page.press(&["Enter"]);
            }
            // By its name, typed.
            _ => {
                let name = page.text(&format!(
                    "mancala.play.game.position.names[{}][{}]",
                    before.mover().index(),
                    pit.column()
                ));
                page.press(&["i"]);
                let letters = name.split("").filter(|it| !it.is_empty());
                page.press(&letters.collect::<Vec<_>>());
                page.press(&["Enter", "Escape"]);
            }
        }
        moves += 1;
        let after = position(&mut page);
        assert_eq!(after, before.play(pit), "move {moves}");
        if moves <= 10 {
            board_is_heard(&mut page, &after);
        }
    }
    assert!(moves > 10, "{moves}");
    let said = page.text("document.getElementById('say').textContent");
    assert!(said.contains("the game is over"), "{said}");
    page.press(&["b"]);
    let aloud = page.value("mancala.play.lastSaid");
    assert_eq!(aloud, text::lines(position(&mut page).board()));
    page.ends_clean();
}

/// Who plays without a mouse never has to begin anew at the top of the page.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_keyboard_stays_where_something_was_done() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let here = "document.activeElement.id || document.activeElement.dataset.pit || document.activeElement.textContent";
    // A new game: on the board.
    page.press(&["n"]);
    page.value("document.getElementById('new-player-1').value = 'human'; document.getElementById('new-player-1').dispatchEvent(new Event('change')); \
                document.querySelector('#new-dialog [value=start]').focus()");
    page.press(&["Enter"]);
    page.wait_for("document.activeElement.dataset.pit === 'B2'");
    // The list of moves is drawn anew, and the move before is the present one.
    page.press(&["3", "1", "2"]);
    page.press(&["m"]);
    page.value("document.querySelectorAll('#moves button')[1].focus()");
    page.press(&["Enter"]);
    assert_eq!(page.value("document.activeElement.getAttribute('aria-current')"), "true");
    // To solve and to stop are one place.
    page.value(
        "document.getElementById('tab-analyse').click(); document.getElementById('solve').focus()",
    );
    page.press(&["Enter"]);
    assert_eq!(page.value(here), "stop-solving");
    page.press(&["Enter"]);
    page.wait_for("document.activeElement.id === 'solve'");
    // A field of the position, changed.
    page.value(
        "document.getElementById('editor').open = true; mancala.analyse.inputs[0][1].focus()",
    );
    page.value("mancala.analyse.inputs[0][1].value = 9; mancala.analyse.edited()");
    assert_eq!(page.value("document.activeElement === mancala.analyse.inputs[0][1]"), true);
    assert_eq!(page.value("mancala.analyse.game.position.board.rows[0][1]"), 9);
    // A walk that begins: on its tree.
    page.value("document.getElementById('tab-walk').click()");
    // It opens on an example; the form is one step away.
    page.wait_for("mancala.walk.why");
    page.value(
        "mancala.walk.shown = null; document.getElementById('walk-source').open = true; document.getElementById('walk-open').focus()",
    );
    page.press(&["Enter"]);
    page.wait_for("mancala.walk.shown");
    assert_eq!(page.value(here), "tree");
    // A row of the list: the chosen one.
    page.value("document.querySelectorAll('#rows button')[6].focus()");
    page.press(&["Enter"]);
    page.wait_for(
        "mancala.walk.at === 7 && document.activeElement.getAttribute('aria-current') === 'true'",
    );
    // The introduction: its next step.
    page.value("document.getElementById('tab-play').click(); mancala.play.lesson()");
    for step in ["Next", "Next", "Play"] {
        assert_eq!(page.value(here), step);
        page.press(&["Enter"]);
    }
    assert_eq!(page.value("document.getElementById('lesson').hidden"), true);
    page.ends_clean();
}
