//! The solvers against each other, and the numbering of boards, from within.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::ranks::{self, Ascent};
use super::{Method, Nimcala, Solution, Take, TokenRow, method};
use crate::game::Side;

#[track_caller]
fn row(text: &str) -> TokenRow {
    let tokens: Vec<u32> = text.split(' ').map(|word| word.parse().unwrap()).collect();
    TokenRow::new(&tokens).unwrap()
}

/// A row of 1 to 6 pits with at most 8 tokens.
fn rows() -> impl Strategy<Value = TokenRow> {
    let tokens = proptest::collection::vec(0..=3u32, 1..=6);
    tokens
        .prop_filter("few tokens", |tokens| tokens.iter().sum::<u32>() <= 8)
        .prop_map(|tokens| TokenRow::new(&tokens).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ranks_and_table_agree(row in rows(), south in any::<bool>()) {
        let mover = if south { Side::South } else { Side::North };
        let position = Nimcala::new(row, mover);
        let searched = Method::Table.solve(position, u64::MAX).unwrap();
        let solved = ranks::solve(&row).unwrap();
        prop_assert_eq!(searched.prospect, solved.prospect);
        prop_assert_eq!(&searched.first_moves, &solved.first_moves);
        let untimed = ranks::solve_without_length(&row).unwrap();
        // Where the whole tree is small enough.
        let plain = method::solve_by_minimax(position, 20_000).ok();
        let winning = |solution: &Solution| -> Vec<Take> { solution.winning().collect() };
        for other in plain.into_iter().chain([untimed]) {
            prop_assert_eq!(other.prospect.outcome, solved.prospect.outcome);
            prop_assert_eq!(winning(&other), winning(&solved));
        }
    }

    /// The rank is a perfect index, and every move lowers it.
    #[test]
    fn moves_lower_the_rank(row in rows()) {
        let here = ranks::rank(&row);
        prop_assert!(here < ranks::boards(row.tokens().len(), row.total()));
        for take in row.takes() {
            prop_assert!(ranks::rank(&row.after(take)) < here);
        }
    }
}

/// The walk through all boards meets each once, by its rank, with the ranks that its moves lead to.
#[test]
fn an_ascent_meets_every_board() {
    let mut expected: Vec<Vec<u64>> = Vec::new();
    let mut boards = vec![row("0 0 0 0")];
    for tokens in 1..=4 {
        boards.push(TokenRow::opening(4, tokens).unwrap());
    }
    let mut seen = BTreeMap::new();
    while let Some(board) = boards.pop() {
        if seen.insert(ranks::rank(&board), board).is_none() {
            boards.extend(board.takes().map(|take| board.after(take)));
        }
    }
    for board in seen.values() {
        let mut after: Vec<_> = board.takes().map(|take| ranks::rank(&board.after(take))).collect();
        after.sort();
        expected.push(after);
    }
    let mut ascent = Ascent::new(4, 4).unwrap();
    let mut found = Vec::new();
    loop {
        assert_eq!(ascent.rank(), found.len());
        let mut after: Vec<_> = ascent.ranks_after().map(|rank| rank as u64).collect();
        after.sort();
        found.push(after);
        if ascent.advance().is_none() {
            break;
        }
    }
    assert_eq!(found.len() as u64, ranks::boards(4, 4));
    assert_eq!(found, expected);
}
