//! UGI, the Universal Game Interface (UCI for any game): an engine that a manager of matches drives through a pipe.
//!
//! | the manager says | the engine |
//! |---|---|
//! | `ugi`, `isready` | answers `ugiok`, `readyok` |
//! | `uginewgame`, `position startpos`, `position fen F`, each with `moves M..` | changes its position |
//! | `query gameover`, `p1turn`, `result` | answers `response` and `true`, `false`, `p1win`, `p2win`, `draw` or `none` |
//! | `go movetime`, `p1time`.., `depth`, `infinite` | searches, and answers `bestmove` |
//! | `stop`, `quit` | ends the search, and itself |
//!
//! A move is one sow, by the pit's name, so after an extra turn it is the same player's turn again. South is the first
//! player. A position is a line as [`position_text`](arena::board_text::position_text) writes it.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::io::{self, BufRead, Read, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use crate::wire::lock;
use arena::board_text::parse_position;
use arena::evaluation::Weights;
use arena::player::Player;
use arena::player::searching::{Searching, Solving};
use arena::player::spec::{MAX_DEPTH, MAX_TIME};
use mancala::game::{Kalah, Pit, PitName, Position, Side};
use mancala::search::Algorithm;
use mancala::solve::Control;

const MAX_LINE: u64 = 1 << 20;

/// The number of moves that a clock's remaining time is divided among.
const MOVES_TO_COME: u32 = 30;

/// The time allowed for an answer to reach the manager.
const ON_THE_WAY: Duration = Duration::from_millis(20);

/// Answers the lines of `input` until `quit` or their end; `start` is `startpos`.
///
/// # Errors
/// `input` cannot be read, or `output` cannot be written.
pub fn serve(start: Kalah, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let (output, stop) = (Output(Mutex::new(output)), AtomicBool::new(false));
    thread::scope(|scope| {
        let mut engine =
            Engine { start, position: start, output: &output, stop: &stop, search: None };
        let ended = engine.listen(input, scope);
        // What was asked is answered, unless nobody hears it or it has no end.
        if ended.is_err() || engine.search.is_some_and(|it| it.is_endless) {
            stop.store(true, Relaxed);
        }
        ended
    })
}

struct Engine<'s, W> {
    start: Kalah,
    position: Kalah,
    output: &'s Output<W>,
    /// Set to end the search.
    stop: &'s AtomicBool,
    search: Option<Running<'s>>,
}

/// A search in a thread of its own.
struct Running<'s> {
    is_endless: bool,
    thread: ScopedJoinHandle<'s, ()>,
}

impl<'s, W: Write + Send> Engine<'s, W> {
    fn listen(&mut self, mut input: impl BufRead, scope: &'s Scope<'s, '_>) -> io::Result<()> {
        while let Some(line) = read_line(&mut input)? {
            let line = line.trim();
            let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
            match command {
                "ugi" => {
                    let version = env!("CARGO_PKG_VERSION");
                    self.output.say(&format!("id name mancala {version}\nugiok"))?;
                }
                "isready" => self.output.say("readyok")?,
                "query" => {
                    self.output.say(&format!("response {}", response(&self.position, rest)))?
                }
                "uginewgame" => {
                    self.end_search();
                    self.position = self.start;
                }
                "position" => {
                    self.end_search();
                    match position(self.start, rest) {
                        Ok(position) => self.position = position,
                        Err(why) => self.output.say(&format!("info string {why}"))?,
                    }
                }
                "go" => {
                    self.end_search();
                    let (time, depth) = limits(rest, self.position.mover());
                    let is_endless = time.is_none() && depth.is_none();
                    let search = Search {
                        position: self.position,
                        depth,
                        end: time.and_then(|it| Instant::now().checked_add(it)),
                        stop: self.stop,
                        output: self.output,
                    };
                    let thread = scope.spawn(move || search.run());
                    self.search = Some(Running { is_endless, thread });
                }
                "stop" => self.end_search(),
                "quit" => {
                    self.end_search();
                    break;
                }
                // There are no options.
                "setoption" | "" => {}
                _ => self.output.say("info string this command is not known")?,
            }
        }
        Ok(())
    }

    /// Ends the search if there is one; its answer comes before whatever follows.
    fn end_search(&mut self) {
        if let Some(Running { thread, .. }) = self.search.take() {
            self.stop.store(true, Relaxed);
            // A search that died has no answer.
            let _ = thread.join();
            self.stop.store(false, Relaxed);
        }
    }
}

struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    fn say(&self, lines: &str) -> io::Result<()> {
        let mut output = lock(&self.0);
        writeln!(output, "{lines}")?;
        output.flush()
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// The answer to a query; `none` also where the question is not known.
fn response(position: &Kalah, question: &str) -> &'static str {
    let truth = |it| if it { "true" } else { "false" };
    match question {
        "gameover" => truth(position.is_over()),
        "p1turn" => truth(position.mover() == Side::South),
        "result" if position.is_over() => match position.score(Side::South).cmp(&0) {
            Greater => "p1win",
            Less => "p2win",
            Equal => "draw",
        },
        _ => "none",
    }
}

/// The position of `startpos` or `fen F`, and of the moves that follow.
fn position(start: Kalah, words: &str) -> Result<Kalah, String> {
    let (place, moves) = words.split_once("moves").unwrap_or((words, ""));
    let mut here = match place.trim().strip_prefix("fen ") {
        Some(line) => parse_position(line, start.rules())?,
        None if place.trim() == "startpos" => start,
        None => return Err("expected startpos, or fen and a position".to_owned()),
    };
    for name in moves.split_whitespace() {
        let pit = here.moves().find(|&pit| name_of(&here, pit) == name);
        here = here.play(pit.ok_or_else(|| format!("{name:?} is no move here"))?);
    }
    Ok(here)
}

fn name_of(position: &Kalah, pit: Pit) -> String {
    PitName(position.mover(), pit).to_string()
}

/// The time and the depth that stand behind `go`.
fn limits(words: &str, mover: Side) -> (Option<Duration>, Option<u32>) {
    let number = |name: &str| -> Option<u64> {
        let mut words = words.split_whitespace();
        words.find(|word| *word == name)?;
        words.next()?.parse().ok()
    };
    let milliseconds = |name: &str| number(name).map(Duration::from_millis);
    let player = mover.player();
    let of_clock = milliseconds(&format!("p{player}time")).map(|left| {
        let more = milliseconds(&format!("p{player}inc")).unwrap_or_default();
        (left / MOVES_TO_COME).saturating_add(more).min(left / 2)
    });
    let time = milliseconds("movetime").or(of_clock);
    let depth = number("depth").map(|it| it.clamp(1, MAX_DEPTH.into()) as u32);
    (time.map(|it| it.saturating_sub(ON_THE_WAY).max(it / 2)), depth)
}

/// What ends a search: its depth, its time, or `stop`.
struct Search<'s, W> {
    position: Kalah,
    depth: Option<u32>,
    /// When its time is over.
    end: Option<Instant>,
    stop: &'s AtomicBool,
    output: &'s Output<W>,
}

impl<W: Write + Send> Search<'_, W> {
    /// Searches and says the best move. Who does not hear it is found gone at the next line that it does not write.
    fn run(&self) {
        let turn = if self.position.is_over() { Vec::new() } else { self.turn() };
        let best = turn.first().copied().or_else(|| self.position.moves().next());
        let best = best.map_or_else(|| "none".to_owned(), |pit| name_of(&self.position, pit));
        let _ = self.output.say(&format!("bestmove {best}"));
    }

    /// What `alphabeta:DEPTH` plays, where a depth is asked for, and otherwise what `best:TIME` does.
    fn turn(&self) -> Vec<Pit> {
        let turn = match self.depth {
            Some(depth) => {
                let (algorithm, evaluation) = (Algorithm::AlphaBeta, Weights::STORE);
                let mut player = Searching { algorithm, depth, evaluation };
                player.improving_turn(&self.position, self)
            }
            None => Solving::new(Some(MAX_TIME)).improving_turn(&self.position, self),
        };
        turn.unwrap_or_default()
    }
}

impl<W: Write + Send> Control for Search<'_, W> {
    fn stop(&self) -> bool {
        self.stop.load(Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn better(&self, turn: &[Pit]) {
        let names = PitName::of_all(self.position.mover(), turn);
        let _ = self.output.say(&format!("info multipv 1 pv {}", names.join(" ")));
    }
}
