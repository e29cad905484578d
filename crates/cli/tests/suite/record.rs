//! The game record: what is written parses back, and what is wrong is named with its place.

use arena::Game;
use arena::record::{Forfeit, GameRecord, Tag, parse};
use mancala::game::Side;
use proptest::prelude::*;

use crate::games::plans;

/// A file parses to a record, shown as it is written anew, or to an error.
#[test]
fn records_and_errors() {
    insta::glob!("record/*.game", |path| {
        let bytes = std::fs::read(path).unwrap();
        let shown = match parse(&bytes) {
            Ok(record) => record.to_string(),
            Err(error) => {
                let place =
                    String::from_utf8_lossy(&bytes).get(error.span.clone()).map(str::to_owned);
                format!("{error}\nat {:?}", place.unwrap_or_default())
            }
        };
        insta::assert_snapshot!(shown);
    });
}

fn record(game: Game, name: &str, reason: Option<String>) -> GameRecord {
    let mut record = GameRecord::new(game);
    record.tags.extend(Tag::new("South", name));
    if record.game.outcome().is_none() {
        let by = Side::South;
        record.forfeit = reason.map(|reason| Forfeit { by, reason });
    }
    record
}

proptest! {
    #[test]
    fn a_record_parses_back(
        plan in plans(30),
        name in "\\PC*",
        reason in proptest::option::of("\\PC*"),
    ) {
        let record = record(plan.game(), &name, reason);
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
    fn turns_can_be_taken_back(plan in plans(30)) {
        let whole = plan.game();
        let mut game = whole.clone();
        let mut taken = Vec::new();
        while let Some(turn) = game.take_back() {
            taken.push(turn);
        }
        prop_assert_eq!(&game, &Game::new(*whole.start()));
        for pit in taken.iter().rev().flat_map(|turn| &turn.pits) {
            game.play(*pit).unwrap();
        }
        prop_assert_eq!(game, whole);
    }
}
