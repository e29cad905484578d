//! `next_state.txt` brought into its right layout, if its numbers are all there.
//!
//! Left out: whether the numbers are right.

use super::format_fault::FormatFault;
use super::lines::Lines;

/// Brings the numbers of a state with so many pits in a row into four lines; a state that has more
/// or fewer is left as it is.
pub(super) fn mend(state: &mut Lines, width: usize) -> Option<FormatFault> {
    let numbers = numbers(state);
    if numbers.len() != 2 * width + 2 {
        return None;
    }
    let (upper, rest) = numbers.split_at(width);
    let (lower, stores) = rest.split_at(width);
    let mended = vec![
        upper.join(" "),
        lower.join(" "),
        stores[0].clone(),
        stores[1].clone(),
    ];
    if mended == state.lines {
        return None;
    }
    let as_list = |line: &String| line.contains(['[', ']', '(', ')', '{', '}', ',']);
    let fault = match state.lines.iter().any(as_list) {
        true => FormatFault::StateAsList,
        false => FormatFault::StateLayout,
    };
    state.lines = mended;
    Some(fault)
}

/// The whole numbers of a state; a fraction of nothing (`4.0`) is one too.
pub(super) fn numbers(state: &Lines) -> Vec<String> {
    let is_between = |c: char| c.is_whitespace() || "[](){},;|".contains(c);
    let words = state.lines.iter().flat_map(|line| line.split(is_between));
    let words = words.filter(|word| !word.is_empty());
    let number = |word: &str| {
        let whole = word.split_once('.').map_or(word, |(whole, fraction)| {
            match fraction.bytes().all(|digit| digit == b'0') {
                true => whole,
                false => word,
            }
        });
        whole.parse::<i64>().ok().map(|number| number.to_string())
    };
    let numbers: Option<Vec<_>> = words.map(number).collect();
    numbers.unwrap_or_default()
}
