//! Each sentence of an explanation held against the outputs that it is said of: a sentence with a number
//! or a name in it has a predicate here.

use explain::Explanation;
use explain::mistakes::{Switch, Switches};
use mancala::homework::Problem;

use super::{Output, modelled};

/// What a program wrote, and what a right one writes.
pub(super) struct Written<'a> {
    pub(super) problems: &'a [Problem],
    pub(super) outputs: &'a [Output],
    pub(super) right: &'a [Output],
}

impl Written<'_> {
    fn cases(&self) -> usize {
        // A program that does not end is a case too.
        self.outputs.len()
    }

    fn wrong(&self) -> usize {
        self.outputs.iter().zip(self.right).filter(|(it, right)| it != right).count()
    }

    fn with_output(&self) -> usize {
        self.outputs.iter().flatten().count()
    }

    /// How many of the outputs that there are a program with these mistakes writes, and how many of
    /// the wrong ones.
    fn same(&self, keys: &[String]) -> (usize, usize) {
        self.same_of(keys, false)
    }

    /// The same, perhaps of the logs alone.
    fn same_of(&self, keys: &[String], logs: bool) -> (usize, usize) {
        let of = |output: &Output| {
            output.clone().map(|(state, log)| (if logs { String::new() } else { state }, log))
        };
        let switches: Switches = keys.iter().map(|it| it.parse::<Switch>().unwrap()).collect();
        let modelled = modelled(self.problems, switches);
        let mut same = (0, 0);
        for ((it, modelled), right) in self.outputs.iter().zip(&modelled).zip(self.right) {
            let (it, modelled, right) = (&of(it), &of(modelled), &of(right));
            let is_same = it.is_some() && it == modelled;
            same.0 += usize::from(is_same);
            same.1 += usize::from(is_same && it != right);
        }
        same
    }
}

/// The sentences that are false, or that have no predicate though they count something.
pub(super) fn false_sentences(said: &Explanation, written: &Written<'_>) -> Vec<String> {
    let mut keys = said.named.first().cloned().unwrap_or_default();
    let mut wrong = Vec::new();
    for line in &said.sentences {
        let sentence = line.trim_start();
        let named = sentence.strip_prefix("Perhaps ").or_else(|| named_of_part(sentence));
        if let Some(named) = named.and_then(|it| it.strip_suffix(':')) {
            keys = named.split(" + ").map(String::from).collect();
        }
        if !is_true(sentence, &keys, said, written) {
            wrong.push(line.clone());
        }
    }
    wrong
}

fn named_of_part(sentence: &str) -> Option<&str> {
    sentence.split_once("your output is the same as that of a program with ").map(|it| it.1)
}

fn is_true(sentence: &str, keys: &[String], said: &Explanation, written: &Written<'_>) -> bool {
    let numbers = numbers(sentence);
    let has = |part: &str| sentence.contains(part);
    let is = |expected: &[usize]| numbers.starts_with(expected);
    let (cases, wrong) = (written.cases(), written.wrong());
    match () {
        () if has(" cases are correct.") && has("All ") => wrong == 0 && is(&[cases]),
        () if has("writes exactly the same output in all ") && has(" there ") => {
            // A part: those of its cases that are wrong are reproduced.
            numbers[1] <= written.same_of(keys, has(" logs there")).1
        }
        () if has("writes exactly the same output as yours.") => {
            cases == 1 && said.named.iter().all(|it| written.same(it).0 == 1)
        }
        () if has("writes exactly the same output as yours in all ") => {
            let ended = written.with_output();
            let all_same = |it: &Vec<String>| written.same(it).0 == ended;
            let counts =
                if ended == cases { is(&[cases, wrong]) } else { is(&[ended, wrong, cases]) };
            counts && said.named.iter().all(all_same)
        }
        () if has(" writes exactly the same output as yours in ") => {
            is(&[written.same(keys).0, cases])
        }
        () if has("no combination of known mistakes explains ") => {
            said.named.is_empty() && is(&[wrong, cases])
        }
        () if has(" wrong cases, such a program writes ") => {
            numbers[1] == written.same(keys).1 && numbers[0] <= wrong
        }
        () if has("Such a program writes the same, but too little") => {
            written.same(keys).0 == written.with_output()
        }
        () if has(" wrong cases, the first difference is of this kind") => {
            numbers[0] <= numbers[1] && numbers[1] <= wrong
        }
        () => true,
    }
}

/// The whole numbers that stand alone as words.
fn numbers(sentence: &str) -> Vec<usize> {
    let words = sentence.split_whitespace().map(|it| it.trim_matches([',', '.', '(', ')']));
    words.filter_map(|it| it.parse().ok()).collect()
}
