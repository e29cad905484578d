//! Logs come back from their differences, and those are small.

use super::*;

fn difference(base: &[String], log: &[String]) -> LogDiff {
    let text = log.join("\n") + if log.is_empty() { "" } else { "\n" };
    let mut differ = LogDiffer::new(text.as_bytes());
    let _ = base.iter().all(|line| differ.take(line));
    differ.finish().unwrap()
}

fn applied(base: &[String], diff: &LogDiff, from: u64) -> Vec<String> {
    let pairs = diff.pairs(from);
    let theirs = pairs.map_while(|pair| match (pair.added, pair.base) {
        (Some(added), _) => Some(Some(added.to_owned())),
        (None, Some(_)) if pair.line.is_none() => Some(None),
        (None, Some(number)) => base.get(number as usize - 1).cloned().map(Some),
        (None, None) => None,
    });
    theirs.flatten().collect()
}

fn numbered(count: u64) -> Vec<String> {
    (1..=count).map(|number| format!("B2,{number},0")).collect()
}

#[test]
fn a_log_comes_back_from_its_difference() {
    let base = numbered(2000);
    let change: [fn(&mut Vec<String>); 9] = [
        |_| {},
        |log| log[0] = "Node".to_owned(),
        |log| log[1234] = "B2,7".to_owned(),
        |log| drop(log.drain(100..350)),
        |log| log.truncate(1990),
        |log| log.extend((0..5).map(|_| "more".to_owned())),
        |log| log.insert(500, "twice".to_owned()),
        |log| (0..1000).step_by(10).for_each(|at| log[at] += "0"),
        |log| log.truncate(0),
    ];
    for (number, change) in change.into_iter().enumerate() {
        let mut log = base.clone();
        change(&mut log);
        let diff = difference(&base, &log);
        assert_eq!(diff.until, None, "{number}");
        let again = LogDiff::parse(&diff.to_string(), None);
        assert_eq!(again.as_ref(), Ok(&diff), "{number}");
        for from in [1, 2, 99, 101, 340, 1000] {
            let rest = log.get(from as usize - 1..).unwrap_or_default();
            assert_eq!(applied(&base, &diff, from), rest, "{number} from {from}");
        }
    }
}

#[test]
fn one_changed_line_is_one_hunk() {
    let base = numbered(50);
    let mut log = base.clone();
    log[20] = "B2,9".to_owned();
    let diff = difference(&base, &log);
    assert_eq!(diff.to_string(), "21 1 1\nB2,9\n");
    assert_eq!(diff.lines().collect::<Vec<_>>(), [21]);
}

#[test]
fn a_difference_has_an_end() {
    let base = numbered(20_000);
    let log: Vec<_> = base.iter().map(|line| format!("{line}5")).collect();
    let diff = difference(&base, &log);
    let until = diff.until.unwrap();
    assert!((1000..20_000).contains(&until), "{until}");
    assert!(diff.to_string().len() <= 2 * MAX_DIFF_BYTES);
    assert_eq!(applied(&base, &diff, 1)[..until as usize - 1], log[..until as usize - 1]);
}

/// A log that has nothing of the right one is known as far as there is room, not from its first line on unknown.
#[test]
fn a_hunk_that_is_too_large_is_kept_in_part() {
    let base = numbered(1000);
    let log: Vec<_> = (1..=1000).map(|number| format!("other {number}")).collect();
    let text = log.join("\n");
    let mut differ = LogDiffer::new(text.as_bytes());
    differ.stop_beyond(500);
    let _ = base.iter().all(|line| differ.take(line));
    let diff = differ.finish().unwrap();
    let until = diff.until.unwrap() as usize;
    assert!((30..60).contains(&until), "{until}");
    assert!(diff.to_string().len() <= 520);
    assert_eq!(applied(&base, &diff, 1)[..until - 1], log[..until - 1]);
}

/// A megabyte without a line end, of characters that JSON escapes with six bytes each.
#[test]
fn a_log_of_zeros_has_a_small_difference() {
    let log = vec![0; 1 << 20];
    let mut differ = LogDiffer::new(log.as_slice());
    let _ = numbered(1000).iter().all(|line| differ.take(line));
    let diff = differ.finish().unwrap().to_string();
    assert!(!diff.contains('\0'));
    assert!(diff.len() < 4 * MAX_LINE_CHARS * (log.len() / LONGEST as usize + 2), "{}", diff.len());
}

#[test]
fn a_damaged_difference_is_a_sentence() {
    for text in ["1 2", "x 1 1\na", "0 1 0", "5 1 0\n5 1 0"] {
        assert!(LogDiff::parse(text, None).is_err(), "{text}");
    }
}
