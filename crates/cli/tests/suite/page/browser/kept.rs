//! Games that come back: after a reload, in another tab, where the browser keeps nothing.

use page::html;
use serde_json::json;

use super::{GAME, SAID, new_game};
use crate::page::chromium::Page;

const RUNNING: &str = "mancala.play.players = ['human', 'human']";

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_reload_goes_on_with_the_game_its_players_and_what_was_taken_back() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let begun = page.value(GAME);
    assert_eq!(begun, json!(["", "human alphabeta:2:positional", 0]));
    page.reload();
    assert_eq!(page.value(GAME), begun, "before the first move");
    let said = page.value(SAID);
    assert!(said.as_str().unwrap().starts_with("Your turn: "), "{said}");
    new_game(&mut page, "usc", 6, 4);
    page.value("mancala.play.sow('B4 B2')");
    page.value("mancala.play.sow('A3')");
    page.press(&["u"]);
    page.reload();
    assert_eq!(page.value(GAME), json!(["B4-B2", "human human", 1]));
    page.press(&["r"]);
    assert_eq!(page.value(GAME), json!(["B4-B2 A3", "human human", 0]));
    assert_eq!(page.value("location.hash"), "");
    // While its seeds still travel a sow is part of the game.
    page.prefers("prefers-reduced-motion", "no-preference");
    assert_eq!(page.value("mancala.play.sow('B7'); mancala.play.sowing"), true);
    page.reload();
    assert_eq!(page.value(GAME), json!(["B4-B2 A3 B7", "human human", 0]));
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_reload_goes_on_in_its_tab_with_the_analysis_the_walk_and_nimcala() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 3, 2);
    page.value(
        "document.getElementById('tab-analyse').click(); mancala.analyse.inputs[0][1].value = 1; mancala.analyse.edited(); \
         document.getElementById('solve').click()",
    );
    page.wait_for("document.getElementById('analyse-say').textContent.includes('with every move')");
    let values = "[document.body.dataset.tab, mancala.analyse.game.position.text, document.getElementById('values').textContent]";
    let shown = page.value(values);
    page.reload();
    assert_eq!(page.value(values), shown);
    page.value(
        "document.getElementById('tab-walk').click(); document.getElementById('walk-open').click()",
    );
    page.wait_for("mancala.walk.shown");
    page.value("mancala.walk.select(17)");
    let row = "[document.body.dataset.tab, mancala.walk.at, mancala.walk.info.rows]";
    let shown = page.value(row);
    page.reload();
    page.wait_for("mancala.walk.shown && mancala.walk.at === 17");
    assert_eq!(page.value(row), shown);
    page.value(
        "document.getElementById('nim-opponent').value = 'person'; document.getElementById('tab-nimcala').click(); mancala.nimcala.take(1, 2)",
    );
    let row = "[document.body.dataset.tab, mancala.nimcala.row?.text, mancala.nimcala.past, document.getElementById('nim-opponent').value]";
    let shown = page.value(row);
    page.reload();
    assert_eq!(page.value(row), shown);
    page.ends_clean();
}

/// Each tab has a game of its own, also one that was doubled with all that it keeps.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn tabs_do_not_overwrite_each_other() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.value(&format!("{RUNNING}; mancala.play.sow('B4 B2')"));
    let name = page.value("history.state.tab");
    let first = page.open_tab("", "");
    page.wait_for("globalThis.mancala?.play.game");
    assert_eq!(page.value("mancala.play.game.turns.length"), 0);
    page.value(&format!("{RUNNING}; mancala.play.sow('B7')"));
    let doubled = format!("history.state?.tab ?? history.replaceState({{ tab: {name} }}, '')");
    let second = page.open_tab("", &doubled);
    page.wait_for("globalThis.mancala?.play.game");
    assert_eq!(page.value(GAME), json!(["B4-B2", "human human", 0]));
    page.value("mancala.play.sow('A7')");
    let third = page.turn_to(first);
    page.value("mancala.play.sow('A3')");
    for (tab, game) in [(second, "B7"), (third, "B4-B2 A7")] {
        page.reload();
        assert_eq!(page.value(GAME), json!(["B4-B2 A3", "human human", 0]));
        let first = page.turn_to(tab);
        page.reload();
        assert_eq!(page.value(GAME), json!([game, "human human", 0]));
        page.turn_to(first);
    }
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_page_that_is_opened_again_goes_on_with_the_game_of_before() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.value(&format!("{RUNNING}; mancala.play.sow('B4 B2')"));
    // As its tab is closed.
    page.send("Page.navigate", json!({ "url": "about:blank" }));
    page.wait_for("location.href === 'about:blank'");
    page.open_tab("", "");
    page.wait_for("globalThis.mancala?.play.game");
    assert_eq!(page.value(GAME), json!(["B4-B2", "human human", 0]));
    // Another game does not replace it: it is in the list.
    new_game(&mut page, "cits3001", 3, 2);
    page.value("document.getElementById('load').click()");
    let listed =
        page.value("[...document.querySelectorAll('#earlier button')].map((it) => it.textContent)");
    let first = "a person against a person, rules usc, 1 turn. North to move.";
    assert!(listed[0].as_str().unwrap().starts_with(first) && listed[1].is_null(), "{listed}");
    page.value("document.querySelector('#earlier button').click()");
    assert_eq!(page.value(GAME), json!(["B4-B2", "human human", 0]));
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_oldest_games_make_room() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.value(
        "for (let at = 1; at <= 40; at++) localStorage.setItem(`mancala.kept.old${at}`, JSON.stringify({ version: 1, at, parts: {} }))",
    );
    page.value(&format!("{RUNNING}; mancala.play.sow('B7')"));
    let kept = "Object.keys(localStorage).filter((key) => key.startsWith('mancala.kept.')).length";
    assert_eq!(page.value(kept), 20);
    let ages =
        "[localStorage['mancala.kept.old21'], localStorage['mancala.kept.old22']].map(Boolean)";
    assert_eq!(page.value(ages), json!([false, true]));
    // A browser that is full says so, and loses nothing that it has.
    page.value(
        "let size = 1 << 22; while (size) { try { localStorage.setItem('filler', (localStorage.filler ?? '') + 'z'.repeat(size)); } catch { size >>= 1; } }",
    );
    page.value("mancala.play.sow('A2')");
    assert_eq!(page.value("document.getElementById('keeps-nothing').checkVisibility()"), true);
    assert_eq!(page.value(kept), 20);
    assert_eq!(page.value(GAME), json!(["B7 A2", "human human", 0]));
    page.ends_clean();
}

/// A browser may forbid a page to keep anything; it is said, and the game is played.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_browser_that_keeps_nothing_plays_on() {
    let refuse = "for (const name of ['localStorage', 'sessionStorage']) \
        Object.defineProperty(globalThis, name, { get() { throw new DOMException('no', 'SecurityError'); } })";
    let Some(mut page) = Page::open_after(refuse, &html(None)) else {
        return;
    };
    page.wait_for("globalThis.mancala?.play.game");
    page.value(&format!("{RUNNING}; mancala.play.sow('B4 B2')"));
    assert_eq!(page.value(GAME), json!(["B4-B2", "human human", 0]));
    let words = "[document.getElementById('keeps-nothing').checkVisibility(), document.getElementById('trouble').hidden]";
    assert_eq!(page.value(words), json!([true, true]));
    page.ends_clean();
}

/// What was kept by somebody else or long ago is looked at before it is believed.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_kept_game_that_cannot_be_read_gives_a_new_one() {
    let first = "if (!history.state) { history.replaceState({ tab: 'bad' }, ''); \
        localStorage.setItem('mancala.kept.bad', JSON.stringify({ version: 1, at: 1, parts: { game: { record: 'x', players: 3, turns: 1 }, tab: 'nowhere' } })); }";
    let Some(mut page) = Page::open_after(first, &html(None)) else {
        return;
    };
    page.wait_for("globalThis.mancala?.play.game");
    assert_eq!(page.value("mancala.play.game.position.text"), "4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 / 0");
    let trouble = page.value("document.getElementById('trouble').firstChild.textContent");
    assert_eq!(trouble, "The earlier game cannot be read. Here is a new one.");
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_dialog_that_is_left_has_changed_nothing() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let choice = "[JSON.stringify(mancala.play.choice), mancala.play.players.join(' ')]";
    let before = page.value(choice);
    let change = "for (const [id, value] of [['new-player-1', 'human'], ['new-player-0', 'greedy'], ['new-preset', 'uw'], ['new-pits', 3]]) { \
        const field = document.getElementById(id); field.value = value; field.dispatchEvent(new Event('change')); }";
    for leave in ["Escape", "Cancel"] {
        page.press(&["n"]);
        page.value(change);
        if leave == "Cancel" {
            page.value("document.getElementById('new-cancel').click()");
        } else {
            page.press(&[leave]);
        }
        page.wait_for("!document.getElementById('new-dialog').open");
        assert_eq!(page.value(choice), before, "{leave}");
        page.reload();
        assert_eq!(page.value(choice), before, "{leave}");
    }
    // Enter in a field starts the game.
    page.press(&["n"]);
    page.value(change);
    page.value("document.getElementById('new-pits').focus()");
    page.press(&["Enter"]);
    page.wait_for("mancala.play.game.position.width === 3");
    assert_eq!(page.value("mancala.play.players.join(' ')"), "greedy human");
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_introduction_leaves_the_game_as_it_is() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "usc", 5, 3);
    page.value("mancala.play.sow('B4 B2')");
    let all = "[mancala.play.game.record, mancala.play.players.join(' '), JSON.stringify(mancala.play.choice)]";
    let before = page.value(all);
    let begin = "document.getElementById('open-help').click(); document.getElementById('start-lesson').click()";
    page.value(begin);
    assert_eq!(page.value("document.getElementById('lesson').hidden"), false);
    assert_eq!(page.value(all), before);
    page.press(&["Enter", "Enter", "Enter"]);
    assert_eq!(page.value("document.getElementById('lesson').hidden"), true);
    assert_eq!(page.value(all), before);
    assert_eq!(page.value("document.querySelectorAll('#play-board [data-pit]').length"), 10);
    // In the middle of it too.
    page.value(begin);
    page.reload();
    assert_eq!(page.value(all), before);
    page.ends_clean();
}
