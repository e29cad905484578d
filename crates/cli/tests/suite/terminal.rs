//! A game on the whole terminal, through a pseudo-terminal: played to its end, taken back, resized,
//! left in every way; afterwards the terminal is as it was. And a solver interrupted in the middle.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// Only a program that hangs takes this long.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The program on a terminal that is none.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Its settings before the program began.
    settings: String,
}

fn positive(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, ..PtySize::default() }
}

impl Terminal {
    fn start(arguments: &[&str]) -> Self {
        let pair = native_pty_system().openpty(size(24, 80)).unwrap();
        let settings = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_mancala"));
        command.args(arguments);
        command.env("TERM", "xterm");
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(positive(24), positive(80), 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let shown = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the program is the end of its output, or an error.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        Self {
            child,
            keyboard: pair.master.take_writer().unwrap(),
            master: pair.master,
            screen,
            settings,
        }
    }

    fn contents(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    #[track_caller]
    fn wait_for(&self, text: &str) {
        let begin = Instant::now();
        while !self.contents().contains(text) {
            let contents = self.contents();
            assert!(begin.elapsed() < LONGEST_WAIT, "no {text:?} in\n{contents}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn resize(&mut self, rows: u16, cols: u16) {
        let mut screen = self.screen.lock().unwrap();
        screen.screen_mut().set_size(positive(rows), positive(cols));
        self.master.resize(size(rows, cols)).unwrap();
    }

    /// Waits for the end of the program; the terminal must be as it was before.
    #[track_caller]
    fn ended(mut self) -> ExitStatus {
        let status = self.child.wait().unwrap();
        let begin = Instant::now();
        // What was written last may still be on its way.
        while self.screen.lock().unwrap().screen().alternate_screen() {
            assert!(begin.elapsed() < LONGEST_WAIT, "the screen is not given back");
            std::thread::sleep(Duration::from_millis(5));
        }
        let screen = self.screen.lock().unwrap();
        assert!(!screen.screen().hide_cursor(), "the cursor is back");
        let settings = format!("{:?}", self.master.get_termios());
        assert_eq!(settings, self.settings, "keys come by lines again");
        status
    }
}

/// A game that greedy players end in a few turns.
fn late_game(folder: &Path) -> String {
    let file = folder.join("late.game");
    let record = "[Rules \"cits3001\"]\n[Start \"1 0 0 / 1 0 1 / 9 / 8\"]\n\
                  [South \"human\"]\n[North \"greedy\"]\nunfinished\n";
    std::fs::write(&file, record).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn to_the_end_back_resized_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = late_game(folder.path());
    let kept = folder.path().join("kept.game");
    let mut game =
        Terminal::start(&["play", "--resume", &file, "--record", kept.to_str().unwrap()]);
    game.wait_for("South to move");
    game.wait_for("[1]");
    // The cursor to the last pit, which ends in the store; then a typed move.
    game.press("\x1b[C\x1b[C\r");
    game.wait_for("another sow");
    game.press("B2\r");
    game.wait_for("the game is over");
    game.wait_for("Drawn, 10 seeds each");
    insta::assert_snapshot!("the_end_of_a_game", game.contents());
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(arena::record::parse(text.as_bytes()).unwrap().game.outcome().is_some());

    game.press("u");
    game.wait_for("Took back");
    game.press("r");
    game.wait_for("Replayed");
    game.wait_for("the game is over ");
    game.press("u");
    // What is still on its way to a screen of the old size would spoil the new one.
    game.wait_for("South to move: _");
    game.resize(30, 100);
    game.press("v");
    game.wait_for("seeds ahead");
    game.resize(10, 40);
    game.wait_for("too small");
    game.resize(14, 70);
    game.press("h");
    game.wait_for("A good move");
    game.press("x\x7fq");
    game.wait_for("q once more");
    game.press("q");
    assert_eq!(game.ended().exit_code(), 0);
}

#[test]
fn interrupted_by_a_key() {
    let mut game = Terminal::start(&["play", "--north", "greedy"]);
    game.wait_for("South to move");
    game.press("\x03");
    assert_eq!(game.ended().exit_code(), 130);
}

#[test]
fn a_solver_interrupted_by_a_key_says_what_it_knows() {
    // With so little memory most of the work lies behind the first bounds.
    let mut solve = Terminal::start(&[
        "solve",
        "--rules",
        "cits3001",
        "--seeds",
        "4",
        "--memory",
        "8M",
        "--threads",
        "1",
        "--values",
        "none",
    ]);
    solve.wait_for("value from");
    solve.press("\x03");
    solve.wait_for("stopped; player 1 ends with a lead from");
    assert_eq!(solve.ended().exit_code(), 130);
}

#[test]
fn ended_politely_from_outside() {
    // The computer is still thinking.
    let game = Terminal::start(&["play", "--south", "minimax:30", "--north", "greedy"]);
    game.wait_for("thinking");
    game.child.clone_killer().kill().unwrap();
    assert_eq!(game.ended().exit_code(), 130);
}

#[test]
fn a_wrong_key_changes_nothing() {
    let mut game = Terminal::start(&["play", "--north", "greedy"]);
    game.wait_for("South to move");
    // A slip of the finger with Enter behind it sows nothing.
    game.press("xyz\x1b[A\x1b[5~\r");
    game.wait_for("no pit or command \"xyz\"");
    game.press("B9\r");
    game.wait_for("no such pit");
    game.press("A3\r");
    game.wait_for("is North's");
    insta::assert_snapshot!("the_beginning_of_a_game", game.contents());
    game.press("\x04");
    assert_eq!(game.ended().exit_code(), 0);
}
