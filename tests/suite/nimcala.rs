//! Nimcala: the handout's facts, four solvers against each other, and whole games.

use std::collections::HashMap;
use std::ops::ControlFlow;

use mancala::game::{Position, Side};
use mancala::homework::{Input, NodeName, read};
use mancala::nimcala::Nimcala;
use mancala::nimcala::census::census;
use mancala::nimcala::exhaustive::{self, OutOfNodes, Prospect};
use mancala::nimcala::plain;
use mancala::nimcala::solution::{self, Outcome};
use mancala::nimcala::{Row, ranks};
use proptest::prelude::*;

use crate::program::{ends_with, mancala, succeeds, text};

#[track_caller]
fn row(text: &str) -> Row {
    let tokens: Vec<u32> = text.split(' ').map(|word| word.parse().unwrap()).collect();
    Row::new(&tokens).unwrap()
}

fn done<T>(flow: ControlFlow<OutOfNodes, T>) -> T {
    match flow {
        ControlFlow::Continue(found) => found,
        ControlFlow::Break(OutOfNodes) => panic!("the limit is large enough"),
    }
}

/// Each line of the table, without the heading.
fn table() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("nimcala/openings.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
}

#[test]
fn openings() {
    assert!(table().count() > 60, "the table has rows");
    for line in table() {
        let opening = Row::opening(line[0].parse().unwrap(), line[1].parse().unwrap()).unwrap();
        let solved = solution::solve(&opening).unwrap();
        let census = census(&opening).unwrap();
        let large = |number: Option<u128>| number.map_or("-".to_owned(), |n| n.to_string());
        let winner = match solved.prospect.outcome {
            Outcome::Win => "1",
            Outcome::Loss => "2",
        };
        let winning: Vec<_> = solved
            .winning
            .iter()
            .map(|(take, _)| take.count().to_string())
            .collect();
        let winning = match winning.join(",") {
            none if none.is_empty() => "-".to_owned(),
            counts => counts,
        };
        let found = [
            winner.to_owned(),
            solved.prospect.moves.unwrap().to_string(),
            winning,
            census.grundy.to_string(),
            census.shortest_game.to_string(),
            census.longest_game.to_string(),
            census.boards.to_string(),
            large(census.tree_nodes),
            large(census.games),
        ];
        assert_eq!(found[..], line[2..], "{line:?}");
        // From the opening every board of the numbering comes up.
        assert_eq!(solved.boards, census.boards, "{line:?}");
    }
}

#[test]
fn five_tokens_in_four_pits() {
    let opening = row("5 0 0 0");
    let take_three = opening.takes().nth(2).unwrap();
    let after = opening.after(take_three);
    assert_eq!(after, row("2 1 1 1"));
    assert_eq!(after.takes().count(), 5);
    assert_eq!(
        solution::solve(&opening).unwrap().prospect.outcome,
        Outcome::Win
    );
    let census = census(&opening).unwrap();
    assert_eq!(census.shortest_game, 4, "an even number: player 2 wins it");
    assert_eq!(census.longest_game, 4 * 5);
}

#[test]
fn endings() {
    let wins = |text: &str| solution::solve(&row(text)).unwrap().prospect.outcome == Outcome::Win;
    assert!(wins("0 0 0 1"));
    assert!(!wins("0 0 1 0"));
    assert!(!wins("0 0 0 0"));
    let solved = solution::solve(&row("0 0 0 2")).unwrap();
    let winning: Vec<_> = solved
        .winning
        .iter()
        .map(|(take, _)| take.count())
        .collect();
    assert_eq!(winning, [2], "taking both wins, taking one loses");
}

/// Follows the game to its end: each player takes what the solver says, and the game ends when it
/// said that it would, with the winner that it named.
#[test]
fn following_the_game_to_its_end() {
    for (pits, tokens) in [(1, 9), (4, 5), (5, 5), (6, 6), (6, 7), (8, 4)] {
        let mut position = Nimcala::new(Row::opening(pits, tokens).unwrap(), Side::South);
        let promised = solution::solve(position.row()).unwrap().prospect;
        let winner = match promised.outcome {
            Outcome::Win => Side::South,
            Outcome::Loss => Side::North,
        };
        let mut moves = 0;
        while !position.is_over() {
            let solution = done(exhaustive::solve(position, &mut HashMap::new(), u64::MAX));
            let chosen = solution
                .first_moves
                .iter()
                .find(|(_, to)| *to == solution.prospect);
            position = position.play(chosen.unwrap().0);
            moves += 1;
        }
        assert_eq!(position.score(winner), 1, "{pits} pits, {tokens} tokens");
        assert_eq!(Some(moves), promised.moves, "{pits} pits, {tokens} tokens");
    }
}

#[test]
fn the_table_spares_most_of_the_tree() {
    let opening = Nimcala::new(Row::opening(3, 6).unwrap(), Side::South);
    let plain = done(plain::minimax(opening, u64::MAX));
    let fastest = done(exhaustive::solve(opening, &mut (), u64::MAX));
    let mut table = HashMap::new();
    let with_table = done(exhaustive::solve(opening, &mut table, u64::MAX));
    let tree = census(opening.row()).unwrap().tree_nodes.unwrap();
    assert_eq!(u128::from(plain.nodes), tree);
    assert_eq!(fastest.nodes, plain.nodes);
    assert_eq!(with_table.first_moves, fastest.first_moves);
    // Every position of the table was visited once without a hit.
    assert_eq!(with_table.nodes, with_table.table_hits + table.len() as u64);
    assert!(table.len() as u64 <= 2 * ranks::boards(3, 6));
}

#[test]
fn a_limit_stops_a_search() {
    let opening = Nimcala::new(Row::opening(3, 3).unwrap(), Side::South);
    // The tree has 462 nodes.
    assert!(plain::minimax(opening, 462).is_continue());
    assert!(plain::minimax(opening, 461).is_break());
    assert!(exhaustive::solve(opening, &mut (), 462).is_continue());
    assert!(exhaustive::solve(opening, &mut (), 461).is_break());
}

/// A row of 1 to 6 pits with at most 8 tokens.
fn rows() -> impl Strategy<Value = Row> {
    let tokens = proptest::collection::vec(0..=3u32, 1..=6);
    tokens
        .prop_filter("few tokens", |tokens| tokens.iter().sum::<u32>() <= 8)
        .prop_map(|tokens| Row::new(&tokens).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ranks_and_table_agree(row in rows(), south in any::<bool>()) {
        let mover = if south { Side::South } else { Side::North };
        let position = Nimcala::new(row, mover);
        let searched = done(exhaustive::solve(position, &mut HashMap::new(), u64::MAX));
        let solved = solution::solve(&row).unwrap();
        let Prospect { score, moves } = searched.prospect;
        prop_assert_eq!(score > 0, solved.prospect.outcome == Outcome::Win);
        prop_assert_eq!(Some(moves), solved.prospect.moves);
        let winning: Vec<_> = searched.first_moves.iter()
            .filter(|(_, to)| to.score > 0)
            .map(|&(take, to)| (take, Some(to.moves)))
            .collect();
        prop_assert_eq!(&winning, &solved.winning);
        let outcome = solution::solve_without_length(&row).unwrap();
        prop_assert_eq!(outcome.prospect.outcome, solved.prospect.outcome);
        let untimed: Vec<_> = winning.iter().map(|&(take, _)| (take, None)).collect();
        prop_assert_eq!(untimed, outcome.winning);
        let census = census(&row).unwrap();
        prop_assert_eq!(census.grundy == 0, score < 0);
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

    #[test]
    fn print_and_parse_are_inverse(
        row in rows(), task in 1..=3u8, player in 1..=2u8, cutoff in proptest::option::of(0..9u32),
    ) {
        let cutoff = cutoff.map_or("none".to_owned(), |cutoff| cutoff.to_string());
        let text = format!("rules nimcala\n{task}\n{player}\n{cutoff}\n{row}\n");
        let Ok(Input::Nimcala(problem)) = read(text.as_bytes()) else { panic!("{text}") };
        prop_assert_eq!(problem.to_string(), text);
    }
}

/// The walk through all boards meets each once, by its rank, with the ranks that its moves lead to.
#[test]
fn an_ascent_meets_every_board() {
    let mut expected: Vec<Vec<u64>> = Vec::new();
    let mut boards = vec![row("0 0 0 0")];
    for tokens in 1..=4 {
        boards.push(Row::opening(4, tokens).unwrap());
    }
    let mut seen = std::collections::BTreeMap::new();
    while let Some(board) = boards.pop() {
        if seen.insert(ranks::rank(&board), board).is_none() {
            boards.extend(board.takes().map(|take| board.after(take)));
        }
    }
    for board in seen.values() {
        let mut after: Vec<_> = board
            .takes()
            .map(|take| ranks::rank(&board.after(take)))
            .collect();
        after.sort();
        expected.push(after);
    }
    let mut ascent = ranks::Ascent::new(4, 4).unwrap();
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

#[test]
fn names_of_moves() {
    let names: Vec<_> = row("2 0 1")
        .takes()
        .map(|take| take.name(Side::North))
        .collect();
    assert_eq!(names, ["A1-1", "A1-2", "A3-1"]);
}

/// What `mancala solve` prints, without its times.
fn solve(arguments: &str) -> String {
    let mut command = mancala(std::path::Path::new("."));
    let arguments = arguments.split('|');
    let output = succeeds(
        command
            .args(["solve", "--rules", "nimcala"])
            .args(arguments),
    );
    let mut printed = text(&output.stdout);
    if let Ok(mut json) = serde_json::from_str::<serde_json::Value>(&printed) {
        let solvers = match json.get_mut("solvers") {
            Some(solvers) => solvers.as_array_mut().unwrap().iter_mut().collect(),
            None => vec![&mut json],
        };
        for solver in solvers {
            assert!(solver["seconds"].take().is_f64());
        }
        printed = serde_json::to_string_pretty(&json).unwrap();
    }
    printed
}

#[test]
fn solve_prints() {
    let prints = [
        "--pits|4|--tokens|5",
        "--pits|4|--tokens|5|--format|json",
        "--board|0 0 0 2|--player|2|--method|table|--format|json",
        "--board|0 0 1 0|--stats",
        "--pits|3|--tokens|4|--stats|--format|json|--method|minimax",
        "--pits|3|--tokens|5|--method|compare|--format|json",
    ];
    let printed: Vec<_> = prints
        .iter()
        .map(|print| format!("{print}\n{}", solve(print)))
        .collect();
    insta::assert_snapshot!(printed.join("\n"));
}

#[test]
fn compare_prints_a_table() {
    insta::with_settings!({filters => [(r" +[\d.]+[nµm]?s\n", " TIME\n")]}, {
        insta::assert_snapshot!(solve("--pits|4|--tokens|4|--method|compare|--limit|100000"));
    });
}

#[test]
fn what_cannot_be_solved() {
    let complaints: Vec<_> = [
        "--pits|4|--board|0 0 0 2",
        "--board|0 0 x",
        "--pits|0",
        "--tokens|256",
        "--pits|20|--tokens|200",
        "--pits|4|--tokens|5|--method|minimax|--limit|1000",
        "--pits|12|--tokens|12|--stats",
    ]
    .iter()
    .map(|arguments| {
        let mut command = mancala(std::path::Path::new("."));
        command
            .args(["solve", "--rules", "nimcala"])
            .args(arguments.split('|'));
        format!("{arguments}\n{}", text(&ends_with(&mut command, 2).stderr))
    })
    .collect();
    insta::assert_snapshot!(complaints.join("\n"));
}
