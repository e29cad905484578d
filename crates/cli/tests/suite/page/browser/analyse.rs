//! Positions that are proved in the page.

use page::html;
use serde_json::{Value, json};

use super::new_game;
use crate::page::chromium::Page;

/// What the page's engine answers, outside of a browser, to a request about a game.
fn natively(request: &str, record: &str) -> Value {
    serde_json::from_str(&page_engine::call(&format!("{request}\n\n{record}"))).unwrap()
}

fn signed(value: i64) -> String {
    let sign = ["−", "", "+"][(value.signum() + 1) as usize];
    format!("{sign}{}", value.abs())
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_position_is_solved_as_natively() {
    let Some(mut page) =
        Page::open(&html(None), "#cits3001;South;0_3_2_0_1_4_/_1_0_2_5_0_2_/_10_/_8")
    else {
        return;
    };
    page.click("tab-analyse");
    page.click("solve");
    page.wait_for("document.getElementById('analyse-say').textContent.includes('Proved')");
    let native = natively("values", &page.text("mancala.analyse.game.record"));
    let said = page.text("document.getElementById('analyse-say').textContent");
    let told = native["told"].as_str().unwrap();
    assert!(said.starts_with(told), "{said}, {told}");
    let shown =
        page.value("[...document.querySelectorAll('#values li')].map((line) => line.textContent)");
    for known in native["moves"].as_array().unwrap() {
        let value = known["lower"].as_i64().unwrap();
        let line = format!("{} {}", known["pit"].as_str().unwrap(), signed(value));
        assert!(shown.as_array().unwrap().contains(&json!(line)), "{line} in {shown}");
    }
    page.ends_clean();
}

/// What stops a proof keeps what is known: it goes on, and comes to the same end.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_proof_that_was_stopped_goes_on() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 4, 4);
    page.click("tab-analyse");
    // Slices so short that each is stopped long before the end.
    page.value(
        "(() => { const { thinker } = mancala.analyse, ask = thinker.ask.bind(thinker); globalThis.slices = 0; \
         thinker.ask = ([name, slice, ...more], told) => { slices++; return ask([name, 5, ...more], told); }; })()",
    );
    page.click("solve");
    page.wait_for("slices > 2");
    page.click("stop-solving");
    page.wait_for("document.getElementById('analyse-say').textContent.startsWith('Stopped.')");
    let worker = "mancala.analyse.thinker.worker !== undefined";
    assert_eq!(page.value(worker), true, "the tables are gone");
    page.click("solve");
    page.wait_for("document.getElementById('analyse-say').textContent.includes('with every move')");
    let native = natively("values", &page.text("mancala.analyse.game.record"));
    let said = page.text("document.getElementById('analyse-say').textContent");
    let told = native["told"].as_str().unwrap();
    assert!(said.starts_with(told), "{said}, {told}");
    page.ends_clean();
}

/// Every turn's value, what each gave away, and the way back to it; a game that begins anew has none of it.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_game_is_valued_turn_by_turn() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 3, 2);
    for _ in 0..40 {
        if page.value("mancala.play.game.position.over") == true {
            break;
        }
        page.value("mancala.play.sow(mancala.play.game.position.moves[0])");
    }
    // Of a game that is over, without being asked.
    page.click("tab-analyse");
    page.wait_for("document.getElementById('draw-graph').hidden");
    let native = natively("graph", &page.text("mancala.play.game.record"));
    let values: Vec<i64> = serde_json::from_value(native["values"].clone()).unwrap();
    let words = values.iter().enumerate();
    let words = words.map(|(turn, &value)| format!("after turn {turn}: {}", signed(value)));
    let words: Vec<_> = words.collect();
    let shown = page.value("document.querySelector('#graph svg').getAttribute('aria-label')");
    assert_eq!(shown, words.join(", "));
    // The turns that gave seeds away, by their numbers, the worst first.
    let mut losses: Vec<(i64, usize)> = Vec::new();
    for turn in 1..values.len() {
        let side = page.value(&format!("mancala.play.game.turns[{}].side", turn - 1));
        let gained = values[turn] - values[turn - 1];
        let loss = if side == 0 { -gained } else { gained };
        if loss > 0 {
            losses.push((-loss, turn));
        }
    }
    losses.sort();
    let told = page.value("[...document.querySelectorAll('#mistakes li')].map((line) => [-/lost (\\d+) seeds?: try again/.exec(line.textContent)[1], line.value])");
    assert!(losses.len() > 1, "{losses:?}");
    assert_eq!(told, json!(losses));
    // A place of the graph is a position.
    page.value(
        "(() => { const { left, width, top } = document.getElementById('graph').getBoundingClientRect(); \
         document.querySelector('#graph svg').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + width * 30 / 300, clientY: top + 5 })); })()",
    );
    assert_eq!(page.value("mancala.analyse.game.turns.length"), 0);
    let said = page.text("document.getElementById('analyse-say').textContent");
    let expected = "At the start, with best play: ";
    assert!(said.starts_with(expected), "{said}");
    // By the arrow keys, and the better turn is drawn where one lost something.
    page.value("document.getElementById('graph').focus()");
    page.press(&["ArrowRight", "ArrowRight"]);
    assert_eq!(page.value("mancala.analyse.game.turns.length"), 2);
    page.value("document.querySelectorAll('#mistakes button')[1].click()");
    page.wait_for("document.querySelector('#analyse-board .best')");
    let said = page.text("document.getElementById('analyse-say').textContent");
    assert!(said.starts_with("In place of "), "{said}");
    assert_eq!(page.value("mancala.analyse.game.turns.length"), losses[0].1 - 1);
    // Try again at the worst one.
    page.value("document.querySelector('#mistakes button').click()");
    assert_eq!(page.value("mancala.play.game.turns.length"), losses[0].1 - 1);
    new_game(&mut page, "cits3001", 4, 2);
    page.click("tab-analyse");
    let left = "document.getElementById('graph').children.length + document.getElementById('mistakes').children.length";
    assert_eq!(page.value(left), 0);
    assert_eq!(page.value("document.getElementById('draw-graph').hidden"), false);
    page.ends_clean();
}
