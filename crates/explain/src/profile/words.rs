//! A profile in words: one table for all who show it.

use std::fmt::Write;

use serde::Serialize;

use super::battery::Outcome;
use super::look::Look;
use super::{Failure, Line, Profile, Standing};
use crate::rule::{Rule, Topic};

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableRow {
    /// The rule, by key; `None` if the row is of all rules of a topic that are kept.
    pub rule: Option<&'static str>,
    /// What it is about.
    pub title: String,
    /// Questions that were answered correctly.
    pub passed: usize,
    /// Questions that were asked.
    pub asked: usize,
    /// What else there is to say of the count.
    pub note: String,
    /// Whether something wrong was written that follows from no other rule: a crash may have any cause.
    #[serde(skip)]
    pub is_broken: bool,
    /// The rule in a sentence, and the smallest board that breaks it; not where that may follow from another rule.
    pub smallest: Option<SideBySide>,
}

/// A board on which a rule is broken, and what was expected beside what was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideBySide {
    /// The rule in a sentence.
    pub rule: String,
    /// The input.
    pub input: String,
    /// What of the answer is shown.
    pub seen: &'static str,
    /// What a right program writes there, line by line.
    pub expected: Vec<String>,
    /// What this one wrote.
    pub written: Vec<String>,
}

/// The table: of each topic the rules that share a row, then each that fails. None if no answer could be looked at.
pub fn table(profile: &Profile) -> Vec<TableRow> {
    let topics = [
        (Topic::Files, "Reading and writing"),
        (Topic::Sowing, "Sowing and captures"),
        (Topic::End, "The end of the game"),
        (Topic::Search, "The search"),
        (Topic::Log, "Rows of the log"),
        (Topic::Window, "Alpha and beta"),
        (Topic::State, "The next state"),
    ];
    let mut rows = Vec::new();
    let mut outcomes = profile.lines.iter().flat_map(|line| &line.outcomes);
    if !outcomes.any(|it| matches!(it, Outcome::Passed | Outcome::Failed)) {
        // It never wrote anything: that is no matter of a rule.
        return rows;
    }
    for (topic, title) in topics {
        let lines = profile.lines.iter().filter(|it| it.rule.entry().topic == topic);
        let lines: Vec<_> = lines.filter(|it| !it.outcomes.is_empty()).collect();
        let (fine, failing): (Vec<&Line>, Vec<&Line>) =
            lines.into_iter().partition(|it| it.smallest.is_none());
        if !fine.is_empty() {
            let outcomes = fine.iter().flat_map(|it| &it.outcomes).copied().collect::<Vec<_>>();
            let title = match failing.is_empty() {
                true => title.to_owned(),
                false => format!("{title}: other rules"),
            };
            rows.push(row(None, title, &outcomes));
        }
        rows.extend(failing.into_iter().map(|line| {
            let title = line.rule.entry().title.to_owned();
            let mut row = row(Some(line.rule), title, &line.outcomes);
            match line.standing {
                Standing::Follows => row.note += "may follow from another rule",
                _ => row.smallest = line.smallest.as_ref().map(|it| side_by_side(line.rule, it)),
            }
            let is_wrong = line.outcomes.contains(&Outcome::Failed);
            row.is_broken = is_wrong && line.standing == Standing::Broken;
            row
        }));
    }
    rows
}

fn row(rule: Option<Rule>, title: String, outcomes: &[Outcome]) -> TableRow {
    let count = |outcome| outcomes.iter().filter(|&&it| it == outcome).count();
    let notes = [
        (count(Outcome::Silent), "inconclusive in"),
        (count(Outcome::Ended), "crashed or was stopped in"),
        (count(Outcome::Nothing), "wrote nothing in"),
    ];
    let notes = notes.iter().filter(|it| it.0 > 0);
    let note: String = notes.map(|(count, what)| format!("{what} {count}; ")).collect();
    TableRow {
        rule: rule.map(Rule::key),
        title,
        passed: count(Outcome::Passed),
        asked: outcomes.len(),
        note,
        is_broken: false,
        smallest: None,
    }
}

impl TableRow {
    /// "0 of 6", and what else there is to say of it.
    pub fn count(&self) -> String {
        let note = self.note.trim_end_matches("; ");
        match note.is_empty() {
            true => format!("{} of {}", self.passed, self.asked),
            false => format!("{} of {} ({note})", self.passed, self.asked),
        }
    }
}

/// The most boards that a text shows.
pub const MAX_SHOWN: usize = 6;

/// The table as a text, and below it the smallest board of each rule that fails.
pub fn text(table: &[TableRow]) -> String {
    let width = table.iter().map(|it| it.title.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in table {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:width$}  {}", row.title, row.count());
    }
    for (row, shown) in failing(table) {
        let _ = write!(text, "\n{}: {}\n{}", row.title, shown.rule, shown.text());
    }
    text
}

/// The rows of rules that are broken, as many as are shown, with their boards.
pub fn failing(table: &[TableRow]) -> impl Iterator<Item = (&TableRow, &SideBySide)> {
    let failing = table.iter().filter_map(|row| Some((row, row.smallest.as_ref()?)));
    failing.take(MAX_SHOWN)
}

fn side_by_side(rule: Rule, failure: &Failure) -> SideBySide {
    SideBySide {
        rule: match failure.ended {
            None => rule.sentence().to_owned(),
            Some([how, _]) => {
                format!("The program {how} on this input, which may have another cause.")
            }
        },
        input: String::from_utf8_lossy(&failure.input).into_owned(),
        seen: Look::ALL[failure.look as usize].2,
        expected: joined(failure, &failure.expected),
        written: match failure.ended {
            None => joined(failure, &failure.written),
            Some([_, how]) => vec![format!("(the program {how})")],
        },
    }
}

impl SideBySide {
    /// The input, and below in two columns what is expected and what was written.
    pub fn text(&self) -> String {
        let mut text = String::from("  input.txt:\n");
        for line in self.input.split_terminator('\n') {
            let _ = writeln!(text, "    {}", line.escape_debug());
        }
        let _ = writeln!(text, "  {}:", self.seen);
        let heading = "expected".to_owned();
        let cells = self.expected.iter().chain([&heading]);
        let width = cells.map(|it| it.chars().count()).max().unwrap_or(0);
        let _ = writeln!(text, "    {heading:width$}  written");
        for at in 0..self.expected.len().max(self.written.len()) {
            let cell = |column: &[String]| column.get(at).cloned().unwrap_or_default();
            let line = format!("    {:width$}  {}", cell(&self.expected), cell(&self.written));
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// The items as the lines of a column: the numbers of a state as the file has them.
fn joined(failure: &Failure, items: &[String]) -> Vec<String> {
    let width = failure.expected.len().saturating_sub(2) / 2;
    if failure.look != Look::State || items.len() != failure.expected.len() || width == 0 {
        return items.to_vec();
    }
    let (rows, stores) = items.split_at(2 * width);
    let rows = rows.chunks(width).map(|row| row.join(" "));
    rows.chain(stores.iter().cloned()).collect()
}
