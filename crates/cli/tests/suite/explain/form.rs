//! Faults of form, and what looks like one.

use explain::assignment::Task;
use explain::evidence::{End, Evidence, FormatFault, Lines, MOST};
use explain::mistakes::{Mistake, Switch, Switches};
use explain::reference::{self, OptionalRows, Settings};
use explain::{Explanation, Kind, assignment};
use explain::{Fit, hold};
use mancala::homework::parse;

use super::{SUITE, explain, first_guess, outputs};

#[test]
fn faults_of_form_do_not_hide_a_mistake() {
    let as_list = |text: String| -> String {
        let list = |line: &str| match line.contains(' ') {
            true => format!("[{}]\n", line.replace(' ', ", ")),
            false => format!("{line}\n"),
        };
        match text.strip_prefix("Node,Depth,Value") {
            Some(_) => text.split_once('\n').unwrap().1.to_owned(),
            None => text.lines().map(list).collect(),
        }
    };
    let explanation = explain(&outputs(&SUITE, Mistake::TiesToLast.into(), as_list));
    assert_eq!(first_guess(&explanation), ["ties-to-last", "state-as-list", "header-missing"]);
}

#[test]
fn an_infinity_of_ones_own_does_not_hide_a_mistake() {
    for own in ["1000000", "9999", "999999999.0", "∞", "9223372036854775807", "1e+20"] {
        let spelled = |text: String| text.replace("Infinity", own);
        let explanation = explain(&outputs(&SUITE, Mistake::StrictCut.into(), spelled));
        assert_eq!(first_guess(&explanation), ["strict-cut", "infinity-text"], "{own}");
    }
}

#[test]
fn a_bound_that_is_none_lacks_no_comma() {
    let none = |row: &str| {
        let cells = row.split(',').enumerate();
        let cells = cells.map(|(column, cell)| match column > 2 && cell.ends_with("Infinity") {
            true => "None",
            false => cell,
        });
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    let explanation = explain(&outputs(&SUITE, Mistake::StrictCut.into(), |text| {
        if text.starts_with("Node") { text.lines().map(none).collect() } else { text }
    }));
    assert_eq!(first_guess(&explanation), ["strict-cut", "infinity-text"]);
}

/// As a program writes them that never takes stones back after it has looked at a move, or joins numbers as text.
#[test]
fn values_of_more_and_more_stones_are_no_infinity_where_that_is_spelled() {
    let larger = |row: &str| {
        let cells = row.split(',').enumerate().map(|(column, cell)| match cell.parse::<i64>() {
            Ok(value) if column >= 2 => (200_000_000 + value).to_string(),
            _ => cell.to_owned(),
        });
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    let edit = |text: String| match text.starts_with("Node") {
        true => text.lines().map(larger).collect(),
        false => text,
    };
    let explanation = explain(&outputs(&SUITE, Switches::NONE, edit));
    assert!(explanation.faults.is_empty(), "{:?}", explanation.faults);
}

#[test]
fn more_blanks_than_one_in_a_state_are_forgiven() {
    let edit = |text: String| match text.starts_with("Node") {
        true => text,
        false => text.replace(' ', "  "),
    };
    let explanation = explain(&outputs(&SUITE, Switches::NONE, edit));
    assert_eq!((explanation.kind, explanation.faults.len()), (Kind::Right, 0));
}

/// Grading and comparing forgive them; here each of the cases was wrong.
#[test]
fn lines_after_the_fourth_of_a_state_are_forgiven() {
    let edit = |text: String| if text.starts_with("Node") { text } else { text + "5\n" };
    let explanation = explain(&outputs(&SUITE, Switches::NONE, edit));
    assert_eq!((explanation.kind, explanation.faults.len()), (Kind::Right, 0));
}

/// With the sign, the values have six characters.
#[test]
fn rows_with_large_values_behind_other_text_are_found() {
    let problem = parse(b"3\n1\n2\n3 0 3\n3 3 0\n20000\n0\n").unwrap();
    let answer = reference::answer(&assignment(&problem).unwrap(), Settings::default()).unwrap();
    let row = |row: &str| match row.starts_with('B') {
        true => format!("Entering {row}\n"),
        false => format!("{row}\n"),
    };
    let log: String = answer.traverse_log.unwrap().lines().map(row).collect();
    let lines = |text: &str| Some(Lines::new(text.as_bytes(), false));
    let case = Evidence::new("a", &problem, End::Normal, lines(&answer.next_state), lines(&log));
    let explanation = explain(&[case.unwrap()]);
    assert_eq!((explanation.kind, explanation.wrong), (Kind::Named, 1));
    assert_eq!(explanation.faults, ["text-before-rows"]);
}

/// A way to write a log wrongly, row by row, and the fault that it is.
type Form = (&'static str, fn(&str) -> String);

#[test]
fn faults_of_form_compose_with_a_mistake_in_one_scope() {
    let forms: [Form; 12] = [
        ("text-after-columns", |row| format!("{row} 17")),
        ("text-after-columns", |row| format!("{row},")),
        ("extra-lines", |row| format!("{row}\ndebug: 17")),
        ("rows-as-lists", |row| format!("[{}]", row.replace(',', ", "))),
        ("rows-as-lists", |row| format!("('{}')", row.replace(',', "', '"))),
        ("blanks-in-rows", |row| row.replace(',', ", ")),
        ("lower-case-names", |row| row.replace('A', "a").replace('B', "b")),
        ("root-name", |row| row.replace("root", "Root")),
        ("root-name", |row| row.replace("root", "null")),
        ("commas-missing", |row| row.replacen(",-I", "-I", 1)),
        ("infinity-text-number", |row| {
            row.replace("-Infinity", "-2147483648").replace("Infinity", "2147483647")
        }),
        ("depth-from-1", |row| {
            let mut cells: Vec<_> = row.split(',').map(str::to_owned).collect();
            cells[1] = (cells[1].parse::<u32>().unwrap() + 1).to_string();
            cells.join(",")
        }),
    ];
    let switch: Switch = "window-not-narrowed@root".parse().unwrap();
    for (fault, form) in forms {
        let edit = |text: String| match text.split_once('\n') {
            Some((header, rows)) if header.starts_with("Node") => {
                let rows: Vec<_> = rows.lines().map(form).collect();
                format!("{header}\n{}\n", rows.join("\n"))
            }
            _ => text,
        };
        let explanation = explain(&outputs(&SUITE, Switches::NONE.with(switch), edit));
        assert_eq!(first_guess(&explanation), ["window-not-narrowed@root", fault]);
    }
}

#[test]
fn an_infinity_by_mistake_is_no_optional_row() {
    let input = "3\n1\n3\n1 0 0\n0 1 5\n2104\n1079\n";
    let problem = parse(input.as_bytes()).unwrap();
    let assignment = assignment(&problem).unwrap();
    let mistakes = Mistake::InfinityTooSmall.into();
    let settings = Settings { switches: mistakes, ..Settings::default() };
    let answer = reference::answer(&assignment, settings).unwrap();
    let lines = |text: &str| Some(Lines::new(text.as_bytes(), false));
    let log = answer.traverse_log.as_deref().and_then(lines);
    let state = lines(&answer.next_state);
    let case = Evidence::new("a", &problem, End::Normal, state, log).unwrap();
    assert_eq!(hold(&case, mistakes, &mut u64::MAX.clone()).fit, Fit::Reproduced);
}

#[test]
fn optional_rows_of_any_form_are_no_mistake() {
    for optional_rows in [OptionalRows::OwnSign, OptionalRows::Marked] {
        let settings = Settings { optional_rows, ..Settings::default() };
        let cases = SUITE.problems.iter().map(|problem| {
            let assignment = assignment(problem).unwrap();
            let answer = reference::answer(&assignment, settings).unwrap();
            let lines = |text: String| Lines::new(text.as_bytes(), false);
            let log = answer.traverse_log.map(lines);
            let state = Some(lines(answer.next_state));
            Evidence::new("", problem, End::Normal, state, log).unwrap()
        });
        let explanation = explain(&cases.collect::<Vec<_>>());
        assert_eq!(explanation.kind, Kind::Right);
    }
}

/// A program that was killed in the midst of a row had lost its commas.
#[test]
fn a_log_without_a_state_may_end_in_half_a_row() {
    let mut evidence = outputs(&SUITE, Mistake::StrictCut.into(), |text| text);
    for (at, case) in evidence.iter_mut().enumerate() {
        if let (0, Some(log)) = (at % 5, &case.traverse_log) {
            let text = log.lines.join("\n");
            let half = Lines::new(&text.as_bytes()[..text.len() - 3], false);
            *case =
                Evidence::new(&case.name, &case.problem, End::Normal, None, Some(half)).unwrap();
        }
    }
    let explanation = explain(&evidence);
    assert_eq!(first_guess(&explanation), ["strict-cut"], "{explanation:?}");
}

#[test]
fn a_log_that_is_not_there_is_told_of_its_case() {
    let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n").unwrap();
    let state = Lines::new(b"1 0 0\n0 1 0\n0\n4\n", false);
    let case = Evidence::new("one", &problem, End::Normal, Some(state), None).unwrap();
    let explanation = explain(&[case]);
    let lines: Vec<_> = explanation.wrong_cases.iter().map(|it| &it.line).collect();
    assert_eq!(lines, ["one: traverse_log.txt is missing."]);
}

/// A limit that was set while the program was tried is left in.
#[test]
fn a_log_of_a_hundred_rows_is_told_as_limited() {
    let problem = parse(b"2\n1\n3\n2 2 2 2\n2 2 2 2\n0\n0\n").unwrap();
    let right = reference::answer(&assignment(&problem).unwrap(), Settings::default()).unwrap();
    let with_rows = |rows: usize| {
        let log = right.traverse_log.as_ref().unwrap();
        let log: String = log.split_inclusive('\n').take(1 + rows).collect();
        let lines = |text: &str| Some(Lines::new(text.as_bytes(), false));
        let state = lines(&right.next_state);
        Evidence::new("one", &problem, End::Normal, state, lines(&log)).unwrap()
    };
    let explained = |rows: usize| explain(&[with_rows(rows)]);
    let limited = explained(100);
    assert_eq!((limited.kind, limited.faults), (Kind::Named, vec!["log-limited".to_owned()]));
    assert_eq!(explained(103).faults.len(), 0);
    // A program that writes half of each log was told so for the one that has a hundred rows.
    assert_eq!(explain(&[with_rows(100), with_rows(120)]).faults.len(), 0);
}

/// A long log without a header was told to end where the part ends that is read.
#[test]
fn a_log_of_which_only_the_beginning_is_read_does_not_end_too_early() {
    let problem = parse(b"2\n1\n3\n2 2 2 2\n2 2 2 2\n0\n0\n").unwrap();
    let right = reference::answer(&assignment(&problem).unwrap(), Settings::default()).unwrap();
    let (_, log) = right.traverse_log.as_ref().unwrap().split_once('\n').unwrap();
    let state = Some(Lines::new(right.next_state.as_bytes(), false));
    let log = Some(Lines::new(&log.as_bytes()[..log.len() / 2], true));
    let said = format!(
        "{:?}",
        explain(&[Evidence::new("one", &problem, End::Normal, state, log).unwrap()])
    );
    assert!(said.contains("header-missing") && !said.contains("too early"), "{said}");
}

/// A program that was written for two of three tasks leaves empty files for the third.
#[test]
fn a_task_without_an_output_is_told_as_that() {
    let mut evidence = outputs(&SUITE, Switches::NONE, |text| text);
    for case in evidence.iter_mut().filter(|it| it.assignment.task == Task::AlphaBeta) {
        let empty = || Some(Lines::new(b"", false));
        let none = Evidence::new(&case.name, &case.problem, End::Normal, empty(), empty());
        *case = none.unwrap();
    }
    let explanation = explain(&evidence);
    let said = explanation.sentences.join("\n");
    assert!(said.contains("These are all the cases where the task is alpha-beta."), "{said}");
    assert_eq!(explanation.run_faults, ["no-output-in-alpha-beta"]);
    assert_eq!(
        (explanation.kind, explanation.wrong, explanation.faults.len()),
        (Kind::Named, 0, 0)
    );
}

/// What a program keeps back until it has 8192 bytes is lost if it does not close its log.
#[test]
fn a_log_that_is_not_closed_is_told_and_a_whole_one_of_that_size_is_not() {
    let edited = |edit: fn(&str) -> String| {
        let edit = |text: String| if text.starts_with("Node") { edit(&text) } else { text };
        explain(&outputs(&SUITE, Switches::NONE, edit))
    };
    let lost = edited(|text| text[..text.len() / 8192 * 8192].to_owned());
    assert_eq!((lost.kind, lost.faults), (Kind::Named, vec!["log-not-closed".to_owned()]));
    let whole = edited(|text| {
        let width = text.len().next_multiple_of(8192);
        format!("{:width$}", text.trim_end())
    });
    assert_eq!(whole.kind, Kind::Right);
    // Nor is one of which so much was kept.
    let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n").unwrap();
    let log = Some(Lines::new(&[b'x'; 16384], true));
    let kept = Evidence::new("one", &problem, End::Normal, None, log.clone()).unwrap();
    let state = Some(Lines::new(b"1 0 0\n0 1 0\n0\n4\n", false));
    let with_state = Evidence::new("one", &problem, End::Normal, state, log).unwrap();
    for case in [kept, with_state] {
        assert!(!case.faults.contains(&FormatFault::LogNotClosed), "{:?}", case.faults);
    }
    // A program that was ended leaves the same, and could not close anything.
    let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n").unwrap();
    let log = Some(Lines::new(b"", false));
    let stopped = Evidence::new("one", &problem, End::Stopped, None, log).unwrap();
    assert_eq!(stopped.faults.len(), 0);
}

/// The answer of a right program to a small problem of minimax, changed by `edit`, of a run that ended so.
fn one(edit: impl Fn(&str) -> Vec<u8>, state: bool, end: End) -> Explanation {
    let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n").unwrap();
    let answer = reference::answer(&assignment(&problem).unwrap(), Settings::default()).unwrap();
    let lines = |text: &str| Some(Lines::new(&edit(text), false));
    let next_state = lines(&answer.next_state).filter(|_| state);
    let log = lines(&answer.traverse_log.unwrap());
    explain(&[Evidence::new("one", &problem, end, next_state, log).unwrap()])
}

/// It was told that there is no header, that the log ends too early and that pits are missing.
#[test]
fn files_in_utf_16_are_told_as_that_and_read() {
    let utf_16 = |text: &str| {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect()
    };
    let found = one(utf_16, true, End::Normal);
    assert_eq!((found.kind, found.faults), (Kind::Named, vec!["utf-16".to_owned()]));
}

/// The rest of a file of more than 4 MB was taken on trust, also where it is no log.
#[test]
fn a_line_of_megabytes_is_no_row_that_was_cut() {
    let long = |text: &str| (text.trim_end().to_owned() + &"x".repeat(5 << 20)).into_bytes();
    let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n").unwrap();
    let answer = reference::answer(&assignment(&problem).unwrap(), Settings::default()).unwrap();
    let log = long(&answer.traverse_log.unwrap());
    let log = Some(Lines::new(&log[..MOST as usize], true));
    let state = Some(Lines::new(answer.next_state.as_bytes(), false));
    let evidence = Evidence::new("one", &problem, End::Normal, state, log).unwrap();
    assert_eq!(explain(&[evidence]).kind, Kind::Described);
}

/// A log that has its last row was told to end too early where the state is missing, or the program crashed then.
#[test]
fn a_whole_log_of_a_run_that_went_wrong_does_not_end_too_early() {
    let as_it_is = |text: &str| text.as_bytes().to_vec();
    for (state, end) in [(false, End::Normal), (true, End::Crashed), (true, End::OverLimit)] {
        let said = format!("{:?}", one(as_it_is, state, end));
        assert!(!said.contains("too early"), "{said}");
        assert!(!said.contains("timed out"), "{said}");
        let is_over = said.contains("passed a limit");
        assert_eq!(is_over, end == End::OverLimit, "{said}");
    }
}
