//! Whether a log is right to the last byte, as most right logs are: the log is generated as for a
//! file, and its blocks are compared while the search goes on.
//!
//! Left out: where and how a log differs, which takes a look at each of its rows
//! ([`LogComparer`](super::LogComparer)).

use std::io::{self, Read, Write};

use crate::homework::{Answer, HomeworkPosition, OptionalRows, Problem, answer_with_log};

/// Bytes that are read at once. They are compared while the processor's cache holds them.
const BLOCK: usize = 64 << 10;

/// The answer to `problem` and the number of rows of its log, if `file` holds exactly that log.
///
/// The file is read on a thread of its own, and not beyond its first difference.
pub fn exactly<P: HomeworkPosition>(
    problem: &Problem<P>,
    file: impl Read + Send + 'static,
) -> Option<(Answer<P>, u64)> {
    let compared = Expecting {
        file,
        block: vec![0; BLOCK],
    };
    let open = || Ok::<_, io::Error>(compared);
    let (answer, log) = answer_with_log(problem, OptionalRows::Omit, open).ok()?;
    let mut log = log?;
    log.out.is_at_end().then_some((answer, log.rows))
}

/// Takes what the file should hold, and fails where it holds something else.
struct Expecting<R> {
    file: R,
    block: Vec<u8>,
}

impl<R: Read> Expecting<R> {
    fn is_at_end(&mut self) -> bool {
        let beyond = self.file.by_ref().take(1).read_to_end(&mut self.block);
        beyond.is_ok_and(|bytes| bytes == 0)
    }
}

impl<R: Read> Write for Expecting<R> {
    fn write(&mut self, expected: &[u8]) -> io::Result<usize> {
        for expected in expected.chunks(BLOCK) {
            let found = &mut self.block[..expected.len()];
            self.file.read_exact(found)?;
            if found != expected {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Ok(expected.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::homework::{Input, read};

    /// A log of several blocks, more than the first buffer of a log holds.
    fn long_log() -> (Problem, Vec<u8>, u64) {
        let Ok(Input::Kalah(problem)) = read(b"2\n1\n5\n3 3 3 3 3 3\n3 3 3 3 3 3\n0\n0\n") else {
            panic!("the input is one of Kalah");
        };
        let memory = || Ok::<_, io::Error>(Vec::new());
        let (_, log) = answer_with_log(&problem, OptionalRows::Omit, memory).unwrap();
        let log = log.unwrap();
        assert!(log.out.len() > 8 * BLOCK);
        (problem, log.out, log.rows)
    }

    #[test]
    fn only_the_very_log_is_the_same() {
        let (problem, right, rows) = long_log();
        let counted = |log: Vec<u8>| exactly(&problem, Cursor::new(log)).map(|same| same.1);
        assert_eq!(counted(right.clone()), Some(rows));
        let last = right.len() - 1;
        for at in [0, BLOCK - 1, BLOCK, 5 * BLOCK + 7, last] {
            let mut wrong = right.clone();
            wrong[at] ^= 1;
            assert_eq!(counted(wrong), None, "byte {at} differs");
            assert_eq!(counted(right[..at].to_vec()), None, "only {at} bytes");
        }
        assert_eq!(counted([right, b"\n".to_vec()].concat()), None);
    }
}
