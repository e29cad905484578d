//! A class as the ledger knows it, and whose submission counts for whom.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::cluster::id;
use super::{Cell, Class, Counterexample, Graded};
use crate::ledger::State;
use crate::result::{self, Build, SubmissionRecord, SuiteCase, problem};
use crate::settings::Override;
use crate::settings::config::Tables;
use crate::settings::late::{Called, Late};
use crate::settings::scoring::{Mark, Several, Worth};
use crate::submission::advice::error_line;
use explain::Facts;
use explain::mistakes::Mistake;
use explain::profile::battery::{self, Answer, Probe, battery};
use explain::profile::words::table;
use explain::profile::{Fingerprint, Line, Profile};
use mancala::homework::Problem;
use mancala::homework::compare::{Verdict, draw};
use sandbox::Outcome;

impl Class {
    pub fn of(known: &State) -> Self {
        let cases = known.suite.cases.iter();
        let worths = known.scoring.worths(cases.clone().map(|it| it.name.as_str()));
        let cases: Vec<(Arc<SuiteCase>, Worth)> =
            cases.map(|case| Arc::new(case.clone())).zip(worths).collect();
        let called = Called::of(known.class().map(|it| (it.name.as_str(), &it.people[..])));
        // They were read when they were recorded.
        let tables = Tables::of(&known.scoring).unwrap_or_default();
        let hours_late = hours_late(&known.scoring.late, &called, &tables);
        let overrides = by_submission(&known.scoring.overrides, &called);
        let submissions = known.class().map(|submission| {
            let name = submission.name.as_str();
            let decided = overrides.get(name).map_or(&[][..], Vec::as_slice);
            let given = decided.iter().rev().find_map(|it| it.late);
            let hours = hours_late(submission, given);
            let mut graded = graded(known, submission, hours, &cases);
            graded.rubric = tables.marks_of(name, &known.scoring.rubric);
            graded.decide(decided);
            graded.notes = graded.rubric.iter().map(Mark::text).collect();
            graded
        });
        let submissions = submissions.collect();
        let mut class = Self { title: known.scoring.title.clone(), submissions };
        count_once(&mut class.submissions, &tables, &called, known.scoring.rule.several);
        cluster_by_profile(known, &mut class.submissions);
        if !known.counterexamples.is_empty() || !known.probed.is_empty() {
            let hidden = cases.iter().filter(|(_, worth)| worth.is_hidden);
            let hidden = hidden.map(|(case, _)| &case.input);
            let hidden = hidden.chain(known.scoring.hidden.values());
            let hidden: Vec<_> = hidden.filter_map(|input| problem(input)).collect();
            for graded in &mut class.submissions {
                graded.counterexamples = counterexamples(known, &graded.submission, &hidden);
                // The table has no board that a hidden case has.
                for row in &mut graded.profile {
                    row.smallest.take_if(|it| is_hidden(problem(&it.input), &hidden));
                }
            }
        }
        class
    }
}

/// How many hours each submission is late: by the days that a person decided, else by the time of submission, else by
/// what the platform says.
fn hours_late(
    late: &Late,
    called: &Called<'_>,
    tables: &Tables,
) -> impl Fn(&SubmissionRecord, Option<u32>) -> u32 {
    let extensions = late.extensions.iter();
    let extensions = extensions.filter_map(|(who, it)| Some((who.clone(), late.instant(it)?)));
    let extensions = called.given(&extensions.collect());
    let deadline = late.deadline.as_ref().and_then(|it| late.instant(it));
    move |submission, decided| {
        let deadline = extensions.get(submission.name.as_str()).copied().or(deadline);
        match (decided, tables.submitted(submission).zip(deadline)) {
            (None, Some((submitted, deadline))) => late.hours(submitted, deadline),
            (days, _) => days.unwrap_or(submission.late_days).saturating_mul(24),
        }
    }
}

/// The overrides by the submission that they mean; one that could mean several means none.
fn by_submission<'a>(
    overrides: &'a [Override],
    called: &Called<'a>,
) -> BTreeMap<&'a str, Vec<&'a Override>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for entry in overrides {
        let mut meant = called.meant(&entry.submission);
        if let (Some(submission), None) = (meant.next(), meant.next()) {
            all.entry(submission).or_default().push(entry);
        }
    }
    all
}

fn graded(
    known: &State,
    submission: &SubmissionRecord,
    hours_late: u32,
    cases: &[(Arc<SuiteCase>, Worth)],
) -> Graded {
    let cells: Vec<_> =
        cases.iter().map(|(case, worth)| cell(known, submission, case, worth)).collect();
    let explanation = known.present_explanation(submission);
    let facts = explanation.and_then(|it| it.facts.as_ref());
    let profile = profile(known, submission, facts.map(|it| &**it));
    let mut in_words = explanation.and_then(|it| it.in_words());
    if let Some(in_words) = &mut in_words {
        let hides = cells.iter().any(|cell| cell.is_hidden);
        if let Some(facts) = facts.filter(|_| hides) {
            in_words.sentences = facts.without_inputs().in_words().sentences;
        }
        in_words.sentences.extend(error_output(&cells));
    }
    let mut graded = Graded {
        profile: profile.as_ref().map_or(Vec::new(), table),
        late_factor: known.scoring.late.factor(hours_late),
        hours_late,
        explanation: in_words,
        written_by: explanation.and_then(|it| it.facts.as_ref()?.written_by()),
        submission: submission.clone(),
        cells,
        ..Graded::default()
    };
    let named = graded.explanation.as_ref().map_or(&[][..], |it| &it.named);
    graded.kept = profile.map_or(Vec::new(), |it| kept(it, named));
    graded.cluster = graded.behaviour();
    graded
}

/// What the program said in the first case in which it crashed or wrote nothing; if it never did, how it ended where
/// that was not well. A hidden case could be told by it.
fn error_output(cells: &[Cell]) -> Option<String> {
    let shown = || cells.iter().filter(|cell| !cell.is_hidden);
    let said = shown().filter(|cell| cell.is_telling()).find_map(|cell| {
        let is_told = matches!(cell.verdict, Some(Verdict::RuntimeError | Verdict::NoOutput));
        let said = error_line(&cell.result.as_ref().filter(|_| is_told)?.stderr)?;
        Some(format!("Your program's error output in {}: {said}", cell.case.name))
    });
    let ended = |cell: &Cell| {
        // The error output is kept only where something is wrong.
        let without = match cell.is_telling() {
            true => ", without error output",
            false if cell.verdict == Some(Verdict::Accepted) => "",
            false => return None,
        };
        let how = match cell.result.as_ref()?.outcome.as_ref()? {
            Outcome::Exited(code @ 1..) => format!("ended with exit code {code}, not 0,"),
            Outcome::Signaled(signal) => format!("was killed by {signal}"),
            _ => return None,
        };
        Some(format!("Your program {how} in {}{without}.", cell.case.name))
    };
    said.or_else(|| shown().find_map(ended))
}

/// Programs that gave the same answers are in one cluster, whatever cases they fail. It is called by the answers of the
/// one that was asked most.
fn cluster_by_profile(known: &State, class: &mut [Graded]) {
    let prints = class.iter().enumerate().filter(|(_, it)| it.cluster.is_some());
    let prints = prints
        .filter_map(|(at, it)| Some((at, profile(known, &it.submission, None)?.fingerprint()?)));
    let mut prints: Vec<_> = prints.collect();
    // Stable: of the same number in the order of the class.
    prints.sort_by_key(|(_, print)| Reverse(print.asked()));
    let mut clusters: Vec<(Fingerprint, String)> = Vec::new();
    for (at, print) in prints {
        let known = clusters.iter().find(|(it, _)| it.agrees(&print)).map(|(_, id)| id.clone());
        let id = known.unwrap_or_else(|| {
            let id = id([print.text()]);
            clusters.push((print, id.clone()));
            id
        });
        class[at].cluster = Some(id);
    }
    for graded in class {
        let id = graded.cluster.as_ref();
        let sentence = id.and_then(|id| known.sentence(id, &graded.submission));
        graded.named = sentence.map(str::to_owned);
    }
}

/// Rule by rule what the present program answered to the present battery, but for what these facts explain.
fn profile(known: &State, submission: &SubmissionRecord, facts: Option<&Facts>) -> Option<Profile> {
    let answers = battery().iter().zip(known.present_answers(submission)?);
    let is_open = |(probe, it): &(&Probe, &Answer)| !facts.is_some_and(|of| of.explains(probe, it));
    Some(Profile::of(answers.filter(is_open)))
}

/// The topics of which all that was asked is right, and no mistake that is named breaks a rule.
fn kept(mut profile: Profile, named: &[Vec<String>]) -> Vec<String> {
    let mistakes = named.iter().flatten().filter_map(|it| Mistake::from_key(it.split('@').next()?));
    let breaks = |rule| mistakes.clone().any(|it| it.entry().breaks(rule));
    let is_kept = |it: &Line| {
        it.outcomes.iter().all(|it| *it == battery::Outcome::Passed) && !breaks(it.rule)
    };
    let wrong = profile.lines.iter().filter(|it| !is_kept(it)).map(|it| it.rule.entry().topic);
    let wrong: Vec<_> = wrong.collect();
    profile.lines.retain(|it| !wrong.contains(&it.rule.entry().topic));
    table(&profile).into_iter().map(|it| it.title).collect()
}

/// Whether a hidden case asks the same, as far as what is asked can be read.
fn is_hidden(asked: Option<Problem>, hidden: &[Problem]) -> bool {
    asked.is_none_or(|asked| hidden.iter().any(|it| it.asks_the_same(&asked)))
}

/// What is known of the present program.
fn counterexamples(
    known: &State,
    submission: &SubmissionRecord,
    hidden: &[Problem],
) -> Vec<Counterexample> {
    let looked = known.counterexamples.get(&submission.name);
    let Some(looked) = looked.filter(|it| it.program == submission.program) else {
        return Vec::new();
    };
    let shown = |it: &result::Counterexample| {
        let asked = problem(&it.case.input);
        Counterexample {
            mistake: it.mistake,
            is_steady: it.is_steady,
            is_smallest: looked.is_complete,
            board: asked.map_or(String::new(), |it| draw(it.board())),
            cell: Cell {
                case: Arc::new(it.case.clone()),
                is_hidden: is_hidden(asked, hidden),
                verdict: Some(it.result.verdict),
                is_decided: false,
                points: 0.0,
                out_of: 0.0,
                hint: None,
                result: Some(Arc::new(it.result.clone())),
            },
        }
    };
    looked.found.iter().map(shown).collect()
}

fn cell(
    known: &State,
    submission: &SubmissionRecord,
    case: &Arc<SuiteCase>,
    worth: &Worth,
) -> Cell {
    // A result of an earlier program, or of an earlier case of this name, says nothing any more.
    let result = known.present_result(submission, &case.name);
    let result = result.filter(|it| *it.case_digest == case.digest);
    let (verdict, result) = match &submission.build {
        Build::Failed(_) => (Some(Verdict::CompileError), None),
        Build::Fault(_) => (Some(Verdict::InternalError), None),
        Build::Ready => (result.map(|result| result.verdict), result),
    };
    let share = result.map_or(0.0, |result| known.scoring.share(result, case.rows));
    Cell {
        case: Arc::clone(case),
        is_hidden: worth.is_hidden,
        verdict,
        is_decided: false,
        points: worth.points * share,
        out_of: worth.points,
        hint: worth.hint.clone(),
        result: result.cloned(),
    }
}

/// Says of each team's submissions, and of several of one person, which one counts, and for whom.
fn count_once(class: &mut [Graded], tables: &Tables, called: &Called<'_>, several: Several) {
    for (team, names) in &tables.teams {
        let meant: BTreeSet<_> = names.iter().flat_map(|it| called.meant(it)).collect();
        let is_theirs = |it: &&Graded| meant.contains(it.submission.name.as_str());
        // Of equal ones the first by name.
        let theirs = class.iter().filter(is_theirs).rev();
        let counts = match several {
            Several::Best => theirs.max_by(|one, other| one.score().total_cmp(&other.score())),
            Several::Latest => theirs.max_by_key(|it| tables.submitted(&it.submission)),
        };
        let Some(counts) = counts.map(|it| it.submission.name.clone()) else { continue };
        for graded in class.iter_mut().filter(|it| meant.contains(it.submission.name.as_str())) {
            let note = if graded.submission.name == counts {
                let has_none = |name: &&String| called.meant(name).next().is_none();
                graded.team = names.iter().filter(has_none).cloned().collect();
                let all = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
                format!("It counts for {team}: {all}.")
            } else {
                graded.counts_instead = Some(counts.clone());
                format!("The submission of {counts} counts for {team} in place of this one.")
            };
            graded.notes.push(note);
        }
    }
}

impl Graded {
    /// Puts the decisions in force: those on cases first, since one on all of the submission stands above them.
    pub(crate) fn decide(&mut self, overrides: &[&Override]) {
        for entry in overrides.iter().filter(|it| it.case.is_some()) {
            let mut cells = self.cells.iter_mut();
            let Some(cell) = cells.find(|it| Some(&it.case.name) == entry.case.as_ref()) else {
                continue;
            };
            self.decisions.push(entry.decision(cell.points));
            cell.decide(entry);
        }
        self.add_up();
        for entry in overrides.iter().filter(|it| it.case.is_none()) {
            self.decisions.push(entry.decision(self.points));
            if entry.excuse == Some(true) {
                self.cells.iter_mut().for_each(|cell| cell.decide(entry));
                self.rubric.clear();
                self.add_up();
            }
            if let Some(points) = entry.points {
                self.cells.iter_mut().filter(|it| !it.is_graded()).for_each(Cell::settle);
                self.add_up();
                self.points = points;
            }
        }
    }
}

impl Cell {
    fn decide(&mut self, entry: &Override) {
        if entry.excuse == Some(true) {
            (self.points, self.out_of) = (0.0, 0.0);
        }
        self.points = entry.points.unwrap_or(self.points);
        if entry.excuse == Some(true) || entry.points.is_some() {
            self.settle();
        }
    }

    /// Nothing of it is open any more.
    fn settle(&mut self) {
        if self.is_open() {
            self.verdict = Some(Verdict::Skipped);
        }
        self.is_decided = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use explain::rule::Topic;

    /// A topic was told as kept although a mistake was named that breaks it, or nothing could be looked at.
    #[test]
    fn what_is_kept_is_broken_by_nothing() {
        let kept_by = |answer: &dyn Fn(&Probe) -> Answer, named: &str| {
            let answers: Vec<_> = battery().iter().map(|it| (it, answer(it))).collect();
            let profile = Profile::of(answers.iter().map(|(probe, it)| (*probe, it)));
            kept(profile, &[vec![named.to_owned()]])
        };
        let is_kept = |kept: &[String], title: &str| kept.iter().any(|it| it == title);
        let all = kept_by(&|_| Answer::Right, "");
        assert_eq!(all.len(), 7, "{all:?}");
        let search = kept_by(&|_| Answer::Right, "ties-to-last@max");
        assert!(!is_kept(&search, "The search") && search.len() == 6, "{search:?}");
        for answer in [Answer::Crashed, Answer::Stopped, Answer::Wrote(Default::default())] {
            let of_window = |it: &Probe| match it.rule.entry().topic {
                Topic::Window => answer.clone(),
                _ => Answer::Right,
            };
            let kept = kept_by(&of_window, "");
            assert!(!is_kept(&kept, "Alpha and beta") && kept.len() == 6, "{kept:?}");
        }
        assert_eq!(kept_by(&|_| Answer::NotAsked, ""), [""; 0]);
    }
}
