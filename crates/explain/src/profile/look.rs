//! What of an answer a probe looks at: as little as tells about its rule.
//!
//! Everything else in the two files may be wrong without any harm to the probe.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::evidence::spelled_name;
use crate::rule::Rule;
use mancala::homework::compare::{LogRow, is_cell};

/// What a program wrote for one input; `None` for a file that it did not write. Of a run that did not
/// end by itself nothing counts: a log that breaks off says nothing of its rows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Written {
    /// The text of `next_state.txt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_state: Option<String>,
    /// The text of `traverse_log.txt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traverse_log: Option<String>,
}

impl Written {
    /// Whether no file has anything but blanks.
    pub(crate) fn is_nothing(&self) -> bool {
        let mut files = [&self.next_state, &self.traverse_log].into_iter().flatten();
        files.all(|text| text.trim().is_empty())
    }
}

/// Makes [`Look`] of a table. An entry has the look, its name in the battery, what is looked at in words, and
/// the rules without which nothing of this can be right.
macro_rules! looks {
    ($($look:ident $name:literal $words:literal: $($needed:ident)*;)*) => {
        /// What is looked at.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Look {
            $(#[doc = $words] $look,)*
        }

        impl Look {
            /// Each with its name in the battery, and with what is looked at in words.
            pub const ALL: &[(Self, &'static str, &'static str)] =
                &[$((Self::$look, $name, $words),)*];

            /// Rules without which nothing of this can be right.
            pub const fn needs(self) -> &'static [Rule] {
                match self {
                    $(Self::$look => &[$(Rule::$needed),*],)*
                }
            }
        }
    };
}

looks! {
    // Its numbers, in whatever layout.
    State "state" "The next state": Runs ReadingRows ReadingStores Cutoff SowOwnStore GoesOn;
    StateText "state-text" "The text of next_state.txt": Runs ReadingRows ReadingStores Cutoff SowOwnStore GoesOn;
    Header "header" "The first line of the log":;
    Form "form" "Rows that are not well formed":;
    Names "names" "The names in the log": ReadingRows LeafRows;
    Infinity "infinity" "The infinities in the log": Cutoff EntryRows;
    // In its last row.
    Value "value" "The value of the root": ReadingRows Evaluation Cutoff UpdateRows;
    Finite "finite" "Whether the value of the root is a number": ReadingRows Cutoff UpdateRows;
    Pits "pits" "The pits that are sown":;
    // Each once.
    Order "order" "The pits, in their order": ReadingRows LeafRows;
    Visits "visits" "The leaves, in their order": ReadingRows LeafRows Depth;
    // In turns below the root.
    Deepest "deepest" "The depth of the tree": ReadingRows Depth;
    // A node of a right log may be missing.
    Depths "depths" "The depth of each node": ReadingRows Cutoff;
    // From here on the depth of a row tells what kind of node it belongs to.
    Entries "entries" "Rows on entry, with their infinities": ReadingRows Cutoff Depth;
    EntryNames "entry-names" "Rows on entry": ReadingRows Cutoff Depth;
    Updates "updates" "Rows after a child": ReadingRows Cutoff Depth;
    // In all rows of nodes that have children.
    Values "values" "Values after each child": ReadingRows Evaluation Cutoff Depth UpdateRows;
    Leaves "leaves" "Rows of leaves": ReadingRows Cutoff Depth;
    LeafValues "leaf-values" "Values of leaves": ReadingRows Evaluation Depth LeafRows;
    Ends "ends" "Rows of nodes where the game is over": ReadingRows Cutoff Depth;
    EntryWindows "entry-windows" "Alpha and beta on entry": ReadingRows Evaluation Depth EntryRows;
    UpdateWindows "update-windows" "Alpha and beta after a child": ReadingRows Evaluation Depth UpdateRows;
    LeafWindows "leaf-windows" "Alpha and beta of leaves": ReadingRows Evaluation Depth LeafRows;
}

impl Look {
    /// What is seen of an answer, item by item; `None` if nothing can be seen.
    pub fn at(self, written: &Written, shape: &Shape) -> Option<Vec<String>> {
        match self {
            Self::State => some(numbers(written.next_state.as_deref()?)),
            Self::StateText => {
                let lines = written.next_state.as_deref()?.trim_end().lines();
                Some(lines.map(|line| line.trim_end().to_owned()).collect())
            }
            _ => {
                let log = written.traverse_log.as_deref().filter(|it| !it.trim().is_empty())?;
                self.at_text(log, shape).unwrap_or_else(|| {
                    let mut read = shape.rows(log);
                    if self != Self::Depths {
                        count_from_root(&mut read);
                    }
                    self.at_rows(&read, shape)
                })
            }
        }
    }

    /// Whether the first wrong row of a log has another fault than this would show, from which this may follow.
    pub(super) fn may_follow(self, [written, right]: [&Written; 2], shape: &Shape) -> bool {
        let [written, right] = [written, right].map(|it| {
            let mut rows = it.traverse_log.as_deref().map_or(Vec::new(), |log| shape.rows(log));
            count_from_root(&mut rows);
            rows
        });
        let mut pairs = written.iter().zip(&right).filter(|(row, right)| row != right);
        let of_window =
            matches!(self, Self::EntryWindows | Self::UpdateWindows | Self::LeafWindows);
        pairs.next().filter(|(row, right)| row.name == right.name).is_some_and(|(row, right)| {
            of_window && row.value != right.value
                || (of_window || self == Self::Deepest) && row.depth != right.depth
        })
    }

    /// What is seen of a log as a text; `None` outside if that is not how to look at it.
    fn at_text(self, log: &str, shape: &Shape) -> Option<Option<Vec<String>>> {
        let lines =
            log.lines().filter(|line| !line.trim().is_empty() && !line.ends_with("OPTIONAL"));
        let row_lines = lines.clone().filter(|line| !is_header(line));
        let cells = row_lines.clone().map(|line| line.split(',').map(str::trim));
        Some(match self {
            Self::Header => some(lines.take(1).map(|line| line.trim_end().to_owned()).collect()),
            Self::Form => {
                let wrong = row_lines.filter(|line| !is_row(line.trim_end(), shape.columns));
                Some(wrong.map(str::to_owned).collect())
            }
            Self::Names => {
                // A line without a comma is no row.
                let cells = cells.map(Iterator::collect::<Vec<_>>).filter(|it| it.len() > 1);
                // Text before a row is a matter of form.
                let name = |cell: &str| cell.split_whitespace().last().map(spelled_name);
                let names: BTreeSet<_> = cells.filter_map(|cells| name(cells[0])).collect();
                some(names.into_iter().collect())
            }
            Self::Infinity => {
                let texts = cells.flat_map(|cells| cells.skip(2).take(3));
                let texts = texts.filter(|cell| {
                    LogRow::read_value(cell).is_some_and(|it| it.finite().is_none())
                });
                // What stands behind a blank is a matter of form.
                let words = texts.map(|it| it.split_whitespace().next().unwrap_or_default());
                some(distinct(words.map(str::to_owned)))
            }
            _ => return None,
        })
    }

    fn at_rows(self, rows: &[LogRow], shape: &Shape) -> Option<Vec<String>> {
        let inner = || rows.iter().filter(|row| shape.has_children(row));
        let leaves = || rows.iter().filter(|row| !shape.has_children(row) && row.name != "root");
        let name = |row: &LogRow| row.name.clone();
        let with_value = |row: &LogRow| format!("{} {}", row.name, row.value);
        let is_number = |row: &&LogRow| row.value.finite().is_some();
        let is_infinite = |row: &&LogRow| !is_number(row);
        // Without a row after a child the root has no value.
        let has_value = |row: &&LogRow| {
            is_number(row) || rows.iter().filter(|it| it.name == "root").count() > 1
        };
        let root = rows.iter().rfind(|row| row.name == "root").filter(has_value);
        let shallowest = || rows.iter().map(|row| row.depth).min();
        match self {
            Self::Value => some(root.iter().map(|row| row.value.to_string()).collect()),
            Self::Finite => root.map(|row| vec![is_number(&row).to_string()]),
            Self::Pits => {
                let names: BTreeSet<_> = rows.iter().map(name).collect();
                some(names.into_iter().filter(|it| it != "root").collect())
            }
            Self::Order => some(distinct(rows.iter().filter(|row| row.name != "root").map(name))),
            Self::Visits => {
                let mut all: Vec<_> =
                    rows.iter().map(|row| (!shape.has_children(row), name(row))).collect();
                all.dedup();
                some(all.into_iter().filter(|it| it.0).map(|it| it.1).collect())
            }
            Self::Deepest => {
                let deepest = rows.iter().map(|row| row.depth).max()?;
                Some(vec![deepest.saturating_sub(shallowest()?).to_string()])
            }
            Self::Depths => {
                let known = rows.iter().filter(|row| shape.names.contains(&row.name));
                some(distinct(known.map(|row| format!("{} {}", row.name, row.depth))))
            }
            Self::Entries => Some(inner().filter(is_infinite).map(with_value).collect()),
            Self::EntryNames => Some(inner().filter(is_infinite).map(name).collect()),
            Self::Updates => Some(inner().filter(is_number).map(name).collect()),
            Self::Values => some(inner().filter(is_number).map(with_value).collect()),
            Self::LeafValues => some(leaves().filter(is_number).map(with_value).collect()),
            Self::Leaves => {
                let row = |row: &LogRow| if is_number(&row) { name(row) } else { with_value(row) };
                Some(leaves().filter(|it| !shape.is_over(it)).map(row).collect())
            }
            Self::Ends => {
                let is_end = |row: &&LogRow| shape.is_over(row) && is_number(row);
                Some(leaves().filter(is_end).map(name).collect())
            }
            Self::EntryWindows => windows(inner().filter(is_infinite)),
            Self::UpdateWindows => windows(inner().filter(is_number)),
            Self::LeafWindows => windows(leaves().filter(is_number)),
            _ => None,
        }
    }
}

/// What a right log has: which rows belong to what kind of node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    names: Vec<String>,
    /// All nodes, those that have children, and those at which the game is over, by name and depth.
    all: BTreeSet<(String, i64)>,
    inner: BTreeSet<(String, i64)>,
    over: BTreeSet<(String, i64)>,
    columns: usize,
}

impl Shape {
    /// The rows of a log that can be read, with the right names if they have others throughout.
    fn rows(&self, log: &str) -> Vec<LogRow> {
        let mut rows = rows(log);
        rows.retain(|row| !row.is_optional);
        rename(&mut rows, &self.names);
        rows
    }

    /// Of a right log whose optional rows are marked.
    pub fn of(log: &str) -> Self {
        let rows = rows(log);
        let places = |keep: fn(&&LogRow) -> bool| -> BTreeSet<_> {
            let rows = rows.iter().filter(keep);
            rows.map(|row| (row.name.clone(), row.depth)).collect()
        };
        Self {
            names: distinct(rows.iter().map(|row| row.name.clone())),
            all: places(|_| true),
            inner: places(|row| !row.is_optional && row.value.finite().is_none()),
            over: places(|row| row.is_optional),
            columns: log.lines().next().map_or(0, |line| line.split(',').count()),
        }
    }

    fn has_children(&self, row: &LogRow) -> bool {
        self.is_among(row, &self.inner)
    }

    fn is_over(&self, row: &LogRow) -> bool {
        self.is_among(row, &self.over)
    }

    /// Whether a row belongs to one of these nodes: by name and depth, or, if none has this depth, by name.
    fn is_among(&self, row: &LogRow, nodes: &BTreeSet<(String, i64)>) -> bool {
        let node = (row.name.clone(), row.depth);
        let mut of_name = self.all.iter().filter(|it| it.0 == row.name).peekable();
        match self.all.contains(&node) {
            true => nodes.contains(&node),
            false => of_name.peek().is_some() && of_name.all(|it| nodes.contains(it)),
        }
    }
}

/// Counts depths from that of the root, which may be 1 in a wrong log.
fn count_from_root(rows: &mut [LogRow]) {
    let first = rows.iter().find(|row| row.name == "root").map_or(0, |row| row.depth);
    for row in rows {
        row.depth = row.depth.saturating_sub(first);
    }
}

fn some(items: Vec<String>) -> Option<Vec<String>> {
    (!items.is_empty()).then_some(items)
}

fn distinct(items: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    items.filter(|item| seen.insert(item.clone())).collect()
}

fn windows<'a>(rows: impl Iterator<Item = &'a LogRow>) -> Option<Vec<String>> {
    let window =
        |row: &LogRow| row.window.map(|[alpha, beta]| format!("{} {alpha} {beta}", row.name));
    rows.map(window).collect::<Option<_>>().and_then(some)
}

/// The whole numbers of a text, whatever stands between them.
fn numbers(text: &str) -> Vec<String> {
    let is_between = |c: char| c.is_whitespace() || "[](){},;|".contains(c);
    let words = text.split(is_between).map(|word| word.strip_suffix(".0").unwrap_or(word));
    words.filter_map(|word| word.parse::<i64>().ok()).map(|it| it.to_string()).collect()
}

fn is_header(line: &str) -> bool {
    line.trim_start().get(..4).is_some_and(|it| it.eq_ignore_ascii_case("node"))
}

/// Whether a line has a pit, and a number in each of the other columns; which, does not matter.
fn is_row(line: &str, columns: usize) -> bool {
    let mut cells = line.split(',');
    let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let is_named = cells.next().is_some_and(|cell| is_cell(0, cell));
    let is_number = |cell: &str| {
        let cell = cell.strip_prefix('-').unwrap_or(cell);
        is_digits(cell) || !cell.is_empty() && cell.bytes().all(|it| it.is_ascii_alphabetic())
    };
    is_named && cells.clone().all(is_number) && cells.count() + 1 == columns
}

/// The rows of a log that can be read, in its order.
fn rows(log: &str) -> Vec<LogRow> {
    log.lines().filter_map(LogRow::read).collect()
}

/// Gives the pits of a log their right names, if they have others throughout: numbered from 0 or 1,
/// by their first digit, or with the other letter. `right` has the names that may occur.
fn rename(rows: &mut [LogRow], right: &[String]) {
    let mine = right.iter().find(|it| *it != "root").map(|it| it.as_bytes()[0]);
    let first = rows.iter().filter(|row| row.name != "root").min_by_key(|row| row.depth);
    let first = first.map(|row| row.name.as_bytes()[0]);
    if first.is_some() && first != mine {
        let other = |letter| if letter == b'A' { 'B' } else { 'A' };
        for row in rows.iter_mut().filter(|row| row.name != "root") {
            row.name = format!("{}{}", other(row.name.as_bytes()[0]), &row.name[1..]);
        }
    }
    type Spelling = fn(u32) -> u32;
    let first_digit: Spelling = |number| if number < 10 { number } else { number / 10 };
    let spellings: [Spelling; 4] = [|it| it, |it| it - 1, |it| it - 2, first_digit];
    let spelled = |name: &str, spelling: Spelling| match name[1..].parse() {
        Ok(number) => format!("{}{}", &name[..1], spelling(number)),
        Err(_) => name.to_owned(),
    };
    for spelling in spellings {
        let names: Vec<_> = right.iter().map(|name| spelled(name, spelling)).collect();
        let places: Option<Vec<_>> =
            rows.iter().map(|row| names.iter().position(|name| *name == row.name)).collect();
        if let Some(places) = places {
            for (row, at) in rows.iter_mut().zip(places) {
                row.name.clone_from(&right[at]);
            }
            return;
        }
    }
}
