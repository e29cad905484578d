//! Nimcala as somebody at a terminal meets it.

use super::told::{Told, over};
use crate::command::solve::nimcala::leads_to;
use arena::draw::text::token_row;
use arena::nimcala::best;
use arena::session::Session;
use arena::{Game, GameRecord};
use explain::pluralize;
use mancala::game::{Position, Side};
use mancala::nimcala::{Method, Nimcala, Take};

const RULES: &str = "\
One row of pits for both players. Take some or all tokens of any one pit and drop one in each pit to
the right; what is left over after the last pit is out of the game. Whoever takes the last token wins.";

impl Told for Nimcala {
    const HELP: &str = "\
2 from 1   take 2 tokens from pit 1; 1-2, pit first as in the log, will do
undo       take back the last move, and the computer's answer to it
hint       a good move
values     what each move leads to
board      show the row again
rules      how this game is played
again      a new game
quit       stop
The first letter is enough, except for \"rules\".";
    const AFTER_THE_END: &str = "yes, no or undo";

    fn welcome(_: &Session<Self>) -> String {
        format!("{RULES}\n? lists all commands.")
    }

    fn how_to_play(&self) -> String {
        RULES.to_owned()
    }

    fn name(side: Side) -> String {
        format!("Player {}", side.player())
    }

    fn shown(&self, _: bool) -> String {
        token_row(self.row())
    }

    fn step(&self, take: Take) -> String {
        format!("{} takes {}.", Self::name(self.mover()), in_words(take))
    }

    fn hint(game: &Game<Self>) -> String {
        if game.position().is_over() {
            return over::<Self>();
        }
        match best(game.position()) {
            Ok(take) => format!("A good move: {}.", in_words(take)),
            Err(failure) => format!("No hint: {failure}."),
        }
    }

    fn values(&self) -> String {
        if self.is_over() { over::<Self>() } else { values(self) }
    }

    fn parse(&self, line: &str) -> Result<Vec<Take>, String> {
        match self.is_over() {
            true => Err(over::<Self>()),
            false => parse(&line.to_ascii_lowercase(), self).map(|take| vec![take]),
        }
    }

    fn result(record: &GameRecord<Self>) -> String {
        let here = record.game.position();
        match &record.forfeit {
            Some(forfeit) => format!("{} gives up: {}.", Self::name(forfeit.by), forfeit.reason),
            None => format!("{} wins.", Self::name(here.mover().opponent())),
        }
    }
}

/// "3 tokens from pit 1".
fn in_words(take: Take) -> String {
    let tokens = pluralize(take.count(), "token");
    format!("{tokens} from pit {}", take.pit() + 1)
}

/// The move that is typed as `2 from 1`, `1-2` or, as in a log, `B1-2`.
fn parse(text: &str, here: &Nimcala) -> Result<Take, String> {
    let wrong = || format!("no move or command {text:?}; ? lists them");
    let number = |word: &str| word.trim().parse::<u32>().map_err(|_| wrong());
    let (count, pit) = match text.split_once("from") {
        Some((count, pit)) => (number(count)?, number(pit)?),
        None => {
            let text = text.trim_start_matches(['a', 'b']);
            let (pit, count) = text.split_once(['-', ' ']).ok_or_else(wrong)?;
            (number(count)?, number(pit)?)
        }
    };
    let mut moves = here.moves();
    let found = moves.find(|take| take.count() == count && take.pit() as u32 + 1 == pit);
    found.ok_or_else(|| {
        format!("Not possible: pit {pit} has fewer than {}.", pluralize(count, "token"))
    })
}

/// What every move leads to, one a line.
fn values(here: &Nimcala) -> String {
    let solution = match Method::Ranks.solve(*here, 0) {
        Ok(solution) => solution,
        Err(reason) => return format!("No values: {reason}."),
    };
    let lines = solution
        .first_moves
        .iter()
        .map(|(take, to)| format!("{} {}", in_words(*take), leads_to(*to)));
    lines.collect::<Vec<_>>().join("\n")
}
