//! The checker proves what is so and nothing else, and agrees with the solver.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use mancala::game::rules::options::OPTIONS;
use mancala::game::rules::{CaptureLanding, CaptureTakes, EmptyOpposite, EndTest, Remainder};
use mancala::game::{Board, Kalah, Rules, Side};
use mancala::solve::{Engine, Remaining, Resources};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

const ATLAS: [&str; 3] = [
    include_str!("../../../atlas/cits3001.tsv"),
    include_str!("../../../atlas/usc.tsv"),
    include_str!("../../../atlas/uw.tsv"),
];

/// What the checker says of an atlas with one entry: what is wrong with it.
#[track_caller]
fn check(rules: Rules, board: &str, value: i32, line: &str) -> Option<String> {
    let rules = in_full(rules);
    let atlas = format!("rules\tboard\tvalue\tline\n{rules}\t{board}\t{value}\t{line}\n");
    checker::read(&atlas).unwrap()[0].check(50_000).unwrap().err()
}

/// All options of the rules, by which the checker knows them.
fn in_full(rules: Rules) -> String {
    let options = OPTIONS.iter().map(|option| {
        let value = option.values.iter().find(|value| value.holds_in(rules)).unwrap();
        format!("{}={}", option.name, value.name)
    });
    options.collect::<Vec<_>>().join(",")
}

#[test]
fn a_true_entry_is_proved_and_a_false_one_is_not() {
    let said = |value, line| check(Rules::CITS3001, "3 3 / 3 3 / 0 / 0", value, line);
    let said = |value, line| said(value, line).unwrap_or_else(|| "proved".to_owned());
    for (value, line, expected) in [
        (-2, "", "proved"),
        (-2, "B2, A3, B3, A2, B3", "proved"),
        (-3, "", "the value is greater"),
        (-1, "", "the value is less"),
        (-2, "B2, A3", "the line ends before the game"),
        (-2, "B3, A2", "B3 of the line loses seeds"),
        (-2, "B9", "B9 of the line cannot be played"),
        (-2, "A2", "A2 of the line cannot be played"),
        (-2, "B2 B3", "B3 of the line cannot be played"),
        (-2, "B2 A3", "A3 of the line cannot be played"),
    ] {
        assert_eq!(said(value, line), expected, "{value} {line:?}");
    }
}

#[test]
fn what_is_no_atlas_is_told_with_its_line() {
    let columns = "rules\tboard\tvalue\tline\n";
    let rules = in_full(Rules::USC);
    for (text, expected) in [
        (
            "rules\tboard\nx\t1 / 1 / 0 / 0\n".to_owned(),
            "line 2: expected landing with one of nowhere, own-row, either-row",
        ),
        (format!("{columns}{rules}\t0 0 / 1 1 / 0 / 0\t0\t\n"), "proved"),
        (
            format!("{columns}{rules}\t1 1 / 0 0 / 0 / 0\t0\t\n"),
            "line 2: expected a board on which South has a move",
        ),
        (
            format!("{columns}{rules}\t1 / 1 / 0 / 0\tx\t\n"),
            "line 2: expected a whole number as value",
        ),
        (format!("{columns}{rules}\n"), "line 2: expected a column board"),
    ] {
        let said = checker::read(&text).err().unwrap_or_else(|| "proved".to_owned());
        assert_eq!(said, expected, "{text}");
    }
}

/// As far as that takes a few seconds: up to 24 seeds.
#[test]
fn the_smaller_entries_of_the_atlas_are_proved() {
    let mut count = 0;
    for entry in ATLAS.iter().flat_map(|atlas| checker::read(atlas).unwrap()) {
        let seeds = entry.board.split_whitespace().filter_map(|word| word.parse::<u32>().ok());
        if seeds.sum::<u32>() <= 24 {
            assert_eq!(entry.check(2_000_000), Some(Ok(())), "{}", entry.board);
            count += 1;
        }
    }
    assert_eq!(count, 3 * (12 + 6 + 4 + 3 + 2 + 2 + 1 + 1));
}

/// What the checker said of each entry is kept, and the book has its sums.
#[test]
fn the_proofs_are_of_the_entries() {
    let page = include_str!("../../../docs/src/atlas.md");
    for (name, atlas, proofs) in [
        ("cits3001", ATLAS[0], include_str!("../../../atlas/proofs/cits3001.txt")),
        ("usc", ATLAS[1], include_str!("../../../atlas/proofs/usc.txt")),
        ("uw", ATLAS[2], include_str!("../../../atlas/proofs/uw.txt")),
    ] {
        let entries = checker::read(atlas).unwrap();
        assert_eq!(entries.len(), proofs.lines().count(), "{name}");
        for (entry, line) in entries.iter().zip(proofs.lines()) {
            let begin = format!("{}, value {}: ", entry.board, entry.value);
            assert!(line.starts_with(&begin), "{name}: {begin}\n{line}");
        }
        let proved = proofs.lines().filter(|line| line.contains(": proved, ")).count();
        assert!(!proofs.contains("WRONG"), "{name}");
        let row = format!("| `{name}` | {} | {proved} |\n", entries.len());
        assert!(page.contains(&row), "the page needs {row}");
    }
}

/// Irving, Donkers and Uiterwijk 2000, table 9: the values under `usc` by pits and seeds.
#[test]
fn the_atlas_has_the_published_values() {
    let published = [
        [0, -2, 6, -2, 2],
        [2, -2, -2, -12, 6],
        [0, 4, 2, 2, 6],
        [2, 6, 8, 2, 2],
        [0, 0, 8, 12, 2],
        [2, 10, 2, 10, 12],
    ];
    let entries = checker::read(ATLAS[1]).unwrap();
    for (pits, values) in (1..).zip(published) {
        for (seeds, value) in (1..=5).zip(values) {
            let row = vec![seeds.to_string(); pits].join(" ");
            let board = format!("{row} / {row} / 0 / 0");
            let entry = entries.iter().find(|entry| entry.board == board).unwrap();
            assert_eq!(entry.value, value, "{board}");
        }
    }
}

/// The values of openings by pits and seeds, as a table of Markdown.
fn table(atlas: &str) -> String {
    let entries = checker::read(atlas).unwrap();
    let mut table = "| pits | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 |\n".to_owned();
    table += &format!("{}|\n", "|---".repeat(11));
    for pits in 1..=7 {
        table += &format!("| {pits} |");
        for seeds in 1..=10 {
            let row = vec![seeds.to_string(); pits].join(" ");
            let board = format!("{row} / {row} / 0 / 0");
            let entry = entries.iter().find(|entry| entry.board == board);
            table += &entry.map_or_else(|| "  |".to_owned(), |it| format!(" {} |", it.value));
        }
        table.push('\n');
    }
    table
}

#[test]
fn the_book_has_the_values_of_the_atlas() {
    let page = include_str!("../../../docs/src/atlas.md");
    for table in ATLAS.map(table) {
        assert!(page.contains(&table), "{table}");
    }
}

/// 10,000 positions under all mixtures of rules that the solver takes; `MANCALA_CHECKED_POSITIONS` says another number.
#[test]
fn checker_and_solver_agree_on_random_positions() {
    let positions = std::env::var("MANCALA_CHECKED_POSITIONS");
    let positions: usize = positions.map_or(10_000, |number| number.parse().unwrap());
    let mut chance = Pcg32::seed_from_u64(1);
    let mut below = |count: u32| chance.next_u32() % count;
    let mixtures = mixtures();
    let each = positions.div_ceil(6 * mixtures.len());
    for (rules, width) in mixtures.into_iter().flat_map(|rules| (1..=6).map(move |it| (rules, it)))
    {
        let resources = Resources { memory: 1 << 20, endgame: 1 << 10, threads: 1 };
        let largest = Kalah::new(Board::opening(width, 4), rules, Side::South).unwrap();
        let mut engine = Engine::new(&largest, resources);
        for _ in 0..each {
            let mut rows = [vec![0; width], vec![0; width]];
            for _ in 0..=below(4 + 24 / width as u32) {
                rows[below(2) as usize][below(width as u32) as usize] += 1;
            }
            rows[0][0] += 1;
            let stores = [below(5), below(5)];
            let start =
                Kalah::new(Board::new([&rows[0], &rows[1]], stores), rules, Side::South).unwrap();
            let value = engine.value(&start, Remaining::END, None, &()).bounds.value().unwrap();
            let [south, north] =
                rows.map(|row| row.iter().map(u16::to_string).collect::<Vec<_>>().join(" "));
            let board = format!("{north} / {south} / {} / {}", stores[1], stores[0]);
            assert_eq!(check(rules, &board, value, ""), None, "{rules} {board}: {value}");
        }
    }
}

fn mixtures() -> Vec<Rules> {
    let mut mixtures = Vec::new();
    for capture_landing in
        [CaptureLanding::Nowhere, CaptureLanding::OwnRow, CaptureLanding::EitherRow]
    {
        for capture_takes in [CaptureTakes::Opposite, CaptureTakes::OppositeAndLast] {
            for empty_opposite in [EmptyOpposite::NoCapture, EmptyOpposite::CapturesLast] {
                for end_test in [EndTest::EverySow, EndTest::EveryTurn] {
                    for remainder in [
                        Remainder::RowOwner,
                        Remainder::PlayerOut,
                        Remainder::OtherPlayer,
                        Remainder::Nobody,
                    ] {
                        mixtures.push(Rules {
                            capture_landing,
                            capture_takes,
                            empty_opposite,
                            end_test,
                            remainder,
                        });
                    }
                }
            }
        }
    }
    mixtures
}
