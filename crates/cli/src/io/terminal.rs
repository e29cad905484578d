//! The whole terminal, taken and given back whatever happens: on return, on an error, on a panic, on
//! Ctrl-C and on a polite kill.

use std::io::{self, Stdout, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Whether the terminal has to be given back.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Held while something is drawn.
static DRAWING: Mutex<()> = Mutex::new(());

/// The terminal while it is ours; dropping it gives it back.
pub struct Screen(ratatui::Terminal<CrosstermBackend<Stdout>>);

impl Screen {
    /// Takes the terminal: keys come one by one, and what stood there comes back afterwards.
    pub fn take() -> io::Result<Self> {
        give_back_on_panic();
        TAKEN.store(true, Ordering::SeqCst);
        let taken = enable_raw_mode()
            .and_then(|()| execute!(stdout(), EnterAlternateScreen))
            .and_then(|()| ratatui::Terminal::new(CrosstermBackend::new(stdout())));
        match taken {
            Ok(terminal) => Ok(Self(terminal)),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Draws, unless the terminal has been given back meanwhile.
    pub fn draw(&mut self, content: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _held = DRAWING.lock().unwrap_or_else(PoisonError::into_inner);
        if TAKEN.load(Ordering::SeqCst) {
            self.0.draw(content)?;
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, and lets nothing be drawn any more. For a process that is about to end.
pub fn give_back_for_good() {
    let held = DRAWING.lock().unwrap_or_else(PoisonError::into_inner);
    give_back();
    std::mem::forget(held);
}

fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // There may be no terminal left to talk to.
        let _ = disable_raw_mode();
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
    }
}

/// The message of a panic is to be read on the terminal that is left behind.
fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            report(panic);
        }));
    });
}
