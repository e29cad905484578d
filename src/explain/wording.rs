//! A diagnosis in words: for the student, and with the evidence for it.
//!
//! Neither names a byte of an expected file, so both may be shown for hidden cases.

use super::diagnosis::{Diagnosis, Explanation};
use super::mistakes::Mistakes;

impl Diagnosis {
    /// What is wrong and how sure that is, one sentence or two a line.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut lines: Vec<_> = self
            .faults
            .iter()
            .map(|fault| format!("{}: {}", fault.key(), fault.student()))
            .collect();
        match &self.explanation {
            Explanation::Correct if self.cases == 0 => {
                lines.push(
                    "There is no case with all its outputs, so nothing can be said.".to_owned(),
                );
            }
            Explanation::Correct if !self.faults.is_empty() => lines.push(format!(
                "Apart from that, all {} cases are what a correct program writes.",
                self.cases
            )),
            Explanation::Correct => {
                lines.push(format!(
                    "All {} cases are what a correct program writes.",
                    self.cases
                ));
            }
            Explanation::Reproduces { mistakes, or } => {
                lines.extend(mistakes_in_words(*mistakes));
                lines.push(self.sure(*mistakes));
                if !or.is_empty() {
                    let others: Vec<_> = or.iter().map(|&mistakes| keys(mistakes)).collect();
                    lines.push(format!("As well: {}.", others.join("; ")));
                }
            }
            Explanation::Fits {
                mistakes,
                reproduced,
                explained,
            } => {
                lines.extend(mistakes_in_words(*mistakes));
                lines.push(format!(
                    "This explains the first difference in {explained} of {} wrong cases and reproduces \
                     {reproduced} of them whole; something else is wrong too.",
                    self.wrong
                ));
            }
            Explanation::Unknown => lines.push(format!(
                "No known mistake explains what is wrong in {} of {} cases.",
                self.wrong, self.cases
            )),
        }
        if let Some(name) = &self.smallest {
            lines.push(format!("The smallest wrong case: {name}."));
        }
        lines
    }

    fn sure(&self, mistakes: Mistakes) -> String {
        let what = match mistakes.iter().count() {
            1 => "this mistake",
            _ => "these mistakes",
        };
        format!(
            "A program with {what} writes exactly the same in all {} cases, {} of them wrong.",
            self.cases, self.wrong
        )
    }
}

/// The keys, joined by a plus.
#[must_use]
pub fn keys(mistakes: Mistakes) -> String {
    let keys: Vec<_> = mistakes.iter().map(|mistake| mistake.key()).collect();
    keys.join(" + ")
}

fn mistakes_in_words(mistakes: Mistakes) -> Vec<String> {
    let in_words = |entry: &super::mistakes::Entry| {
        [
            format!("{}: {}", entry.key, entry.student),
            format!("The rule: {}", entry.rule),
        ]
    };
    mistakes
        .iter()
        .flat_map(|mistake| in_words(mistake.entry()))
        .collect()
}
