//! The program with a mistake that is to be found.

use page::html;
use serde_json::{Value, json};

use crate::page::chromium::Page;

/// Begins with the program that has this mistake, and no other one by chance.
pub(super) fn start(page: &mut Page, key: &str) {
    page.click("tab-debug");
    page.wait_for("mancala.debug.mistake");
    page.value(&format!(
        "(async () => {{ const {{ debug }} = mancala, mistake = debug.all.find(({{ key }}) => key === '{key}'); \
         await debug.start(mistake, (await debug.thinker.ask(['smallest', mistake.key])).input, 0); }})()"
    ));
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn an_input_that_shows_the_mistake_leads_to_the_rule() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    start(&mut page, "no-capture");
    let said = "document.getElementById('bug-say').textContent";
    let ask = |page: &mut Page, input: &str| {
        page.value(&format!("mancala.debug.type({})", json!(input)));
        page.value("mancala.debug.try(document.getElementById('bug-input').value)");
        page.text(said)
    };
    // No seed falls in an empty pit.
    let right = "2\n1\n1\n2 2 2\n2 2 2\n0\n0\n";
    assert_eq!(ask(&mut page, right), "Here the program is correct. You have tried 1 input.");
    assert_eq!(page.value("document.querySelector('#bug-answer .differs')"), Value::Null);
    // The board is that of the input, as long as the input is whole.
    let board = "document.getElementById('bug-board').hidden || \
                 document.querySelectorAll('#bug-board text[data-seeds=\"2\"]').length";
    assert_eq!(page.value(board), json!(6));
    assert!(ask(&mut page, "2\n1\n").starts_with("the input: "));
    assert_eq!(page.value(board), json!(true));
    // What was tried so far, and the program, outlive a reload.
    page.reload();
    page.wait_for("mancala.debug.mistake?.key === 'no-capture' && mancala.debug.tried === 1");
    let wrong = "2\n1\n1\n1 0 2\n2 0 1\n0\n0\n";
    assert_eq!(ask(&mut page, wrong), "It goes wrong here: you have found it with 2 inputs.");
    let first = page.value(
        "[...document.querySelector('#bug-answer .differs').cells].map((cell) => cell.textContent)",
    );
    assert_eq!(first, json!(["1 0 2", "1 0 0"]));
    let smallest = page.text("document.querySelectorAll('#bug-answer caption')[1].textContent");
    assert_eq!(
        smallest,
        "The smallest input on which it goes wrong: 1 / 1 / 1 / 0 0 1 / 0 1 0 / 0 / 0"
    );
    // One of four mistakes, each told from the others by what was seen.
    page.wait_for("document.querySelectorAll('#bug-rules > button').length === 4");
    page.value("[...document.querySelectorAll('#bug-rules button')].find((it) => it.textContent === 'The program does not capture.').click()");
    let answered = page.text("document.querySelector('#bug-rules p').textContent");
    assert!(answered.starts_with("Correct. The rule: A last stone that falls"), "{answered}");
    page.ends_clean();
}
