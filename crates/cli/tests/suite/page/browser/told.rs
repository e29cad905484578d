//! What is said of a game: what is proved and what is not, and how often it is heard.

use page::html;
use serde_json::json;

use super::{SAID, new_game};
use crate::page::chromium::Page;

const KNOWN: &str = "document.getElementById('say').dataset.known";

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn an_estimate_is_not_told_as_a_proof() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let guessed = "[document.querySelectorAll('#play-board .best').length, document.querySelectorAll('#play-board .guessed').length]";
    // Far from the end, and near to it.
    for (board, proof, marks, hint, value) in [
        (
            "10 10 10 10 10 10 10 / 10 10 10 10 10 10 10 / 0 / 0",
            "estimate",
            [1, 1],
            r"^A good turn: .*\. Estimate, not proved: (South is \d+ ahead|North is \d+ ahead|both are level) after \d+ more turns?\.$",
            r"^Estimate, not proved: .* after \d+ more turns?\.$",
        ),
        (
            "0 1 / 1 1 / 0 / 0",
            "proved",
            [1, 0],
            r"^The best turn: .*\. Proved: with best play (South ends \d+ ahead|North ends \d+ ahead|the game ends level)\.$",
            r"^Proved: with best play .*\.$",
        ),
    ] {
        page.value(&format!(
            "mancala.play.open(mancala.ask('place', 'cits3001', 'South', '{board}'), '', ['human', 'human'])"
        ));
        // What is kept in memory for such boards is made ready, which takes from the second of the first hint.
        page.value("mancala.play.hint()");
        for (help, words) in [("hint", hint), ("evaluate", value)] {
            page.value(&format!("mancala.play.{help}()"));
            let said = page.value(SAID);
            let matches = format!("/{words}/.test({})", json!(said));
            assert_eq!(page.value(&matches), true, "{said}");
            assert_eq!(page.value(KNOWN), proof);
        }
        assert_eq!(page.value(guessed), json!(marks));
    }
    // What is said next is neither.
    page.value("mancala.play.told('Else.')");
    assert!(page.value(KNOWN).is_null());
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn who_asks_after_the_end_hears_how_the_game_ended() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.value("mancala.play.open(mancala.ask('place', 'cits3001', 'South', '1 / 1 / 9 / 0'), '', ['human', 'greedy']); mancala.play.sow('B2')");
    page.wait_for("mancala.play.game.position.over");
    page.press(&["v"]);
    let said = page.value(SAID);
    assert_eq!(said, "The game is over. Squirrel wins 10-1.");
    assert_eq!(page.value("document.getElementById('trouble').hidden"), true);
    page.ends_clean();
}

/// Each sow is seen as it is sown; a turn is heard as one, and its pits by the names of their buttons.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_turn_is_heard_once() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.prefers("prefers-reduced-motion", "no-preference");
    page.value(
        "mancala.play.players = ['human', 'human']; mancala.play.show(mancala.play.game); globalThis.heard = []; globalThis.seen = []; \
         const listen = (place, all) => new MutationObserver(() => { if (all.at(-1) !== place.textContent) all.push(place.textContent); }).observe(place, { childList: true, characterData: true, subtree: true }); \
         for (const place of document.querySelectorAll('#play [aria-live]:not([aria-live=off]), #play [role=status]')) listen(place, heard); \
         listen(document.getElementById('say'), seen); 1",
    );
    page.value("mancala.play.sow('B4 B2'); 1");
    page.wait_for("heard.length");
    let turn = "South sows B4: 4 seeds, the last in the store; another sow. South sows B2: 4 seeds, the last in B6. North to move.";
    assert_eq!(page.value("heard"), json!([turn]));
    assert_eq!(page.value("seen.length"), 3);
    let label = page
        .value("document.querySelector('#play-board [data-pit=B4]').getAttribute('aria-label')");
    assert_eq!(label, "B4, South's pit 3, 1 seed");
    page.ends_clean();
}

/// Slow seeds need not be waited for: a key, a button or any pit shows the end of the turn.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_slow_sow_is_skipped() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 6, 10);
    page.prefers("prefers-reduced-motion", "no-preference");
    // Seeds that never arrive by themselves.
    page.value("mancala.play.board.animate = () => new Promise(() => {}); 1");
    for (pit, skip) in [
        ("B7", "document.getElementById('skip').click()"),
        ("A7", "mancala.play.board.choose('B3')"),
        ("B6", "Escape"),
    ] {
        page.value(&format!("mancala.play.sow('{pit}'); 1"));
        assert_eq!(page.value("document.getElementById('skip').checkVisibility()"), true);
        if skip == "Escape" {
            page.press(&[skip]);
        } else {
            page.value(skip);
        }
        page.wait_for("!mancala.play.sowing && document.getElementById('skip').hidden");
    }
    assert_eq!(page.value("mancala.play.game.turns.length"), 3);
    let shown = "[...document.querySelectorAll('#play-board .count')].reduce((sum, it) => sum + Number(it.textContent), 0)";
    assert_eq!(page.value(shown), 120);
    page.ends_clean();
}

/// Each game against the computer counts once, and all are forgotten on wish.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn games_that_were_won_are_counted() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let results = "document.getElementById('results').textContent";
    page.value("Object.assign(mancala.play.choice, { pits: 1, seeds: 1, options: {}, first: 'South', players: ['human', 'greedy'] }); mancala.play.begin(); 1");
    page.wait_for("document.getElementById('results').hidden");
    page.value("(async () => { while (!mancala.play.game.position.over) { const { mover, moves } = mancala.play.game.position; if (mover === 0) await mancala.play.sow(moves[0]); await new Promise((done) => setTimeout(done, 20)); } })()");
    page.wait_for("!document.getElementById('results').hidden");
    let told = page.text(results);
    assert!(
        told.contains(": 1 won, 0 lost, 0 level. ")
            || told.contains(": 0 won, 1 lost, 0 level. ")
            || told.contains(": 0 won, 0 lost, 1 level. "),
        "{told}"
    );
    // Taken back and played again it is the same game.
    page.value("mancala.play.undo(); mancala.play.sow(mancala.play.game.position.moves[0])");
    page.wait_for("mancala.play.game.position.over");
    assert_eq!(page.text(results), told);
    page.value("document.querySelector('#results button').click()");
    assert_eq!(page.value("document.getElementById('results').hidden"), true);
    page.ends_clean();
}

/// Who is ahead is shown while one plays if one wants it, and what is proved reads differently.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_bar_shows_who_is_ahead_if_one_wants_it() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let bar = "[document.getElementById('ahead').hidden, document.getElementById('ahead').dataset.known, document.getElementById('ahead').title]";
    assert_eq!(page.value(bar), json!([true, null, ""]));
    page.value(
        "document.getElementById('open-look').click(); const field = document.getElementById('look-ahead'); field.value = 'true'; \
         field.dispatchEvent(new Event('change')); document.getElementById('look-dialog').close()",
    );
    for (board, known, words) in [
        (
            "10 10 10 10 10 10 10 / 10 10 10 10 10 10 10 / 0 / 0",
            "estimate",
            "Estimate, not proved: ",
        ),
        ("0 1 / 1 1 / 9 / 0", "proved", "Proved: with best play North ends 6 ahead."),
    ] {
        page.value(&format!(
            "delete document.getElementById('ahead').dataset.known; mancala.play.open(mancala.ask('place', 'cits3001', 'South', '{board}'), '', ['human', 'human'])"
        ));
        page.wait_for(&format!("document.getElementById('ahead').dataset.known === '{known}'"));
        let said = page.text("document.getElementById('ahead-says').textContent");
        assert!(said.starts_with(words), "{said}");
    }
    assert_eq!(page.value(bar), json!([false, "proved", "North: 6 ahead"]));
    page.ends_clean();
}
