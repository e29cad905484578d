//! Nimcala: the handout's facts, four solvers against each other, and whole games.

use arena::GameResult;
use arena::matches::Openings;
use arena::player::no_programs;
use arena::tournament::Tournament;
use mancala::game::{Position, Side};
use mancala::homework::{Input, NodeName, read};
use mancala::nimcala::{Method, Nimcala, Outcome, Solution, Take, TokenRow};
use proptest::prelude::*;

use crate::program::{ends_with, mancala, succeeds, text, typing};

#[track_caller]
fn row(text: &str) -> TokenRow {
    let tokens: Vec<u32> = text.split(' ').map(|word| word.parse().unwrap()).collect();
    TokenRow::new(&tokens).unwrap()
}

/// The counts of the winning first moves, all of one pit.
fn winning_counts(solution: &Solution) -> Vec<u32> {
    solution.winning().map(Take::count).collect()
}

/// Each line of the table, without the heading.
fn table() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("nimcala/openings.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect())
}

/// Solves the game from `start` by a method that needs no limit here.
fn solve_by(method: Method, start: Nimcala) -> Solution {
    method.solve(start, u64::MAX).unwrap()
}

/// Solves a row by its rank.
fn by_rank(row: TokenRow) -> Solution {
    solve_by(Method::Ranks, Nimcala::new(row, Side::South))
}

#[test]
fn openings() {
    assert!(table().count() > 60, "the table has rows");
    for line in table() {
        let opening =
            TokenRow::opening(line[0].parse().unwrap(), line[1].parse().unwrap()).unwrap();
        let solution = by_rank(opening);
        let winner = match solution.prospect.outcome {
            Outcome::Win => "1",
            Outcome::Loss => "2",
        };
        let winning = match &winning_counts(&solution)[..] {
            [] => "-".to_owned(),
            counts => counts.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
        };
        let found = [
            winner.to_owned(),
            solution.prospect.moves.unwrap().to_string(),
            winning,
            // From the opening every board of the numbering comes up.
            solution.table_size.unwrap().to_string(),
        ];
        assert_eq!(found[..], line[2..], "{line:?}");
    }
}

#[test]
fn five_tokens_in_four_pits() {
    let opening = row("5 0 0 0");
    let take_three = opening.takes().nth(2).unwrap();
    let after = opening.after(take_three);
    assert_eq!(after, row("2 1 1 1"));
    assert_eq!(after.takes().count(), 5);
    assert_eq!(by_rank(opening).prospect.outcome, Outcome::Win);
}

#[test]
fn endings() {
    let wins = |text: &str| by_rank(row(text)).prospect.outcome == Outcome::Win;
    assert!(wins("0 0 0 1"));
    assert!(!wins("0 0 1 0"));
    assert!(!wins("0 0 0 0"));
    let solution = by_rank(row("0 0 0 2"));
    assert_eq!(winning_counts(&solution), [2], "taking both wins, taking one loses");
}

/// The line of best play ends when the solution said that it would, with the winner that it named,
/// and each of its moves is one that keeps what was promised before it.
#[test]
fn following_the_game_to_its_end() {
    for (pits, tokens) in [(1, 9), (4, 5), (5, 5), (6, 6), (6, 7), (8, 4)] {
        let mut position = Nimcala::new(TokenRow::opening(pits, tokens).unwrap(), Side::South);
        let solution = by_rank(*position.row());
        let winner = match solution.prospect.outcome {
            Outcome::Win => Side::South,
            Outcome::Loss => Side::North,
        };
        let line = solution.line.unwrap();
        assert_eq!(solution.prospect.moves, Some(line.len() as u32));
        assert_eq!(solve_by(Method::Table, position).line, Some(line.clone()));
        for take in line {
            let here = solve_by(Method::Table, position);
            assert!(here.first_moves.contains(&(take, here.prospect)), "{position:?}");
            position = position.play(take);
        }
        assert_eq!(position.score(winner), 1, "{pits} pits, {tokens} tokens");
    }
}

#[test]
fn the_table_spares_most_of_the_tree() {
    let opening = Nimcala::new(TokenRow::opening(3, 6).unwrap(), Side::South);
    let plain = solve_by(Method::Minimax, opening);
    let fastest = solve_by(Method::Fastest, opening);
    let with_table = solve_by(Method::Table, opening);
    assert_eq!(plain.nodes, Some(4_131_538));
    assert_eq!(fastest.nodes, plain.nodes);
    assert_eq!(with_table.first_moves, fastest.first_moves);
    // Every position of the table was visited once without a hit.
    let [nodes, hits, size] = [with_table.nodes, with_table.table_hits, with_table.table_size];
    assert_eq!(nodes.unwrap(), hits.unwrap() + size.unwrap());
    assert!(size.unwrap() <= 2 * by_rank(*opening.row()).table_size.unwrap());
}

#[test]
fn a_limit_stops_a_search() {
    let opening = Nimcala::new(TokenRow::opening(3, 3).unwrap(), Side::South);
    // The tree has 462 nodes.
    for method in [Method::Minimax, Method::Fastest] {
        assert!(method.solve(opening, 462).is_ok());
        assert!(method.solve(opening, 461).is_err());
    }
}

#[test]
fn a_row_of_many_pits_has_few_boards() {
    let opening = Nimcala::new(TokenRow::opening(30, 3).unwrap(), Side::South);
    assert_eq!(solve_by(Method::Ranks, opening).table_size, Some(5456));
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
    fn print_and_parse_are_inverse(
        row in rows(), task in 1..=3u8, player in 1..=2u8, cutoff in proptest::option::of(0..9u32),
    ) {
        let cutoff = cutoff.map_or("none".to_owned(), |cutoff| cutoff.to_string());
        let text = format!("rules nimcala\n{task}\n{player}\n{cutoff}\n{row}\n");
        let Ok(Input::Nimcala(problem)) = read(text.as_bytes()) else { panic!("{text}") };
        prop_assert_eq!(problem.to_string(), text);
    }
}

#[test]
fn names_of_moves() {
    let names: Vec<_> = row("2 0 1").takes().map(|take| take.name(Side::North)).collect();
    assert_eq!(names, ["A1-1", "A1-2", "A3-1"]);
}

/// What `mancala solve` prints, without its times.
fn solve(arguments: &str) -> String {
    let mut command = mancala(std::path::Path::new("."));
    let arguments = arguments.split('|');
    let output = succeeds(command.args(["solve", "--rules", "nimcala"]).args(arguments));
    let mut printed = text(&output.stdout);
    if let Ok(mut json) = serde_json::from_str::<serde_json::Value>(&printed) {
        assert!(json["seconds"].take().is_f64());
        printed = serde_json::to_string_pretty(&json).unwrap();
    }
    printed
}

#[test]
fn solve_prints() {
    let prints = [
        "--pits|4|--tokens|5",
        "--pits|4|--tokens|5|--format|json",
        "--board|0 0 0 2|--first|north|--method|table|--format|json",
        "--board|0,0,1,0",
        "--pits|3|--tokens|4|--format|json|--method|minimax",
    ];
    let printed: Vec<_> = prints.iter().map(|print| format!("{print}\n{}", solve(print))).collect();
    insta::assert_snapshot!(printed.join("\n"));
}

#[test]
fn what_cannot_be_solved() {
    let complaints: Vec<_> = [
        "--pits|4|--board|0 0 0 2",
        "--board|0 0 x",
        "--pits|0",
        "--tokens|1001",
        "--pits|20|--tokens|200",
        "--pits|4|--tokens|5|--method|minimax|--limit|1000",
    ]
    .iter()
    .map(|arguments| {
        let mut command = mancala(std::path::Path::new("."));
        command.args(["solve", "--rules", "nimcala"]).args(arguments.split('|'));
        format!("{arguments}\n{}", text(&ends_with(&mut command, 2).stderr))
    })
    .collect();
    insta::assert_snapshot!(complaints.join("\n"));
}

#[test]
fn solve_reads_an_input_file() {
    let root = std::path::Path::new(crate::ROOT);
    let input = "inputs/nimcala/taking-both-wins-taking-one-loses.txt";
    let output = succeeds(mancala(root).args(["solve", "-i", input]));
    let printed = text(&output.stdout);
    assert!(printed.contains("wins in 1 move\n"), "{printed}");
}

/// A game line by line: what is typed, and all that is said.
#[test]
fn a_game_line_by_line() {
    let typed = "?\nvalues\nhint\n9 from 1\nB1-3\nundo\n2 from 1\nnonsense\nagain\n3 from 1\nq\n";
    let mut play = mancala(std::path::Path::new("."));
    play.args(["play", "--rules", "nimcala", "--level", "easy"]);
    let said = typing(&mut play, typed);
    assert!(said.status.success());
    insta::assert_snapshot!("played", text(&said.stdout));
}

#[test]
fn a_match_and_what_it_refuses() {
    let run = |line: &str, code| {
        let mut command = mancala(std::path::Path::new("."));
        let output = ends_with(command.args(line.split(' ')), code);
        text(&output.stdout) + &text(&output.stderr)
    };
    // Without random moves before it, the opening is won by who moves first.
    let all = run("match perfect greedy --rules nimcala --games 20 --opening 0", 0);
    assert!(all.contains("wins 20, losses 0"), "{all}");
    let said = run("match perfect best:1 --rules nimcala", 2)
        + &run("match perfect greedy --rules nimcala --seeds 4", 2)
        + &run("match perfect greedy --tokens 4", 2)
        + &run("play --rules nimcala --record kept.game", 2);
    insta::assert_snapshot!("refused", said);
}

#[test]
fn perfect_play_wins_what_can_be_won() {
    // 5 0 0 0 is won by who moves first.
    let start = Nimcala::new(TokenRow::opening(4, 5).unwrap(), Side::South);
    for other in ["random", "greedy", "minimax:3", "alphabeta:4", "perfect"] {
        let players = ["perfect", other].map(|text| text.parse().unwrap());
        let games = Tournament::of_two(
            players,
            Openings { start, turns: 0, fair: Vec::new(), count: 5, seed: 1 },
            no_programs(),
        );
        let played = games.play_match(&|| {}, &|| false).unwrap();
        assert_eq!(played.pairs.len(), 5);
        for [perfect_moves_first, _] in &played.pairs {
            let won = Some(GameResult::Won(Side::South));
            assert_eq!(perfect_moves_first.game.outcome(), won, "{other}");
        }
    }
}

#[test]
fn a_row_as_a_picture() {
    let case = "inputs/nimcala/taking-both-wins-taking-one-loses.txt";
    for view in ["seeds", "numbers"] {
        let mut command = mancala(std::path::Path::new(crate::ROOT));
        let picture = succeeds(command.args(["draw", case, "--view", view]));
        let picture = text(&picture.stdout);
        let picture = roxmltree::Document::parse(&picture).unwrap();
        let count = |class: &str| {
            let nodes = picture.descendants();
            nodes.filter(|node| node.attribute("class") == Some(class)).count()
        };
        assert_eq!(count("hole"), 4);
        assert_eq!(count("seed"), if view == "seeds" { 2 } else { 0 });
    }
}

#[test]
fn a_pit_that_is_none_is_refused_as_such() {
    let mut play = mancala(std::path::Path::new("."));
    let said =
        typing(play.args(["play", "--rules", "nimcala"]), "1 from 9\n1 from 0\n6 from 1\nq\n");
    let said = text(&said.stdout);
    for refused in ["there is no pit 9.", "there is no pit 0.", "pit 1 has fewer than 6 tokens."] {
        assert!(said.contains(&format!("Not possible: {refused}")), "{said}");
    }
}

/// `trace` has no rows of Nimcala, so it is not recommended.
#[test]
fn a_wrong_log_is_no_reason_to_trace() {
    let folder = tempfile::tempdir().unwrap();
    let input = &format!("{}/inputs/nimcala/taking-both-wins-taking-one-loses.txt", crate::ROOT);
    succeeds(mancala(folder.path()).args(["run", input, "-o", "."]));
    let log = folder.path().join("traverse_log.txt");
    let wrong = std::fs::read_to_string(&log).unwrap() + "wrong\n";
    std::fs::write(&log, wrong).unwrap();
    let output = ends_with(mancala(folder.path()).args(["compare", ".", "-i", input]), 1);
    assert!(text(&output.stdout).contains("traverse_log.txt"), "{}", text(&output.stdout));
    assert!(!text(&output.stderr).contains("trace"), "{}", text(&output.stderr));
}
