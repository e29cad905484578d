//! The game record: what is written parses back, and what is wrong is named with its place.

use mancala::game::kalah::Kalah;
use mancala::game::{Board, Pit, Position, Rules, Side};
use mancala::play::Game;
use mancala::play::record::{Forfeit, Record, Tag, parse};
use proptest::prelude::*;

/// A file parses to a record, shown as it is written anew, or to an error.
#[test]
fn records_and_errors() {
    insta::glob!("record/*.game", |path| {
        let bytes = std::fs::read(path).unwrap();
        let shown = match parse(&bytes) {
            Ok(record) => record.to_string(),
            Err(error) => {
                let place = String::from_utf8_lossy(&bytes)
                    .get(error.span.clone())
                    .map(str::to_owned);
                format!("{error}\nat {:?}", place.unwrap_or_default())
            }
        };
        insta::assert_snapshot!(shown);
    });
}

#[derive(Debug, Clone)]
struct Plan {
    rules: Rules,
    rows: Vec<(u16, u16)>,
    first: Side,
    sows: usize,
    seed: u64,
    name: String,
    forfeit: Option<String>,
}

fn plans() -> impl Strategy<Value = Plan> {
    let rules = prop_oneof![Just(Rules::USC), Just(Rules::CITS3001), Just(Rules::UW)];
    let rows = prop::collection::vec((0u16..30, 0u16..30), 1..=10);
    let first = prop_oneof![Just(Side::South), Just(Side::North)];
    let rest = (
        0usize..60,
        any::<u64>(),
        any::<String>(),
        any::<Option<String>>(),
    );
    (rules, rows, first, rest).prop_map(|(rules, rows, first, (sows, seed, name, forfeit))| Plan {
        rules,
        rows,
        first,
        sows,
        seed,
        name,
        forfeit,
    })
}

fn record(plan: &Plan) -> Record {
    let mut board = Board::empty(plan.rows.len());
    for (column, &(north, south)) in plan.rows.iter().enumerate() {
        board.set_seeds(Side::North, Pit::new(column), north);
        board.set_seeds(Side::South, Pit::new(column), south);
    }
    let mut game = Game::new(Kalah::new(board, plan.rules, plan.first).unwrap());
    let mut random = fastrand::Rng::with_seed(plan.seed);
    for _ in 0..plan.sows {
        let Some(pit) = random.choice(game.position().moves().collect::<Vec<_>>()) else {
            break;
        };
        game.sow(pit).unwrap();
    }
    let mut record = Record::new(game);
    record.tags.extend(Tag::new("South", &plan.name));
    if record.game.outcome().is_none() {
        record.forfeit = plan.forfeit.clone().map(|reason| Forfeit {
            by: plan.first,
            reason,
        });
    }
    record
}

proptest! {
    #[test]
    fn a_record_parses_back(plan in plans()) {
        let record = record(&plan);
        let text = record.to_string();
        let read = parse(text.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&record), "{}", text);
    }

    #[test]
    fn no_text_is_too_strange(text in "(\\[[A-Z][a-z]* \"[0-9 /]*\"\\]|[0-9]\\. ?[AB][0-9]-?|\\PC|[ \n#])*") {
        let _ = parse(text.as_bytes());
    }

    /// Taking every turn back leads to the start, and the same sows lead forward again.
    #[test]
    fn turns_can_be_taken_back(plan in plans()) {
        let whole = record(&plan).game;
        let mut game = whole.clone();
        let mut taken = Vec::new();
        while let Some(turn) = game.take_back() {
            taken.push(turn);
        }
        prop_assert_eq!(&game, &Game::new(*whole.start()));
        for pit in taken.iter().rev().flat_map(|turn| &turn.pits) {
            game.sow(*pit).unwrap();
        }
        prop_assert_eq!(game, whole);
    }
}
