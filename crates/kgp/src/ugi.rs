//! UGI, the Universal Game Interface (UCI for any game): an engine that a manager of matches drives through a pipe.
//!
//! | the manager says | the engine |
//! |---|---|
//! | `ugi`, `isready` | answers `ugiok`, `readyok` |
//! | `uginewgame`, `position startpos`, `position fen F`, each with `moves M..` | changes its position |
//! | `query gameover`, `p1turn`, `result` | answers `response` and `true`, `false`, `p1win`, `p2win`, `draw` or `none` |
//! | `go movetime`, `p1time`.., `depth`, `nodes`, `infinite` | searches, and answers `bestmove` |
//! | `stop`, `quit` | ends the search, and itself |
//!
//! A move is one sow, by the pit's name, so after an extra turn it is the same player's turn again. South is the first
//! player. A position is a line as [`position_text`](arena::board_text::position_text) writes it.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use crate::wire::lock;
use arena::board_text::parse_position;
use arena::player::searching::Solving;
use arena::player::spec::{MAX_DEPTH, MAX_TIME};
use arena::player::{Player, TurnObserver};
use mancala::game::{Kalah, Pit, PitName, Position, Side};
use mancala::search::{Algorithm, Limits, Observer, Stage, Visit, search};

/// The longest line.
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
    /// The position `startpos`.
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
                    let limits = SearchLimits::new(rest, self.position.mover());
                    let is_endless = limits.is_endless();
                    let search = Search {
                        position: self.position,
                        limits,
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

/// How far a search goes: until the first of these.
struct SearchLimits {
    time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl SearchLimits {
    /// The limits that stand behind `go`.
    fn new(words: &str, mover: Side) -> Self {
        let number = |name: &str| -> Option<u64> {
            let mut words = words.split_whitespace();
            words.find(|word| *word == name)?;
            words.next()?.parse().ok()
        };
        let milliseconds = |name: &str| number(name).map(Duration::from_millis);
        let of_move = milliseconds("movetime");
        let player = mover.player();
        let of_clock = milliseconds(&format!("p{player}time")).map(|left| {
            let more = milliseconds(&format!("p{player}inc")).unwrap_or_default();
            (left / MOVES_TO_COME).saturating_add(more).min(left / 2)
        });
        Self {
            time: of_move.or(of_clock).map(|it| it.saturating_sub(ON_THE_WAY).max(it / 2)),
            depth: number("depth")
                .map(|it| u32::try_from(it).unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)),
            nodes: number("nodes"),
        }
    }

    fn is_endless(&self) -> bool {
        self.time.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

struct Search<'s, W> {
    position: Kalah,
    limits: SearchLimits,
    stop: &'s AtomicBool,
    output: &'s Output<W>,
}

impl<W: Write + Send> Search<'_, W> {
    /// Searches and says the best move. Who does not hear it is found gone at the next line that it does not write.
    fn run(&self) {
        let turn = match (self.limits.depth, self.limits.nodes) {
            _ if self.position.is_over() => Vec::new(),
            (None, None) => self.strongest(),
            (depth, nodes) => self.deepened(depth.unwrap_or(MAX_DEPTH), nodes.unwrap_or(u64::MAX)),
        };
        let best = turn.first().copied().or_else(|| self.position.moves().next());
        let best = best.map_or_else(|| "none".to_owned(), |pit| name_of(&self.position, pit));
        let _ = self.output.say(&format!("bestmove {best}"));
    }

    /// What `best:TIME` plays.
    fn strongest(&self) -> Vec<Pit> {
        let time = self.limits.time.unwrap_or(MAX_TIME);
        Solving::within(time).improving_turn(&self.position, self).unwrap_or_default()
    }

    /// The best turn by the lead in the stores, ever more turns ahead.
    fn deepened(&self, depth: u32, nodes: u64) -> Vec<Pit> {
        let mut best = Vec::new();
        let end = self.limits.time.map(|time| Instant::now() + time);
        let mut countdown = Countdown { nodes, end, stop: self.stop };
        for cutoff in 1..=depth {
            let limits = Limits { player: self.position.mover(), cutoff };
            let searched = search(self.position, limits, Algorithm::AlphaBeta, &mut countdown);
            let ControlFlow::Continue(choice) = searched else { break };
            let value = 100 * choice.value.finite().unwrap_or_default();
            let nodes = nodes - countdown.nodes;
            self.tell(&format!("depth {cutoff} score cp {value} nodes {nodes}"), &choice.turn);
            best = choice.turn;
        }
        best
    }

    fn tell(&self, what: &str, turn: &[Pit]) {
        let names: Vec<_> = turn.iter().map(|&pit| name_of(&self.position, pit)).collect();
        let _ = self.output.say(&format!("info {what} pv {}", names.join(" ")));
    }
}

impl<W: Write + Send> TurnObserver for Search<'_, W> {
    fn stops(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn better(&self, turn: &[Pit]) {
        self.tell("multipv 1", turn);
    }
}

/// Ends a search after so many nodes, or when its time is over.
struct Countdown<'s> {
    nodes: u64,
    end: Option<Instant>,
    stop: &'s AtomicBool,
}

impl Observer<Pit> for Countdown<'_> {
    type Stop = ();

    fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<()> {
        if visit.stage == Stage::Update {
            return ControlFlow::Continue(());
        }
        self.nodes = self.nodes.saturating_sub(1);
        let looks = self.nodes.is_multiple_of(1024);
        let is_late = || self.end.is_some_and(|end| Instant::now() >= end);
        match self.nodes == 0 || looks && (self.stop.load(Relaxed) || is_late()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
