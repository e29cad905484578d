//! The page in a real browser: played by keyboard, read by ear, and held against the library.

use mancala::draw::text;
use mancala::game::rules::options::options_of;
use mancala::game::{Kalah, Position, Rules, Side};
use mancala::homework::{Problem, Task};
use mancala::page::html::html;
use mancala::play::record;
use serde_json::{Value, json};

use super::chromium::Page;

/// Two people, no animation, a new game of the given rules.
fn new_game(page: &mut Page, preset: &str, pits: u8, seeds: u8) {
    page.value(&format!(
        "Object.assign(mancala.play.choice, {{ preset: '{preset}', options: {{}}, pits: {pits}, seeds: {seeds}, \
         first: 'South', players: ['human', 'human'] }}); mancala.play.begin(); 1"
    ));
}

fn position(page: &mut Page) -> Kalah {
    let text = page.value("mancala.play.game.record");
    *record::parse(text.as_str().unwrap().as_bytes())
        .unwrap()
        .game
        .position()
}

/// What the board says to who cannot see it, North's row first, as the position has it.
fn expected_names(position: &Kalah) -> Vec<(String, String)> {
    let board = position.board();
    let plural = |count: u32| if count == 1 { "" } else { "s" };
    let mut names = Vec::new();
    for side in [Side::North, Side::South] {
        for (number, &seeds) in (1..).zip(board.row(side)) {
            let (name, plural) = (side.name(), plural(seeds.into()));
            names.push((
                "button".to_owned(),
                format!("{name}'s pit {number}, {seeds} seed{plural}"),
            ));
        }
    }
    names
}

#[track_caller]
fn board_is_heard(page: &mut Page, position: &Kalah) {
    let heard = page.accessible();
    let pits: Vec<_> = heard
        .iter()
        .filter(|(role, name)| role == "button" && name.contains("'s pit "))
        .cloned()
        .collect();
    assert_eq!(pits, expected_names(position));
    for side in Side::BOTH {
        let store = position.board().store(side);
        let plural = if store == 1 { "" } else { "s" };
        let store = format!("{}'s store, {store} seed{plural}", side.name());
        assert!(heard.iter().any(|(_, name)| *name == store), "{store}");
    }
}

#[test]
fn a_whole_game_by_keyboard() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "cits3001", 4, 3);
    let mut moves = 0;
    loop {
        let before = position(&mut page);
        if before.is_over() {
            break;
        }
        let pits: Vec<_> = before.moves().collect();
        let pit = pits[moves % pits.len()];
        match moves % 3 {
            // By its number.
            0 => page.press(&[&(pit.column() + 1).to_string()]),
            // By the arrows.
            1 => {
                page.value("mancala.play.board.focusPit(mancala.play.board.focused)");
                let row = if before.mover() == Side::North {
                    "ArrowUp"
                } else {
                    "ArrowDown"
                };
                page.press(&[row, "Home"]);
                page.press(&vec!["ArrowRight"; pit.column()]);
                page.press(&["Enter"]);
            }
            // By its name, typed.
            _ => {
                let name = page.value(&format!(
                    "mancala.play.game.position.names[{}][{}]",
                    before.mover().index(),
                    pit.column()
                ));
                page.press(&["i"]);
                page.press(
                    &name
                        .as_str()
                        .unwrap()
                        .chars()
                        .map(String::from)
                        .collect::<Vec<_>>()
                        .iter()
                        .map(String::as_str)
                        .collect::<Vec<_>>(),
                );
                page.press(&["Enter", "Escape"]);
            }
        }
        moves += 1;
        let after = position(&mut page);
        assert_eq!(after, before.play(pit), "move {moves}");
        if moves <= 10 {
            board_is_heard(&mut page, &after);
        }
    }
    assert!(moves > 10, "{moves}");
    let said = page.value("document.getElementById('say').textContent");
    assert!(
        said.as_str().unwrap().contains("the game is over"),
        "{said}"
    );
    page.press(&["b"]);
    let aloud = page.value("mancala.play.lastSaid");
    assert_eq!(aloud, text::lines(position(&mut page).board()));
    page.ends_clean();
}

#[test]
fn every_menu_of_a_new_game() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    for preset in ["usc", "cits3001", "uw"] {
        for option in options_of(preset) {
            for value in option.values {
                let chosen = page.value(&format!(
                    "(() => {{ const play = mancala.play; play.askForGame(); \
                     const set = (select, value) => {{ select.value = value; select.dispatchEvent(new Event('change')); }}; \
                     set(document.getElementById('new-preset'), '{preset}'); \
                     set(document.querySelector('[data-option=\"{}\"]'), '{}'); \
                     set(document.getElementById('new-player-1'), 'human'); \
                     const done = new Promise((done) => document.getElementById('new-dialog').addEventListener('close', () => done(play.game.position.rules), {{ once: true }})); \
                     document.querySelector('#new-dialog [value=start]').click(); \
                     return done; }})()",
                    option.name, value.name
                ));
                let name = format!("{preset},{}={}", option.name, value.name);
                let expected: Rules = name.parse().unwrap();
                assert_eq!(
                    chosen.as_str().unwrap().parse::<Rules>().unwrap(),
                    expected,
                    "{name}"
                );
            }
        }
    }
    for (scheme, view) in [
        ("slate", "numbers"),
        ("contrast", "seeds"),
        ("paper", "seeds"),
        ("auto", "seeds"),
    ] {
        let shown = page.value(&format!(
            "for (const [id, value] of [['look-scheme', '{scheme}'], ['look-view', '{view}']]) {{ const select = document.getElementById(id); \
             select.value = value; select.dispatchEvent(new Event('change')); }} \
             [document.documentElement.dataset.scheme, document.documentElement.dataset.view]"
        ));
        assert_eq!(shown, json!([scheme, view]));
    }
    page.ends_clean();
}

#[test]
fn undo_redo_save_and_load() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    new_game(&mut page, "usc", 6, 4);
    page.value("mancala.play.sow('B4 B2')");
    page.value("mancala.play.sow('A3')");
    let whole = page.value("mancala.play.game.record");
    page.press(&["u", "u"]);
    assert_eq!(page.value("mancala.play.game.turns.length"), 0);
    page.press(&["r", "r"]);
    assert_eq!(page.value("mancala.play.game.record"), whole);
    page.value("mancala.play.jump(1)");
    assert_eq!(page.value("mancala.play.game.turns.length"), 1);
    let record = whole.as_str().unwrap();
    page.value(&format!(
        "mancala.play.load({}, 'kept.game')",
        json!(record)
    ));
    assert_eq!(page.value("mancala.play.game.record"), whole);
    // Who plays is kept with the game and taken from it.
    page.value("mancala.play.choice.players = ['human', 'minimax:3:uw']");
    let named = page.value("mancala.play.named()");
    assert!(
        named.as_str().unwrap().contains("North: minimax:3:uw\n")
            || named.as_str().unwrap().contains("minimax:3:uw"),
        "{named}"
    );
    page.value("mancala.play.choice.players = ['human', 'human']");
    page.value(&format!(
        "mancala.play.load({named}, 'kept.game'); mancala.play.interrupt()"
    ));
    assert_eq!(page.value("mancala.play.choice.players[1]"), "minimax:3:uw");
    page.value("mancala.play.choice.players = ['human', 'human']; mancala.play.paused = false");
    page.value(&format!(
        "mancala.play.load({}, 'kept.game')",
        json!(record)
    ));
    // A damaged record leaves the game as it is.
    page.value(&format!(
        "mancala.play.load({}, 'bad.game')",
        json!(record.replace("A3", "A9"))
    ));
    assert_eq!(page.value("mancala.play.game.record"), whole);
    let trouble = page.value("document.getElementById('trouble').textContent");
    assert!(
        trouble
            .as_str()
            .unwrap()
            .starts_with("bad.game was not opened, the game is as it was: the record: "),
        "{trouble}"
    );
    page.ends_clean();
}

#[test]
fn the_computer_answers_and_a_link_opens_its_position() {
    let Some(mut page) = Page::open(&html(None), "#cits3001;North;1_0_2_/_0_2_1_/_4_/_5") else {
        return;
    };
    assert_eq!(
        page.value("mancala.play.game.position.text"),
        "1 0 2 / 0 2 1 / 4 / 5"
    );
    assert_eq!(page.value("mancala.play.game.position.mover"), 1);
    new_game(&mut page, "cits3001", 6, 4);
    page.value("mancala.play.choice.players = ['human', 'alphabeta:2']; mancala.play.sow('B7')");
    page.wait_for("mancala.play.game.turns.length >= 2 && mancala.play.game.position.mover === 0");
    page.ends_clean();
}

#[test]
fn a_link_opens_a_whole_game() {
    let start = "%5BRules%20%22cits3001%22%5D%0A%5BStart%20%222%202%202%20/%202%202%202%20/%200%20/%200%22%5D";
    let fragment = format!("#game:{start}%0A1.%20B3-B2%0A2.%20A2%0Aunfinished%0A");
    let Some(mut page) = Page::open(&html(None), &fragment) else {
        return;
    };
    assert_eq!(page.value("mancala.play.game.turns.length"), 2);
    assert_eq!(page.value("mancala.play.game.turns[0].text"), "B3-B2");
    page.ends_clean();
}

#[test]
fn a_damaged_link_is_named_and_there_is_a_game() {
    let Some(mut page) = Page::open(&html(None), "#cits3001;North;1_0_/_0_2_1_/_4_/_5") else {
        return;
    };
    let trouble = page.value("document.getElementById('trouble').textContent");
    assert!(
        trouble
            .as_str()
            .unwrap()
            .starts_with("The link does not hold a position: no such board"),
        "{trouble}"
    );
    assert_eq!(page.value("mancala.play.game.turns.length"), 0);
    page.ends_clean();
}

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
        "values\n{}",
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

#[test]
fn a_walk_shows_where_a_log_goes_wrong() {
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::AlphaBeta, Some(3));
    let walk = json!({ "input": problem.to_string(), "hintOnly": false, "log": Value::Null });
    let Some(mut page) = Page::open(&html(Some(&walk)), "") else {
        return;
    };
    page.value("document.getElementById('tab-walk').click()");
    page.wait_for("mancala.walk.shown");
    // A log of one's own, wrong in row 9.
    page.value(
        "(async () => { const { rows, header } = mancala.walk.info; \
         const all = (await mancala.walk.thinker.ask(['walk-rows', 1, 400])).rows.map((row) => row.text); \
         all[8] = all[8].replace(/,[^,]*$/, ',7'); \
         await mancala.walk.compare(new File([[header, ...all].join('\\n') + '\\n'], 'mine.txt')); })()",
    );
    page.wait_for("document.querySelector('.parting .differs')");
    assert_eq!(page.value("mancala.walk.at"), 9);
    let line = page.value("document.querySelector('.parting .differs').cells[0].textContent");
    assert_eq!(line, "10");
    let cells = page.value(
        "[...document.querySelector('.parting .differs').cells].map((cell) => cell.textContent)",
    );
    assert_ne!(cells[1], cells[2]);
    // The sentence of the judge, and a cut with what it leaves out.
    page.value("mancala.walk.go('cut')");
    page.wait_for("/not looked at|last child anyway/.test(document.getElementById('walk-sentence').textContent)");
    // The tree by keyboard.
    page.value("document.getElementById('tree').focus()");
    page.press(&["Home", "ArrowDown"]);
    page.wait_for("mancala.walk.tree.row === 2 && mancala.walk.at === 2");
    let elements = page.value("document.querySelectorAll('#walk-body *').length");
    assert!(elements.as_u64().unwrap() <= 200, "{elements}");
    page.ends_clean();
}

#[test]
fn nimcala_is_played_against_who_never_errs() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.value("document.getElementById('tab-nimcala').click()");
    for _ in 0..200 {
        if page.value("mancala.nimcala.row.over") == true {
            break;
        }
        page.value("(async () => { const row = mancala.nimcala.row, pit = row.tokens.findIndex((count) => count > 0); if (row.mover === 0) await mancala.nimcala.take(pit + 1, 1); })()");
        page.wait_for("mancala.nimcala.row.over || mancala.nimcala.row.mover === 0");
    }
    let said = page.value("document.getElementById('nim-say').textContent");
    assert!(
        said.as_str().unwrap().contains("wins") || said.as_str().unwrap().contains("you win"),
        "{said}"
    );
    page.ends_clean();
}

/// A link of a report shows its case from the file beside the page, and nothing from elsewhere.
#[test]
fn a_case_of_a_report_opens_from_beside_the_page() {
    let link = "#case:feedback%2Fann.js;a%20case";
    let Some(mut page) = Page::open(&html(None), link) else {
        return;
    };
    // The file is not there yet.
    page.wait_for(
        "/does not lie beside this page/.test(document.getElementById('trouble').textContent)",
    );
    page.errors.clear();
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::Minimax, Some(2));
    let case = json!({ "input": problem.to_string(), "hintOnly": false, "log": {
        "right": false, "line": 4, "row": 3, "message": "The depth should be 1.", "begin": 3,
        "lines": ["B2,1,Infinity", "A2,9,0"], "mistakes": null, "told": [], "rules": [],
    } });
    let folder = page.folder().join("feedback");
    std::fs::create_dir(&folder).unwrap();
    let script = format!("mancalaCases({});\n", json!({ "a case": case }));
    std::fs::write(folder.join("ann.js"), script).unwrap();
    page.value("location.reload()");
    page.wait_for(
        "globalThis.mancala?.walk.at === 3 && document.querySelector('.parting .differs')",
    );
    let line = page.value("document.querySelector('.parting .differs').cells[2].textContent");
    assert_eq!(line, "A2,9,0");
    assert_eq!(page.value("location.hash"), link);
    for elsewhere in ["https://example.org/x.js", "../x.js", "/x.js", "x"] {
        page.value(&format!(
            "location.hash = 'case:' + encodeURIComponent({}) + ';a'",
            json!(elsewhere)
        ));
        page.wait_for(
            "/does not name a file beside/.test(document.getElementById('trouble').textContent)",
        );
        page.value("document.getElementById('trouble').textContent = ''");
    }
    page.ends_clean();
}
