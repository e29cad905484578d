//! Games that come from elsewhere: links, and text that is pasted.

use page::html;
use serde_json::{Value, json};

use super::{GAME, SAID, new_game};
use crate::page::chromium::Page;

/// Everything that a link must not change, and whether somebody is alarmed.
const STATE: &str = "[mancala.play.game.record, mancala.play.players.join(' '), mancala.play.undone.length, document.getElementById('trouble').hidden]";

fn begin_against_greedy(page: &mut Page) {
    new_game(page, "cits3001", 6, 4);
    for turn in ["B7", "A7", "B6", "A6"] {
        page.value(&format!("mancala.play.sow('{turn}')"));
    }
    page.value("mancala.play.players = ['human', 'greedy']; mancala.play.undo()");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn what_is_no_link_to_a_game_changes_nothing() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    begin_against_greedy(&mut page);
    let before = page.value(STATE);
    let said = page.value(SAID);
    page.value("new Promise((done) => { addEventListener('hashchange', () => setTimeout(done), { once: true }); document.querySelector('.skip').click(); })");
    page.wait_for("location.hash === '#content' && document.activeElement.id === 'content'");
    assert_eq!(page.value(SAID), said);
    assert_eq!(page.value(STATE), before);
    for (damaged, why) in [
        ("cits3001;North;1_0_/_0_2_1_/_4_/_5", "North has 2 pits and South 3"),
        ("game:%5BRules", "the record: "),
        ("cits3001;North;%E0%A4%A", "some of its characters are damaged"),
        ("cits3001", "the input: "),
    ] {
        page.value(&format!("location.hash = '{damaged}'"));
        page.wait_for(&format!("{SAID}.startsWith('The link holds no game: {why}')"));
        let said = page.value(SAID);
        assert!(said.as_str().unwrap().contains(" Nothing was changed. "), "{said}");
        assert_eq!(page.value(STATE), before, "{damaged}");
    }
    page.reload();
    assert_eq!(page.value(STATE), before);
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_damaged_link_begins_with_a_new_game() {
    let Some(mut page) = Page::open(&html(None), "#cits3001;North;1_0_/_0_2_1_/_4_/_5") else {
        return;
    };
    let said = page.value(SAID);
    assert!(
        said.as_str().unwrap().starts_with("The link holds no game: North has 2 pits and South 3"),
        "{said}"
    );
    assert_eq!(page.value(GAME), json!(["", "human alphabeta:2:positional", 0]));
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_link_asks_before_a_running_game_is_left() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    begin_against_greedy(&mut page);
    let before = page.value(STATE);
    let follow = "location.hash = 'usc;North;1_0_2_/_0_2_1_/_4_/_5'";
    let asked = "document.getElementById('link-dialog').open";
    page.value(follow);
    page.wait_for(asked);
    assert_eq!(page.value(STATE), before);
    page.press(&["Escape"]);
    page.wait_for(&format!("!{asked}"));
    assert_eq!(page.value(STATE), before);
    page.value(follow);
    page.wait_for(asked);
    page.value("document.querySelector('#link-dialog [value=open]').click()");
    page.wait_for("mancala.play.game.position.text === '1 0 2 / 0 2 1 / 4 / 5'");
    assert_eq!(page.value("mancala.play.players"), json!(["human", "human"]));
    page.reload();
    assert_eq!(page.value("mancala.play.game.position.rules"), "usc");
    // The game that was left is whole.
    page.value("document.getElementById('load').click(); document.querySelector('#earlier button').click()");
    assert_eq!(page.value(STATE), before);
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_link_holds_the_whole_game_and_who_plays_it() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "usc,end-test=every-turn", 4, 3);
    page.value("mancala.play.sow(mancala.play.game.position.moves[0])");
    page.value("mancala.play.players = ['human', 'minimax:3:uw']; mancala.play.wait(true)");
    let whole = "[mancala.play.game.turns.length, mancala.play.game.position.text, mancala.play.game.position.rules, mancala.play.players.join(' ')]";
    let before = page.value(whole);
    let link = page.value("mancala.files.link()");
    let fragment = link.as_str().unwrap().split_once('#').unwrap().1;
    // The computer is not to answer there before it was looked at.
    page.open_tab(&format!("#{fragment}"), "globalThis.Worker = undefined");
    page.wait_for("globalThis.mancala?.play.game");
    page.errors.clear();
    assert_eq!(page.value(whole), before);
    assert_eq!(page.value("location.hash"), "");
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_text_that_is_pasted_is_a_game() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "uw", 4, 3);
    page.value("mancala.play.sow('B5')");
    let record = page.value("mancala.play.game.record");
    let paste = |page: &mut Page, text: &Value| {
        page.value(&format!(
            "document.getElementById('open-dialog').open || document.getElementById('load').click(); \
             document.getElementById('pasted').value = {text}; document.getElementById('open-text').click(); \
             [mancala.play.game.position.rules, mancala.play.game.position.mover, mancala.play.game.position.text, mancala.play.game.turns.length, document.getElementById('open-dialog').open]"
        ))
    };
    for (text, game) in [
        (json!("1 2 0 / 3 0 1 / 4 / 5"), json!(["uw", 0, "1 2 0 / 3 0 1 / 4 / 5", 0, false])),
        (json!("usc;North;1 2 / 3 4 / 5 / 6"), json!(["usc", 1, "1 2 / 3 4 / 5 / 6", 0, false])),
        (
            json!("https://example.org/a/b.html#usc;North;2_2_/_3_4_/_5_/_6"),
            json!(["usc", 1, "2 2 / 3 4 / 5 / 6", 0, false]),
        ),
        (
            json!("2\n1\n1\n1 0 2\n2 0 1\n0\n0\n"),
            json!(["usc", 0, "1 0 2 / 2 0 1 / 0 / 0", 0, false]),
        ),
        (record, json!(["uw", 1, "3 3 4 4 / 3 3 3 0 / 0 / 1", 1, false])),
    ] {
        assert_eq!(paste(&mut page, &text), game, "{text}");
    }
    let before = page.value(STATE);
    paste(&mut page, &json!("rubbish"));
    let said = page.value("document.getElementById('open-say').textContent");
    assert!(
        said.as_str()
            .unwrap()
            .starts_with("The text was not opened and the game is unchanged: the input: "),
        "{said}"
    );
    assert_eq!(page.value(STATE), before);
    page.ends_clean();
}
