//! Games in the page: begun, kept and shared.

use mancala::game::Rules;
use mancala::game::rules::options::options_of;
use page::html;
use serde_json::json;

use super::new_game;
use crate::page::chromium::Page;

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn every_menu_of_a_new_game() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    for preset in ["usc", "cits3001", "uw"] {
        for option in options_of(preset) {
            for value in option.values {
                let chosen = page.value(&format!(
                    "(() => {{ const play = mancala.play; play.askForGame(); \
                     const set = (select, value) => {{ select.value = value; select.dispatchEvent(new Event('change')); }}; \
                     set(document.getElementById('new-preset'), '{preset}'); \
                     set(document.querySelector('[data-option=\"{}\"]'), '{}'); \
                     set(document.getElementById('new-player-1'), 'human'); \
                     const done = new Promise((done) => document.getElementById('new-dialog').addEventListener('close', () => done(play.game.position.rules), {{ once: true }})); \
                     document.querySelector('#new-dialog [value=start]').click(); \
                     return done; }})()",
                    option.name, value.name
                ));
                let name = format!("{preset},{}={}", option.name, value.name);
                let expected: Rules = name.parse().unwrap();
                assert_eq!(chosen.as_str().unwrap().parse::<Rules>().unwrap(), expected, "{name}");
            }
        }
    }
    for (scheme, view) in
        [("slate", "numbers"), ("contrast", "seeds"), ("paper", "seeds"), ("auto", "seeds")]
    {
        let shown = page.value(&format!(
            "for (const [id, value] of [['look-scheme', '{scheme}'], ['look-view', '{view}']]) {{ const select = document.getElementById(id); \
             select.value = value; select.dispatchEvent(new Event('change')); }} \
             [document.documentElement.dataset.scheme, document.documentElement.dataset.view]"
        ));
        assert_eq!(shown, json!([scheme, view]));
    }
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn undo_redo_save_and_load() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "usc", 6, 4);
    page.value("mancala.play.sow('B4 B2')");
    page.value("mancala.play.sow('A3')");
    let whole = page.text("mancala.play.game.record");
    page.press(&["u", "u"]);
    assert_eq!(page.value("mancala.play.game.turns.length"), 0);
    page.press(&["r", "r"]);
    assert_eq!(page.value("mancala.play.game.record"), whole);
    page.value("mancala.play.jump(1)");
    assert_eq!(page.value("mancala.play.game.turns.length"), 1);
    page.value(&format!("mancala.files.load({}, 'kept.game')", json!(whole)));
    assert_eq!(page.value("mancala.play.game.record"), whole);
    // Who plays is kept with the game and taken from it.
    page.value("mancala.play.players = ['human', 'minimax:3:uw']");
    let named = page.text("mancala.files.record()");
    assert!(named.contains("minimax:3:uw"), "{named}");
    page.value("mancala.play.players = ['human', 'human']");
    page.value(&format!(
        "mancala.files.load({}, 'kept.game'); mancala.play.interrupt()",
        json!(named)
    ));
    assert_eq!(page.value("mancala.play.players[1]"), "minimax:3:uw");
    page.value("mancala.play.players = ['human', 'human']; mancala.play.paused = false");
    page.value(&format!("mancala.files.load({}, 'kept.game')", json!(whole)));
    // A damaged record leaves the game as it is.
    page.value(&format!("mancala.files.load({}, 'bad.game')", json!(whole.replace("A3", "A9"))));
    assert_eq!(page.value("mancala.play.game.record"), whole);
    let trouble = page.text("document.getElementById('trouble').textContent");
    let expected = "bad.game was not opened and the game is unchanged: the record: ";
    assert!(trouble.starts_with(expected), "{trouble}");
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_computer_answers_and_a_link_opens_its_position() {
    let Some(mut page) = Page::open(&html(None), "#cits3001;North;1_0_2_/_0_2_1_/_4_/_5") else {
        return;
    };
    assert_eq!(page.value("mancala.play.game.position.text"), "1 0 2 / 0 2 1 / 4 / 5");
    assert_eq!(page.value("mancala.play.game.position.mover"), 1);
    new_game(&mut page, "cits3001", 6, 4);
    page.value("mancala.play.players = ['human', 'alphabeta:2']; mancala.play.sow('B7')");
    page.wait_for("mancala.play.game.turns.length >= 2 && mancala.play.game.position.mover === 0");
    page.ends_clean();
}

/// Seeds that still travel do not look for their pits on the board of another game.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn another_board_ends_what_is_sown() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "usc", 6, 4);
    page.prefers("prefers-reduced-motion", "no-preference");
    let ended = page.value(
        "(async () => { const sown = mancala.play.sow('B5'); mancala.files.load('1 2 / 2 1 / 0 / 0', 'other'); return sown; })()",
    );
    assert_eq!(ended, false);
    assert_eq!(page.value("mancala.play.game.position.text"), "1 2 / 2 1 / 0 / 0");
    page.ends_clean();
}

/// Who goes back to an earlier position is answered there, and a computer that is to move there waits
/// until it is asked.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_computer_answers_again_after_a_jump() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 6, 4);
    for turn in ["B7", "A7", "B6", "A6"] {
        page.value(&format!("mancala.play.sow('{turn}')"));
    }
    assert_eq!(page.value("mancala.play.game.turns.length"), 4);
    page.value("mancala.play.players = ['human', 'greedy']; mancala.play.jump(1)");
    let waits = "[document.getElementById('go-on').hidden, mancala.play.thinker.busy]";
    assert_eq!(page.value(waits), json!([false, false]));
    page.click("go-on");
    page.wait_for("mancala.play.game.turns.length > 1 && mancala.play.game.position.mover === 0");
    page.value("mancala.play.jump(0)");
    assert_eq!(page.value(waits), json!([true, false]));
    page.value("mancala.play.sow('B2')");
    page.wait_for("mancala.play.game.turns.length > 1 && mancala.play.game.position.mover === 0");
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn who_plays_is_told_whose_turn_it_is_and_who_won() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let said = page.text("document.getElementById('say').textContent");
    let first = "Your turn: choose a pit of the lower row.";
    assert!(said.starts_with(first), "{said}");
    for (board, words) in
        [("1_/_1_/_0_/_9", "You win 10-1."), ("1_/_1_/_9_/_0", "Squirrel wins 10-1.")]
    {
        page.value(&format!("location.hash = 'cits3001;South;{board}'"));
        let shown = board.replace('_', " ");
        page.wait_for(&format!("mancala.play.game.position.text === '{shown}'"));
        page.value("mancala.play.players = ['human', 'greedy']; mancala.play.sow('B2')");
        page.wait_for("mancala.play.game.position.over");
        let said = page.text("document.getElementById('say').textContent");
        assert!(said.ends_with(words), "{said}");
    }
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_link_opens_a_whole_game() {
    let start = "%5BRules%20%22cits3001%22%5D%0A%5BStart%20%222%202%202%20/%202%202%202%20/%200%20/%200%22%5D";
    let fragment = format!("#game:{start}%0A1.%20B3-B2%0A2.%20A2%0Aunfinished%0A");
    let Some(mut page) = Page::open(&html(None), &fragment) else {
        return;
    };
    assert_eq!(page.value("mancala.play.game.turns.length"), 2);
    assert_eq!(page.value("mancala.play.game.turns[0].text"), "B3-B2");
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn nimcala_is_played_against_who_never_errs() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.click("tab-nimcala");
    for _ in 0..200 {
        if page.value("mancala.nimcala.row.over") == true {
            break;
        }
        page.value("(async () => { const row = mancala.nimcala.row, pit = row.tokens.findIndex((count) => count > 0); if (row.mover === 0) await mancala.nimcala.take(pit + 1, 1); })()");
        page.wait_for("mancala.nimcala.row.over || mancala.nimcala.row.mover === 0");
    }
    let said = page.text("document.getElementById('nim-say').textContent");
    assert!(said.contains("wins") || said.contains("you win"), "{said}");
    page.ends_clean();
}
