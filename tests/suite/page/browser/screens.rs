//! The page on small screens and in browsers that cannot show it.

use mancala::page::html::html;
use serde_json::json;

use super::new_game;
use crate::page::chromium::Page;

#[test]
fn a_browser_without_webassembly_shows_a_sentence_and_nothing_else() {
    let gone = "Object.defineProperty(globalThis, 'WebAssembly', { value: undefined })";
    let Some(mut page) = Page::open_after(gone, &html(None)) else {
        return;
    };
    page.wait_for("document.getElementById('trouble')?.textContent");
    let seen = page.text("document.body.innerText.trim()");
    assert!(
        seen.starts_with("This browser cannot show the page: it has no WebAssembly"),
        "{seen}"
    );
    assert!(!seen.contains('\n'), "{seen}");
    page.ends_clean();
}

/// What sticks out to the right of the screen, and what is too small for a finger.
const AMISS: &str = "(() => { const all = [...document.querySelectorAll('main *, header *, dialog[open] *')].filter((it) => it.getClientRects().length); \
    const inner = '.pits, .skip, svg *, .rows *, .tree *, .parting *'; \
    const wide = all.filter((it) => !it.matches(inner) && it.getBoundingClientRect().right > innerWidth + 1); \
    const touched = all.filter((it) => it.matches('button, select, summary, textarea, input:not([type=file]), [role=treeitem]') && !it.matches('.parting button')); \
    const small = touched.filter((it) => { const { width, height } = (it.type === 'checkbox' ? it.closest('label') : it).getBoundingClientRect(); return width < 40 || height < 40; }); \
    const name = (it) => `${it.tagName} ${it.id || it.className || it.textContent}`; \
    return { across: document.documentElement.scrollWidth, wide: wide.map(name), small: small.map(name) }; })()";

#[track_caller]
fn nothing_is_amiss(page: &mut Page, place: &str) {
    let amiss = page.value(AMISS);
    let right = json!({ "across": 360, "wide": [], "small": [] });
    assert_eq!(amiss, right, "{place}");
}

#[test]
fn a_phone_shows_everything_and_a_finger_hits_it() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.resize(360, 740);
    new_game(&mut page, "cits3001", 6, 4);
    page.value("mancala.play.sow('B4 B2')");
    nothing_is_amiss(&mut page, "play");
    for dialog in ["new-game", "open-look", "open-help"] {
        page.value(&format!("document.getElementById('{dialog}').click()"));
        nothing_is_amiss(&mut page, dialog);
        // What ends a dialog is in sight, however long it is.
        let bottom = page.value("document.querySelector('dialog[open] .primary').getBoundingClientRect().bottom <= innerHeight");
        assert_eq!(bottom, true, "{dialog}");
        page.value("document.querySelector('dialog[open]').close()");
    }
    page.value("document.getElementById('tab-analyse').click(); document.getElementById('editor').open = true");
    nothing_is_amiss(&mut page, "analyse");
    page.value(
        "document.getElementById('tab-walk').click(); document.getElementById('walk-open').click()",
    );
    page.wait_for("mancala.walk.shown");
    page.value("mancala.walk.go('cut')");
    page.wait_for("document.querySelector('#tree .ghost, #rows .cut.chosen')");
    nothing_is_amiss(&mut page, "walk");
    // The tree's lines are where its style puts them.
    let apart = "[...document.querySelectorAll('#tree [role=treeitem]')].slice(0, 2).map((line) => line.getBoundingClientRect().top)";
    let tops: Vec<f64> = serde_json::from_value(page.value(apart)).unwrap();
    assert_eq!(tops[1] - tops[0], 40.0);
    page.click("practice");
    nothing_is_amiss(&mut page, "practice");
    page.click("tab-nimcala");
    nothing_is_amiss(&mut page, "nimcala");
    page.ends_clean();
}

#[test]
fn a_board_that_is_turned_keeps_what_is_noted_on_it() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 3, 2);
    page.value("mancala.play.board.note({ B2: '+1' }, ['B2'])");
    page.value("mancala.play.foresee('B3')");
    let noted = "[document.querySelectorAll('#play-board .noted').length, document.querySelectorAll('#play-board .best').length, \
        document.querySelectorAll('#play-board .lands').length, document.getElementById('play-board').classList.contains('upright')]";
    assert_eq!(page.value(noted), json!([1, 1, 1, false]));
    page.resize(360, 740);
    page.wait_for("document.getElementById('play-board').classList.contains('upright')");
    assert_eq!(page.value(noted), json!([1, 1, 1, true]));
    page.ends_clean();
}
