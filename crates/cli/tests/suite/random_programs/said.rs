//! Each sentence of an explanation held against the outputs that it is said of. Every sentence has a predicate
//! here: one that has none counts as false.

use explain::assignment::{Assignment, Side};
use explain::mistakes::{Entry, Mistake, Switch, Switches};
use explain::reference::{self, OptionalRows, Settings, Task};
use explain::{Explanation, assignment};
use mancala::homework::{self, Problem, answer_with_log, parse};

use super::{Output, first_rows, modelled, own_rows};

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

    /// The outputs that there are, each with its problem and whether it is wrong.
    fn ended(&self) -> impl Iterator<Item = (&Problem, bool)> {
        let all = self.problems.iter().zip(self.outputs).zip(self.right);
        all.filter(|((_, it), _)| it.is_some()).map(|((problem, it), right)| (problem, it != right))
    }

    fn has_wrong_state(&self, at: usize) -> bool {
        let words = |it: &Output| {
            it.as_ref().map(|it| it.0.split_whitespace().map(String::from).collect::<Vec<_>>())
        };
        let written = words(&self.outputs[at]);
        written.is_some() && written != words(&self.right[at])
    }

    /// Whether the state of a case is worth as much as the right one, as the other engine sees it.
    fn is_tied(&self, name: &str) -> bool {
        let at: usize = name.strip_prefix("case-").unwrap().parse().unwrap();
        let worth = |it: &Output| worth(&self.problems[at], &it.as_ref().unwrap().0);
        worth(&self.outputs[at]) == worth(&self.right[at])
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

/// The sentences that are false, or that have no predicate.
pub(super) fn false_sentences(said: &Explanation, written: &Written<'_>) -> Vec<String> {
    let mut keys = said.named.first().cloned().unwrap_or_default();
    // The mistake of the last sentence that tells one.
    let mut last = None;
    let mut wrong = Vec::new();
    for line in &said.sentences {
        let sentence = line.trim_start();
        let perhaps = sentence.strip_prefix("Perhaps ").and_then(|it| it.strip_suffix(':'));
        if let Some(named) = perhaps.or_else(|| of_part(sentence).map(|it| it.1)) {
            keys = named.split(" + ").map(String::from).collect();
        }
        last = Mistake::all().find(|it| sentence.ends_with(it.entry().student())).or(last);
        if !is_true(sentence, &keys, last, said, written) {
            wrong.push(line.clone());
        }
    }
    wrong
}

/// In a sentence that names the mistakes of a part.
pub(super) const OF_PART: &str = ", your program writes what a program with ";

/// The part of which a sentence says that a program writes it, and the keys of that program's mistakes.
pub(super) fn of_part(sentence: &str) -> Option<(&str, &str)> {
    let (part, rest) = sentence.split_once(OF_PART)?;
    Some((part, rest.split_once(" writes, in ")?.0))
}

/// Whether a sentence on a part is on all of it, and not on most.
pub(super) fn is_of_whole_part(sentence: &str) -> bool {
    sentence.contains(" writes, in all ")
}

fn is_true(
    sentence: &str,
    keys: &[String],
    last: Option<Mistake>,
    said: &Explanation,
    written: &Written<'_>,
) -> bool {
    let numbers = numbers(sentence);
    let has = |part: &str| sentence.contains(part);
    let begins = |part: &str| sentence.starts_with(part);
    let is = |expected: &[usize]| numbers.starts_with(expected);
    let (cases, wrong) = (written.cases(), written.wrong());
    let is_key = |key: &str| key.parse::<Switch>().is_ok();
    match () {
        () if has(" cases are correct") && begins("All ") => wrong == 0 && is(&[cases]),
        () if begins("The other ") && has(" cases are correct.") => is(&[cases - wrong]),
        () if begins("The other case is correct.") => cases - wrong == 1,
        () if begins("Everything else is correct.") => cases == wrong,
        () if of_part(sentence).is_some() => {
            // Those of its cases that are wrong are reproduced.
            let (_, counts) = sentence.split_once(" writes, in ").unwrap();
            let counts = self::numbers(counts);
            let (same, wrong) = written.same_of(keys, begins("In the logs alone"));
            let are_so = match (is_of_whole_part(sentence), &counts[..]) {
                (true, &[all, of_them, ..]) => all <= same && of_them <= wrong,
                (false, &[most, of, right, of_wrong, ..]) => {
                    let (missed, others) = (of_wrong - right, of - most);
                    let is_most = missed == others && 0 < missed && 3 * missed <= right;
                    most <= same && right <= wrong && is_most && has("something else is wrong too")
                }
                _ => false,
            };
            keys.iter().all(|it| is_key(it)) && are_so
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
            let same = written.same(keys).0;
            is(&[same, cases]) && numbers.last() == Some(&(written.with_output() - same))
        }
        () if has("no combination of known mistakes explains ")
            || has("it is not sure which known mistakes explain ") =>
        {
            let in_form = said.wrong_cases.iter().filter(|it| {
                let (_, faults) = it.line.trim_end_matches('.').split_once(": ").unwrap();
                faults.split(", ").all(|fault| said.faults.iter().any(|it| it == fault))
            });
            let only = if has(" only in the formatting") { numbers[2] } else { 0 };
            said.named.is_empty() && is(&[wrong, cases]) && only == in_form.count()
        }
        () if has(" wrong cases, such a program writes ") => {
            numbers[1] == written.same(keys).1 && numbers[0] <= wrong
        }
        () if begins("Such a program writes the same, but too little") => {
            written.same(keys).0 == written.with_output()
        }
        () if begins("Perhaps ") => said.confirmed == 0 && keys.iter().all(|it| is_key(it)),
        () if begins("The same output would also result from: ") => said.named.is_empty(),
        () if begins("That may be ") => has("too little is wrong to be sure."),
        () if begins("Your program makes one of these mistakes") => said.named.len() > 1,
        () if begins("- ") => {
            let named = |it: &Vec<String>| sentence == format!("- {}:", it.join(" + "));
            said.named.iter().any(named)
        }
        () if begins("The rule: ") => {
            let is_rule = |it: &Entry| sentence == format!("The rule: {}", it.rule.sentence());
            last.is_some_and(|it| is_rule(it.entry()))
        }
        () if begins("This fits the outputs; ") => said.confirmed == 0,
        () if begins("One case alone cannot rule out") => cases == 1 && said.confirmed == 0,
        () if begins("This fits the outputs and ") => said.confirmed == 0 && numbers[0] > 0,
        () if begins("Your program was run on ") => is(&[said.confirmed]) && said.confirmed > 0,
        () if begins("Only next_state.txt is wrong; every log is correct.") => {
            let mut all = written.outputs.iter().zip(written.right);
            let log = |it: &Output| it.as_ref().map(|it| it.1.clone());
            wrong > 0 && all.all(|(it, right)| log(it) == log(right))
        }
        () if has(" with a wrong next_state.txt, it is ") => {
            let count = (0..cases).filter(|&at| written.has_wrong_state(at)).count();
            let lines = said.wrong_cases.iter().filter(|it| is_such_a_state(sentence, &it.line));
            let lines: Vec<_> = lines.collect();
            let ties = || lines.iter().all(|it| written.is_tied(&it.name));
            is(&[lines.len(), count]) && (!has(" of the same value") || ties())
        }
        () if has(" wrong logs, the first wrong row is ") => {
            let all = written.problems.iter().zip(written.outputs).zip(written.right);
            let all = all.map(|((problem, it), right)| (*problem, it.clone(), right.clone()));
            first_rows::is_true(sentence, &numbers, all)
        }
        () if has("; by the rows above them, that is wrong in ") => {
            own_rows::is_true(sentence, written.problems.iter().zip(written.outputs))
        }
        () if begins("In all wrong cases, ")
            || begins("In all cases that are wrong apart")
            || begins("In the wrong case, ")
            || begins("In the case that is wrong apart") =>
        {
            let kind = sentence.split_once(" in no other case, ");
            let kind = kind.or_else(|| sentence.split_once(" others, ")).unwrap().1;
            let is_of_kind = |it: &Problem| {
                kind.trim_end_matches('.')
                    .split(" and ")
                    .all(|kind| is_of_kind(kind.trim_end_matches(','), it))
            };
            let wrong_are = written.ended().filter(|it| it.1).all(|it| is_of_kind(it.0));
            let also = written.ended().filter(|it| !it.1 && is_of_kind(it.0)).count();
            let others = written.ended().filter(|it| !it.1).count();
            wrong_are && if has(" in no other case, ") { also == 0 } else { is(&[also, others]) }
        }
        () if begins("Your program timed out in ") || begins("Your program crashed in ") => {
            let ended = written.with_output();
            numbers[0] <= cases - ended && said.run_faults.len() <= 2
        }
        () if begins("Your program timed out.") || begins("Your program crashed.") => {
            written.with_output() == 0
        }
        () if has(" your program finished normally but did not write every output file.") => {
            let lacks = |(it, right): &(&Output, &Output)| {
                it.as_ref().is_none_or(|it| it.1.is_none() && right.as_ref().unwrap().1.is_some())
            };
            let all = written.outputs.iter().zip(written.right);
            numbers[0] <= all.filter(lacks).count()
        }
        () => is_of_form(sentence, said) || is_mistake(sentence, keys, said),
    }
}

/// What the board after a whole turn is worth to the opponent.
fn worth(problem: &Problem, state: &str) -> i64 {
    let asked = assignment(problem).unwrap();
    let cutoff = if asked.task == Task::Greedy { 0 } else { asked.cutoff - 1 };
    let opponent = if asked.player == Side::South { 2 } else { 1 };
    if cutoff == 0 {
        let stores: Vec<i64> = state.lines().skip(2).map(|it| it.trim().parse().unwrap()).collect();
        return if opponent == 2 { stores[0] - stores[1] } else { stores[1] - stores[0] };
    }
    let problem = parse(format!("2\n{opponent}\n{cutoff}\n{state}").as_bytes()).unwrap();
    let memory = || std::io::Result::Ok(Vec::new());
    let (_, log) = answer_with_log(&problem, homework::OptionalRows::Omit, memory).unwrap();
    let log = String::from_utf8(log.unwrap().out).unwrap();
    log.trim_end().rsplit(',').next().unwrap().parse().unwrap()
}

/// Whether the line on a case says of its state what the sentence says of many.
fn is_such_a_state(sentence: &str, line: &str) -> bool {
    let kinds = [
        ("the board after a different move of the same value", "move of the same value ("),
        ("the board after a different move.", "the board after a different move ("),
        ("a board before the last stones are collected", "but before the last stones"),
        ("a board in the middle of a turn", ", in the middle of a turn such as "),
        ("a board after your move and further turns", " and further turns: "),
        ("a board after your turn has gone on", ", although the turn had ended"),
        ("the board of the input", "next_state.txt is the board of the input"),
        ("a board with its pits in another order", "not in the order of the pits"),
        ("not the result of any legal turn", "is not the result of any legal turn"),
        ("not the board after your move", "next_state.txt is wrong"),
        ("empty", "next_state.txt is empty"),
        ("not a board of this size", "does not have the numbers of a board"),
    ];
    let (_, kind) = sentence.split_once(", it is ").unwrap();
    kinds.iter().any(|(of_many, of_one)| kind.starts_with(of_many) && line.contains(of_one))
}

/// Whether a case is of a kind that wrong cases may share.
fn is_of_kind(kind: &str, problem: &Problem) -> bool {
    let asked = assignment(problem).unwrap();
    let tree = match asked.task {
        Task::Greedy => Assignment { task: Task::Minimax, cutoff: 1, ..asked.clone() },
        _ => asked.clone(),
    };
    let answer = |mistakes: Switches| {
        let optional_rows = OptionalRows::Marked;
        let settings = Settings { switches: mistakes, optional_rows, steps: 3_000_000 };
        reference::answer(&tree, settings).unwrap()
    };
    let right = answer(Switches::NONE);
    let log = right.traverse_log.unwrap();
    let all_empty = right.next_state.lines().take(2).all(|row| row.split(' ').all(|it| it == "0"));
    let mut pits = asked.upper.iter().chain(&asked.lower);
    let number = |text: &str| text.split(' ').find_map(|it| it.parse::<usize>().ok()).unwrap();
    match kind {
        "the chosen turn ends the game" => all_empty,
        "the game can end before the cutoff, or in the middle of a turn" => {
            answer(Mistake::GameOverIsInner.into()).traverse_log != Some(log)
        }
        "the game can end within the search" => log.contains("OPTIONAL") || all_empty,
        "a node prunes before its last move" => {
            let whole = answer(Mistake::NoCut.into()).traverse_log.unwrap();
            whole.lines().count() > log.lines().count()
        }
        "pits have names of two digits, such as B10" => asked.upper.len() >= 9,
        "the task is greedy" => asked.task == Task::Greedy,
        "the task is minimax" => asked.task == Task::Minimax,
        "the task is alpha-beta" => asked.task == Task::AlphaBeta,
        "the task is minimax or alpha-beta" => asked.task != Task::Greedy,
        "you play as player 1" => asked.player == Side::South,
        "you play as player 2" => asked.player == Side::North,
        "the chosen turn has an extra turn" => right.turn.len() > 1,
        "the chosen turn has more than one extra turn" => right.turn.len() > 2,
        "a pit has enough stones to go all the way round" => {
            pits.any(|&seeds| seeds as usize > 2 * asked.upper.len())
        }
        "the cutoff is 2 or more" => asked.task != Task::Greedy && asked.cutoff > 1,
        "the cutoff is 1" => asked.task != Task::Greedy && asked.cutoff == 1,
        _ if kind.starts_with("each row has ") => asked.upper.len() == number(kind),
        _ if kind.starts_with("the search makes more than ") => log.lines().count() > number(kind),
        _ => false,
    }
}

/// A fault of form, with the cases that have it.
fn is_of_form(sentence: &str, said: &Explanation) -> bool {
    let Some((key, _)) = sentence.split_once(": ") else {
        return false;
    };
    let cases = said.wrong_cases.iter().filter(|it| it.line.contains(key)).count();
    let count = numbers(sentence).last() == Some(&cases);
    said.faults.iter().any(|it| it == key) && sentence.contains(" This affects ") && count
}

/// A mistake by its key, with the sentence of the catalogue, where it is one of those that are told.
fn is_mistake(sentence: &str, keys: &[String], said: &Explanation) -> bool {
    let Some((key, student)) = sentence.split_once(": ") else {
        return false;
    };
    let told = keys.iter().chain(said.named.iter().flatten());
    let mut told = told.filter_map(|it| it.parse::<Switch>().ok());
    told.any(|Switch { mistake, scope }| {
        let place = match scope.text(mistake) {
            place if place.is_empty() => String::new(),
            place => format!(" ({place})"),
        };
        key == format!("{}{place}", mistake.key()) && student == mistake.entry().student()
    })
}

/// The whole numbers that stand alone as words.
fn numbers(sentence: &str) -> Vec<usize> {
    let words =
        sentence.split_whitespace().map(|it| it.trim_matches([',', '.', '(', ')', ':', ';']));
    words.filter_map(|it| it.parse().ok()).collect()
}
