//! The page on small screens and in browsers that cannot show it.

use page::html;
use serde_json::json;

use super::{debug, new_game};
use crate::page::chromium::Page;

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_browser_without_webassembly_shows_a_sentence_and_nothing_else() {
    let gone = "Object.defineProperty(globalThis, 'WebAssembly', { value: undefined })";
    let Some(mut page) = Page::open_after(gone, &html(None)) else {
        return;
    };
    page.wait_for("document.getElementById('trouble')?.textContent");
    let seen = page.text("document.body.innerText.trim()");
    assert!(seen.starts_with("This browser cannot show the page: it has no WebAssembly"), "{seen}");
    assert!(!seen.contains('\n'), "{seen}");
    page.ends_clean();
}

/// What sticks out to the right of the screen, and what is too small for a finger.
const AMISS: &str = "(() => { const all = [...document.querySelectorAll('main *, header *, dialog[open] *')].filter((it) => it.getClientRects().length); \
    const inner = '.pits, .skip, .heard, svg *, .rows *, .tree *, .parting *'; \
    const wide = all.filter((it) => !it.matches(inner) && it.getBoundingClientRect().right > innerWidth + 1); \
    const touched = all.filter((it) => it.matches('button, select, summary, textarea, input:not([type=file]), [role=treeitem]') && !it.matches('.parting button')); \
    const small = touched.filter((it) => { const { width, height } = (it.type === 'checkbox' ? it.closest('label') : it).getBoundingClientRect(); return width < 40 || height < 40; }); \
    const name = (it) => `${it.tagName} ${it.id || it.className || it.textContent}`; \
    return { across: document.documentElement.scrollWidth, wide: wide.map(name), small: small.map(name) }; })()";

#[track_caller]
fn nothing_is_amiss(page: &mut Page, place: &str) {
    let amiss = page.value(AMISS);
    let width = page.value("innerWidth");
    let right = json!({ "across": width, "wide": [], "small": [] });
    assert_eq!(amiss, right, "{place}, {width} wide");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_phone_shows_everything_and_a_finger_hits_it() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    for (width, height) in [(360, 740), (320, 640)] {
        page.resize(width, height);
        everything_fits(&mut page);
    }
    page.ends_clean();
}

fn everything_fits(page: &mut Page) {
    page.value("document.getElementById('tab-play').click()");
    new_game(page, "cits3001", 6, 4);
    page.value("mancala.play.sow('B4 B2')");
    nothing_is_amiss(page, "play");
    for dialog in ["new-game", "open-look", "open-help", "load"] {
        page.value(&format!("document.getElementById('{dialog}').click()"));
        nothing_is_amiss(page, dialog);
        // What ends a dialog is in sight, however long it is.
        let bottom = page.value("document.querySelector('dialog[open] .primary').getBoundingClientRect().bottom <= innerHeight");
        assert_eq!(bottom, true, "{dialog}");
        page.value("document.querySelector('dialog[open]').close()");
    }
    page.value("document.getElementById('tab-analyse').click(); document.getElementById('editor').open = true");
    nothing_is_amiss(page, "analyse");
    // The longest line that a log has, and a state alone.
    for key in ["strict-cut", "window-not-passed", "no-capture"] {
        debug::start(page, key);
        page.value("mancala.debug.giveUp()");
        page.wait_for("document.querySelector('#bug-rules button')");
        nothing_is_amiss(page, key);
    }
    page.value(
        "mancala.walk.shown = undefined; document.getElementById('tab-walk').click(); document.getElementById('walk-open').click()",
    );
    page.wait_for("mancala.walk.shown");
    page.value("mancala.walk.go('cut')");
    page.wait_for("document.querySelector('#tree .ghost, #rows .cut.chosen')");
    nothing_is_amiss(page, "walk");
    // The tree's lines are where its style puts them.
    let apart = "[...document.querySelectorAll('#tree [role=treeitem]')].slice(0, 2).map((line) => line.getBoundingClientRect().top)";
    let tops: Vec<f64> = serde_json::from_value(page.value(apart)).unwrap();
    assert_eq!(tops[1] - tops[0], 40.0);
    page.click("practice");
    page.wait_for("document.querySelector('#quiz button')");
    nothing_is_amiss(page, "practice");
    page.click("practice");
    page.click("tab-nimcala");
    nothing_is_amiss(page, "nimcala");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
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

/// Whether the buttons at the bottom of the screen lie on what is said of the game.
const COVERED: &str = "document.getElementById('say').getBoundingClientRect().bottom > document.getElementById('undo').getBoundingClientRect().top";

/// The lower store and whose turn it is were below a screen of 640 pixels.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_game_is_in_sight_on_a_low_phone() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.resize(360, 640);
    page.wait_for("document.getElementById('play-board').classList.contains('upright')");
    assert_eq!(page.value(COVERED), false);
    page.ends_clean();
}

/// When a game is over on a phone, what one wants next needs no scrolling.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn what_comes_after_a_game_is_in_sight_on_a_phone() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.resize(360, 740);
    page.value(
        "mancala.play.open(mancala.ask('place', 'cits3001', 'South', '1 0 0 0 0 0 / 0 0 0 0 0 1 / 30 / 16'), '')",
    );
    page.value("mancala.play.sow('B7')");
    page.wait_for("mancala.play.game.position.over");
    let below = "['say', 'undo', 'hint', 'new-game'].filter((id) => { \
        const { top, bottom } = document.getElementById(id).getBoundingClientRect(); return top < 0 || bottom > innerHeight; })";
    assert_eq!(page.value(below), json!([]));
    assert_eq!(page.value(COVERED), false);
    // However much is said.
    page.value("mancala.play.told('South sows B4: 4 seeds, the last in the store; another sow. '.repeat(5))");
    assert_eq!(page.value(below), json!(["say"]));
    page.ends_clean();
}

/// Colours that a system forces are all there are: no wood, no text that is meant to be unseen.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn forced_colours_reach_the_board() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 3, 2);
    page.value("mancala.play.sow('B4')");
    page.prefers("forced-colors", "active");
    let colours = "(() => { const of = (where, what) => getComputedStyle(document.querySelector(where))[what]; \
        const page = of('body', 'backgroundColor'), text = of('body', 'color'); \
        return [of('#fill-wood stop', 'stopColor') === page, of('#fill-pit stop', 'stopColor') === page, of('#fill-seed stop', 'stopColor') === text, \
            of('.store-text', 'color'), of('.moves [aria-current] small', 'color') === of('.moves [aria-current]', 'color')]; })()";
    assert_eq!(page.value(colours), json!([true, true, true, "rgba(0, 0, 0, 0)", true]));
    page.ends_clean();
}

/// Type of another size is of that size on the board as well.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn large_type_reaches_the_board() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let sizes = page.value(
        "['medium', 'large', 'huge'].map((size) => { document.documentElement.dataset.size = size; \
         return ['.name', '.hole:not(.store) .count', '.store .count'].map((where) => parseFloat(getComputedStyle(document.querySelector(`#play-board ${where}`)).fontSize)); })",
    );
    let sizes: [[f64; 3]; 3] = serde_json::from_value(sizes).unwrap();
    for kind in 0..3 {
        let [medium, large, huge] = sizes.map(|all| all[kind]);
        assert!(medium < large && large < huge && huge >= 1.25 * medium, "{sizes:?}");
    }
    // The largest type on the smallest screen needs no scrolling to the side.
    page.resize(320, 640);
    for tab in ["play", "analyse", "walk", "debug", "nimcala"] {
        page.click(&format!("tab-{tab}"));
        page.wait_for("mancala.debug.mistake || document.body.dataset.tab !== 'debug'");
        assert_eq!(page.value("document.documentElement.scrollWidth"), 320, "{tab}");
    }
    page.ends_clean();
}

/// The border of a field stands out from the card as 3 to 1.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_border_of_a_field_can_be_seen() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    for scheme in ["wood", "slate", "contrast", "paper", "auto"] {
        let contrast = page.value(&format!(
            "(() => {{ document.documentElement.dataset.scheme = '{scheme}'; \
             const bright = (colour) => {{ const [r, g, b] = colour.match(/\\d+/g).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; }}; \
             const style = getComputedStyle(document.getElementById('typed')), around = getComputedStyle(document.body).backgroundColor; \
             return Math.min(...[style.backgroundColor, around].map((ground) => {{ const [dark, light] = [bright(style.borderTopColor), bright(ground)].sort((one, other) => one - other); return (light + 0.05) / (dark + 0.05); }})); }})()"
        ));
        let contrast = contrast.as_f64().unwrap();
        assert!(contrast >= 3.0, "{scheme}: {contrast}");
    }
    page.ends_clean();
}
