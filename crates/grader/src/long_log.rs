//! Long logs in files: whether one is right to the last byte, before anybody looks at each of its rows.
//!
//! Left out: short logs, of which the rows are looked at in no time.

use std::fs::File;
use std::io::{self, Seek};
use std::sync::Arc;

use mancala::homework::compare::files::exactly;
use mancala::homework::{Answer, HomeworkPosition, Problem};

/// A log of fewer bytes is not worth a second thread, and a second search if it is wrong.
const LONG: u64 = 1 << 20;

/// A long log that is right to the last byte.
#[derive(Debug)]
pub(crate) struct RightLog<P: HomeworkPosition> {
    /// The answer to the problem.
    pub(crate) answer: Answer<P>,
    /// Rows of the log.
    pub(crate) rows: u64,
}

/// Whether `file` is long and exactly the log of `problem`; if it is not, the file is given back, at
/// its beginning.
///
/// # Errors
/// Those of the file.
pub(crate) fn right_or_unknown<P: HomeworkPosition>(
    problem: &Problem<P>,
    file: File,
) -> io::Result<Result<RightLog<P>, Arc<File>>> {
    let file = Arc::new(file);
    let about = file.metadata()?;
    if !about.is_file() || about.len() < LONG {
        return Ok(Err(file));
    }
    if let Some((answer, rows)) = exactly(problem, Arc::clone(&file)) {
        return Ok(Ok(RightLog { answer, rows }));
    }
    (&*file).rewind()?;
    Ok(Err(file))
}
