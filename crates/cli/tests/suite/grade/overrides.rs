//! What a person decides by hand lasts, is shown everywhere, and is never in the way of the truth unseen.

use std::fs;
use std::path::Path;

use super::{copy, here, no_sandbox, open_folder, unpacked_page};
use crate::program::{ends_with, mancala, text};
use crate::skip::skip;

/// A folder with results: a bit of everything.
fn results() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(here("ledger.jsonl"), folder.path().join("ledger.jsonl")).unwrap();
    folder
}

/// What `mancala override` prints for these words; `_` stands for a blank within one.
#[track_caller]
fn decide(folder: &Path, line: &str, code: i32) -> String {
    let mut command = mancala(folder);
    command.arg("override").args(line.split(' ').map(|word| word.replace('_', " ")));
    let output = ends_with(command.args(["--results", ".", "--by", "Kim"]), code);
    // The day of the test.
    let said = text(&output.stdout) + &text(&output.stderr);
    let day = |at: usize| said.get(at..at + 15).filter(|it| it.starts_with("(Kim, ")).is_some();
    match (0..said.len()).find(|&at| day(at)) {
        Some(at) => format!("{}(Kim, DAY{}", &said[..at], &said[at + 16..]),
        None => said,
    }
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in\n{text}");
}

const DECIDED: &str =
    "Set by hand, greedy-first: 0.5 points instead of 1. Reason: copied. (Kim, 20";

/// The reason for the days late stood for the points too.
#[test]
fn a_second_decision_keeps_the_reason_of_the_first() {
    let folder = results();
    decide(folder.path(), "gus --points 3 --reason shown_in_class", 0);
    let said = decide(folder.path(), "gus --late 2 --reason ill", 0);
    assert!(said.contains("Reason: shown in class; ill."), "{said}");
    let said = decide(folder.path(), "gus --points 4 --late 1 --reason both", 0);
    assert!(said.contains("Reason: both."), "{said}");
}

/// A score by hand was gone after the next export.
#[test]
fn a_decision_outlasts_scoring_and_merging_and_is_in_every_report() {
    let folder = results();
    let at = folder.path();
    fs::write(at.join("grade.toml"), "# ours\n[late] # later\npenalty_per_day = 0.1\n").unwrap();
    let said = decide(at, "ann --case greedy-first --points 0.5 --reason copied", 0);
    insta::assert_snapshot!(said, @"ann: Set by hand, greedy-first: 0.5 points instead of 1. Reason: copied. (Kim, DAY)");
    ends_with(mancala(at).args(["rescore", "."]), 3);
    ends_with(mancala(at).args(["merge", ".", "-o", "merged"]), 3);
    for results in [at.to_owned(), at.join("merged")] {
        has(&read(&results, "grades.csv"), "ann,Ann Example,python3,3.5,4,3.5,1");
        let reports = [
            "grades.csv",
            "cases.csv",
            "index.html",
            "junit.xml",
            "feedback/ann.md",
            "gradescope/ann.json",
        ];
        for report in reports {
            let text = match report {
                "index.html" => unpacked_page(&results),
                _ => read(&results, report),
            };
            has(&text, DECIDED);
        }
        has(
            &read(&results, "feedback/ann.md"),
            "| greedy-first | correct | 0.5 of 1, set by hand |",
        );
        has(&read(&results, "index.html"), "3.5<b title=\"set by hand\">*</b>");
    }
    let json = ends_with(mancala(at).args(["report", ".", "--format", "json"]), 3);
    crate::schemas::fits(at, "grade", &text(&json.stdout));
    // Comments of the file stay, and a second decision takes the place of the first.
    decide(at, "Ann_Example --case greedy-first --points 0 --comment see_me --reason copied", 0);
    let toml = read(at, "grade.toml");
    assert!(toml.starts_with("# ours\n[late] # later\n"), "{toml}");
    assert_eq!(toml.matches("[[override]]").count(), 1, "{toml}");
    has(&toml, "was = 1.0");
    has(&read(at, "cases.csv"), "greedy-first: 0 points instead of 1; see me. Reason: copied.");
}

/// Points by hand hid that a new program earned others.
#[test]
fn a_newer_result_that_contradicts_a_decision_is_listed() {
    let folder = results();
    let at = folder.path();
    decide(at, "ann --case greedy-first --points 0.5 --reason copied", 0);
    copy(at, &at.join("../old-results"));
    let old = at.join("../old-results");
    let toml = read(at, "grade.toml") + "[[group]]\ncases = \"greedy*\"\npoints = 2\n";
    fs::write(at.join("grade.toml"), toml).unwrap();
    let said = text(&ends_with(mancala(at).args(["rescore", "."]), 3).stdout);
    let conflict = "greedy-first: decided by hand when the result was 1 point; now it is 2, and the decision \
                    still counts.";
    has(&said, &format!("ann  Look at this again: {conflict}"));
    has(&unpacked_page(at), conflict);
    has(&read(at, "grades.csv"), "ann,Ann Example,python3,3.5,5,3.5,1");
    // Decided again, it is settled.
    decide(at, "ann --case greedy-first --points 0.5 --reason copied", 0);
    assert!(!unpacked_page(at).contains("looked at again"));
    fs::remove_dir_all(old).unwrap();
}

/// Whoever could not be graded stayed open for ever.
#[test]
fn an_excuse_or_points_of_the_whole_leave_nothing_open() {
    let folder = results();
    let at = folder.path();
    decide(at, "fay --excuse --reason ill", 0);
    decide(at, "eve --case hidden-minimax --excuse --reason our_machine", 0);
    decide(at, "gus --points 3 --late 2 --reason shown_in_class", 0);
    let table = read(at, "grades.csv");
    has(&table, "fay,,python3,0,0,0,1,3,0,complete");
    has(&table, "eve,,python3,0,2,0,1,3,0,complete");
    has(&table, "gus,,python3,2.4,4,3,0.8,3,0,complete");
    let said = text(&ends_with(mancala(at).args(["report", "."]), 1).stdout);
    assert!(!said.contains("Could not be graded"), "{said}");
    let template = "Student,ID,Homework 2 (1)\nfay,1,\neve,2,\ngus,3,\n";
    fs::write(at.join("canvas.csv"), template).unwrap();
    let line = "export canvas . --template canvas.csv --column Homework_2 -o filled.csv";
    let words = line.split(' ').map(|word| word.replace('_', " "));
    ends_with(mancala(at).args(words), 1);
    let filled = "Student,ID,Homework 2 (1)\nfay,1,EX\neve,2,0.00\ngus,3,2.40\n";
    assert_eq!(read(at, "filled.csv"), filled);
}

#[test]
fn what_cannot_be_decided_changes_nothing() {
    let folder = results();
    let at = folder.path();
    let before = read(at, "ledger.jsonl");
    let said: String = [
        "dor --points 1 --reason x",
        "dora --points 1 --reason x --case greedy-fist",
        "dora --points 1",
        "dora",
        "dora --points 2000000 --reason x",
    ]
    .iter()
    .map(|line| decide(at, line, 2))
    .collect();
    insta::assert_snapshot!(said, @r#"
    error: no submission and nobody is called "dor"
    help: there is "dora"
    error: no case is called "greedy-fist"
    help: there is "greedy-first"
    error: the override of dora: expected a reason
    error: the override of dora: expected points, an excuse, days late or a comment
    error: the override of dora: expected 0 to 1000000 points
    "#);
    assert_eq!(read(at, "ledger.jsonl"), before);
    assert!(!at.join("grade.toml").exists());
    let toml =
        "[[override]]\nsubmission = \"anne\"\ncase = \"greedy\"\npoints = 1\nreason = \"x\"\n";
    fs::write(at.join("grade.toml"), toml).unwrap();
    let said = text(&ends_with(mancala(at).args(["rescore", "."]), 3).stderr);
    insta::assert_snapshot!(said, @r#"
    warning: ./grade.toml, line 2: no submission and nobody is called "anne"
    warning: ./grade.toml, line 3: no case is called "greedy"
    "#);
    let toml = format!("{toml}\n[[override]]\nsubmission = \"dora\"\npoints = 1\n");
    fs::write(at.join("grade.toml"), toml).unwrap();
    let said = text(&ends_with(mancala(at).args(["rescore", "."]), 2).stderr);
    let expected = "error: ./grade.toml, line 7: the override of dora: expected a reason\n";
    assert_eq!(said, expected);
}

/// 80 in place of 8: a bonus is given, and a slip is told.
#[test]
fn more_points_than_there_are_are_told() {
    let folder = results();
    let at = folder.path();
    let said: String = [
        "dora --points 80 --reason x",
        "dora --points 3 --reason x --case greedy-first",
        "eve --points 1 --reason x --case greedy-first",
    ]
    .iter()
    .map(|line| decide(at, line, 0))
    .collect();
    insta::assert_snapshot!(said, @r"
    dora: Set by hand: 80 points instead of 0. Reason: x. (Kim, DAY)
    warning: dora: 80 points set by hand, of 4 at most
    dora: Set by hand, greedy-first: 3 points instead of 0. Reason: x. (Kim, DAY)
    warning: dora, greedy-first: 3 points set by hand, of 1 at most
    warning: dora: 80 points set by hand, of 4 at most
    eve: Set by hand, greedy-first: 1 point instead of 0. Reason: x. (Kim, DAY)
    warning: dora, greedy-first: 3 points set by hand, of 1 at most
    warning: dora: 80 points set by hand, of 4 at most
    ");
}

/// `[language.python3]` alone may name packages, and has to say where they come from.
#[test]
fn packages_in_the_wrong_table_are_told_with_their_line() {
    let folder = results();
    let at = folder.path();
    let said = |toml: &str| {
        fs::write(at.join("grade.toml"), toml).unwrap();
        text(&ends_with(mancala(at).args(["rescore", "."]), 2).stderr)
    };
    let packages = "packages = ['numpy']\n";
    let all: String = [
        format!("title = 'x'\n\n[language.java]\n{packages}"),
        format!("title = 'x'\n[submission.dora]\n{packages}"),
        format!("[language.java]\nrun = 'java x'\n[language.python3]\n{packages}"),
    ]
    .iter()
    .map(|toml| said(toml))
    .collect();
    insta::assert_snapshot!(all, @r"
    error: ./grade.toml, line 3: packages: expected them in [language.python3] or [language.python2]
    error: ./grade.toml, line 2: packages: expected them in [language.python3] or [language.python2]
    error: ./grade.toml, line 3: packages: expected wheels too, the folder to install them from
    ");
}

/// Two parts, of which each has a decision: one of them went without a word.
#[test]
fn a_decision_of_a_part_that_does_not_count_is_listed() {
    let (one, other) = (results(), results());
    decide(one.path(), "ann --points 1 --reason first", 0);
    decide(other.path(), "carl --points 1 --reason second", 0);
    let merged = one.path().join("merged");
    let mut command = mancala(one.path());
    command.arg("merge").arg(one.path()).arg(other.path()).arg("-o").arg(&merged);
    let said = text(&ends_with(&mut command, 3).stderr);
    has(&said, "warning: ann: a part has a decision that");
    has(&said, "Set by hand: 1 point instead of 4. Reason: first.");
    has(&read(&merged, "grades.csv"), "carl,,cpp,1,4,1,1");
}

/// Who won or lost points by a change was found out by hand, or not at all.
#[test]
fn what_changed_between_two_results_is_said_with_its_cause() {
    let (old, new) = (results(), results());
    let at = new.path();
    decide(at, "carl --points 2 --reason mail", 0);
    decide(at, "eve --case minimax-long --points 1 --reason layout", 0);
    let toml = read(at, "grade.toml") + "[[group]]\ncases = \"greedy*\"\npoints = 2\n";
    fs::write(at.join("grade.toml"), toml).unwrap();
    let ledger = read(at, "ledger.jsonl");
    let mut lines: Vec<serde_json::Value> =
        ledger.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        if line["record"] == "case"
            && line["submission"] == "=bob"
            && line["case"] == "minimax-long"
        {
            (line["log"], line["verdict"], line["key"]) =
                ("AC".into(), "AC".into(), "other".into());
        }
    }
    let ledger: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(at.join("ledger.jsonl"), ledger).unwrap();
    ends_with(mancala(at).args(["rescore", "."]), 3);
    let mut command = mancala(at);
    command.args(["report", ".", "--against"]).arg(old.path());
    insta::assert_snapshot!(text(&ends_with(&mut command, 1).stdout), @r"
    =bob  1.9913 -> 2.25  +0.2587
      +0.2588 in minimax-long: other limits, another sandbox or another version of the grader
    ann  4 -> 5  +1
      +1 in greedy-first: other points in grade.toml
    carl  0 -> 2  +2
      +2: set by hand
    eve  0 -> 1  +1
      +1 in minimax-long: set by hand
    4 submissions won points, 0 lost points
    ");
    has(&read(at, "changes.html"), "<td>carl</td>");
    let json = text(&ends_with(command.args(["--format", "json"]), 1).stdout);
    crate::schemas::fits(at, "changes", &json);
    let same = ends_with(mancala(at).args(["report", ".", "--against", "."]), 0);
    assert_eq!(text(&same.stdout), "0 submissions won points, 0 lost points\n");
}

/// Decisions by hand were told as points by rubric or lateness, and other points as another program.
#[test]
fn causes_of_changes_are_the_true_ones() {
    let (old, new) = (results(), results());
    let (before, at) = (old.path(), new.path());
    let rubric = "[late]\npenalty_per_day = 0.1\n[[rubric]]\nname = \"Style\"\nout_of = 5\n";
    let points = "[[group]]\ncases = \"greedy*\"\npoints = 2\n";
    for (folder, toml) in [(before, rubric.to_owned()), (at, rubric.to_owned() + points)] {
        fs::write(folder.join("rubric.csv"), "submission,Style\neve,4\n").unwrap();
        fs::write(folder.join("grade.toml"), toml).unwrap();
    }
    ends_with(mancala(before).args(["rescore", "."]), 3);
    let text_of = read(at, "ledger.jsonl");
    let ledger = text_of.lines().map(|line| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["program"].is_string() && (line["submission"] == "ann" || line["name"] == "ann") {
            line["program"] = "another".into();
        }
        format!("{line}\n")
    });
    fs::write(at.join("ledger.jsonl"), ledger.collect::<String>()).unwrap();
    decide(at, "eve --excuse --reason ill", 0);
    decide(at, "=bob --late 2 --reason Tuesday", 0);
    decide(at, "carl --late 2 --reason Tuesday", 0);
    ends_with(mancala(at).args(["rescore", "."]), 3);
    has(&read(at, "feedback/carl.md"), "\n0 of 5 points.\n");
    let mut command = mancala(at);
    command.args(["report", ".", "--against"]).arg(before);
    insta::assert_snapshot!(text(&ends_with(&mut command, 1).stdout));
    let json = text(&ends_with(command.args(["--format", "json"]), 1).stdout);
    crate::schemas::fits(at, "changes", &json);
}

/// A student who hands in another program keeps what was decided, and the staff see that it is of an older one.
#[test]
fn a_decision_outlasts_another_program() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let at = folder.path();
    let program = |text: &str| {
        let path = at.join("class/ann/run");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&path, mode).unwrap();
    };
    copy(&here("cases"), &at.join("cases"));
    fs::remove_file(at.join("cases/grade.toml")).unwrap();
    let grade = ["grade", "class", "--cases", "cases", "--results", ".", "--filter", "greedy"];
    program("#!/bin/sh\necho '9 9 9' > next_state.txt\n");
    ends_with(mancala(at).args(grade), 1);
    let case = read(at, "cases.csv").lines().nth(1).unwrap().split(',').nth(1).unwrap().to_owned();
    decide(at, &format!("ann --case {case} --points 0.5 --reason tried"), 0);
    let answer = text(&ends_with(mancala(at).args(["--version"]), 0).stdout);
    program(&format!("#!/bin/sh\n# {}\necho '8 8 8' > next_state.txt\n", answer.trim()));
    ends_with(mancala(at).args(grade), 1);
    has(&read(at, "cases.csv"), "0.5 points instead of 0. Reason: tried. (Kim");
}

/// Who makes a mistake is found in any table with names, and nobody gets the mail of another of the same name.
#[test]
fn one_message_reaches_those_who_make_a_mistake() {
    let folder = results();
    let at = folder.path();
    let listed = |arguments: &[&str], code| {
        let output = ends_with(mancala(at).args(["list", "."]).args(arguments), code);
        text(&output.stdout) + &text(&output.stderr)
    };
    insta::assert_snapshot!(listed(&[], 0), @r"
    no program: 3 submissions
      carl, dora, fay
    no-capture-empty: 1 submission
      =bob
    ea69cbd0: 1 submission
      eve
    ");
    let table = "Student;Login\n\"Example, Ann\";ann@x.edu\ncarl;c1@x.edu\nCARL;c2@x.edu\n\
        dora;dora@x.edu\n";
    fs::write(at.join("people.csv"), table).unwrap();
    let mail = ["--mistake", "no program", "--format", "mail", "--addresses", "people.csv"];
    insta::assert_snapshot!(listed(&mail, 0), @r"
    no program: 3 submissions
      dora@x.edu
    warning: no program: no address, or several, for carl
    warning: no program: no address, or several, for fay
    ");
    insta::assert_snapshot!(listed(&["--mistake", "no-capture-emty"], 2), @r#"
    error: no submission has "no-capture-emty"
    help: there is no-capture-empty
    "#);
    crate::schemas::fits(at, "list", &listed(&["--format", "json"], 0));
}

/// Comments on the source were sent by mail, and forgotten in the next term.
#[test]
fn a_comment_on_a_line_of_the_source_is_shown_with_the_line() {
    let folder = results();
    let at = folder.path();
    fs::create_dir(at.join("class")).unwrap();
    fs::write(at.join("class/ann.py"), "import sys\n\tif depth == 0: # *why* here?\n").unwrap();
    let source = at.join("class").canonicalize().unwrap();
    let roster =
        serde_json::json!({ "record": "roster", "source": source, "submissions": ["ann"] });
    let ledger = read(at, "ledger.jsonl") + &roster.to_string() + "\n";
    fs::write(at.join("ledger.jsonl"), ledger).unwrap();
    let said = [
        ("ann --line ann.py:2 --comment Why_here?", 0),
        ("ann --line ann.py:1 --comment Not_needed.", 0),
        ("ann --line ann.py:3 --comment none", 2),
        ("ann --line an.py:1 --comment none", 2),
        ("ann --line ann.py --comment none", 2),
    ];
    let said: String = said.iter().map(|(line, code)| decide(at, line, *code)).collect();
    insta::assert_snapshot!(said);
    ends_with(mancala(at).args(["rescore", "."]), 0);
    let feedback = read(at, "feedback/ann.md");
    has(&feedback, "On ann.py, line 2, if depth == 0: \\# \\*why\\* here?: Why here? (Kim, ");
    has(&feedback, "On ann.py, line 1, import sys: Not needed. (Kim, ");
    has(&read(at, "grades.csv"), "On ann.py, line 1, import sys: Not needed. (Kim, ");
}
