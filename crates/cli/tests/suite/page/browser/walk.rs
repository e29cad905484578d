//! Walks through a search in the page, with a log of one's own beside them.

use mancala::game::{Kalah, Rules, Side};
use mancala::homework::{Problem, Task};
use page::html;
use serde_json::{Value, json};

use crate::page::chromium::Page;

/// The walk opens on a small search at its first cut, and says whose value the bound is.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_cut_says_which_line_set_its_bound() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.click("tab-walk");
    page.wait_for("mancala.walk.why");
    let said = page.value("document.getElementById('walk-sentence').textContent");
    let said = said.as_str().unwrap();
    let why = "Player 1 can already reach 1 with B2 B3 (line 11). Here player 2 can hold player 1 to 1, which is no \
               better, so player 1 has no reason to come here.Show line 11";
    assert!(said.starts_with("Line 14 ") && said.ends_with(why), "{said}");
    let bound = "document.querySelector('.window-line.bound').dataset.name";
    assert_eq!(page.value(bound), "B2 max");
    page.press(&["b"]);
    page.wait_for("mancala.walk.at === 10");
    assert_eq!(page.value("document.querySelector('.window-line.bound')"), Value::Null);
    // Before the end of the exercise it would give the values away.
    page.value("document.getElementById('practice').click()");
    page.wait_for("!document.getElementById('quiz').hidden");
    page.value("mancala.walk.select(13)");
    page.wait_for("mancala.walk.at === 13");
    assert_eq!(page.value("mancala.walk.why ?? null"), Value::Null);
    page.ends_clean();
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_walk_shows_where_a_log_goes_wrong() {
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::AlphaBeta, Some(3));
    let walk = json!({ "input": problem.to_string(), "hintOnly": false, "log": Value::Null });
    let Some(mut page) = Page::open(&html(Some(&walk)), "") else {
        return;
    };
    page.click("tab-walk");
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
    page.wait_for("/ is pruned| are pruned|left to prune/.test(document.getElementById('walk-sentence').textContent)");
    // The tree by keyboard.
    page.value("document.getElementById('tree').focus()");
    page.press(&["Home", "ArrowDown"]);
    page.wait_for("mancala.walk.tree.row === 2 && mancala.walk.at === 2");
    let elements = page.value("document.querySelectorAll('#walk-body *').length");
    assert!(elements.as_u64().unwrap() <= 200, "{elements}");
    // A place far from the first one is reached by its button, and the end of what differs is said.
    page.value(
        "(async () => { const { header } = mancala.walk; \
         const all = (await mancala.walk.thinker.ask(['walk-rows', 1, 400])).rows.map((row) => row.text); \
         all[8] = 'x'; all[100] = 'y'; all.splice(60, 2); \
         await mancala.walk.compare(new File([[header, ...all].join('\\n') + '\\n'], 'mine.txt')); })()",
    );
    page.wait_for("/differs from the correct log in 3 places/.test(document.getElementById('difference').textContent)");
    let next = "[...document.querySelectorAll('#difference button')].at(-1)";
    page.wait_for(&format!("!{next}.disabled"));
    page.value(&format!("{next}.click()"));
    page.wait_for("/nothing/.test(document.getElementById('difference').textContent)");
    page.value(&format!("{next}.click()"));
    page.wait_for("[...document.querySelectorAll('.parting .differs td')].some((cell) => cell.textContent === 'y')");
    // Expected beside theirs, although two rows are missing above.
    let pair = page.value(
        "(() => { const row = [...document.querySelectorAll('.parting .differs')].at(-1); \
         return [row.cells[0].textContent, row.cells[1].textContent]; })()",
    );
    let expected = page.value(
        "(async () => (await mancala.walk.thinker.ask(['walk-rows', 101, 1])).rows[0].text)()",
    );
    assert_eq!(pair, json!(["100", expected]));
    let elements = page.value("document.querySelectorAll('#walk-body *').length");
    assert!(elements.as_u64().unwrap() <= 200, "{elements}");
    page.ends_clean();
}

/// A row needs one answer of the engine, and changes elements rather than make them anew.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_row_is_asked_for_once_and_drawn_in_place() {
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::AlphaBeta, Some(4));
    let walk = json!({ "input": problem.to_string(), "hintOnly": false, "log": Value::Null });
    let Some(mut page) = Page::open(&html(Some(&walk)), "") else {
        return;
    };
    page.wait_for("mancala.walk.shown");
    page.value(
        "(async () => { const { walk } = mancala; await walk.select(40); globalThis.asked = 0; \
         const ask = walk.thinker.ask.bind(walk.thinker); walk.thinker.ask = (...all) => { asked++; return ask(...all); }; \
         for (const element of document.querySelectorAll('#rows button, #tree [role=treeitem], #walk-board .count')) element.kept = true; \
         await walk.select(90); await walk.select(41); })()",
    );
    assert_eq!(page.value("asked"), 2);
    let anew = "[...document.querySelectorAll('#rows button, #walk-board .count')].filter((element) => !element.kept).length";
    assert_eq!(page.value(anew), 0);
    // The board is heard and seen as it is.
    let aloud = page.value("document.querySelector('#walk-board svg').getAttribute('aria-label')");
    assert_eq!(aloud, page.value("mancala.walk.shown.position.aloud"));
    let counts = "[...document.querySelectorAll('#walk-board .count')].map((text) => Number(text.textContent))";
    let counts: Vec<u32> = serde_json::from_value(page.value(counts)).unwrap();
    assert_eq!(counts.iter().sum::<u32>(), 24, "{counts:?}");
    page.ends_clean();
}

/// However infinity and minus are written; what is wrong is named.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn practice_takes_a_row_as_one_writes_it() {
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::AlphaBeta, Some(2));
    let walk = json!({ "input": problem.to_string(), "hintOnly": false, "log": Value::Null });
    let Some(mut page) = Page::open(&html(Some(&walk)), "") else {
        return;
    };
    page.wait_for("mancala.walk.shown");
    page.value("document.getElementById('practice-level').value = 'numbers'");
    page.click("practice");
    page.wait_for("document.querySelectorAll('#quiz input').length === 3");
    let labels = "[...document.querySelectorAll('#quiz label')].map((label) => label.textContent)";
    assert_eq!(page.value(labels), json!(["value", "alpha", "beta"]));
    let answer = |page: &mut Page, cells: [&str; 3]| {
        page.value(&format!(
            "{}.forEach((text, index) => {{ document.querySelectorAll('#quiz input')[index].value = text; }}); document.querySelector('#quiz button').click()",
            json!(cells)
        ));
        page.text("document.querySelector('#quiz p').textContent")
    };
    let said = answer(&mut page, ["-inf", "∞", "1"]);
    assert!(said.starts_with("Not yet: alpha, beta. "), "{said}");
    assert!(answer(&mut page, ["-inf", "−∞", "+Infinity"]).starts_with("Correct."));
    page.ends_clean();
}

/// Whether a row cuts is part of what is to be found out.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_row_that_is_kept_back_does_not_show_its_cut() {
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::AlphaBeta, Some(3));
    let walk = json!({ "input": problem.to_string(), "hintOnly": false, "log": Value::Null });
    let Some(mut page) = Page::open(&html(Some(&walk)), "") else {
        return;
    };
    page.wait_for("mancala.walk.shown");
    page.value("mancala.walk.go('cut')");
    let cut = "document.querySelector('#rows .chosen').classList.contains('cut')";
    page.wait_for(cut);
    page.value("document.getElementById('practice').click()");
    page.wait_for("document.querySelector('#quiz button')");
    assert_eq!(page.value(cut), false);
    page.value("document.getElementById('practice').click()");
    page.wait_for(cut);
    page.ends_clean();
}

/// Why there is no such row, and only as long as one stays at this one.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_step_that_leads_nowhere_says_why() {
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::AlphaBeta, Some(2));
    let walk = json!({ "input": problem.to_string(), "hintOnly": false, "log": Value::Null });
    let Some(mut page) = Page::open(&html(Some(&walk)), "") else {
        return;
    };
    page.wait_for("mancala.walk.shown");
    let root = "This is the root: it has no parent.";
    for (row, to, why) in [
        ("1", "sibling", root),
        ("1", "up", root),
        ("2", "back", "This is the first child of its parent."),
        ("mancala.walk.info.rows", "cut", "Nothing is pruned after this row."),
        ("mancala.walk.info.rows", "root", "The root's value does not change again."),
    ] {
        let said = page.value(&format!(
            "(async () => {{ await mancala.walk.select({row}); await mancala.walk.go('{to}'); return document.getElementById('walk-say').textContent; }})()"
        ));
        assert_eq!(said, why, "{to}");
    }
    page.value("mancala.walk.select(3)");
    assert_eq!(page.value("document.getElementById('walk-say').textContent"), "");
    page.ends_clean();
}

/// A log of any length is read in parts.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_log_of_more_than_256_megabytes_is_compared() {
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::AlphaBeta, Some(3));
    let walk = json!({ "input": problem.to_string(), "hintOnly": false, "log": Value::Null });
    let Some(mut page) = Page::open(&html(Some(&walk)), "") else {
        return;
    };
    page.wait_for("mancala.walk.shown");
    page.value(
        "(async () => { const { rows, header } = mancala.walk.info; let all = [header]; \
         for (let row = 1; row <= rows; row += 400) all.push(...(await mancala.walk.thinker.ask(['walk-rows', row, 400])).rows.map((row) => row.text)); \
         const right = all.join('\\n') + '\\n', part = 'A2,1,0,-Infinity,Infinity\\n'.repeat(4e4); \
         globalThis.file = new File([right, ...Array(260).fill(part)], 'mine.txt'); \
         await mancala.walk.compare(file); })()",
    );
    assert!(page.value("file.size").as_u64().unwrap() > 256_000_000);
    // The first line after the right ones is wrong.
    let line = page.value("mancala.walk.difference.line");
    assert_eq!(line, page.value("mancala.walk.info.rows + 2"));
    page.ends_clean();
}

/// A link of a report shows its case from the file beside the page, and nothing from elsewhere.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_case_of_a_report_opens_from_beside_the_page() {
    let link = "#case:feedback%2Fann.js;a%20case";
    let Some(mut page) = Page::open(&html(None), link) else {
        return;
    };
    // The file is not there yet.
    page.wait_for("/is not beside this page/.test(document.getElementById('trouble').textContent)");
    page.errors.clear();
    let start = Kalah::new(mancala::game::Board::opening(4, 3), Rules::USC, Side::South).unwrap();
    let problem = Problem::new(start, Task::Minimax, Some(2));
    let case = json!({ "input": problem.to_string(), "hintOnly": false, "log": {
        "right": false, "line": 4, "row": 3, "message": "The depth should be 1.", "base": "",
        "places": "4 1 1\nA2,9,0\n", "until": 5, "mistakes": null, "told": [], "rules": [],
    } });
    let folder = page.folder().join("feedback");
    std::fs::create_dir(&folder).unwrap();
    let mut other = case.clone();
    (other["log"]["line"], other["log"]["row"]) = (json!(3), json!(2));
    let cases = json!({ "a case": case, "another": other });
    let script = format!("mancalaCases({cases});\n");
    std::fs::write(folder.join("ann.js"), script).unwrap();
    page.value("location.reload()");
    page.wait_for(
        "globalThis.mancala?.walk.at === 3 && document.querySelector('.parting .differs')",
    );
    let line = page.value("document.querySelector('.parting .differs').cells[2].textContent");
    assert_eq!(line, "A2,9,0");
    assert_eq!(page.value("location.hash"), link);
    // What was kept of one case does not stand in the way of another.
    page.value("history.replaceState(null, '', '#case:feedback%2Fann.js;another')");
    page.value("location.reload()");
    page.wait_for("globalThis.mancala?.walk.at === 2 && mancala.walk.difference.row === 2");
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

/// First whether a node prunes, with the reason after the answer; the first answers are counted.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn practice_begins_with_what_becomes_of_a_value() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.click("tab-walk");
    page.wait_for("mancala.walk.why");
    page.click("practice");
    page.wait_for("document.querySelector('#quiz strong')");
    // The row of the example prunes: its value, which the rows must not show.
    let asked = page.text("document.querySelector('#quiz strong').textContent");
    assert!(asked.contains(" returns ") && asked.contains("alpha 1"), "{asked}");
    assert!(page.text("document.querySelector('#rows .chosen').textContent").ends_with(",?,?,?"));
    let answer = |page: &mut Page, words: &str| {
        page.value(&format!("[...document.querySelectorAll('#quiz button')].find((it) => it.textContent === '{words}').click()"));
        page.text("document.querySelector('#quiz p').textContent")
    };
    let said = answer(&mut page, "go on");
    assert!(
        said.starts_with("No: prune. ") && said.contains("has no reason to come here"),
        "{said}"
    );
    assert!(said.contains("0 of 1 correct."), "{said}");
    answer(&mut page, "Next question");
    page.wait_for("mancala.walk.at > 13 && document.querySelector('#quiz button:not(:disabled)')");
    page.value("document.getElementById('practice-level').value = 'becomes'; document.getElementById('practice-level').dispatchEvent(new Event('change'))");
    page.wait_for("document.querySelectorAll('#quiz button').length === 3");
    let becomes = page.text("mancala.walk.question.returned.becomes");
    assert_eq!(becomes, "ignore", "B4 returns what B2 has already");
    let said = answer(&mut page, &becomes);
    assert!(said.starts_with("Correct. ") && said.contains("1 of 2 correct."), "{said}");
    // The questions of the whole log, each with one correct answer and what a child returned.
    page.value("globalThis.files = []; URL.createObjectURL = (blob) => { files.push(blob); return 'data:,'; }; 1");
    page.value("document.querySelector('[data-export=moodle]').click()");
    page.wait_for("files.length");
    let text = page.text("files[0].text()");
    let questions = text.matches("::Line ").count();
    assert_eq!(text.matches("\n=").count(), questions);
    assert!(questions > 5 && text.contains("\n=prune\n~update\n~ignore\n####"), "{text}");
    // The same ones as an archive for Canvas, in which nothing is packed, and on paper.
    page.value("document.querySelector('[data-export=canvas]').click()");
    page.wait_for("files.length === 2");
    let archive = page.text("files[1].text()");
    assert!(archive.starts_with("PK\u{3}\u{4}") && archive.contains("imsmanifest.xml"));
    assert_eq!(archive.matches("<item ident=").count(), questions);
    assert_eq!(
        archive.matches("<varequal respident=\"response1\">0<").count(),
        text.matches("\n=prune").count()
    );
    page.value("globalThis.print = () => { globalThis.printed = true; }; document.querySelector('[data-export=paper]').click()");
    page.wait_for("globalThis.printed");
    let lists = "[...document.querySelectorAll('#paper ol')].map((list) => list.children.length)";
    assert_eq!(page.value(lists), json!([questions, questions]));
    page.ends_clean();
}

/// The same position under both algorithms, counted as the library counts it.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn minimax_and_alpha_beta_are_counted_side_by_side() {
    let Some(mut page) = Page::open(&html(None), "") else {
        return;
    };
    page.click("tab-walk");
    page.wait_for("mancala.walk.why");
    page.value("document.getElementById('counts').open = true");
    page.wait_for("mancala.walk.counts.counts.length > 4");
    let start = Kalah::new(mancala::game::Board::opening(3, 3), Rules::USC, Side::South).unwrap();
    let rows = |task, cutoff| {
        let problem = Problem::new(start, task, Some(cutoff));
        page_engine::walk::Walk::new(problem).unwrap().rows()
    };
    for cutoff in [2, 4] {
        page.value(&format!("(() => {{ const slider = document.getElementById('counts-cutoff'); slider.value = {cutoff}; slider.dispatchEvent(new Event('input')); }})()"));
        let counts = "mancala.walk.counts.counts[mancala.walk.counts.slider.value - 1]";
        // Each node has a row of its own, and all but the root one more.
        let expected = [Task::Minimax, Task::AlphaBeta].map(
            |task| json!({ "rows": rows(task, cutoff), "nodes": rows(task, cutoff).div_ceil(2) }),
        );
        assert_eq!(page.value(counts), json!(expected));
        let said = page.text("document.getElementById('counts-say').textContent");
        assert!(said.starts_with(&format!("Cutoff {cutoff}: alpha-beta looks at ")), "{said}");
    }
    // One of them is a walk.
    page.value("document.querySelector('#counts-bars button').click()");
    page.wait_for(&format!("mancala.walk.info?.rows === {}", rows(Task::Minimax, 4)));
    assert_eq!(page.value("mancala.walk.info.task"), "minimax");
    page.ends_clean();
}
