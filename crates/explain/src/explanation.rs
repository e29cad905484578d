//! The front door: what a submission wrote, explained. [`find_out`] finds [`Facts`]; an [`Explanation`] is in words.

use serde::{Deserialize, Serialize};

pub use crate::diagnosis::Kind;
use crate::diagnosis::run_fault;
pub use crate::facts::{Facts, catalogue_version, find_out};
use crate::mistakes::Switches;
use crate::words::{self, case};

/// What is known of a submission, in keys and in words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// What kind of an explanation it is.
    pub kind: Kind,
    /// Cases of which anything is known: an output, or how the run ended.
    pub cases: usize,
    /// Those of them that a right program would not have left behind.
    pub wrong: usize,
    /// Each a program that writes all that was written, as the keys of its mistakes and where they
    /// hold; several if no case tells them apart, none unless the kind is [`Kind::Named`] or
    /// [`Kind::Partly`].
    pub named: Vec<Vec<String>>,
    /// Faults of form, by key: in what is named they come on top.
    pub faults: Vec<String>,
    /// What the cases share in which runs ended badly or wrote nothing, by key.
    pub run_faults: Vec<String>,
    /// Mistakes that come nearest where none is named: a hint.
    pub perhaps: Vec<String>,
    /// The explanation in words for the student, one sentence or two a line. It quotes no expected
    /// file, so that it may be shown for hidden cases.
    pub sentences: Vec<String>,
    /// Fresh inputs on which the program was run and wrote what the named one does; 0 if it could not be
    /// asked, so that the name fits and no more.
    #[serde(default)]
    pub confirmed: usize,
    /// Every wrong case.
    pub wrong_cases: Vec<WrongCase>,
    /// Whether no run left an output, so that there is nothing to say of any case by itself.
    #[serde(skip)]
    pub wrote_nothing: bool,
}

/// A wrong case in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongCase {
    /// The case.
    pub name: String,
    /// What is wrong, without a byte of the expected files.
    pub line: String,
    /// The first wrong row, what it should be, and the board there: for the first case of its kind.
    pub detail: Vec<String>,
}

impl Facts {
    /// What is said of them.
    pub fn in_words(&self) -> Explanation {
        let keys = |it: Switches| it.iter().map(|one| one.to_string()).collect::<Vec<_>>();
        Explanation {
            kind: self.kind,
            cases: self.cases,
            wrong: self.wrong.len(),
            named: match self.kind {
                Kind::Named => self.exact.iter().map(|&it| keys(it)).collect(),
                Kind::Partly => words::hint(self).map(keys).into_iter().collect(),
                _ => Vec::new(),
            },
            faults: self.faults.keys().map(|it| it.key().to_owned()).collect(),
            run_faults: {
                let silent = &self.shared_by_unseen;
                let silent = silent.as_ref().map(|it| format!("no-output-{}", it.key()));
                self.run_faults.iter().filter_map(run_fault::key).chain(silent).collect()
            },
            perhaps: self.perhaps().map_or(Vec::new(), keys),
            confirmed: self.asked.confirmed,
            sentences: words::sentences(self),
            wrong_cases: self.wrong_cases(),
            wrote_nothing: self.with_output == 0,
        }
    }

    /// The same without what inputs have in common, which could tell of hidden ones.
    pub fn without_inputs(&self) -> Self {
        let mut facts = Self { shared: None, shared_by_unseen: None, ..self.clone() };
        facts.run_faults.iter_mut().for_each(|it| it.shared = None);
        facts
    }

    /// The mistakes that are named; where several programs write the same, those of the first.
    pub fn named(&self) -> Switches {
        match self.kind {
            Kind::Named => self.exact.first().copied().unwrap_or_default(),
            Kind::Partly => words::hint(self).unwrap_or_default(),
            _ => Switches::NONE,
        }
    }

    /// The mistakes that come nearest where none is named and the program was not asked.
    pub(crate) fn perhaps(&self) -> Option<Switches> {
        let is_guess = self.kind == Kind::Described && self.asked.answers == 0;
        is_guess.then(|| words::hint(self)).flatten()
    }

    /// The mistakes with which a program writes all that was written, to the byte.
    pub fn written_by(&self) -> Option<Switches> {
        (self.kind == Kind::Named && self.faults.is_empty()).then(|| self.named())
    }

    fn wrong_cases(&self) -> Vec<WrongCase> {
        let in_words = self.wrong.iter().map(|it| WrongCase {
            name: it.name.clone(),
            line: case::line(it),
            detail: it.first_row.as_ref().map_or(Vec::new(), case::first_row),
        });
        in_words.collect()
    }
}
