//! `traverse_log.txt` with its faults of form normalized, row by row, and `next_state.txt` in its layout.
//!
//! Only what needs no knowledge of the answer is changed; a row that remains out of form is kept as it
//! is, to be compared as well as that goes.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{FormatFault, Lines};
use crate::assignment::{Assignment, Side, Task};
use mancala::homework::compare::is_cell;
use mancala::homework::log_header;
use mancala::search::Algorithm;

type Faults = BTreeSet<FormatFault>;

/// The columns of alpha and beta.
const ALPHA: usize = 3;
const BETA: usize = 4;

/// Normalizes a log and says which faults it had.
pub(super) fn log(log: &mut Lines, assignment: &Assignment) -> Faults {
    let mut faults = Faults::new();
    for line in &mut log.lines {
        if let Some(row) = row_of_list(line) {
            *line = row;
            faults.insert(FormatFault::RowsAsLists);
        }
    }
    let form = Form::of(log, assignment);
    let mut lines = std::mem::take(&mut log.lines).into_iter().peekable();
    let mut normalized = Vec::with_capacity(lines.len());
    if let Some(first) = lines.next_if(|line| !is_row(line)) {
        if first != form.header {
            faults.insert(FormatFault::HeaderOther);
        }
    } else if lines.peek().is_some() {
        faults.insert(FormatFault::HeaderMissing);
    }
    normalized.push(form.header.to_owned());
    for line in lines {
        if is_row(&line) {
            normalized.push(form.row(line, &mut faults));
        } else if let Some(row) = form.row_at_end(&line) {
            normalized.push(form.row(row.to_owned(), &mut faults));
            faults.insert(FormatFault::TextBeforeRows);
        } else if let Some(row) = form.row_of_root(&line) {
            normalized.push(row);
            faults.insert(FormatFault::RootName);
        } else {
            faults.insert(FormatFault::ExtraLines);
        }
    }
    log.lines = normalized;
    faults
}

/// The row in a list as languages print it, such as `[root, 0, -Infinity]` or `('root', 0, '-Infinity')`.
fn row_of_list(line: &str) -> Option<String> {
    let inner = line.trim().strip_prefix(['[', '('])?.strip_suffix([']', ')'])?;
    let cells = inner.split(',').map(|cell| cell.trim().trim_matches(['\'', '"']));
    let row = cells.collect::<Vec<_>>().join(",");
    is_row(&row).then_some(row)
}

/// Whether a line begins with the name of a node.
fn is_row(line: &str) -> bool {
    let name = line.split([',', ' ', '\t', ';']).find(|it| !it.is_empty());
    let cell = line.split_once(',').map(|(cell, _)| cell);
    name.is_some_and(is_name) || cell.is_some_and(is_name)
}

fn is_name(name: &str) -> bool {
    let is_pit = |name: &str| {
        let number = name.strip_prefix(['A', 'B', 'a', 'b']);
        // A program that counts in characters writes the column 10 as the one behind 9.
        number.is_some_and(|it| is_digits(it) || it.len() == 1 && (":"..="@").contains(&it))
    };
    name.eq_ignore_ascii_case("root") || is_pit(name)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What the rows of a log look like.
struct Form {
    header: &'static str,
    columns: usize,
    /// No value is larger, not even of a program that makes seeds out of nothing now and then. Where an infinity is
    /// spelled, no number is one.
    most: i64,
    /// The number that stands for minus infinity, if the root is entered with one.
    minus_infinity: Option<String>,
    first_depth: u32,
}

impl Form {
    fn of(log: &Lines, assignment: &Assignment) -> Self {
        let (algorithm, columns) = match assignment.task {
            Task::AlphaBeta => (Algorithm::AlphaBeta, 5),
            _ => (Algorithm::Minimax, 3),
        };
        let rows: Vec<_> = log.lines.iter().filter(|it| is_row(it)).take(2).collect();
        let cells: Vec<_> = match rows.first() {
            Some(row) => row.split(',').map(str::trim).collect(),
            None => Vec::new(),
        };
        let is_root = cells.first().is_some_and(|it| it.eq_ignore_ascii_case("root"));
        // A program may begin with what the board is worth, which is no infinity.
        let stores = [assignment.lower_store, assignment.upper_store].map(i64::from);
        let [mine, theirs] = match assignment.player {
            Side::South => stores,
            Side::North => [stores[1], stores[0]],
        };
        let worth = (mine - theirs).to_string();
        let is_entered = is_root && rows.len() > 1;
        // Its value, or alpha.
        let mut entered = cells.iter().skip(2).take((columns - 1) / 2).filter(|cell| {
            let is_number = cell.starts_with('-') && is_number(&cell[1..]);
            is_entered && is_number && **cell != worth
        });
        let minus_infinity = entered.next().map(|&cell| cell.to_owned());
        let is_spelled = cells.contains(&"-Infinity") && minus_infinity.is_none();
        let boards = assignment.upper.iter().chain(&assignment.lower);
        let seeds: i64 = boards.map(|&seeds| i64::from(seeds)).chain(stores).sum();
        Self {
            header: log_header(algorithm),
            columns,
            most: if is_spelled { i64::MAX } else { (4 * seeds).max(9_000) },
            minus_infinity,
            first_depth: u32::from(is_root && cells.get(1) == Some(&"1")),
        }
    }

    /// A row in its right form, or as it is if that cannot be had.
    fn row(&self, line: String, faults: &mut Faults) -> String {
        if self.is_in_form(&line) {
            return line;
        }
        let (row, optional) = match line.strip_suffix("OPTIONAL") {
            Some(row) => (row.trim_end(), "\tOPTIONAL"),
            None => (line.as_str(), ""),
        };
        let mut found = Faults::new();
        let mut cells: Vec<Cow<'_, str>> = match row.contains(',') {
            true => row.split(',').map(Cow::from).collect(),
            false => {
                found.insert(FormatFault::CommasMissing);
                row.split([' ', '\t', ';']).filter(|it| !it.is_empty()).map(Cow::from).collect()
            }
        };
        if cells.len() > self.columns {
            cells.truncate(self.columns);
            found.insert(FormatFault::TextAfterColumns);
        }
        for (at, cell) in cells.iter_mut().enumerate() {
            let normalized = self.cell(at, cell, &mut found);
            *cell = Cow::from(normalized);
        }
        let is_short = cells.len() < self.columns;
        let is_empty = cells.iter().any(|cell| cell.is_empty());
        let glued = cells.iter().enumerate().any(|(at, cell)| !is_cell(at, cell));
        if is_empty && !is_short {
            found.insert(FormatFault::EmptyColumns);
        } else if is_short && glued {
            found.insert(FormatFault::CommasMissing);
        } else if is_short {
            found.insert(FormatFault::ColumnsMissing);
        }
        faults.extend(found);
        cells.join(",") + optional
    }

    /// The row of the root, where it has another name.
    fn row_of_root(&self, line: &str) -> Option<String> {
        let row = format!("root,{}", line.split_once(',')?.1);
        (row.starts_with("root,0,") && self.has_form(&row, usize::MAX)).then_some(row)
    }

    /// The row with which a line ends that begins with something else.
    fn row_at_end<'a>(&self, line: &'a str) -> Option<&'a str> {
        let begins = line.char_indices().filter(|(_, c)| matches!(c, 'r' | 'A' | 'B'));
        let mut ends = begins.map(|(at, _)| &line[at..]);
        ends.find(|end| end.contains(',') && self.has_form(end, usize::MAX))
    }

    /// Whether a row needs no change, which is to be found out fast.
    fn is_in_form(&self, line: &str) -> bool {
        self.has_form(line, 4)
    }

    /// Whether a line is a row whose numbers have so many characters at most.
    fn has_form(&self, line: &str, longest: usize) -> bool {
        let mut columns = 0;
        for (at, cell) in line.split(',').enumerate() {
            let is_in_form = match at {
                0 => cell == "root" || cell.starts_with(['A', 'B']) && is_digits(&cell[1..]),
                1 => is_digits(cell) && self.first_depth == 0,
                _ => {
                    matches!(cell, "Infinity" | "-Infinity")
                        || is_whole(cell) && cell.len() <= longest && self.minus_infinity.is_none()
                }
            };
            if !is_in_form {
                return false;
            }
            columns += 1;
        }
        columns == self.columns
    }

    fn cell(&self, at: usize, cell: &str, faults: &mut Faults) -> String {
        let trimmed = cell.trim();
        if trimmed.len() < cell.len() {
            faults.insert(FormatFault::BlanksInRows);
        }
        let mut word = trimmed;
        if at + 1 == self.columns
            && let Some((first, _)) = trimmed.split_once(char::is_whitespace)
        {
            faults.insert(FormatFault::TextAfterColumns);
            word = first;
        }
        match at {
            0 => name(word, faults),
            1 => self.depth(word, faults),
            ALPHA if is_nothing(word) => self.value("-inf", faults),
            BETA if is_nothing(word) => self.value("inf", faults),
            _ => self.value(word, faults),
        }
    }

    /// Whether a number with an exponent, such as 1e9, is larger than any value.
    fn is_huge(&self, bare: &str) -> bool {
        let number = bare.parse().ok().filter(|_| bare.contains(['e', 'E']));
        number.is_some_and(|it: f64| it > self.most as f64)
    }

    fn depth(&self, word: &str, faults: &mut Faults) -> String {
        let word = without_fraction(word, faults);
        match word.parse::<u32>() {
            Ok(depth) if self.first_depth > 0 && depth > 0 => {
                faults.insert(FormatFault::DepthFrom1);
                (depth - self.first_depth).to_string()
            }
            _ => word.to_owned(),
        }
    }

    fn value(&self, word: &str, faults: &mut Faults) -> String {
        if matches!(word, "Infinity" | "-Infinity" | "+/-Infinity") {
            return word.to_owned();
        }
        let (sign, bare) = match word.strip_prefix('-') {
            Some(bare) => ("-", bare),
            None => ("", word.strip_prefix('+').unwrap_or(word)),
        };
        let own = self.minus_infinity.as_deref().map(|it| &it[1..]);
        let number = without_fraction(bare, &mut Faults::new());
        let is_large = is_digits(number) && number.parse().is_ok_and(|it: i64| it > self.most);
        let too_large = is_digits(number) && number.parse::<i64>().is_err();
        let fault = match bare {
            "Inf" => FormatFault::InfinityTextCapital,
            "2147483647" | "2147483648" => FormatFault::InfinityTextNumber,
            _ if is_large
                || too_large
                || own == Some(bare)
                || is_infinity(bare)
                || self.is_huge(bare) =>
            {
                FormatFault::InfinityText
            }
            _ => return without_fraction(word, faults).to_owned(),
        };
        faults.insert(fault);
        format!("{sign}Infinity")
    }
}

/// A bound that is not there, as Python, Java and JavaScript print it: none was found yet.
fn is_nothing(word: &str) -> bool {
    matches!(word, "None" | "null" | "undefined" | "nil")
}

fn name(word: &str, faults: &mut Faults) -> String {
    if !is_name(word) || word == "root" || word.starts_with(['A', 'B']) {
        return word.to_owned();
    }
    let name = spelled_name(word);
    let is_root = name == "root";
    faults.insert(if is_root { FormatFault::RootName } else { FormatFault::LowerCaseNames });
    name
}

/// A name as it is written, but for its letter, which is a matter of form.
pub(crate) fn spelled_name(name: &str) -> String {
    match name {
        _ if name.eq_ignore_ascii_case("root") => "root".to_owned(),
        _ if is_name(name) => name.to_ascii_uppercase(),
        _ => name.to_owned(),
    }
}

fn is_infinity(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    matches!(&*word, "inf" | "infinity" | "∞" | "infty" | "maxint" | "max")
}

/// A number without a fraction of nothing.
fn without_fraction<'a>(word: &'a str, faults: &mut Faults) -> &'a str {
    match word.split_once('.') {
        Some((whole, fraction))
            if is_whole(whole) && fraction.bytes().all(|digit| digit == b'0') =>
        {
            faults.insert(FormatFault::Fractions);
            whole
        }
        _ => word,
    }
}

fn is_whole(word: &str) -> bool {
    is_digits(word.strip_prefix('-').unwrap_or(word))
}

fn is_number(word: &str) -> bool {
    is_whole(without_fraction(word, &mut Faults::new()))
}

/// Brings the numbers of a state with so many pits in a row into four lines, if there are as many as that.
pub(super) fn state(state: &mut Lines, width: usize) -> Option<FormatFault> {
    let holes = 2 * width + 2;
    // Lines after the fourth are forgiven.
    let rest = state.lines.split_off(state.lines.len().min(4));
    if numbers(state).len() != holes {
        state.lines.extend(rest);
    }
    let numbers = numbers(state);
    if numbers.len() != holes {
        return None;
    }
    let (upper, rest) = numbers.split_at(width);
    let (lower, stores) = rest.split_at(width);
    let normalized = vec![upper.join(" "), lower.join(" "), stores[0].clone(), stores[1].clone()];
    let as_list = |line: &String| line.contains(['[', ']', '(', ')', '{', '}', ',']);
    // More blanks than one are forgiven.
    let words = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let fault = match &state.lines {
        lines if lines.iter().map(words).eq(normalized.iter().cloned()) => None,
        lines if lines.iter().any(as_list) => Some(FormatFault::StateAsList),
        _ => Some(FormatFault::StateLayout),
    };
    state.lines = normalized;
    fault
}

/// The whole numbers of a state; a fraction of nothing (`4.0`) is one too.
pub(crate) fn numbers(state: &Lines) -> Vec<String> {
    let is_between = |c: char| c.is_whitespace() || "[](){},;|".contains(c);
    let words = state.lines.iter().flat_map(|line| line.split(is_between));
    let words = words.filter(|word| !word.is_empty());
    let number = |word: &str| {
        let whole = word.split_once('.').map_or(word, |(whole, fraction)| {
            if fraction.bytes().all(|digit| digit == b'0') { whole } else { word }
        });
        whole.parse::<i64>().ok().map(|number| number.to_string())
    };
    let numbers: Option<Vec<_>> = words.map(number).collect();
    numbers.unwrap_or_default()
}
