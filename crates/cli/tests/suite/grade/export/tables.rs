//! Gradebooks, worksheets and feedback files.

use std::fs;

use super::{results, results_of, unzipped};
use crate::program::{ends_with, mancala, succeeds, text};

/// As downloaded, and as filled in: `old` cells become `new` ones and nothing else changes.
#[track_caller]
fn fills(platform: &[&str], template: &str, changes: &[(&str, &str)], warnings: &[&str]) {
    fills_of(&results(), platform, template, changes, warnings);
}

/// The same for another class.
#[track_caller]
fn fills_of(
    folder: &tempfile::TempDir,
    platform: &[&str],
    template: &str,
    changes: &[(&str, &str)],
    warnings: &[&str],
) {
    fs::write(folder.path().join("template.csv"), template).unwrap();
    let mut command = mancala(folder.path());
    command.args(["export"]).args(platform).args([
        "--template",
        "template.csv",
        "-o",
        "filled.csv",
    ]);
    let said = text(&ends_with(&mut command, 1).stderr);
    let mut expected = template.to_owned();
    for (old, new) in changes {
        assert_eq!(expected.matches(old).count(), 1, "{old}");
        expected = expected.replace(old, new);
    }
    let filled = fs::read_to_string(folder.path().join("filled.csv")).unwrap();
    assert_eq!(filled, expected);
    for warning in warnings {
        assert!(said.contains(warning), "{said}");
    }
}

const OPEN: &str = "Zoe_9: not everything could be graded; its cell is unchanged";

/// With everything that such a file may have: a mark, quotes, CRLF, a line break in a cell, a formula.
#[test]
fn one_column_of_a_gradebook_and_no_other_byte() {
    let template = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,\"Homework 2 (4711)\",Old (12),Final Score\r\n\
        \x20   Points Possible,,,,,10.0,3,(read only)\r\n\
        \"Doe, Jane\",123,s1,jane,\"A\nB\",,\"=1+1\",7\r\n\
        \"Roe, \"\"Jo\"\" \",124,s2,john,A,\"4\",,\r\n\
        \"Poe, Zoe\",9,s9,zoe,A,EX,-,\r\n\
        \"Student, Test\",5,,x,A,,,\r\n";
    let changes = [("B\",,\"=1+1\"", "B\",9.00,\"=1+1\""), ("A,\"4\"", "A,\"5.00\"")];
    fills(
        &["canvas", "--column", "Homework 2", "--overwrite"],
        template,
        &changes,
        &[OPEN, "2 scores in"],
    );
    // With semicolons, names in two columns, and no numbers of Canvas to go by.
    let template = "LastName;FirstName;ID;Homework 2 (4711)\n    Points Possible;;;10\nx;y;124;\n";
    let changes = [("124;\n", "124;5.00\n")];
    let warnings = ["Jane Doe_123: no row of the table matches it"];
    fills(&["canvas", "--column", "Homework 2 (4711)"], template, &changes, &warnings);
}

const CANVAS: [&str; 3] = ["canvas", "--column", "Homework 2"];

/// Canvas writes a line about posting before that of the points.
#[test]
fn who_is_excused_stays_so_and_the_points_may_stand_in_the_third_line() {
    let template = "Student,ID,SIS User ID,Homework 2 (1)\n,,,Manual Posting\n    Points Possible,,,10\n\
        \"Doe, Jane\",123,,EX\n\"Roe, John\",124,,\n";
    let warnings = ["Jane Doe_123: is excused; its cell is unchanged"];
    fills(&CANVAS, template, &[("124,,", "124,,5.00")], &warnings);
    let folder = results();
    fs::write(folder.path().join("template.csv"), template.replace(",10\n", ",20\n")).unwrap();
    let mut command = mancala(folder.path());
    command.arg("export").args(CANVAS);
    command.args(["--template", "template.csv", "-o", "filled.csv"]);
    let said = text(&ends_with(&mut command, 2).stderr);
    assert!(said.contains("gives 20 points"), "{said}");
}

#[test]
fn a_student_without_the_assignment_gets_no_score() {
    let template = "Student,ID,Homework 2 (1)\n\"Doe, Jane\",123,N/A\n\"Roe, John\",124,\n";
    let warnings = ["Jane Doe_123: is not assigned to the student (N/A); its cell is unchanged"];
    for arguments in [&CANVAS[..], &[&CANVAS[..], &["--overwrite"]].concat()] {
        fills(arguments, template, &[("124,", "124,5.00")], &warnings);
    }
}

/// The number that Canvas gave to one student may be another's number at the school.
#[test]
fn the_platforms_own_number_decides_before_other_numbers() {
    let template =
        "Student,ID,SIS User ID,Homework 2 (1)\n\"Poe, Zoe\",9,123,\n\"Doe, Jane\",123,9,\n";
    fills(&CANVAS, template, &[("123,9,", "123,9,9.00")], &[OPEN]);
}

#[test]
fn nobody_gets_the_score_of_another_of_the_same_name() {
    let class = results_of(&[
        ("Jane Doe", 0, ["AC", "AC"]),
        ("Zo\u{eb} \u{c9}mile", 0, ["AC", "WA"]),
        ("Kim_7", 0, ["AC", "AC"]),
        ("Kim Li", 0, ["WA", "WA"]),
    ]);
    let template = "Student,ID,Homework 2 (1)\n\"Doe, Jane\",1,\n\"Doe, Jane\",2,\n\
        \"\u{c9}mile, ZO\u{cb}\",3,\n\"Li, Kim\",7,\n";
    let warnings = [
        "Jane Doe: more than one row matches it",
        "Kim_7: another submission matches the same row",
        "Kim Li: another submission matches the same row",
    ];
    fills_of(&class, &CANVAS, template, &[(",3,", ",3,5.00")], &warnings);
}

#[test]
fn a_worksheet_and_no_other_byte() {
    let template = "Identifier,Full name,Grade,Maximum Grade,Last modified (grade),Feedback comments\n\
        Participant 123,Jane Doe,,20.00,-,\"kept, as it is\"\nParticipant 124,John Roe,-,20.00,-,\n\
        Participant 9,Zoe,,20.00,-,\n";
    let changes = [("Jane Doe,,", "Jane Doe,18.00,"), ("Roe,-,", "Roe,10.00,")];
    fills(&["moodle", "--scale"], template, &changes, &[OPEN]);
}

#[test]
fn comments_go_into_a_worksheet_where_nobody_has_written_one() {
    let heading = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n";
    let rows = "Participant 123,Jane Doe,,10.00,by hand\nParticipant 124,John Roe,,10.00,\n";
    let folder = results();
    fs::write(folder.path().join("template.csv"), format!("{heading}{rows}")).unwrap();
    let mut command = mancala(folder.path());
    command.args([
        "export",
        "moodle",
        "--comments",
        "--template",
        "template.csv",
        "-o",
        "filled.csv",
    ]);
    ends_with(&mut command, 1);
    let mut filled = csv::Reader::from_path(folder.path().join("filled.csv")).unwrap();
    let filled: Vec<_> = filled.records().map(Result::unwrap).collect();
    assert_eq!((&filled[0][2], &filled[0][4]), ("9.00", "by hand"));
    let comment = &filled[1][4];
    assert!(comment.starts_with("<pre># Homework 2: roejohn"), "{comment}");
    assert!(comment.ends_with("</pre>") && comment.contains("| two |"), "{comment}");
    let without = heading.replace(",Feedback comments", "")
        + &rows.replace(",by hand", "").replace("00,\n", "00\n");
    fs::write(folder.path().join("template.csv"), without).unwrap();
    let said = text(&ends_with(&mut command, 2).stderr);
    assert!(said.contains("a column \"Feedback comments\""), "{said}");
}

#[test]
fn a_table_that_cannot_be_meant_is_refused() {
    let refused = |arguments: &[&str], template: &str, expected: &str| {
        let folder = results();
        fs::write(folder.path().join("template.csv"), template).unwrap();
        let mut command = mancala(folder.path());
        command.arg("export").args(arguments).args([
            "--template",
            "template.csv",
            "-o",
            "filled.csv",
        ]);
        let said = text(&ends_with(&mut command, 2).stderr);
        assert!(said.contains(expected), "{said}");
        assert!(!folder.path().join("filled.csv").exists());
    };
    let heading = "Student,ID,Homework 2 (1),Total\n    Points Possible,,10,(read only)\n";
    let canvas = |title: &'static str| ["canvas", "--column", title];
    refused(&canvas("Homework 3"), heading, "no column \"Homework 3\"; there are: Homework 2 (1)");
    refused(&canvas("Total"), heading, "the platform only shows the column \"Total\"");
    refused(&canvas("Homework 2"), "a,b\n", "expected a gradebook of Canvas");
    refused(&canvas("Homework 2"), "Student,ID\n\"x\n", "line 2: a quote begins and does not end");
    let other = heading.replace(",10,", ",100,") + "\"Doe, Jane\",123,,\n";
    refused(&canvas("Homework 2"), &other, "gives 100 points, the results 10: --scale converts");
    refused(&["moodle"], heading, "expected a grading worksheet of Moodle");
}

#[test]
fn feedback_of_two_with_one_number_goes_to_nobody() {
    let folder = results_of(&[
        ("Jane Doe_7", 0, ["AC", "AC"]),
        ("Jane_Doe_7", 0, ["AC", "WA"]),
        ("Kim_007", 0, ["AC", "AC"]),
        ("Zoe_8", 0, ["AC", "AC"]),
        ("nobody", 0, ["AC", "AC"]),
    ]);
    let mut export = mancala(folder.path());
    export.args(["export", "moodle-feedback", "-o", "feedback.zip"]);
    let said = text(&ends_with(&mut export, 1).stderr);
    for name in ["Jane Doe_7", "Jane_Doe_7", "Kim_007"] {
        let warning = format!("warning: {name}: another submission has the same number");
        assert!(said.contains(&warning), "{said}");
    }
    assert!(said.contains("warning: nobody: not a name of Moodle's"), "{said}");
    let files = unzipped(&folder.path().join("feedback.zip"));
    let names: Vec<_> = files.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["Zoe_8_assignfeedback_file/feedback.md"]);
}

#[test]
fn feedback_files_split_as_moodle_splits_them() {
    let folder = results();
    succeeds(mancala(folder.path()).args(["export", "moodle-feedback", "-o", "feedback.zip"]));
    let files = unzipped(&folder.path().join("feedback.zip"));
    let owners: Vec<_> = files
        .iter()
        .map(|(name, ..)| {
            let (folder, file) = name.split_once('/').unwrap();
            let parts: Vec<_> = folder.split('_').collect();
            assert_eq!(
                (parts.len(), &parts[2..], file),
                (4, ["assignfeedback", "file"].as_slice(), "feedback.md")
            );
            (parts[0], parts[1].parse::<u32>().unwrap())
        })
        .collect();
    assert_eq!(owners, [("Jane Doe", 123), ("Zoe", 9), ("roejohn", 124)]);
    assert!(text(&files[0].2).starts_with("# Homework 2: Jane Doe"));
    // The same class, the same bytes.
    succeeds(mancala(folder.path()).args(["export", "moodle-feedback", "-o", "again.zip"]));
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("feedback.zip"), read("again.zip"));
}

/// A score that a teacher typed into the table was overwritten without a word.
#[test]
fn a_value_that_was_not_exported_stays() {
    let folder = results();
    let template = |jane: &str, roe: &str| {
        format!("Student,ID,Homework 2 (1)\n\"Doe, Jane\",123,{jane}\n\"Roe, John\",124,{roe}\n")
    };
    let filled = |jane: &str, roe: &str, more: &[&str], code: i32| {
        fs::write(folder.path().join("template.csv"), template(jane, roe)).unwrap();
        let mut command = mancala(folder.path());
        command.arg("export").args(CANVAS).args(more);
        command.args(["--template", "template.csv", "-o", "filled.csv"]);
        let said = text(&ends_with(&mut command, code).stderr);
        (fs::read_to_string(folder.path().join("filled.csv")).unwrap(), said)
    };
    let regraded = |points: &str| {
        fs::write(
            folder.path().join("results/grade.toml"),
            format!("[scoring]\npoints = {points}\n"),
        )
        .unwrap();
        ends_with(mancala(folder.path()).args(["rescore", "results"]), 3);
    };
    // Zoe has no row, so that the exit code is 1 each time. Typed by hand; another way of writing the same.
    let (table, said) = filled("7.5", "5", &[], 1);
    assert_eq!(table, template("7.5", "5"));
    let conflict = "warning: Jane Doe_123: the table has \"7.5\", which was not exported from here, and the \
        score is 9.00; the cell is unchanged (--overwrite replaces it)";
    assert!(said.contains(conflict) && !said.contains("roejohn_124"), "{said}");
    let (table, _) = filled("7.5", "5", &["--overwrite"], 1);
    assert_eq!(table, template("9.00", "5"));
    // What was exported last gives way to what is known now.
    regraded("2.5");
    let (table, said) = filled("9", "5.0", &[], 1);
    assert_eq!(table, template("4.50", "2.50"));
    assert!(!said.contains("--overwrite"), "{said}");
    // Both were imported, and one was changed since.
    regraded("5");
    let (table, said) = filled("4.5", "3", &[], 1);
    assert_eq!(table, template("9.00", "3"));
    assert!(said.contains("roejohn_124: the table has \"3\""), "{said}");
}
