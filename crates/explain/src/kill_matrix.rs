//! Which case catches which mistake: a program that makes it writes something else there.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::mistakes::{Mistake, Switches};
use crate::reference::{self, Answer, Assignment, Settings, Unanswered};

/// The most steps that a mistaken program may take over a case of the matrix; one that takes more counts as caught.
const STEPS: u64 = 2_000_000;

/// What a mistaken program writes for a case, held against the right answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The state is wrong.
    pub state: bool,
    /// The log is wrong.
    pub log: bool,
    /// The same for two mistakes that write the same.
    pub fingerprint: u64,
}

impl Cell {
    /// Whether the case catches the mistake.
    pub fn kills(self) -> bool {
        self.state || self.log
    }

    const fn letter(self) -> char {
        match (self.state, self.log) {
            (true, true) => 'B',
            (true, false) => 'S',
            (false, true) => 'L',
            (false, false) => '.',
        }
    }
}

/// What every mistake writes for one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The case's name.
    pub name: String,
    /// Rows of the right log, the header included; 0 where there is none.
    pub rows: usize,
    /// In the order of the catalogue.
    pub cells: Vec<Cell>,
}

impl Column {
    /// Lets every mistake answer `assignment`.
    ///
    /// # Errors
    /// [`Unanswered`] if a *correct* program takes more steps than this module allows.
    pub fn new(name: &str, assignment: &Assignment) -> Result<Self, Unanswered> {
        let right = answer(assignment, Switches::NONE)?;
        let cells = Mistake::all()
            .map(|mistake| match answer(assignment, mistake.into()) {
                Ok(wrong) => Cell {
                    state: wrong.next_state != right.next_state,
                    log: wrong.traverse_log != right.traverse_log,
                    fingerprint: fingerprint(&wrong),
                },
                Err(_) => Cell { state: true, log: true, fingerprint: mistake as u64 },
            })
            .collect();
        let rows = right.traverse_log.map_or(0, |log| log.lines().count());
        Ok(Self { name: name.to_owned(), rows, cells })
    }

    /// Whether the case catches the mistake.
    pub fn kills(&self, mistake: Mistake) -> bool {
        self.cells[mistake as usize].kills()
    }

    /// Whether programs with these two mistakes write different things for the case.
    pub fn separates(&self, one: Mistake, other: Mistake) -> bool {
        self.cells[one as usize].fingerprint != self.cells[other as usize].fingerprint
    }
}

fn answer(assignment: &Assignment, switches: Switches) -> Result<Answer, Unanswered> {
    let settings = Settings { switches, steps: STEPS, ..Settings::default() };
    reference::answer(assignment, settings)
}

fn fingerprint(answer: &Answer) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&answer.next_state, &answer.traverse_log).hash(&mut hasher);
    hasher.finish()
}

/// The columns of a suite.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KillMatrix {
    /// One for each case.
    pub columns: Vec<Column>,
}

impl KillMatrix {
    /// How many cases catch the mistake.
    pub fn kills(&self, mistake: Mistake) -> usize {
        self.columns.iter().filter(|column| column.kills(mistake)).count()
    }

    /// Pairs of mistakes that write the same in every case, so that no evidence tells them apart.
    pub fn inseparable(&self) -> Vec<(Mistake, Mistake)> {
        let all: Vec<_> = Mistake::all().collect();
        let pairs = all
            .iter()
            .enumerate()
            .flat_map(|(at, &one)| all[at + 1..].iter().map(move |&other| (one, other)));
        pairs
            .filter(|&(one, other)| !self.columns.iter().any(|case| case.separates(one, other)))
            .collect()
    }

    /// One row for each mistake: how many cases catch it, then a letter for each case (`S` the state
    /// is wrong, `L` the log, `B` both, `.` neither), and the cases by number below.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        for mistake in Mistake::all() {
            let letters: String =
                self.columns.iter().map(|case| case.cells[mistake as usize].letter()).collect();
            let _ = writeln!(text, "{:>4}  {letters}  {mistake}", self.kills(mistake));
        }
        text.push('\n');
        for (number, case) in (1..).zip(&self.columns) {
            let number: usize = number;
            let _ = writeln!(text, "{number:>4}  {} ({} rows)", case.name, case.rows);
        }
        text
    }

    /// A table for other programs: `mistake,case,state,log`, one row for each cell that catches.
    pub fn to_csv(&self) -> String {
        let mut text = "mistake,case,wrong_state,wrong_log\n".to_owned();
        for mistake in Mistake::all() {
            for case in self.columns.iter().filter(|case| case.kills(mistake)) {
                let cell = case.cells[mistake as usize];
                let _ = writeln!(text, "{mistake},{},{},{}", case.name, cell.state, cell.log);
            }
        }
        text
    }
}
