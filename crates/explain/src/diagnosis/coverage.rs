//! How far the nearest program goes, where it does not explain everything: how much of each task, of
//! the logs alone, and where what is left begins.

use serde::{Deserialize, Serialize};

use crate::assignment::Task;
use crate::hypothesis::Fit;
use crate::hypothesis::cache::{Cache, Hypothesis};
use crate::pluralize;

/// Cases that are named of those that are left.
const MAX_NAMED: usize = 6;

/// How far a program reproduces the wrong cases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Coverage {
    /// For each task that has wrong cases: how many are reproduced, and how many there are.
    tasks: Vec<(Task, usize, usize)>,
    /// The same of wrong logs.
    logs: (usize, usize),
    /// The cases that are not reproduced, the smallest first, and the line from which on.
    left: Vec<(String, Option<usize>)>,
    /// What of that line differs, for each of them; nothing if that is not known.
    #[serde(default)]
    differing: Vec<String>,
}

/// Of a program that was held against all wrong cases.
pub(crate) fn reach(cache: &Cache<'_>, it: &Hypothesis) -> Coverage {
    let mut reach =
        Coverage { tasks: Vec::new(), logs: (0, 0), left: Vec::new(), differing: Vec::new() };
    for (judged, held) in cache.lead.iter().zip(&it.held) {
        let (case, is_whole) = (judged.case, held.fit == Fit::Reproduced);
        if judged.is_right() && is_whole {
            continue;
        }
        let agrees = |fit: Fit| fit.agreed() >= case.rows();
        if !judged.is_right() && case.is_case {
            let task = case.assignment.task;
            let at = reach.tasks.iter().position(|it| it.0 == task);
            let at = at.unwrap_or_else(|| {
                reach.tasks.push((task, 0, 0));
                reach.tasks.len() - 1
            });
            reach.tasks[at].1 += usize::from(is_whole);
            reach.tasks[at].2 += 1;
            if case.traverse_log.is_some() && !agrees(judged.right.fit) {
                reach.logs.0 += usize::from(agrees(held.fit));
                reach.logs.1 += 1;
            }
        }
        if !is_whole && case.is_case {
            let line = (!agrees(held.fit)).then(|| held.fit.agreed() + 1);
            reach.left.push((case.name.clone(), line));
            let log = case.traverse_log.as_ref();
            let written = log.zip(line).and_then(|(log, line)| log.lines.get(line - 1));
            let differing = written.zip(held.row.as_ref()).map(|(it, row)| differing(it, row));
            reach.differing.push(differing.unwrap_or_default());
        }
    }
    reach.tasks.sort_by_key(|it| it.0 as u8);
    reach
}

/// What differs in two rows: the columns, of the same node.
fn differing(written: &str, row: &str) -> String {
    let (written, row): (Vec<_>, Vec<_>) = (written.split(',').collect(), row.split(',').collect());
    if written.len() != row.len()
        || written.iter().zip(&row).take(2).any(|(one, other)| one != other)
    {
        return "another row".to_owned();
    }
    let columns = ["node", "depth", "value", "alpha", "beta"].into_iter();
    let differing = columns.zip(written.iter().zip(&row)).filter(|(_, (one, other))| one != other);
    differing.map(|it| it.0).collect::<Vec<_>>().join(" and ")
}

impl Coverage {
    /// How many of which task, in brackets; nothing if all are of one.
    pub(crate) fn by_task(&self) -> String {
        let each = self.tasks.iter();
        let each: Vec<_> =
            each.map(|&(task, whole, of)| format!("{whole} of {of} in {}", task.name())).collect();
        match each.len() {
            0 | 1 => String::new(),
            _ => format!(" ({})", each.join(", ")),
        }
    }

    /// What the logs alone say, if they say more.
    pub(crate) fn of_logs(&self) -> Option<String> {
        let (whole, of) = self.logs;
        let searched = self.tasks.iter().filter(|it| it.0 != Task::Greedy);
        let cases: usize = searched.map(|it| it.1).sum();
        (whole > cases && of > 1).then(|| format!("Of {of} wrong logs, it writes {whole} exactly."))
    }

    /// Where what is left begins.
    pub(crate) fn left(&self) -> Option<String> {
        let named = self.left.iter().take(MAX_NAMED);
        let named: Vec<_> = named
            .zip(self.differing.iter().map(String::as_str).chain(std::iter::repeat("")))
            .map(|((name, line), what)| match (line, what) {
                (Some(line), "") => format!("{name} (line {line})"),
                (Some(line), what) => format!("{name} (line {line}: {what})"),
                (None, _) => format!("{name} (next_state.txt)"),
            })
            .collect();
        let more = match self.left.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!(" and {} more", pluralize(more, "case")),
        };
        let named = (!named.is_empty()).then(|| named.join(", "))?;
        Some(format!("It writes something else than your program in {named}{more}."))
    }
}

#[cfg(test)]
mod tests {
    use super::differing;

    #[test]
    fn what_differs_in_a_row_is_told_by_its_columns() {
        assert_eq!(differing("root,0,-1,-Infinity,Infinity", "root,0,-1,-1,Infinity"), "alpha");
        assert_eq!(differing("B2,1,3,4,5", "B2,1,4,4,4"), "value and beta");
        assert_eq!(differing("B2,1,3,4,5", "B2,2,3,4,5"), "another row");
        assert_eq!(differing("B2,1,3", "B2,1,3,4,5"), "another row");
    }
}
