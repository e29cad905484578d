//! The rows of a log that can be read, and the names of its pits, whatever else is wrong with them.

use mancala::homework::compare::LogRow;

/// The rows of a log that can be read, in its order.
pub(super) fn rows(log: &str) -> Vec<LogRow> {
    log.lines().filter_map(LogRow::read).collect()
}

/// Gives the pits of a log their right names, if they have others throughout: numbered from 0 or 1,
/// or by their first digit. `right` has the names that may occur.
pub(super) fn rename(rows: &mut [LogRow], right: &[String]) {
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
