//! Who meets whom next, where everybody is to meet everybody equally often.

use std::collections::BTreeMap;

/// How often two players met, the one who came first in front.
pub type Met = BTreeMap<[usize; 2], usize>;

/// The two of those who wait, in rising order, that met least, as long as that is less than `most`; of
/// several, those who came first.
#[must_use]
pub fn next_pair(waiting: &[usize], met: &Met, most: usize) -> Option<[usize; 2]> {
    let pairs = waiting
        .iter()
        .enumerate()
        .flat_map(|(at, &one)| waiting[at + 1..].iter().map(move |&other| [one, other]));
    let times = |pair: &[usize; 2]| met.get(pair).copied().unwrap_or(0);
    let least = pairs.min_by_key(times);
    least.filter(|pair| times(pair) < most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_and_nobody_more_often_than_asked() {
        let mut met = Met::new();
        let waiting = [0, 1, 3];
        let mut order = Vec::new();
        while let Some(pair) = next_pair(&waiting, &met, 2) {
            *met.entry(pair).or_default() += 1;
            order.push(pair);
        }
        let round = [[0, 1], [0, 3], [1, 3]];
        assert_eq!(order, [round, round].concat());
        assert_eq!(next_pair(&[4], &met, 2), None);
        assert_eq!(next_pair(&[3, 4], &met, 2), Some([3, 4]));
    }
}
