//! A game of Nimcala, line by line.
//!
//! Left out: games and players ([`play::nimcala`](crate::play::nimcala)).

use std::io::{BufRead, Write};
use std::time::Duration;

use crate::cli::Exit;
use crate::cli::io::failure::Surroundings;
use crate::counted::counted;
use crate::draw::text::token_row;
use crate::game::Position;
use crate::nimcala::{Method, Nimcala, Outcome, Take};
use crate::play::nimcala::{NimcalaGame, NimcalaPlayer, best};
use crate::play::player::Spec;

const RULES: &str = "\
One row of pits for both players. Take some or all tokens of any one pit and drop one in each pit to
the right; what is left over after the last pit leaves play. Who takes the last token wins.";

const HELP: &str = "\
2 from 1   take 2 tokens from pit 1; 1-2, pit first as in the log, will do
undo       take back the last move, and the computer's answer to it
hint       a good move
values     what each move leads to
board      the row once more
rules      how this game is played
again      a new game
quit       stop
The first letter is enough, but for rules.";

/// A game with its players; `None` for a person.
pub(super) struct Session {
    game: NimcalaGame,
    start: Nimcala,
    players: [Option<NimcalaPlayer>; 2],
    delay: Duration,
}

impl Session {
    pub(super) fn new(
        start: Nimcala,
        specs: &[Spec; 2],
        seed: u64,
        delay: Duration,
    ) -> anyhow::Result<Self> {
        let player = |place: usize| match &specs[place] {
            Spec::Human => Ok(None),
            spec => NimcalaPlayer::new(spec, seed.wrapping_add(place as u64)).map(Some),
        };
        let players = [player(0), player(1)].map(|it| it.map_err(anyhow::Error::msg));
        let [south, north] = players;
        Ok(Self {
            game: NimcalaGame::new(start),
            start,
            players: [south?, north?],
            delay,
        })
    }

    fn has_people(&self) -> bool {
        self.players.iter().any(Option::is_none)
    }

    fn is_for_person(&self) -> bool {
        self.players[self.game.position().mover().index()].is_none()
    }

    /// Takes moves back until a person is to move again; how many.
    fn undo(&mut self) -> usize {
        let mut count = 0;
        while self.game.take_back().is_some() {
            count += 1;
            if self.is_for_person() {
                break;
            }
        }
        count
    }
}

pub(super) fn run(mut session: Session) -> anyhow::Result<Exit> {
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout();
    match play(&mut session, &mut input, &mut output) {
        Err(error) if super::plain::is_broken_pipe(&error) => Ok(Exit::Success),
        outcome => outcome,
    }
}

fn play(
    session: &mut Session,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> anyhow::Result<Exit> {
    if session.has_people() {
        writeln!(output, "{RULES}\n? lists what can be typed.")?;
    }
    say_row(session, output)?;
    loop {
        let here = session.game.position();
        let player = here.mover().player();
        let prompt = match session.game.winner() {
            Some(winner) => {
                writeln!(output, "Player {} wins.", winner.player())?;
                if !session.has_people() {
                    return Ok(Exit::Success);
                }
                "Play again (yes, no or undo)".to_owned()
            }
            None => match &mut session.players[here.mover().index()] {
                Some(computer) => {
                    let take = computer.take(&here);
                    let take = take.map_err(|failure| Surroundings(failure.to_string()))?;
                    std::thread::sleep(session.delay);
                    make(session, take, output)?;
                    continue;
                }
                None => format!("Player {player}"),
            },
        };
        write!(output, "{prompt}? ")?;
        output.flush()?;
        let mut line = String::new();
        let count = input.read_line(&mut line);
        if count.map_err(|error| Surroundings(format!("standard input: {error}")))? == 0 {
            writeln!(output)?;
            return Ok(Exit::Success);
        }
        if obey(session, line.trim(), output)? {
            return Ok(Exit::Success);
        }
    }
}

/// Does what a person asks for; whether that is to stop.
fn obey(session: &mut Session, line: &str, output: &mut impl Write) -> anyhow::Result<bool> {
    let here = session.game.position();
    match line.to_ascii_lowercase().as_str() {
        "q" | "quit" | "exit" | "n" | "no" => return Ok(true),
        "?" | "help" => writeln!(output, "{HELP}")?,
        "rules" => writeln!(output, "{RULES}")?,
        "b" | "board" => say_row(session, output)?,
        "a" | "again" | "y" | "yes" => {
            session.game = NimcalaGame::new(session.start);
            say_row(session, output)?;
        }
        "u" | "undo" => match session.undo() {
            0 => writeln!(output, "There is nothing to take back.")?,
            count => {
                writeln!(output, "Taken back: {}.", counted(count, "move"))?;
                say_row(session, output)?;
            }
        },
        _ if here.is_over() => writeln!(
            output,
            "The game is over: undo takes the last move back, again begins a new one."
        )?,
        "h" | "hint" => match best(&here) {
            Ok(take) => writeln!(output, "A good move: {}.", in_words(take))?,
            Err(failure) => writeln!(output, "No hint: {failure}.")?,
        },
        "v" | "values" => writeln!(output, "{}", values(&here))?,
        text => match parse(text, &here) {
            Ok(take) => make(session, take, output)?,
            Err(sentence) => writeln!(output, "{sentence}")?,
        },
    }
    Ok(false)
}

fn make(session: &mut Session, take: Take, output: &mut impl Write) -> anyhow::Result<()> {
    let player = session.game.position().mover().player();
    if session.game.play(take) {
        writeln!(output, "Player {player} takes {}.", in_words(take))?;
    }
    say_row(session, output)
}

fn say_row(session: &Session, output: &mut impl Write) -> anyhow::Result<()> {
    write!(output, "{}", token_row(session.game.position().row()))?;
    Ok(())
}

/// "3 tokens from pit 1".
fn in_words(take: Take) -> String {
    let tokens = counted(take.count(), "token");
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
        format!(
            "Not possible: pit {pit} has not {}.",
            counted(count, "token")
        )
    })
}

/// What every move leads to, one a line.
fn values(here: &Nimcala) -> String {
    let solution = match Method::Ranks.solve(*here, 0) {
        Ok(solution) => solution,
        Err(reason) => return format!("No values: {reason}."),
    };
    let lines = solution.first_moves.iter().map(|(take, to)| {
        let verb = match to.outcome {
            Outcome::Win => "wins",
            Outcome::Loss => "loses",
        };
        let length = to
            .moves
            .map(|moves| format!(" in {}", counted(moves, "move")));
        format!("{} {verb}{}", in_words(*take), length.unwrap_or_default())
    });
    lines.collect::<Vec<_>>().join("\n")
}
