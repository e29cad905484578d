//! The class page, and the clusters of wrong programs that nothing known explains.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::unpacked_page;
use crate::program::{ends_with, mancala, succeeds, text};

/// What is wrong with a log: the row of this line says this.
fn finding(line: u32, found: &str) -> Value {
    json!({"file": "traverse_log", "verdict": "WA", "place": {"line": line}, "message": "The row is wrong.",
           "lines": {"before": [], "expected": ["B3,1,2"], "found": [found]}})
}

/// A class of six and three cases: two write the same wrong row, one another, one makes a known mistake,
/// one is right and one does not compile.
fn class(cases: &[&str]) -> String {
    let suite = cases.iter().map(
        |name| json!({"name": name, "task": "minimax", "rows": 9, "digest": name, "input": ""}),
    );
    let mut lines = vec![
        json!({"record": "suite", "cases": suite.collect::<Vec<_>>()}),
        json!({"record": "scoring", "title": "", "rule": {"points": 1.0, "credit": "all", "state_share": 0.5},
               "groups": [], "late": {"penalty_per_day": 0.0, "most_days": 3}, "settings": {}}),
    ];
    let people = [
        ("ann", Some((2, "B3,1,4")), None),
        ("bob", Some((2, "B3,1,4")), None),
        ("carl", Some((2, "B3,1,5")), None),
        ("dora <b>", Some((3, "B3,1,6")), Some("ties-to-last")),
        ("eve", None, None),
        ("fay", None, None),
    ];
    for (name, wrong, mistake) in people {
        let build =
            if name == "fay" { json!({"failed": "no compiler likes it"}) } else { json!("ready") };
        lines
            .push(json!({"record": "submission", "name": name, "program": name, "language": "cpp",
                          "toolchain": "", "late_days": 0, "build": build}));
        for case in cases {
            let wrong = wrong.filter(|_| *case != "one" && name != "fay");
            let verdict = if wrong.is_some() { "WA" } else { "AC" };
            let findings: Vec<_> =
                wrong.map(|(line, found)| finding(line, found)).into_iter().collect();
            lines.push(json!({"record": "case", "key": format!("{name}{case}"), "submission": name, "program": name,
                "case": case, "case_digest": case, "verdict": verdict, "state": "AC", "log": verdict, "rows_right": 1,
                "outcome": {"Exited": 0}, "findings": findings, "backend": "namespaces",
                "used": {"cpu_ms": 150, "wall_ms": 200, "memory_bytes": 9_000_000}}));
        }
        let kind = match (wrong, mistake) {
            (None, _) => "right",
            (_, Some(_)) => "named",
            (_, None) => "described",
        };
        let named: Vec<_> = mistake.map(|key| vec![key]).into_iter().collect();
        lines.push(json!({"record": "explanation", "submission": name, "program": name, "basis": "", "explained": {
            "kind": kind, "cases": 3, "wrong": 2, "named": named, "faults": [], "run_faults": [], "perhaps": [],
            "wrong_cases": [], "sentences": ["What is known."]}}));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn reported(ledger: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    fs::write(folder.path().join("results/ledger.jsonl"), ledger).unwrap();
    ends_with(mancala(folder.path()).args(["report", "results"]), 1);
    folder
}

fn page(folder: &Path) -> String {
    unpacked_page(&folder.join("results"))
}

/// The ids of the list that `mancala name` prints.
fn ids(folder: &Path) -> Vec<String> {
    let output = succeeds(mancala(folder).arg("name"));
    let listed = text(&output.stdout);
    let ids = listed.lines().filter(|line| !line.starts_with(' '));
    ids.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

const CASES: [&str; 3] = ["one", "two", "three"];

/// The page of the class, for a browser.
#[cfg(unix)]
pub(crate) fn class_page() -> String {
    packed_page(&class(&CASES))
}

/// The page of three hundred submissions and 150 cases.
#[cfg(unix)]
pub(crate) fn large_class_page() -> String {
    let names: Vec<_> = (0..150).map(|number| format!("case-{number}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let six = class(&names);
    let mut ledger = String::new();
    for number in 0..50 {
        for line in six.lines() {
            let mut line: Value = serde_json::from_str(line).unwrap();
            let field = if line["record"] == "submission" { "name" } else { "submission" };
            if let Some(name) = line[field].as_str() {
                line[field] = json!(format!("{name} {number}"));
            } else if number > 0 {
                continue;
            }
            ledger += &format!("{line}\n");
        }
    }
    packed_page(&ledger)
}

#[cfg(unix)]
fn packed_page(ledger: &str) -> String {
    fs::read_to_string(reported(ledger).path().join("results/index.html")).unwrap()
}

#[test]
fn every_link_leads_somewhere() {
    let folder = reported(&class(&CASES));
    let page = page(folder.path());
    let after = |mark: &str| -> BTreeSet<String> {
        let pieces = page.split(mark).skip(1);
        pieces.map(|piece| piece.split('"').next().unwrap().to_owned()).collect()
    };
    let sections = page.matches("<h2 id=\"name\">").count();
    assert_eq!((sections, page.matches("<tr><td><a").count()), (6, 6));
    let mut places = after(" id=\"");
    places.extend((1..=sections).map(|number| format!("s{number}")));
    let links = after("href=\"#");
    assert!(links.contains("s6") && links.contains("clusters"), "{links:?}");
    assert_eq!(links.difference(&places).collect::<Vec<_>>(), Vec::<&String>::new());
    assert!(!page.contains("dora <b>"));
}

#[test]
fn the_overview() {
    let folder = reported(&class(&CASES));
    let page = page(folder.path());
    let start = page.find("<h2 id=\"overview\">").unwrap();
    let end = page.find("</main>").unwrap();
    insta::assert_snapshot!(&page[start..end]);
}

#[test]
fn who_writes_the_same_wrong_rows_is_one_cluster() {
    let folder = reported(&class(&CASES));
    let output = succeeds(mancala(folder.path()).arg("name"));
    let listed = text(&output.stdout);
    assert!(
        listed.contains("2 submissions: ann, bob\n") && listed.contains("1 submission: carl\n"),
        "{listed}"
    );
    assert!(
        !listed.contains("dora") && !listed.contains("eve") && !listed.contains("fay"),
        "{listed}"
    );
    let page = page(folder.path());
    assert_eq!(
        page.matches("Only a few programs share this").count(),
        1,
        "what one does alone is not shared"
    );
    for word in ["cheat", "plagiar", "copied", "suspect"] {
        assert!(!page.to_lowercase().contains(word), "no accusation: {word}");
    }
}

#[test]
fn a_sentence_of_the_teachers_reaches_all_members_and_stays() {
    let folder = reported(&class(&CASES));
    let feedback = |name: &str| {
        fs::read_to_string(folder.path().join(format!("results/feedback/{name}.md"))).unwrap()
    };
    let id = ids(folder.path()).remove(0);
    let sentence = "takes the stones but leaves the turn";
    succeeds(mancala(folder.path()).args(["name", &id[..5], sentence]));
    for (name, told) in [("ann", true), ("bob", true), ("carl", false), ("eve", false)] {
        assert_eq!(feedback(name).contains(sentence), told, "{name}");
    }
    assert!(page(folder.path()).contains(sentence));
    // Merged with what other machines found out.
    let mut merge = mancala(folder.path());
    ends_with(merge.args(["merge", "results", "-o", "merged"]), 1);
    let merged = fs::read_to_string(folder.path().join("merged/feedback/bob.md")).unwrap();
    assert!(merged.contains(sentence), "{merged}");
    // Another case in the suite: the cluster is another one, the programs are the same.
    let path = folder.path().join("results/ledger.jsonl");
    let before = fs::read_to_string(&path).unwrap();
    let four = class(&["one", "two", "three", "four"]);
    fs::write(&path, format!("{before}{four}")).unwrap();
    ends_with(mancala(folder.path()).args(["report", "results"]), 1);
    assert_ne!(ids(folder.path()).remove(0), id);
    assert!(feedback("bob").contains(sentence) && !feedback("carl").contains(sentence));
    // And taken back.
    fs::write(&path, before).unwrap();
    succeeds(mancala(folder.path()).args(["name", &id, ""]));
    assert!(!feedback("ann").contains(sentence));
    let output = ends_with(mancala(folder.path()).args(["name", "zz", "x"]), 2);
    assert!(text(&output.stderr).contains("no cluster \"zz\""));
    // As in other commands, which take the folder so.
    let output = ends_with(mancala(folder.path()).args(["name", "results"]), 2);
    assert!(text(&output.stderr).contains("`mancala name --results results` lists its clusters"));
}

/// Two programs that crash have nothing in common but that.
#[test]
fn who_writes_nothing_is_in_no_cluster() {
    let crashing =
        class(&CASES).replace("\"verdict\":\"WA\",\"state\"", "\"verdict\":\"RTE\",\"state\"");
    let folder = reported(&crashing);
    let output = succeeds(mancala(folder.path()).arg("name"));
    assert!(text(&output.stdout).is_empty(), "{}", text(&output.stdout));
}
