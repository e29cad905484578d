//! The cases as a problem for online judges, which run a program on standard input and read what it prints.
//!
//! In reading order: `case` (input, answer, and the fingerprints of what known mistakes print),
//! the files that are the same for every judge (the statement, two validators, and one program with a switch for each of
//! some mistakes), and the two layouts of them.
//!
//! The program and the output validator are in Python, a language that every judge has, and share
//! nothing with this one. So they hold the answers and the fingerprints against a third engine.

mod case;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use rayon::prelude::*;
use serde_json::json;

use crate::cases::{Cases, GradingCase};
use crate::export::bundle::{Archive, FILE, PROGRAM};
use crate::settings::scoring::Scoring;
use case::Case;
use explain::mistakes::Mistake;
use mancala::game::Rules;
use mancala::homework::Task;

const STATEMENT: &str = include_str!("statement.md");
const INPUT_VALIDATOR: &str = include_str!("input_validator.py");
const VALIDATOR: &str = include_str!("validator.py");
const SOLUTION: &str = include_str!("solution.py");

/// The most lines of a sample's answer: about a screen.
const LONGEST_SAMPLE: usize = 20;
/// How many times as long as the longest right output a wrong one may be.
const ROOM: usize = 4;

/// A problem, whose files each judge wants in other places.
#[derive(Debug)]
pub struct Problem {
    title: String,
    /// In the order in which they are judged: samples first.
    cases: Vec<Case>,
    /// How many of them students may see.
    pub samples: usize,
    pub left_out: Vec<(String, &'static str)>,
}

impl Problem {
    /// The cases that earn points. Of each task one that is short becomes a sample, unless students
    /// may not see it or it is the only one.
    ///
    /// # Errors
    /// Why there is no such problem, in words.
    pub fn new(all: &Cases, scoring: &Scoring) -> Result<Self, String> {
        let mut left_out = Vec::new();
        let mut taken = Vec::new();
        for case in &all.cases {
            match why_not(case, scoring)? {
                Some(why) => left_out.push((case.name.clone(), why)),
                None => taken.push(case),
            }
        }
        let mut cases: Vec<_> = taken.into_par_iter().map(Case::new).collect();
        let samples = samples(&cases, scoring);
        for (at, case) in cases.iter_mut().enumerate() {
            case.is_sample = samples.contains(&at);
        }
        cases.sort_by_key(|case| !case.is_sample);
        if cases.is_empty() {
            return Err("no case with points is left".to_owned());
        }
        let title = if scoring.title.is_empty() { "Mancala" } else { &scoring.title }.to_owned();
        Ok(Self { title, samples: samples.len(), cases, left_out })
    }

    pub fn count(&self) -> usize {
        self.cases.len()
    }

    /// What lies in the same place for every judge: path and text.
    fn files(&self) -> Vec<(String, String)> {
        let cases = self.cases.iter().zip(1..).flat_map(|(case, number)| case.files(number));
        let same = [
            ("input_validators/input.py", INPUT_VALIDATOR),
            ("submissions/accepted/right.py", SOLUTION),
        ];
        let same = same.map(|(path, text)| (path.to_owned(), text.to_owned()));
        let wrong = self.mutants().into_iter().map(|mistake| {
            let switched = format!("MISTAKE = \"{mistake}\"");
            let text = SOLUTION.replacen("MISTAKE = \"\"", &switched, 1);
            (format!("submissions/wrong_answer/{mistake}.py"), text)
        });
        cases.chain(same).chain(wrong).collect()
    }

    /// The mistakes that the program of the submissions has a switch for, and a case catches.
    fn mutants(&self) -> Vec<Mistake> {
        let caught = |mistake: &Mistake| {
            let marks = self.cases.iter().flat_map(|case| case.marks.values());
            marks.flatten().any(|known| *known == mistake.key())
        };
        let has_switch = |it: &Mistake| SOLUTION.contains(&format!("is_wrong(\"{it}\")"));
        Mistake::all().filter(has_switch).filter(caught).collect()
    }

    /// The output validator, with the sentences of the mistakes, and the fingerprints that samples do not carry.
    fn validator(&self) -> String {
        // What students read of a mistake, and what staff read.
        let sentences = Mistake::all().map(|it| {
            let entry = it.entry();
            (it.key().to_owned(), json!([entry.student(), entry.staff()]).to_string())
        });
        let samples = self.cases.iter().filter(|case| case.is_sample).flat_map(Case::marks);
        let samples = samples.map(|(mark, keys)| (mark, json!(keys).to_string()));
        VALIDATOR
            .replacen("MISTAKES = {}", &dictionary("MISTAKES", sentences.collect()), 1)
            .replacen("SAMPLES = {}", &dictionary("SAMPLES", samples.collect()), 1)
    }

    /// The most that a program may print, in MiB.
    fn output_limit(&self) -> usize {
        let longest = self.cases.iter().map(|case| case.answer.len()).max();
        (longest.unwrap_or_default() * ROOM).div_ceil(1 << 20).max(8)
    }

    /// Lines of `problem.yaml` that all formats have; the same cases have the same number.
    fn metadata(&self) -> String {
        let inputs: Vec<_> = self.cases.iter().map(|case| case.input.as_str()).collect();
        let hash = blake3::hash(inputs.concat().as_bytes()).to_hex();
        let [a, b, c, d, e] = [0..8, 8..12, 12..15, 15..18, 18..30].map(|digits| &hash[digits]);
        format!(
            "name: {}\n\
             # Of RFC 9562's own kind for hashes: version 8.\n\
             uuid: {a}-{b}-8{c}-8{d}-{e}\n\
             # Anybody may teach with it, as the MIT licence of mancala allows.\n\
             license: educational\n\
             rights_owner: the mancala maintainers\n",
            json!(self.title),
        )
    }
}

/// A dictionary as Python and people read it.
fn dictionary(name: &str, entries: BTreeMap<String, String>) -> String {
    let entries = entries.iter().map(|(key, value)| format!("    \"{key}\": {value},\n"));
    format!("{name} = {{\n{}}}", entries.collect::<String>())
}

fn why_not(case: &GradingCase, scoring: &Scoring) -> Result<Option<&'static str>, String> {
    if scoring.worth(&case.name).points == 0.0 {
        return Ok(Some("it earns no points"));
    }
    if let Some(why) = &case.expected.contradiction {
        return Err(format!("{}: {why}", case.name));
    }
    let problem = &case.expected.problem;
    match problem.task {
        Task::Competition => Ok(Some("task 4 has no single correct answer")),
        _ if problem.rules() != Rules::USC => {
            let name = &case.name;
            Err(format!("{name}: the statement gives the rules usc, and the case has others"))
        }
        _ => Ok(None),
    }
}

/// The places of the cases that become samples: of each task the longest that a screen holds.
fn samples(cases: &[Case], scoring: &Scoring) -> BTreeSet<usize> {
    let may_be = |case: &Case| {
        !scoring.worth(&case.name).is_hidden && case.answer.lines().count() <= LONGEST_SAMPLE
    };
    let sample = |task: Task| {
        let of_task = cases.iter().enumerate().filter(|(_, it)| it.task == task);
        let short = of_task.clone().filter(|(_, case)| may_be(case)).rev();
        let (longest, _) = short.max_by_key(|(_, case)| case.answer.lines().count())?;
        (of_task.count() > 1).then_some(longest)
    };
    Task::ALL.into_iter().filter_map(sample).collect()
}

/// Whether a package may have this name: lower-case letters and digits.
pub fn is_name(name: &str) -> bool {
    let may_be = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    !name.is_empty() && name.bytes().all(may_be)
}

impl Problem {
    /// For Kattis the package of this name in this version of the problem package format (2025-09 or its draft of 2023-07;
    /// of what the package has, both say the same), in a folder of its own name, with a `submissions.yaml` that demands
    /// that the validator names the mistake of each wrong submission.
    pub fn kattis(&self, name: &str, version: &str) -> io::Result<Vec<u8>> {
        let mut archive = Archive::new();
        let mut add =
            |path: &str, text: &str| archive.add(&format!("{name}/{path}"), text.as_bytes(), FILE);
        let yaml = format!(
            "problem_format_version: {version}\n\
             type: pass-fail\n\
             {}\
             limits:\n  \
               # The time limit follows from the program in submissions/accepted, which is in Python.\n  \
               time_multipliers:\n    ac_to_time_limit: 5\n  \
               output: {}\n",
            self.metadata(),
            self.output_limit()
        );
        add("problem.yaml", &yaml)?;
        add("statement/problem.en.md", STATEMENT)?;
        add("output_validator/validator.py", &self.validator())?;
        let named = |it: &Mistake| format!("wrong_answer/{it}.py:\n  message: \"{it}:\"\n");
        let named: String = self.mutants().iter().map(named).collect();
        add("submissions/submissions.yaml", &named)?;
        self.files().iter().try_for_each(|(path, text)| add(path, text))?;
        archive.finish()
    }

    /// For DOMjudge the format legacy-icpc with its own `domjudge-problem.ini`. It makes the problem's short name of the
    /// archive's. Old judgehosts call a Python validator without its arguments; a script `build` makes a program of it that
    /// is called with them.
    pub fn domjudge(&self) -> io::Result<Vec<u8>> {
        let mut archive = Archive::new();
        let mut add = |path: &str, text: &str| archive.add(path, text.as_bytes(), FILE);
        add("domjudge-problem.ini", &format!("timelimit = {TIME_LIMIT}\n"))?;
        let yaml = format!(
            "problem_format_version: legacy-icpc\n{}validation: custom\nlimits:\n  output: {}\n",
            self.metadata(),
            self.output_limit()
        );
        add("problem.yaml", &yaml)?;
        // What DOMjudge shows, and what the format wants.
        add("problem.txt", STATEMENT)?;
        let tex = format!(
            "\\problemname{{Mancala}}\n\\begin{{verbatim}}\n{STATEMENT}\\end{{verbatim}}\n"
        );
        add("problem_statement/problem.en.tex", &tex)?;
        add("output_validators/mancala/validator.py", &self.validator())?;
        self.files().iter().try_for_each(|(path, text)| add(path, text))?;
        archive.add("output_validators/mancala/build", BUILD.as_bytes(), PROGRAM)?;
        archive.finish()
    }
}

/// Seconds for a case: what is asked for is a right program, not a fast one.
const TIME_LIMIT: u32 = 10;

const BUILD: &str = "#!/bin/sh\ncp validator.py run && chmod +x run\n";
