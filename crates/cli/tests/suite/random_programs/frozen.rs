//! A frozen set of wrong programs, which are asked: how many are named, and that nothing false is said.
//!
//! Those of `frozen.txt` are right programs of five styles with a small change; the others are those of the random
//! engine with each of its mistakes. More than half make a mistake that the catalogue does not have.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use explain::assignment::{Assignment, Side};
use explain::evidence::{End, Evidence, Lines};
use explain::generate::generate;
use explain::interview::{Interview, Questions};
use explain::mistakes::{Switch, Switches};
use explain::profile::battery::{Answer, battery};
use explain::profile::look::Written as Files;
use explain::profile::{Profile, Standing};
use explain::{Explanation, Fit, Kind, assignment, find_out_asking};
use mancala::game::Rules;
use mancala::homework::{Problem, parse};

use super::engine::{Case, answer};
use super::said::{Written, false_sentences, is_of_whole_part, of_part};
use super::slips::{KNOWN, Program, UNKNOWN, Where};
use super::{Output, graded, modelled};
use crate::skip::{missing, skip};

/// Runs the program beside it each time that a line comes in, and says how that ended.
const DRIVER: &str = r#"
import os, signal, sys
class Stopped(BaseException): pass
def stop(*_): raise Stopped
signal.signal(signal.SIGALRM, stop)
code = compile(open('mancala.py').read(), 'mancala.py', 'exec')
for line in sys.stdin:
    for name in ('next_state.txt', 'traverse_log.txt'):
        if os.path.exists(name): os.remove(name)
    sys.argv = ['mancala.py', '-i', 'input.txt']
    signal.alarm(20)
    try: exec(code, {'__name__': '__main__'}); end = 'ended'
    except Stopped: end = 'stopped'
    except (Exception, SystemExit): end = 'crashed'
    signal.alarm(0)
    print(end, flush=True)
"#;

/// Problems that a name is held against.
pub(super) const FRESH: usize = 12;

/// A wrong program of `frozen.txt`.
struct Change {
    title: String,
    source: String,
}

fn changes() -> Vec<Change> {
    let right = Path::new(crate::ROOT).join("crates/cli/tests/students/right");
    let mut changes = Vec::new();
    for entry in include_str!("frozen.txt").split("\n\n").flat_map(|it| it.split_inclusive('\n')) {
        let line = entry.trim_end_matches('\n');
        match line.get(..2) {
            None | Some("# ") => {}
            Some("< ") => changes.last_mut().map_or((), |it: &mut [Vec<String>; 2]| {
                it[0].push(line[2..].to_owned());
            }),
            Some("> ") => changes.last_mut().map_or((), |it| it[1].push(line[2..].to_owned())),
            Some(_) => changes.push([vec![line.to_owned()], Vec::new()]),
        }
    }
    let changed = changes.into_iter().map(|[old, new]| {
        let (title, old) = (&old[0], old[1..].join("\n"));
        let source = std::fs::read_to_string(right.join(title.split(' ').next().unwrap())).unwrap();
        let at = source.find(&old).unwrap_or_else(|| panic!("{title}: not there"));
        let line = source[..at].rfind('\n').map_or(0, |it| it + 1);
        let indent = source[line..].len() - source[line..].trim_start().len();
        let new = new.join(&format!("\n{}", " ".repeat(indent)));
        Change { title: title.clone(), source: source.replace(&old, &new) }
    });
    changed.collect()
}

/// A program that answers one input after the other.
pub(super) enum Asked {
    Python { folder: tempfile::TempDir, driver: Child, ends: BufReader<std::process::ChildStdout> },
    Engine(Program),
}

impl Asked {
    pub(super) fn python(source: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mancala.py"), source).unwrap();
        let mut driver = Command::new("python3")
            .args(["-c", DRIVER])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let ends = BufReader::new(driver.stdout.take().unwrap());
        Self::Python { folder, driver, ends }
    }

    fn run(&mut self, problem: &Problem, input: &[u8]) -> (End, Files) {
        match self {
            Self::Engine(program) => match answer(&Case::read(&problem.to_string()), program) {
                None => (End::Stopped, Files::default()),
                Some((state, log)) => {
                    (End::Normal, Files { next_state: Some(state), traverse_log: log })
                }
            },
            Self::Python { folder, driver, ends } => {
                std::fs::write(folder.path().join("input.txt"), input).unwrap();
                writeln!(driver.stdin.as_ref().unwrap()).unwrap();
                let mut end = String::new();
                ends.read_line(&mut end).unwrap();
                let read = |name| std::fs::read_to_string(folder.path().join(name)).ok();
                let files = Files {
                    next_state: read("next_state.txt"),
                    traverse_log: read("traverse_log.txt"),
                };
                let end = match end.trim_end() {
                    "ended" => End::Normal,
                    "stopped" => End::Stopped,
                    _ => End::Crashed,
                };
                (end, files)
            }
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Self::Python { driver, .. } = self {
            let _ = driver.kill();
            let _ = driver.wait();
        }
    }
}

fn evidence(name: &str, problem: &Problem, (end, files): (End, Files)) -> Option<Evidence> {
    let lines = |text: Option<String>| text.map(|it| Lines::new(it.as_bytes(), false));
    Evidence::new(name, problem, end, lines(files.next_state), lines(files.traverse_log))
}

/// What became of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Told {
    Named,
    /// A part of it is named: a task, a player, the logs, or all but one kind of case.
    Partly,
    /// The rules are shown that it breaks.
    ProfileOnly,
    /// No more than its first wrong row, or what its wrong cases share.
    Pointed,
    Silent,
    False,
    /// Nothing is wrong in the cases.
    Right,
}

/// A state without blanks at the ends of its lines, which are right.
fn bare(state: &str) -> String {
    state.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// What is said of a program, and whether it is so.
pub(super) fn told(program: &mut Asked, cases: &[Problem], fresh: &[Problem]) -> (Told, String) {
    let runs: Vec<_> = cases.iter().map(|it| program.run(it, it.to_string().as_bytes())).collect();
    let outputs: Vec<Output> = runs
        .iter()
        .map(|(end, it)| {
            (*end == End::Normal)
                .then(|| Some((bare(it.next_state.as_deref()?), it.traverse_log.clone())))?
        })
        .collect();
    let named = cases.iter().zip(runs).enumerate();
    let evidences =
        named.filter_map(|(at, (it, run))| evidence(&format!("case-{at:02}"), it, run)).collect();
    let program = RefCell::new(program);
    let ask = &mut |input: &[u8]| Some(program.borrow_mut().run(&parse(input).ok()?, input));
    let answers = vec![Answer::NotAsked; battery().len()];
    let mut interview = Interview::new(answers, Questions::beside(cases.len()), ask);
    let said = find_out_asking(evidences, &mut interview).in_words();
    let profile = Profile::of(battery().iter().zip(&interview.answers));
    let right = modelled(cases, Switches::NONE);
    let written = Written { problems: cases, outputs: &outputs, right: &right };
    let mut untrue = false_sentences(&said, &written);
    if said.kind == Kind::Named {
        let differs = |it: &Vec<String>| difference(it, &|_| true, fresh, &program);
        let differences: Vec<_> = said.named.iter().map_while(differs).collect();
        if differences.len() == said.named.len() {
            untrue.push(format!("{:?} is not so: {}", said.named, differences.concat()));
        }
    }
    let is_of_part = |it: &String| of_part(it).is_some();
    // What holds for some of the other inputs only is no prediction.
    let is_predicted =
        |it: &&String| is_of_whole_part(it) && !it.contains("something else is wrong too");
    let whole = said.sentences.iter().filter(is_predicted);
    for (part, named) in whole.filter_map(|it| of_part(it)) {
        let is_meant = |it: &Evidence| {
            let Assignment { task, player, .. } = it.assignment;
            let name = format!("For {}", task.name());
            part != "In the logs alone"
                && (part.starts_with(&name) || !part.starts_with("For "))
                && !part.ends_with(if player == Side::South { "player 2" } else { "player 1" })
        };
        let named: Vec<_> = named.split(" + ").map(String::from).collect();
        untrue.extend(difference(&named, &is_meant, fresh, &program));
    }
    let told = match said.kind {
        _ if !untrue.is_empty() => Told::False,
        Kind::Right => Told::Right,
        Kind::Named => Told::Named,
        Kind::Partly => Told::Partly,
        _ if said.sentences.iter().any(is_of_part) => Told::Partly,
        _ if profile.rules(Standing::Broken).next().is_some() => Told::ProfileOnly,
        _ if said.sentences.len() > 1
            || said.wrong_cases.iter().any(|it| !it.detail.is_empty()) =>
        {
            Told::Pointed
        }
        _ => Told::Silent,
    };
    (told, in_short(&said, &profile, &untrue))
}

/// A fresh input for which a program does not write what the named one does, faults of form apart.
fn difference(
    named: &[String],
    is_meant: &dyn Fn(&Evidence) -> bool,
    fresh: &[Problem],
    program: &RefCell<&mut Asked>,
) -> Option<String> {
    let switches: Switches = named.iter().map(|it| it.parse::<Switch>().unwrap()).collect();
    let differs = |problem: &&Problem| {
        let run = program.borrow_mut().run(problem, problem.to_string().as_bytes());
        let evidence = evidence("fresh", problem, run).unwrap();
        is_meant(&evidence)
            && explain::hold(&evidence, switches, &mut u64::MAX.clone()).fit != Fit::Reproduced
    };
    fresh.iter().find(differs).map(|it| it.to_string().replace('\n', " / "))
}

fn in_short(said: &Explanation, profile: &Profile, untrue: &[String]) -> String {
    let broken: Vec<_> = profile.rules(Standing::Broken).map(|rule| rule.key()).collect();
    let named: Vec<_> = said.named.iter().map(|it| it.join(" + ")).collect();
    let mut text = format!("{}; breaks {}", named.join(", or "), broken.join(", "));
    let parts = said.sentences.iter().filter(|it| of_part(it).is_some());
    for it in parts.chain(untrue) {
        let _ = write!(text, "; {it}");
    }
    text
}

/// The programs by title.
fn programs() -> Vec<(String, Box<dyn Fn() -> Asked + Sync + Send>)> {
    let mut all: Vec<(String, Box<dyn Fn() -> Asked + Sync + Send>)> = Vec::new();
    for Change { title, source } in changes() {
        all.push((title, Box::new(move || Asked::python(&source))));
    }
    let known = KNOWN.iter().map(|&(slip, key)| (slip, key));
    for (slip, key) in known.chain(UNKNOWN.iter().map(|&slip| (slip, "-"))) {
        let make = Box::new(move || Asked::Engine(vec![(slip, Where::Everywhere)]));
        all.push((format!("engine {key} {slip:?}"), make));
    }
    all
}

/// Whether the log has few rows, so that slow programs can be asked.
fn is_small(problem: &Problem) -> bool {
    let log = modelled(&[*problem], Switches::NONE).remove(0);
    log.is_some_and(|it| it.1.is_none_or(|log| log.lines().count() < 600))
}

/// The first of these problems that are small and under way.
pub(super) fn small(problems: &[Problem], most: usize) -> Vec<Problem> {
    let fit = problems.iter().filter(|it| is_small(it) && is_under_way(it));
    fit.take(most).copied().collect()
}

/// Whether the game is not over before it begins: the homework does not say what is written then.
fn is_under_way(problem: &Problem) -> bool {
    let asked = assignment(problem).unwrap();
    [asked.upper, asked.lower].iter().all(|row| row.iter().any(|&seeds| seeds > 0))
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn the_frozen_programs_are_explained_and_no_name_is_false() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    let cases: Vec<_> = graded().into_iter().filter(is_small).collect();
    let fresh = small(&generate(Rules::USC, 40, 99, &|_, _| {}).problems, FRESH);
    let programs = programs();
    let started = std::time::Instant::now();
    let explain_half = |half: usize| -> Vec<_> {
        let of_half = programs.iter().skip(half).step_by(2);
        let of_half = of_half.map(|(title, make)| {
            let (told, said) = told(&mut make(), &cases, &fresh);
            (title.clone(), told, said)
        });
        of_half.collect()
    };
    let mut all = std::thread::scope(|scope| {
        let other = scope.spawn(|| explain_half(1));
        let mut all = explain_half(0);
        all.extend(other.join().unwrap());
        all
    });
    all.retain(|it| it.1 != Told::Right);
    all.sort();
    let mut counts: BTreeMap<(bool, Told), usize> = BTreeMap::new();
    assert!(all.len() >= 120, "{}", all.len());
    for (title, told, said) in &all {
        println!("{told:?}: {title}: {said}");
        let is_known = title.split(' ').nth(1) != Some("-");
        *counts.entry((is_known, *told)).or_default() += 1;
    }
    println!("{:.0} s for {} programs", started.elapsed().as_secs_f64(), all.len());
    let mut text = String::new();
    for (is_known, of) in [(true, "in the catalogue"), (false, "in no catalogue")] {
        let count = |told| counts.get(&(is_known, told)).copied().unwrap_or(0);
        let told = [
            Told::Named,
            Told::Partly,
            Told::ProfileOnly,
            Told::Pointed,
            Told::Silent,
            Told::False,
        ];
        let told = told.map(|it| format!("{it:?} {}", count(it)));
        let _ = writeln!(text, "{of}: {}", told.join(", "));
    }
    let bad: Vec<_> = all.iter().filter(|it| it.1 >= Told::Silent).collect();
    assert!(bad.is_empty(), "{text}{bad:#?}");
    insta::assert_snapshot!(text);
}
