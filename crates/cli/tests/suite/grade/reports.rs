//! Every report of one ledger, which holds a bit of everything and some attempts to break the formats.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{here, unpacked_page};
use crate::program::{ends_with, mancala, text};

/// A folder of results with the reports of the ledger.
fn reported() -> (tempfile::TempDir, String) {
    reported_of(&fs::read_to_string(here("ledger.jsonl")).unwrap())
}

fn reported_of(ledger: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ledger.jsonl"), ledger).unwrap();
    let output = ends_with(mancala(folder.path()).args(["report", "."]), 3);
    let summary = text(&output.stdout);
    (folder, summary)
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn each_format() {
    let (folder, summary) = reported();
    insta::assert_snapshot!("summary", summary);
    for name in ["grades.csv", "cases.csv", "junit.xml", "index.html", "gradescope/=bob.json"] {
        let text = match name {
            "index.html" => unpacked_page(folder.path()),
            name => read(folder.path(), name),
        };
        insta::assert_snapshot!(name.replace(['/', '=', '.'], "-"), text);
    }
    for entry in fs::read_dir(folder.path().join("feedback")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "js") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().replace('=', "");
        insta::assert_snapshot!(format!("feedback-{name}"), fs::read_to_string(&path).unwrap());
    }
}

/// The same ledger, the same bytes.
#[test]
fn reports_depend_on_the_ledger_alone() {
    let (one, _) = reported();
    let (other, _) = reported();
    for name in ["grades.csv", "cases.csv", "junit.xml", "index.html", "feedback/=bob.md"] {
        assert_eq!(read(one.path(), name), read(other.path(), name), "{name}");
    }
}

/// Of hidden cases students see neither input nor outputs, expected or their own.
#[test]
fn hidden_cases_leak_nothing() {
    const NEVER: &str = "\"visible\": false";
    let wrong = fs::read_to_string(here("ledger.jsonl")).unwrap();
    let crashes = wrong
        .replace("hidden-minimax\", \"verdict\": \"PA\"", "hidden-minimax\", \"verdict\": \"RTE\"");
    assert_ne!(wrong, crashes);
    let policies = [
        NEVER,
        "\"visible\": false, \"hint\": \"ties\"",
        "\"visible\": null, \"visible_after\": \"9000-01-01 12:00\"",
        // As a grader with a wrong clock leaves it behind.
        "\"visible\": true, \"visible_after\": \"9000-01-01 12:00\"",
    ];
    for (ledger, policy) in
        [&wrong, &crashes].into_iter().flat_map(|it| policies.map(|policy| (it, policy)))
    {
        let (folder, _) = reported_of(&ledger.replace(NEVER, policy));
        let at = folder.path();
        for name in ["feedback/=bob.md", "gradescope/=bob.json"] {
            let text = read(at, name);
            assert!(text.contains("hidden-minimax"), "{name} names the case");
            let until = "It is shown after 9000-01-01 12:00 (UTC).";
            assert_eq!(text.contains(until), policy.contains("after"), "{name}");
        }
        for line in ["moodle-feedback . -o exported", "questions . -o exported"] {
            let mut export = mancala(at);
            export.arg("export").args(line.split(' ')).output().unwrap();
            leaks_nothing(&fs::read(at.join("exported")).unwrap(), line);
        }
        for folder in ["feedback", "gradescope"] {
            for entry in fs::read_dir(at.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                leaks_nothing(&fs::read(&path).unwrap(), &path.display().to_string());
            }
        }
        // The teacher's page does.
        assert!(unpacked_page(at).contains("SECRET"));
    }
}

/// Neither what the program wrote nor what it read is there. (An archive is not compressed.)
#[track_caller]
fn leaks_nothing(bytes: &[u8], what: &str) {
    for secret in ["SECRET", "777 1 1"] {
        let mut windows = bytes.windows(secret.len());
        assert!(!windows.any(|it| it == secret.as_bytes()), "{what}: {secret}");
    }
}

/// The day was only looked at when points were changed.
#[test]
fn hidden_cases_are_shown_from_their_day_on() {
    let ledger = fs::read_to_string(here("ledger.jsonl")).unwrap();
    let hidden =
        "\"hidden\": {\"hidden-minimax\": \"2\\n1\\n2\\n777 1 1\\n1 1 778\\n0\\n0\\n\"}, \"title\"";
    let policy = "\"visible\": false, \"visible_after\": \"2000-01-01 12:00\"";
    let ledger = ledger.replacen("\"title\"", hidden, 1).replace("\"visible\": false", policy);
    let ledger = ledger.replace("visible = false", "visible_after = \\\"2000-01-01 12:00\\\"");
    let (folder, _) = reported_of(&ledger);
    let shown = |name: &str| read(folder.path(), name).contains("SECRET");
    assert!(shown("feedback/=bob.md") && shown("gradescope/=bob.json"));
    // The settings publish it; nobody has to.
    ends_with(mancala(folder.path()).args(["rescore", "."]), 3);
    assert!(shown("feedback/=bob.md"));
    // Another day hides it again.
    fs::write(
        folder.path().join("grade.toml"),
        "[[group]]\ncases = \"hidden-*\"\nvisible_after = \"9000-01-01 12:00\"\n",
    )
    .unwrap();
    ends_with(mancala(folder.path()).args(["rescore", "."]), 3);
    assert!(!shown("feedback/=bob.md"));
}

/// Every wrong case of a task with a log is linked to the page that walks through it. What a student
/// gets for that has no hidden case in it, by name, input or output.
#[test]
fn walks_of_hidden_cases_are_for_the_staff() {
    let (folder, _) = reported();
    assert!(folder.path().join("walk.html").is_file());
    let page = unpacked_page(folder.path());
    let feedback = read(folder.path(), "feedback/=bob.md");
    let visible = "walk.html#case:feedback%2F%3Dbob.js;minimax-long";
    let hidden = "walk.html#case:walks%2F%3Dbob.js;hidden-minimax";
    assert!(page.contains(visible) && page.contains(hidden), "{page}");
    assert!(feedback.contains(&format!("](../{visible})")), "{feedback}");
    assert!(!feedback.contains("hidden-minimax)"), "{feedback}");
    let data = |name: &str| data_of(folder.path(), name);
    for entry in fs::read_dir(folder.path().join("feedback")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for secret in ["SECRET", "777 1 1"] {
            assert!(!text.contains(secret), "{}: {secret}", path.display());
        }
    }
    let shown = data("feedback/=bob.js");
    assert_eq!(shown.as_object().unwrap().len(), 1);
    let case = &shown["minimax-long"];
    assert_eq!(case["input"], "2\n1\n2\n3 3 3\n3 3 3\n0\n0\n");
    assert_eq!(case["log"]["line"], 19);
    let places = case["log"]["places"].as_str().unwrap();
    assert_eq!(places.lines().nth(1), Some("A4,2,4"));
    assert!(places.starts_with("19 "), "{places}");
    let staff = data("walks/=bob.js");
    assert!(staff["hidden-minimax"].to_string().contains("777 1 1"));
    // Who has nothing wrong has no file.
    assert!(!folder.path().join("feedback/ann.js").exists());
}

/// The cases that a script beside the reports has for the page.
fn data_of(folder: &Path, name: &str) -> Value {
    let text = read(folder, name);
    let data = text.strip_prefix("mancalaCases(").unwrap();
    serde_json::from_str(data.strip_suffix(");\n").unwrap()).unwrap()
}

/// What the page has of a wrong log: all that was carried of it, or where mistakes explain it their
/// names alone.
#[test]
fn a_walk_has_the_log_of_the_submission_itself() {
    let ledger = fs::read_to_string(here("ledger.jsonl")).unwrap();
    let mut lines: Vec<Value> =
        ledger.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let places = "19 1 1\nA4,2,4\n25 1 0\n";
    let log = |lines: &[Value]| {
        let ledger: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let (folder, _) = reported_of(&ledger);
        data_of(folder.path(), "feedback/=bob.js")["minimax-long"]["log"].clone()
    };
    let of_bob =
        |record: &str, line: &Value| line["record"] == record && line["submission"] == "=bob";
    for line in &mut lines {
        if of_bob("case", line) && line["case"] == "minimax-long" {
            line["difference"] = serde_json::json!({ "places": places });
        }
    }
    let carried = log(&lines);
    assert_eq!((&carried["places"], &carried["base"]), (&places.into(), &"".into()));
    assert_eq!((&carried["until"], &carried["mistakes"]), (&Value::Null, &Value::Null));
    for line in &mut lines {
        if of_bob("explanation", line) {
            let case = serde_json::json!({ "name": "minimax-long", "end": "normal", "has_output": true,
                "missing": [], "faults": [] });
            line["facts"] = serde_json::json!({ "catalogue": "of old", "kind": "named", "cases": 3,
                "with_output": 3, "ended": 3, "not_right": 1, "silent": 0,
                "asked": { "answers": 0, "confirmed": 0, "is_refuted": false }, "unseen": [], "faults": {}, "run_faults": [],
                "exact": [["game-over-is-inner"]], "parts": [], "wrong": [case] });
        }
    }
    let named = log(&lines);
    assert_eq!((&named["places"], &named["base"]), (&"".into(), &"game-over-is-inner".into()));
    assert_eq!(named["mistakes"], "game-over-is-inner");
    assert!(named["rules"][0].as_str().unwrap().len() > 20, "{named}");
}

#[test]
fn nothing_that_was_submitted_is_markup() {
    let (folder, _) = reported();
    let page = unpacked_page(folder.path());
    assert!(page.contains("&lt;script&gt;alert(2)"));
    assert_eq!(page.matches("<script>").count(), 1, "the page's own");
    assert!(!page.contains("http"), "the page needs nothing from elsewhere");
    // A fence that is longer than any in the text, so that the text cannot end it.
    assert!(read(folder.path(), "feedback/carl.md").contains("````text\n"));
}

#[test]
fn formulas_are_text() {
    let (folder, _) = reported();
    let table = read(folder.path(), "grades.csv");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let first: Vec<_> = reader.records().map(|record| record.unwrap()[0].to_owned()).collect();
    assert_eq!(first[0], "'=bob");
    assert!(table.contains("'@Bob"));
}

#[test]
fn junit_is_sound() {
    let (folder, _) = reported();
    let xml = read(folder.path(), "junit.xml");
    let document = roxmltree::Document::parse(&xml).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let mut names = BTreeSet::new();
    for suite in root.children().filter(roxmltree::Node::is_element) {
        assert_eq!(suite.tag_name().name(), "testsuite");
        let cases: Vec<_> = suite.children().filter(|it| it.has_tag_name("testcase")).collect();
        let count = |tag: &str| {
            let with = cases.iter().filter(|case| case.children().any(|it| it.has_tag_name(tag)));
            with.count().to_string()
        };
        assert_eq!(suite.attribute("tests"), Some(cases.len().to_string().as_str()));
        assert_eq!(suite.attribute("failures"), Some(count("failure").as_str()));
        assert_eq!(suite.attribute("errors"), Some(count("error").as_str()));
        for case in &cases {
            let name = (case.attribute("classname").unwrap(), case.attribute("name").unwrap());
            assert_eq!(Some(name.0), suite.attribute("name"));
            assert!(names.insert(name), "{name:?} is there once");
            if let Some(time) = case.attribute("time") {
                assert!(time.parse::<f64>().unwrap() >= 0.0);
            }
            let inner = case.children().filter(roxmltree::Node::is_element).count();
            assert!(inner <= 1, "one status at most");
        }
    }
    assert_eq!(names.len(), 7 * 3);
}

/// As Gradescope documents its `results.json`.
#[test]
fn gradescope_is_as_documented() {
    let (folder, _) = reported();
    let there = |name: &str| folder.path().join("gradescope").join(name).exists();
    for name in ["eve.json", "fay.json", "gus.json"] {
        assert!(!there(name), "{name} could not tell the truth");
    }
    for name in ["ann.json", "=bob.json", "carl.json", "dora.json"] {
        let results: Value =
            serde_json::from_str(&read(folder.path(), &format!("gradescope/{name}"))).unwrap();
        let top = results.as_object().unwrap();
        let known = ["score", "output", "output_format", "tests", "extra_data"];
        assert!(top.keys().all(|key| known.contains(&key.as_str())), "{name}");
        let sum: f64 = top["tests"].as_array().unwrap().iter().map(is_a_test).sum();
        // Carl has no program, and nothing of Dora's was run.
        let ran = ["ann.json", "=bob.json"].contains(&name);
        let backends: &[&str] = if ran { &["namespaces"] } else { &[] };
        assert_eq!(top["extra_data"]["sandbox"], serde_json::json!(backends), "{name}");
        let score = top["score"].as_f64().unwrap();
        assert!(score <= sum + 1e-9 && score >= 0.0, "{name}: lateness only takes away");
    }
}

/// Checks a test of `results.json`; returns its score.
fn is_a_test(test: &Value) -> f64 {
    let test = test.as_object().unwrap();
    for (key, value) in test {
        let string = value.as_str().unwrap_or_default();
        assert!(
            match key.as_str() {
                "name" | "output" => value.is_string(),
                "score" | "max_score" => value.as_f64().is_some_and(|it| it >= 0.0),
                "status" => ["passed", "failed"].contains(&string),
                "output_format" => ["text", "md", "html", "ansi"].contains(&string),
                "visibility" =>
                    ["hidden", "after_due_date", "after_published", "visible"].contains(&string),
                _ => false,
            },
            "{key}: {value}"
        );
    }
    let (score, most) = (test["score"].as_f64().unwrap(), test["max_score"].as_f64().unwrap());
    assert!(score <= most);
    score
}

/// A ledger in which every text that others wrote holds signs that nobody sees.
fn hostile() -> String {
    const UNSEEN: &str = "\u{202e}\u{2066}\u{200f}\u{61c}\u{1b}[31m\u{9b}2J\u{7}\r\u{feff}";
    let ledger = fs::read_to_string(here("ledger.jsonl")).unwrap();
    let lines = ledger.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        for name in ["name", "submission"] {
            if record[name] == "=bob" {
                record[name] = format!("=bob{UNSEEN}").into();
            }
        }
        for name in ["reason", "stderr"] {
            if record[name].is_string() {
                record[name] = format!("{}{UNSEEN}", record[name].as_str().unwrap()).into();
            }
        }
        for name in ["people", "warnings"] {
            if record[name].is_array() {
                record[name] = vec![format!("@{UNSEEN}=1")].into();
            }
        }
        if let Some(finding) = record.get_mut("findings").and_then(|it| it.get_mut(0)) {
            finding["message"] = format!("found {UNSEEN}").into();
            finding["lines"] =
                serde_json::json!({"before": [UNSEEN], "expected": [], "found": [UNSEEN]});
        }
        for kind in ["failed", "fault"] {
            if record["build"][kind].is_string() {
                record["build"] = serde_json::json!({ kind: format!("error: {UNSEEN}") });
            }
        }
        if record["explained"]["sentences"].is_array() {
            record["explained"]["sentences"] = vec![format!("It {UNSEEN} does.")].into();
        }
        format!("{record}\n")
    });
    lines.collect()
}

/// Names and outputs turned the text around them, and were obeyed by terminals.
#[test]
fn no_report_holds_signs_that_nobody_sees() {
    let (folder, summary) = reported_of(&hostile());
    let prairielearn = |name: &str| {
        let single = tempfile::tempdir().unwrap();
        let lines = hostile();
        let about_others = |line: &&str| {
            let record: Value = serde_json::from_str(line).unwrap();
            let of = [&record["name"], &record["submission"]]
                .map(|it| it.as_str().unwrap_or(name).to_owned());
            of.iter().all(|it| it.starts_with(name))
        };
        let lines: Vec<_> =
            lines.lines().filter(about_others).map(|line| format!("{line}\n")).collect();
        fs::write(single.path().join("ledger.jsonl"), lines.concat()).unwrap();
        let mut report = mancala(single.path());
        report.args(["report", ".", "--prairielearn", "results.json"]).output().unwrap();
        read(single.path(), "results.json")
    };
    let mut texts = vec![("summary".to_owned(), summary)];
    for name in ["=bob", "carl", "fay"] {
        texts.push((format!("prairielearn {name}"), prairielearn(name)));
    }
    for entry in walkdir::WalkDir::new(folder.path()) {
        let entry = entry.unwrap();
        let path = entry.path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        texts.push(("the name of a file".to_owned(), name.clone()));
        if entry.file_type().is_file() && name != "ledger.jsonl" && name != "walk.html" {
            let text = match name.as_str() {
                "index.html" => unpacked_page(folder.path()),
                _ => fs::read_to_string(path).unwrap(),
            };
            texts.push((path.display().to_string(), text));
        }
    }
    let named = mancala(folder.path()).args(["name", "--results", "."]).output().unwrap();
    texts.push(("name".to_owned(), text(&named.stdout)));
    assert!(texts.len() > 25);
    for (what, text) in texts {
        // JSON has its own way of writing some of them.
        let text = match serde_json::from_str::<Value>(&text) {
            Ok(value) if what.contains("gradescope") || what.contains("prairielearn") => {
                strings(&value)
            }
            _ => text,
        };
        let unseen = text.chars().find(|&c| {
            let bidi = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}');
            bidi || c == '\u{feff}' || c.is_control() && !matches!(c, '\n' | '\t')
        });
        assert_eq!(unseen, None, "{what}: {text:?}");
    }
    let shown = read(folder.path(), "feedback/carl.md");
    assert!(
        shown.contains("error: <U+202E><U+2066><U+200F><U+061C>␛[31m<U+009B>2J␇␍<U+FEFF>"),
        "{shown}"
    );
    let table = read(folder.path(), "grades.csv");
    assert!(table.contains("'=bob<U+202E>") && table.contains("'@<U+202E>"), "{table}");
    let xml = read(folder.path(), "junit.xml");
    roxmltree::Document::parse(&xml).unwrap();
}

/// All texts in a value, joined.
fn strings(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(strings).collect(),
        Value::Object(all) => all.values().map(strings).collect(),
        _ => String::new(),
    }
}

#[test]
fn rescoring_runs_nothing() {
    let (folder, _) = reported();
    let before = read(folder.path(), "ledger.jsonl");
    fs::write(folder.path().join("grade.toml"), "[scoring]\npoints = 5\n").unwrap();
    ends_with(mancala(folder.path()).args(["rescore", "."]), 3);
    let ledger = read(folder.path(), "ledger.jsonl");
    let added = ledger.strip_prefix(&before).unwrap();
    assert_eq!(added.lines().count(), 1, "{added}");
    let grades = read(folder.path(), "grades.csv");
    assert!(grades.contains("ann,Ann Example,python3,12,12,12,1,3,0,complete"), "{grades}");
}

#[test]
fn no_ledger_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let output = ends_with(mancala(folder.path()).args(["report", "."]), 2);
    insta::assert_snapshot!(text(&output.stderr), @"error: .: expected a folder of results, which mancala grade makes");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Which mistakes of last year are still made was counted by hand.
#[test]
fn two_classes_are_compared() {
    let ledger = fs::read_to_string(here("ledger.jsonl")).unwrap();
    let (old, _) = reported_of(&ledger);
    let new = tempfile::tempdir().unwrap();
    let better = ledger.replace("\"verdict\": \"WA\"", "\"verdict\": \"AC\"");
    let better = better.replace("no-capture-empty\"]", "ties-to-last\"]");
    fs::write(new.path().join("ledger.jsonl"), better).unwrap();
    let mut command = mancala(new.path());
    command.arg("compare-classes").args([old.path(), new.path()]);
    insta::assert_snapshot!(text(&ends_with(&mut command, 0).stdout));
}
