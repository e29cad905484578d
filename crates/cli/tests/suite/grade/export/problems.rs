//! The problem for online judges: its validator as judges call it, and its own submissions.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::exported::{CASES, Exported};
use super::unzipped;
use crate::program::{ends_with, mancala, succeeds, text};

#[test]
fn each_submission_gets_the_verdict_of_its_folder_and_its_mistake_is_named() {
    let Some(problem) = Exported::new("kattis", "") else {
        return;
    };
    let mut judged = Command::new("python3");
    judged.arg(super::super::here("export/judged.py"));
    let said = text(&succeeds(judged.arg(problem.path("hw2"))).stdout);
    let mut caught = BTreeSet::new();
    for line in said.lines() {
        let (folder, key, case, messages): (String, String, String, Option<(String, String)>) =
            serde_json::from_str(line).unwrap();
        match (folder.as_str(), messages) {
            (_, None) => {}
            ("wrong_answer", Some((staff, _))) => {
                assert!(staff.contains(&format!("{key}: ")), "{key} {case}: {staff}");
                caught.insert(key);
            }
            (_, Some((staff, _))) => panic!("{key} {case}: {staff}"),
        }
    }
    let submissions = fs::read_dir(problem.path("hw2/submissions/wrong_answer")).unwrap();
    let names: BTreeSet<_> = submissions
        .map(|it| it.unwrap().path().with_extension(""))
        .map(|it| it.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(caught, names);
    assert!(names.len() > 6, "{names:?}");
    let demanded = problem.read("hw2/submissions/submissions.yaml");
    assert_eq!(demanded.lines().count(), 2 * names.len());
}

#[test]
fn a_known_mistake_is_told_to_students_as_far_as_it_is_sure() {
    let Some(problem) = Exported::new("kattis", "") else {
        return;
    };
    let told = |case: &str, submission: &str| {
        let case = problem.case(case);
        let judged = problem.judge(&case, &problem.prints(submission, &case));
        assert_eq!(judged.0, 43);
        judged.2
    };
    let said = told("minimax", "wrong_answer/no-entry-rows.py");
    let sure = "Your log has no row for entering a node that has children.\nLine 6 (line 2 of the log) is wrong.\n";
    assert_eq!(said, sure);
    // Three mistakes print the same.
    let said = told("minimax", "wrong_answer/no-extra-turn.py");
    assert_eq!(said.matches("Perhaps: Your program ").count(), 3, "{said}");
    // After greedy search a wrong move says too little.
    assert!(told("greedy", "wrong_answer/no-capture.py").starts_with("Line "));
}

#[test]
fn what_the_course_forgives_a_judge_forgives() {
    let Some(problem) = Exported::new("kattis", "") else {
        return;
    };
    let all = problem.all_cases();
    let marked = |case: &&PathBuf| {
        fs::read_to_string(case.with_extension("ans")).unwrap().contains("OPTIONAL")
    };
    let case = all.iter().find(marked).unwrap();
    let answer = fs::read_to_string(case.with_extension("ans")).unwrap();
    let answer = answer.split("--------").next().unwrap().to_owned();
    let right = problem.right(case);
    assert_ne!(answer, right);
    let bare = |row: &str| match row.split_once("+/-Infinity") {
        Some((node, _)) => format!("{node}-Infinity"),
        None => row.to_owned(),
    };
    let forgiven = [
        answer.clone(),
        answer.replace("+/-", "").replace(" OPTIONAL", ""),
        answer.lines().map(|row| bare(row) + "\n").collect(),
        right.replace('\n', " \r\n\n"),
        format!("\u{feff}{}", right.replace(' ', "  ")),
        right.trim_end().to_owned(),
    ];
    for output in forgiven {
        let (code, staff, _) = problem.judge(case, &output);
        assert_eq!(code, 42, "{output}\n{staff}");
    }
    for wrong in [
        right.replace("root,0", "root,00"),
        right.clone() + &answer,
        answer.replacen("+/-Infinity", "7", 1),
    ] {
        assert_eq!(problem.judge(case, &wrong).0, 43, "{wrong}");
    }
}

#[test]
fn an_unknown_mistake_is_described_by_its_first_line_and_students_read_nothing_secret() {
    let Some(problem) = Exported::new("kattis", "") else {
        return;
    };
    let case = &problem.case("more-minimax");
    let right = problem.right(case);
    let judged = |output: &str| problem.judge(case, output);
    let row = right.lines().nth(6).unwrap();
    let (code, staff, students) = judged(&right.replacen(row, "root,9,secret", 1));
    assert_eq!(code, 43);
    assert_eq!(
        staff,
        format!("Line 7 (line 3 of the log) is wrong: expected `{row}`, found `root,9,secret`.\n")
    );
    assert_eq!(students, "Line 7 (line 3 of the log) is wrong.\n");
    // A program that prints the input does not read it in its feedback.
    let input = fs::read_to_string(case.with_extension("in")).unwrap();
    let (code, staff, students) = judged(&input);
    assert_eq!(students, "Line 1 (player 2's pits) is wrong.\n", "{code} {staff}");
    let cut: String = right.split_inclusive('\n').take(5).collect();
    assert_eq!(judged(&cut).2, "The output ends before line 2 of the log.\n");
    assert_eq!(judged("").2, "The output ends before player 2's pits.\n");
    assert_eq!(judged(&(right.clone() + "7\n")).0, 43);
    assert_eq!(judged("\u{0}\u{7f}\u{e9}\n").0, 43);
}

#[test]
fn hidden_cases_and_cases_without_points_are_no_samples() {
    let settings = "[[group]]\ncases = \"alpha/*\"\nvisible = false\n[[group]]\ncases = \"minimax\"\npoints = 0\n";
    let Some(problem) = Exported::new("kattis", settings) else {
        return;
    };
    // Greedy and minimax have one case each that is left, and a problem needs secret ones.
    assert_eq!(problem.all_cases().len(), 4);
    assert!(!problem.path("hw2/data/sample").exists());
}

#[test]
fn domjudge_finds_what_it_looks_for() {
    let Some(problem) = Exported::new("domjudge", "title = 'Homework \"2\"'") else {
        return;
    };
    let ini = problem.read("domjudge-problem.ini");
    assert_eq!(
        ini.lines().map(|line| line.split_once(" = ").unwrap()).collect::<Vec<_>>(),
        [("timelimit", "10")]
    );
    let yaml = problem.read("problem.yaml");
    for line in [
        "problem_format_version: legacy-icpc",
        "name: \"Homework \\\"2\\\"\"",
        "validation: custom",
    ] {
        assert!(yaml.lines().any(|it| it == line), "{yaml}");
    }
    assert!(problem.read("problem.txt").starts_with("Choose a move in mancala"));
    // A program of one file, in a folder that nothing else is in.
    let validator = unzipped(&problem.path("hw2.zip"));
    let listed: Vec<_> =
        validator.iter().filter(|(name, ..)| name.starts_with("output_validators/")).collect();
    let names = ["output_validators/mancala/validator.py", "output_validators/mancala/build"];
    assert_eq!(listed.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>(), names);
    assert_eq!(listed[1].1, 0o755);
    // Every input has its answer, and each judge gets the same ones.
    let kattis = Exported::new("kattis", "title = 'Homework \"2\"'").unwrap();
    for case in kattis.all_cases() {
        for ending in ["in", "ans"] {
            let below = case.with_extension(ending);
            let below = below.strip_prefix(kattis.path("hw2")).unwrap();
            assert_eq!(
                fs::read(problem.path("").join(below)).unwrap(),
                fs::read(kattis.path("hw2").join(below)).unwrap()
            );
        }
    }
}

#[test]
fn a_problem_that_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |input: &str, output: &str, expected: &str| {
        fs::write(folder.path().join("one.txt"), input).unwrap();
        let mut export = mancala(folder.path());
        let said = text(
            &ends_with(export.args(["export", "kattis", "--cases", "one.txt", "-o", output]), 2)
                .stderr,
        );
        assert!(said.contains(expected), "{said}");
        assert!(!folder.path().join(output).exists());
    };
    let greedy = CASES[0].1;
    refused(greedy, "Homework 2.zip", "expected a name of lower-case letters and digits");
    refused(&format!("rules uw\n{greedy}"), "hw.zip", "one: the statement gives the rules usc");
    refused(&format!("4{}", &greedy[1..]), "hw.zip", "no case with points is left");
}

/// What `verifyproblem` reads; `.ci/judges` has it read the package.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn kattis_problems_come_in_the_version_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for version in ["2025-09", "2023-07-draft"] {
        let mut export = mancala(folder.path());
        export.args(["export", "kattis", "--cases", "usc/statement", "-o", "hw2.zip"]);
        succeeds(export.args(["--package-format", version]));
        let files = unzipped(&folder.path().join("hw2.zip"));
        let yaml = files.iter().find(|(name, ..)| name == "hw2/problem.yaml").unwrap();
        let yaml = String::from_utf8_lossy(&yaml.2);
        assert!(yaml.starts_with(&format!("problem_format_version: {version}\n")), "{yaml}");
    }
}
