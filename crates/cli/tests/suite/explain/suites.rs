//! Suites that catch every mistake, shipped and generated.

use std::path::Path;

use case_files::find_cases;
use explain::assignment;
use explain::generate::{WANTED_KILLS, generate};
use explain::kill_matrix::{Column, KillMatrix};
use explain::mistakes::{CATALOGUE, Mistake};
use mancala::game::Rules;
use mancala::homework::parse;

use crate::program::{ends_with, mancala, succeeds, text};

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_generated_suite_catches_every_mistake() {
    let generated = |seed| generate(Rules::USC, 40, seed, &|_, _| {});
    let suites = [1, 2, 3, 4].map(generated);
    for (suite, seed) in suites.iter().zip(1..) {
        assert_eq!(suite.problems.len(), 40);
        for mistake in Mistake::all() {
            assert!(suite.matrix.kills(mistake) >= WANTED_KILLS, "seed {seed}: {mistake}");
        }
        assert_eq!(suite.matrix.inseparable(), [], "seed {seed}");
        let rows: usize = suite.matrix.columns.iter().map(|case| case.rows).sum();
        assert!(rows < 2000, "seed {seed}: the logs are small: {rows} rows");
    }
    assert_eq!(generated(1).problems, suites[0].problems, "the same again");
    assert_ne!(suites[0].problems, suites[1].problems);
}

#[test]
fn the_shipped_suite_catches_every_mistake_three_times() {
    let inputs = Path::new(crate::ROOT).join("inputs/usc/statement");
    let mut matrix = KillMatrix::default();
    for case in find_cases(&inputs).unwrap() {
        let problem = parse(&std::fs::read(&case.input).unwrap()).unwrap();
        if let Some(assignment) = assignment(&problem) {
            matrix.columns.push(Column::new(&case.name, &assignment).unwrap());
        }
    }
    let fewest = Mistake::all().map(|mistake| matrix.kills(mistake)).min().unwrap();
    assert!(fewest >= 3);
    let claim =
        format!("{} known mistakes, each caught by at least {fewest} cases", CATALOGUE.len());
    let page = include_str!("../../../../../docs/src/mistakes.md");
    assert!(page.contains(&claim), "the page on mistakes should say: {claim}");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_program_generates_mutates_and_explains() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        succeeds(mancala(folder.path()).args(arguments.split(' ')));
    };
    run("generate --count 40 --seed 21 -o suite");
    run("check suite/inputs suite/expected");
    run("mutate ties-to-last -i suite/inputs -o wrong");
    let mut explain = mancala(folder.path());
    let output = ends_with(explain.args(["explain", "wrong", "--cases", "suite/inputs"]), 1);
    insta::assert_snapshot!(text(&output.stdout));
    run("run suite/inputs -o right --quiet");
    run("explain right --cases suite/inputs");
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn personal_suites_differ_and_are_as_strong() {
    let folder = tempfile::tempdir().unwrap();
    let suite = |id: &str| {
        let arguments = ["generate", "--count", "40", "--personal", id, "-o", id];
        succeeds(mancala(folder.path()).args(arguments));
        std::fs::read_to_string(folder.path().join(id).join("kill-matrix.csv")).unwrap()
    };
    assert_ne!(suite("ada"), suite("alan"));
}

#[test]
fn a_folder_is_no_id_for_a_personal_suite() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("class")).unwrap();
    let mut generate = mancala(folder.path());
    let output = ends_with(generate.args(["generate", "--personal", "class", "-o", "suite"]), 2);
    let said = text(&output.stderr);
    assert!(
        said.contains("expected the ID of one student, found the folder class\nhelp: "),
        "{said}"
    );
    assert!(!folder.path().join("suite").exists());
}

#[test]
fn catalogue_reads_well() {
    let output = succeeds(mancala(Path::new(".")).arg("mistakes"));
    insta::assert_snapshot!(text(&output.stdout));
}
