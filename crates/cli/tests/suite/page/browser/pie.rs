//! The pie rule in the page: who may swap sides, who has done so, and that it is kept.

use page::html;
use serde_json::json;

use super::SAID;
use crate::page::chromium::Page;

/// Who has which side, as the page shows it (North's first), and what lies behind the button.
const SEATS: &str =
    "[...document.querySelectorAll('#seats strong')].map((it) => it.textContent).join(' ')";
const OFFERED: &str = "!document.getElementById('swap').hidden";

/// A new game by the dialog, between these players.
fn begin(page: &mut Page, players: [&str; 2]) {
    page.value(&format!(
        "(() => {{ globalThis.before = mancala.play.game; mancala.play.askForGame(); \
         const set = (id, value) => {{ const field = document.getElementById(id); field.value = value; field.dispatchEvent(new Event('change')); }}; \
         set('new-player-0', '{}'); set('new-player-1', '{}'); set('new-pie', 'pie'); \
         document.querySelector('#new-dialog [value=start]').click(); }})()",
        players[0], players[1]
    ));
    page.wait_for("mancala.play.game !== before && mancala.play.game.pie");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_person_swaps_sides_and_plays_on_as_south() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    begin(&mut page, ["alphabeta:2:positional", "human"]);
    page.wait_for("mancala.play.game.turns.length === 1 && !mancala.play.sowing");
    page.wait_for(OFFERED);
    let said = page.text(SAID);
    assert!(said.ends_with("Move or swap."), "{said}");
    let buttons = page.accessible();
    assert!(buttons.contains(&("button".to_owned(), "Swap sides".to_owned())), "{buttons:?}");
    assert_eq!(page.text(SEATS), "You Fox");
    page.press(&["s"]);
    page.wait_for("mancala.play.game.turns.length === 3 && !mancala.play.sowing");
    assert_eq!(page.value(OFFERED), false);
    assert_eq!(page.text(SEATS), "Fox You");
    assert_eq!(page.value("mancala.play.people"), json!([0]));
    // A reload, and the link, go on with the sides as they are.
    let whole = page.text("mancala.play.game.record");
    page.reload();
    assert_eq!(page.text("mancala.play.game.record"), whole);
    assert_eq!(page.text(SEATS), "Fox You");
    let link = page.text("mancala.files.link()");
    page.value(&format!("mancala.files.load({}, 'The link')", json!(link)));
    assert_eq!(page.text(SEATS), "Fox You");
    assert_eq!(page.value("mancala.play.seated"), json!(["alphabeta:2:positional", "human"]));
    let named = page.text("mancala.play.game.record");
    // Undo takes the answer back and what was swapped, redo makes it again.
    page.press(&["u"]);
    assert_eq!(page.text(SEATS), "You Fox");
    assert_eq!(
        page.value("[mancala.play.game.turns.length, mancala.play.maySwap]"),
        json!([1, true])
    );
    page.press(&["r"]);
    page.wait_for("mancala.play.game.turns.length === 3");
    assert_eq!(page.text("mancala.play.game.record"), named);
    assert_eq!(page.text(SEATS), "Fox You");
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_computer_takes_the_better_side() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    for opponent in ["alphabeta:4:positional", "best:1", "perfect"] {
        begin(&mut page, ["human", opponent]);
        page.value("mancala.play.sow('B4 B7')");
        page.wait_for("mancala.play.game.turns.length > 1 && !mancala.play.thinker.busy");
        assert_eq!(page.value("mancala.play.game.turns[1].text"), "swap", "{opponent}");
        let name = page.text("mancala.play.name(0)");
        let words = format!(
            "{name} takes over South, the lower row. Now you are North, the upper row. Your turn."
        );
        page.wait_for(&format!("{SAID} === {}", json!(words)));
        assert_eq!(page.text("document.getElementById('heard').textContent"), words);
        // The person moves North's seeds now.
        page.value("mancala.play.sow('A3')");
        page.wait_for("mancala.play.game.turns.length > 3 && !mancala.play.sowing");
        begin(&mut page, ["human", opponent]);
        page.value("mancala.play.sow('B2')");
        page.wait_for("mancala.play.game.turns.length > 1 && !mancala.play.thinker.busy");
        assert_ne!(page.value("mancala.play.game.turns[1].text"), "swap", "{opponent}");
    }
    page.ends_clean();
}

/// Two people, who are told to change places; by the word that is typed.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn two_people_change_places() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    begin(&mut page, ["human", "human"]);
    let refused = "mancala.play.type('swap')";
    page.value(refused);
    let said = page.text(SAID);
    let rule = "sides are swapped only under the pie rule, in place of the second turn";
    assert_eq!(said, rule);
    page.value("mancala.play.sow('B4 B7')");
    let said = page.text(SAID);
    assert!(said.ends_with("North to move or to swap sides."), "{said}");
    page.value("mancala.play.hint()");
    let said = page.text(SAID);
    assert!(said.starts_with("The best turn: swap sides. Proved: "), "{said}");
    page.value("mancala.play.type('swap')");
    let said = page.text(SAID);
    let words =
        "The player of North takes over South, the lower row; change places. North to move.";
    assert_eq!(said, words);
    assert_eq!(page.value(OFFERED), false);
    // What the first two turns lost counts for who made them, on the side that each has now.
    let made_by =
        "mancala.play.game.turns.map((turn, index) => mancala.analyse.review.madeBy(turn, index))";
    assert_eq!(page.value(made_by), json!([1, 0]));
    let rules = page.text("document.getElementById('rules-line').textContent");
    assert!(rules.ends_with("; pie rule"), "{rules}");
    page.ends_clean();
}
