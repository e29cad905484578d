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

/// The opening, the turn after it and a position of the same kind that the book does not have.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_opening_book_answers_before_any_table_is_built() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    let said = "document.getElementById('analyse-say').textContent";
    let shown =
        "[...document.querySelectorAll('#values li')].map((line) => line.textContent).join(', ')";
    new_game(&mut page, "usc", 6, 4);
    page.click("tab-analyse");
    page.click("solve");
    let known = format!("{said}.includes('now solving every move') && !{shown}.includes('…')");
    page.wait_for(&known);
    let told = "With best play South ends 10 ahead. From the opening book; now solving every move.";
    assert_eq!(page.text(said), told);
    let values = "B4 +10, B7 +4, B5 −2, B6 −6, B3 −8, B2 −14";
    assert_eq!(page.text(shown), values);
    // A game of best play takes the tables.
    page.wait_for(&format!("{said}.includes('the best line')"));
    let turns = page.value("document.querySelectorAll('#line li').length");
    assert!(turns.as_u64().unwrap() > 10, "{turns}");
    // The best turn of who answers, at once as well.
    let answer = "mancala.analyse.thinker.ask(['think', 'perfect', mancala.ask('sow', 'B4 B7', mancala.play.game.record).game.record])";
    page.value("mancala.analyse.thinker.stop()");
    assert_eq!(
        page.value(&format!(
            "{answer}.then(({{ pits, lead, proved }}) => [pits.length > 0, lead, proved])"
        )),
        json!([true, 10, true])
    );
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
    // Slices so short that each is stopped long before the end, and somebody who stops after the third.
    page.value(
        "(() => { const { thinker } = mancala.analyse, ask = thinker.ask.bind(thinker); let slices = 0; \
         thinker.ask = ([name, slice, ...more], told) => { if (++slices === 3) setTimeout(() => document.getElementById('stop-solving').click()); return ask([name, 5, ...more], told); }; })()",
    );
    page.click("solve");
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
    let told = page.value("[...document.querySelectorAll('#mistakes li')].map((line) => [-/lost (\\d+) seeds? try again/.exec(line.textContent)[1], line.value])");
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
    let figures = page.text("document.getElementById('figures').textContent");
    assert_eq!(figures.matches(" gave away ").count(), 2, "{figures}");
    new_game(&mut page, "cits3001", 4, 2);
    page.click("tab-analyse");
    let left = "document.getElementById('graph').children.length + document.getElementById('mistakes').children.length";
    assert_eq!(page.value(left), 0);
    assert_eq!(page.value("document.getElementById('draw-graph').hidden"), false);
    page.ends_clean();
}

/// A turn that lost something is tried again on the board: judged with the reason, and kept until the first
/// try is correct.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_turn_that_is_tried_again_is_judged() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 4, 2);
    for turn in ["B4 B2", "A2", "B2", "A2", "A4", "B3"] {
        page.value(&format!("mancala.play.sow('{turn}')"));
    }
    for _ in 0..40 {
        if page.value("mancala.play.game.position.over") == true {
            break;
        }
        page.value("mancala.play.sow(mancala.play.game.position.moves[0])");
    }
    let kept = "JSON.parse(localStorage['mancala.puzzles'] ?? 'null')";
    assert!(page.value(kept).is_null());
    page.click("review");
    page.wait_for("document.getElementById('draw-graph').hidden");
    assert_eq!(page.value(&format!("{kept}.version")), 1);
    let count = format!("{kept}.all.length");
    let all = page.value(&count).as_u64().unwrap();
    assert!((1..=3).contains(&all), "{all}");
    page.value("document.querySelector('#mistakes button').click()");
    let said = "document.getElementById('analyse-say').textContent";
    let asked = page.text(said);
    assert!(asked.ends_with(" to move. Find a turn that loses nothing."), "{asked}");
    // As it was played, then as it should have been; what the engine says natively is said here.
    let turn =
        page.text("mancala.play.game.turns[document.querySelector('#mistakes li').value - 1].text");
    let number = page.value("document.querySelector('#mistakes li').value");
    let record =
        page.text(&format!("mancala.ask('until', '{number}', mancala.play.game.record).record"));
    let lapse = natively("lapse", &record)["lapse"].clone();
    let sow = |page: &mut Page, turn: &str| {
        for pit in turn.split(['-', ' ']) {
            page.value(&format!("mancala.analyse.step('{pit}')"));
        }
    };
    sow(&mut page, &turn);
    page.wait_for(&format!("{said}.startsWith('No: ')"));
    let words = format!(
        "No: {turn} loses {}. {} Try again.",
        lapse["lost"],
        lapse["why"].as_str().unwrap()
    );
    assert_eq!(page.text(said), words);
    let better: Vec<String> = serde_json::from_value(lapse["better"].clone()).unwrap();
    sow(&mut page, &better.join(" "));
    page.wait_for(&format!("{said}.startsWith('Correct: ')"));
    assert_eq!(page.value(&count), all, "the first try was wrong");
    // The next time the first try is correct, in a page that was loaded again.
    page.reload();
    page.click("tab-analyse");
    page.value("document.querySelector('#puzzles button').click()");
    sow(&mut page, &better.join(" "));
    page.wait_for(&format!("{said}.startsWith('Correct: ')"));
    assert_eq!(page.value(&count), all - 1);
    page.click("clear-puzzles");
    assert_eq!(page.value(&count), 0);
    page.ends_clean();
}
