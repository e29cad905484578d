//! The summary of an answer that was written: one line of text, or one JSON object.
//!
//! Left out: writing it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::io::print::{print_line, say};
use crate::options::format::Format;
use explain::counted::counted;
use mancala::game::Side;
use mancala::homework::Task;
use mancala::homework::competition::Lookahead;
use mancala::search::Value;

/// An answer that was written, with what its summary says.
pub(in crate::command) struct Written {
    pub(in crate::command) task: Task,
    pub(in crate::command) player: Side,
    /// `None` for a task without, and for a search to the end of the game.
    pub(in crate::command) cutoff: Option<u32>,
    pub(in crate::command) turn: Vec<String>,
    pub(in crate::command) value: Value,
    pub(in crate::command) nodes: u64,
    /// How far task 4 looked ahead; `None` for the other tasks.
    pub(in crate::command) lookahead: Option<Lookahead>,
    pub(in crate::command) rows: Option<u64>,
    pub(in crate::command) next_state: String,
    pub(in crate::command) files: Vec<PathBuf>,
    pub(in crate::command) time: Duration,
}

impl Written {
    /// Prints the summary in `format`, text only if it is not to be `quiet`.
    pub(super) fn print(&self, input: &Path, format: Format, quiet: bool) -> anyhow::Result<()> {
        match format {
            Format::Json => print_line(self.json(input))?,
            Format::Text if quiet => {}
            Format::Text => say(self.sentence(input)),
        }
        Ok(())
    }

    fn sentence(&self, input: &Path) -> String {
        let depth = match (self.task.logged_algorithm(), self.cutoff) {
            (None, _) => String::new(),
            (Some(_), Some(cutoff)) => format!(" to depth {cutoff}"),
            (Some(_), None) => " to the end".to_owned(),
        };
        let turn = if self.turn.is_empty() {
            "no move".to_owned()
        } else {
            self.turn.join(" ")
        };
        let rows = self
            .rows
            .map_or(String::new(), |rows| format!(", {}", counted(rows, "row")));
        let lookahead = match self.lookahead {
            None => "",
            Some(Lookahead::Nothing) => " (no time to look)",
            Some(Lookahead::Turns(turns)) => {
                &format!(" (not proved; looked {} ahead)", counted(turns, "turn"))
            }
            Some(Lookahead::Proved) => " (proved)",
        };
        format!(
            "{}: {}{depth}, player {} plays {turn}: value {}{lookahead}, {}{rows}, {:.1?}",
            input.display(),
            self.task.name(),
            self.player.player(),
            self.value,
            counted(self.nodes, "node"),
            self.time,
        )
    }

    fn json(&self, input: &Path) -> serde_json::Value {
        // A name that is not text has no JSON of its own.
        let named = |path: &Path| path.to_string_lossy().into_owned();
        let files: Vec<_> = self.files.iter().map(|file| named(file)).collect();
        json!({
            "input": named(input),
            "task": self.task.name(),
            "player": self.player.player(),
            "cutoff": self.task.logged_algorithm().and(self.cutoff),
            "turn": self.turn,
            "value": self.value.finite(),
            "depth": match self.lookahead {
                Some(Lookahead::Turns(turns)) => Some(turns),
                _ => None,
            },
            "proved": self.lookahead.map(|lookahead| lookahead == Lookahead::Proved),
            "nodes": self.nodes,
            "rows": self.rows,
            "next_state": self.next_state,
            "files": files,
            "seconds": self.time.as_secs_f64(),
        })
    }
}
