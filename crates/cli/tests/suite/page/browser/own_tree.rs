//! Trees that somebody has typed.

use page::html;
use page_engine::call;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use crate::page::chromium::Page;

/// A random tree below `depth` as the engine reads it, and its value by plain minimax.
fn grown(chance: &mut Pcg32, depth: u32) -> (String, i32) {
    if depth > 0 && (depth == 4 || chance.next_u32().is_multiple_of(4)) {
        let value = (chance.next_u32() % 19) as i32 - 9;
        return (value.to_string(), value);
    }
    let children = 1 + chance.next_u32() % 4;
    let (texts, values): (Vec<_>, Vec<_>) = (0..children).map(|_| grown(chance, depth + 1)).unzip();
    let best = if depth.is_multiple_of(2) { values.iter().max() } else { values.iter().min() };
    (format!("[ {} ]", texts.join(" ")), *best.unwrap())
}

#[test]
fn a_typed_tree_has_its_value_whatever_is_pruned() {
    let mut chance = Pcg32::seed_from_u64(32);
    let mut pruned = 0;
    for _ in 0..200 {
        let (text, value) = grown(&mut chance, 0);
        let [all, some] = ["minimax", "alpha-beta"].map(|name| {
            let answer: Value =
                serde_json::from_str(&call(&format!("typed-rows\n{name}\nmax\n{text}"))).unwrap();
            let rows = answer["rows"].as_array().unwrap().clone();
            assert_eq!(rows.last().unwrap()["value"], value.to_string(), "{name} {text}");
            rows
        });
        // A bound that was reached was set in an earlier row, with that value.
        for cut in some.iter().filter(|row| row["becomes"] == "prune") {
            let set = cut["set"].as_u64().unwrap() as usize;
            let bounds = cut["window"].as_array().unwrap();
            assert!(bounds.contains(&some[set - 1]["value"]), "{text}");
        }
        pruned += all.len() - some.len();
    }
    assert!(pruned > 1000, "{pruned}");
}

/// The tree of a link is walked by the same page: its cut with the reason, practice, and back to a game.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_link_opens_a_tree_that_is_walked() {
    let Some(mut page) = Page::open(
        &html(None),
        "#walk:%5B%5B3%2C12%2C8%5D%2C%5B2%2C4%2C6%5D%2C%5B14%2C5%2C2%5D%5D",
    ) else {
        return;
    };
    page.wait_for("mancala.walk.info && mancala.walk.shown");
    assert_eq!(page.value("location.hash"), "");
    assert_eq!(
        page.value("document.getElementById('walk-say').textContent"),
        "Alpha-beta looks at 11 of 13 nodes."
    );
    page.value("mancala.walk.go('cut')");
    page.wait_for("mancala.walk.why");
    let said = page.text("document.getElementById('walk-sentence').textContent");
    assert!(
        said.contains(
            "2 <= alpha (3), so B2, B3 are pruned.Max can already reach 3 with A (line 10)."
        ),
        "{said}"
    );
    let struck = "document.querySelectorAll('.own-tree .stroke').length";
    assert_eq!(page.value(struck), 2);
    // A question does not show its answer in the picture.
    page.click("practice");
    page.wait_for("!document.getElementById('quiz').hidden");
    assert_eq!(page.value(struck), 0);
    page.value("[...document.querySelectorAll('#quiz button')].find((it) => it.textContent === 'prune').click()");
    assert_eq!(page.value(struck), 2);
    page.click("practice");
    // The link that is copied holds the same tree, and so does a reload.
    let link = page.text("mancala.walk.link()");
    assert!(
        link.ends_with(
            "#walk:alpha-beta%20max%20%5B%5B3%2C12%2C8%5D%2C%5B2%2C4%2C6%5D%2C%5B14%2C5%2C2%5D%5D"
        ),
        "{link}"
    );
    page.reload();
    page.wait_for("mancala.walk.shown && mancala.walk.at === 12");
    // Its algorithm is chosen beside the text.
    page.value("document.getElementById('walk-task').value = '2'; document.getElementById('walk-open').click()");
    page.wait_for("mancala.walk.info?.task === 'minimax' && mancala.walk.info.rows === 25");
    page.value("document.getElementById('walk-task').value = '3'; document.getElementById('walk-open').click()");
    page.wait_for("mancala.walk.info?.task === 'alpha-beta'");
    // What is no tree says where, and changes nothing.
    page.value("mancala.walk.open('[[1, 2], [3')");
    let said = page.text("document.getElementById('walk-say').textContent");
    assert_eq!(
        said,
        "The tree goes wrong at character 12, its end: expected a number, a list or ]."
    );
    assert_eq!(page.value("mancala.walk.info.rows"), 21);
    page.value("mancala.walk.open('2\\n1\\n1\\n1 0 2\\n2 0 1\\n0\\n0\\n')");
    page.wait_for(
        "mancala.walk.info?.task === 'minimax' && document.querySelector('#walk-board .count')",
    );
    assert_eq!(page.value("document.querySelector('.own-tree')"), Value::Null);
    page.ends_clean();
}
