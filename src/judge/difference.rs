//! Finds where a log differs from another one, line by line and as both come along.
//!
//! Both may be far longer than the memory: of each only the lines are kept in which no common ones have
//! been found again, and the difference only up to a bound. Blanks at the end of a line do not count.
//!
//! Left out: what the difference is good for ([`carried`](super::carried)).

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::carried::{Carried, Place};

/// The most characters of a line that are kept.
pub(crate) const WIDEST: usize = 120;

/// As many lines of either log are searched for the next common ones.
const WINDOW: usize = 300;

/// So many lines in a row are no coincidence.
const COMMON: usize = 3;

/// The most bytes of a difference that are carried.
pub(crate) const MOST_CARRIED: usize = 32 << 10;

/// Takes the lines of the base one by one, and reads the log beside them.
pub(crate) struct Differ<L> {
    log: L,
    /// Lines of either that have not been found in the other one yet.
    base: VecDeque<String>,
    ahead: VecDeque<String>,
    /// The number of the next line of the base of which nothing is known.
    line: u64,
    carried: Carried,
    size: usize,
    most: usize,
    error: Option<io::Error>,
}

impl<L: BufRead> Differ<L> {
    pub(crate) fn new(log: L) -> Self {
        Self {
            log,
            base: VecDeque::new(),
            ahead: VecDeque::new(),
            line: 1,
            carried: Carried::default(),
            size: 0,
            most: MOST_CARRIED,
            error: None,
        }
    }

    /// Ends at a difference of more than so many bytes.
    pub(crate) fn carry_at_most(&mut self, bytes: usize) {
        self.most = self.most.min(bytes);
    }

    /// Takes the next line of the base; whether it wants another one.
    pub(crate) fn take(&mut self, line: &str) -> bool {
        if self.base.is_empty() {
            let found = self.ahead.pop_front().or_else(|| self.read());
            if found.as_deref() == Some(line) {
                self.line += 1;
                return true;
            }
            if let Some(found) = found {
                self.ahead.push_front(found);
            }
        }
        self.base.push_back(line.to_owned());
        if self.base.len() >= WINDOW {
            self.settle(false);
        }
        self.wants_more()
    }

    /// Whether another line of the base would tell more.
    pub(crate) fn wants_more(&self) -> bool {
        self.error.is_none() && self.carried.until.is_none()
    }

    /// The difference, once the base has ended.
    ///
    /// # Errors
    /// Those of reading the log.
    pub(crate) fn finish(mut self) -> io::Result<Carried> {
        if self.wants_more() {
            self.settle(true);
        }
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.carried),
        }
    }

    /// Finds common lines again, where there are any in sight. `ended` says that the base has no more.
    fn settle(&mut self, ended: bool) {
        while self.wants_more() && (self.base.len() >= WINDOW || ended) {
            while self.ahead.len() < WINDOW
                && let Some(line) = self.read()
            {
                self.ahead.push_back(line);
            }
            let both_ended = ended && self.ahead.len() < WINDOW;
            let (removed, added) = self.next_common(both_ended);
            if removed + added > 0 {
                self.differs(removed, added);
            } else if self.base.is_empty() && self.ahead.is_empty() {
                return;
            }
            while !self.base.is_empty() && self.base.front() == self.ahead.front() {
                self.base.pop_front();
                self.ahead.pop_front();
                self.line += 1;
            }
        }
    }

    /// How many lines of either come before the next common ones; all in sight if there are none.
    fn next_common(&self, both_ended: bool) -> (usize, usize) {
        let (base, ahead) = (self.base.len(), self.ahead.len());
        let is_common = |(at, in_log): (usize, usize)| {
            (0..COMMON).all(|step| {
                match (self.base.get(at + step), self.ahead.get(in_log + step)) {
                    (Some(one), Some(other)) => one == other,
                    (None, None) => both_ended,
                    _ => false,
                }
            })
        };
        for both in 0..=base + ahead {
            // As many of one as of the other first: then lines were changed.
            let shares = (0..=both + 1).map(|more| match more % 2 {
                0 => both / 2 + more / 2,
                _ => (both / 2).wrapping_sub(more / 2 + 1),
            });
            let shares = shares.filter(|&at| at <= base && at <= both && both - at <= ahead);
            if let Some(found) = shares.map(|at| (at, both - at)).find(|&at| is_common(at)) {
                return found;
            }
        }
        (base, ahead)
    }

    /// Notes a place: so many lines of the base, and so many of the log.
    fn differs(&mut self, removed: usize, added: usize) {
        let line = self.line;
        self.line += removed as u64;
        self.base.drain(..removed);
        let mut added: Vec<_> = self.ahead.drain(..added).collect();
        let mut removed = removed as u64;
        // As many bytes as its text has at least.
        self.size += 6;
        let size = &mut self.size;
        let fits = added.iter().take_while(|line| {
            *size += line.len() + 1;
            *size <= self.most
        });
        let fitting = fits.count();
        if self.size > self.most {
            added.truncate(fitting);
            removed = removed.min(fitting as u64);
            self.carried.until = Some(line + removed);
            if added.is_empty() {
                return;
            }
        }
        let places = &mut self.carried.places;
        match places
            .last_mut()
            .filter(|last| last.line + last.removed == line)
        {
            Some(last) => {
                last.removed += removed;
                last.added.extend(added);
            }
            None => places.push(Place {
                line,
                removed,
                added,
            }),
        }
    }

    /// The next line of the log, as far as it is kept.
    fn read(&mut self) -> Option<String> {
        match next_line(&mut self.log, 4 * WIDEST as u64) {
            Ok(line) => line.map(|line| kept(&line)),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

/// A line as it is kept.
fn kept(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line.trim_ascii_end());
    line.chars().take(WIDEST).collect()
}

/// A line of more bytes is taken for several: a log without line ends is not read to its end for each.
const LONGEST: u64 = 64 << 10;

/// The next line with its end, cut to `most` bytes; `None` at the end of the log.
pub(crate) fn next_line(log: &mut impl BufRead, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if log.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        log.by_ref().take(LONGEST).skip_until(b'\n')?;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(base: &[String], log: &[String]) -> Carried {
        let text = log.join("\n") + if log.is_empty() { "" } else { "\n" };
        let mut differ = Differ::new(text.as_bytes());
        let _ = base.iter().all(|line| differ.take(line));
        differ.finish().unwrap()
    }

    fn applied(base: &[String], carried: &Carried, from: u64) -> Vec<String> {
        let pairs = carried.pairs(from);
        let theirs = pairs.map_while(|pair| match (pair.added, pair.base) {
            (Some(added), _) => Some(Some(added.to_owned())),
            (None, Some(_)) if pair.line.is_none() => Some(None),
            (None, Some(number)) => base.get(number as usize - 1).cloned().map(Some),
            (None, None) => None,
        });
        theirs.flatten().collect()
    }

    fn numbered(count: u64) -> Vec<String> {
        (1..=count).map(|number| format!("B2,{number},0")).collect()
    }

    #[test]
    fn a_log_comes_back_from_its_difference() {
        let base = numbered(2000);
        let change: [fn(&mut Vec<String>); 9] = [
            |_| {},
            |log| log[0] = "Node".to_owned(),
            |log| log[1234] = "B2,7".to_owned(),
            |log| drop(log.drain(100..350)),
            |log| log.truncate(1990),
            |log| log.extend((0..5).map(|_| "more".to_owned())),
            |log| log.insert(500, "twice".to_owned()),
            |log| (0..1000).step_by(10).for_each(|at| log[at] += "0"),
            |log| log.truncate(0),
        ];
        for (number, change) in change.into_iter().enumerate() {
            let mut log = base.clone();
            change(&mut log);
            let carried = difference(&base, &log);
            assert_eq!(carried.until, None, "{number}");
            let again = Carried::parse(&carried.to_string(), None);
            assert_eq!(again.as_ref(), Ok(&carried), "{number}");
            for from in [1, 2, 99, 101, 340, 1000] {
                let rest = log.get(from as usize - 1..).unwrap_or_default();
                assert_eq!(applied(&base, &carried, from), rest, "{number} from {from}");
            }
        }
    }

    #[test]
    fn one_changed_line_is_one_place() {
        let base = numbered(50);
        let mut log = base.clone();
        log[20] = "B2,9".to_owned();
        let carried = difference(&base, &log);
        assert_eq!(carried.to_string(), "21 1 1\nB2,9\n");
        assert_eq!(carried.lines().collect::<Vec<_>>(), [21]);
    }

    #[test]
    fn a_difference_has_an_end() {
        let base = numbered(20_000);
        let log: Vec<_> = base.iter().map(|line| format!("{line}5")).collect();
        let carried = difference(&base, &log);
        let until = carried.until.unwrap();
        assert!((1000..20_000).contains(&until), "{until}");
        assert!(carried.to_string().len() <= 2 * MOST_CARRIED);
        assert_eq!(
            applied(&base, &carried, 1)[..until as usize - 1],
            log[..until as usize - 1]
        );
    }

    /// A log that has nothing of the right one is known as far as there is room, not from its first line on unknown.
    #[test]
    fn a_place_that_is_too_large_is_carried_in_part() {
        let base = numbered(1000);
        let log: Vec<_> = (1..=1000).map(|number| format!("other {number}")).collect();
        let text = log.join("\n");
        let mut differ = Differ::new(text.as_bytes());
        differ.carry_at_most(500);
        let _ = base.iter().all(|line| differ.take(line));
        let carried = differ.finish().unwrap();
        let until = carried.until.unwrap() as usize;
        assert!((30..60).contains(&until), "{until}");
        assert!(carried.to_string().len() <= 520);
        assert_eq!(applied(&base, &carried, 1)[..until - 1], log[..until - 1]);
    }

    #[test]
    fn a_damaged_difference_is_a_sentence() {
        for text in ["1 2", "x 1 1\na", "0 1 0", "5 1 0\n5 1 0"] {
            assert!(Carried::parse(text, None).is_err(), "{text}");
        }
    }
}
