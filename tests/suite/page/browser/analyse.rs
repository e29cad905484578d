//! Positions that are proved in the page.

use mancala::page::html::html;
use serde_json::{Value, json};

use super::new_game;
use crate::page::chromium::Page;

#[test]
fn a_position_is_solved_as_natively() {
    let Some(mut page) = Page::open(
        &html(None),
        "#cits3001;South;0_3_2_0_1_4_/_1_0_2_5_0_2_/_10_/_8",
    ) else {
        return;
    };
    page.value("document.getElementById('tab-analyse').click()");
    page.value("document.getElementById('solve').click()");
    page.wait_for("document.getElementById('analyse-say').textContent.includes('Proved')");
    let record = page.value("mancala.analyse.game.record");
    let native: Value = serde_json::from_str(&mancala_page::call(&format!(
        "values\n\n{}",
        record.as_str().unwrap()
    )))
    .unwrap();
    let said = page.value("document.getElementById('analyse-say').textContent");
    assert!(
        said.as_str()
            .unwrap()
            .starts_with(native["told"].as_str().unwrap()),
        "{said}"
    );
    let shown =
        page.value("[...document.querySelectorAll('#values li')].map((line) => line.textContent)");
    for known in native["moves"].as_array().unwrap() {
        let value = known["lower"].as_i64().unwrap();
        let sign = if value > 0 {
            "+"
        } else if value < 0 {
            "−"
        } else {
            ""
        };
        let line = format!("{} {sign}{}", known["pit"].as_str().unwrap(), value.abs());
        assert!(
            shown.as_array().unwrap().contains(&json!(line)),
            "{line} in {shown}"
        );
    }
    page.ends_clean();
}

/// What stops a proof keeps what is known: it goes on, and comes to the same end.
#[test]
fn a_proof_that_was_stopped_goes_on() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 4, 4);
    page.value("document.getElementById('tab-analyse').click()");
    // Slices so short that each is stopped long before the end.
    page.value(
        "(() => { const { thinker } = mancala.analyse, ask = thinker.ask.bind(thinker); globalThis.slices = 0; \
         thinker.ask = ([name, slice, ...more], told) => { slices++; return ask([name, 5, ...more], told); }; })()",
    );
    page.value("document.getElementById('solve').click()");
    page.wait_for("slices > 2");
    page.value("document.getElementById('stop-solving').click()");
    page.wait_for("document.getElementById('analyse-say').textContent.startsWith('Stopped.')");
    let worker = "mancala.analyse.thinker.worker !== undefined";
    assert_eq!(page.value(worker), true, "the tables are gone");
    page.value("document.getElementById('solve').click()");
    page.wait_for("document.getElementById('analyse-say').textContent.includes('with every move')");
    let record = page.value("mancala.analyse.game.record");
    let request = format!("values\n\n{}", record.as_str().unwrap());
    let native: Value = serde_json::from_str(&mancala_page::call(&request)).unwrap();
    let said = page.value("document.getElementById('analyse-say').textContent");
    let told = native["told"].as_str().unwrap();
    assert!(said.as_str().unwrap().starts_with(told), "{said}, {told}");
    page.ends_clean();
}
