//! Submissions and cases in, a class with its points out.

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::cases::GradingCase;
use super::class::Class;
use super::grading::{Event, GradeError, Grading, Observer, Summary};
use super::ledger::{self, Ledger, Record, State};
use super::result::{Roster, Suite};
use super::run;
use super::run::plan::Plan;
use super::run::setup::{Setup, keep_secrets};
use super::settings::config::Config;
use super::settings::late::Called;
use super::settings::scoring::Scoring;
use super::settings::unused::{Subjects, above, unused};
use super::submission::find::{FindError, Found, Layout};
use super::submission::toolchain::Toolchains;
use explain::{pluralize, some_of};
use journal::{JournalError, WaitPolicy};
use mancala::visible;
use sandbox::{Backend, Sandbox};

/// Grades submissions: finds and builds them, runs every case that is not known yet, and adds it all
/// up. The ledger in the folder of results holds what is known; `observer` hears what happens.
///
/// # Errors
/// [`GradeError`]. A submission that cannot be graded is no error, but a result.
pub fn grade(grading: &Grading, observer: Observer<'_>) -> Result<Class, GradeError> {
    let recorded_by = |ledger: &Ledger| ledger.state().scoring.settings.clone();
    let cases = &grading.cases.cases;
    let wanted = cases.iter().filter(|case| grading.takes_case(&case.name)).count();
    if let (0, Some(text)) = (wanted, &grading.filter) {
        return Err(GradeError::NoCase(text.clone()));
    }
    let sandbox = Sandbox::new(grading.backend)?;
    let toolchains = Toolchains::default();
    let is_there = grading.results.join(ledger::FILE).exists();
    let earlier = is_there.then(|| open_ledger(grading, observer)).transpose()?;
    let recorded = earlier.as_ref().map(recorded_by).unwrap_or_default();
    // Before anything is made: whether it may be depends on which tools the settings name.
    let config = Config::of(&grading.settings.over(&recorded))?;
    let (sandbox, hidden) = keep_secrets(sandbox, grading, &toolchains, &config)?;
    for path in &hidden {
        observer(Event::Note(format!("hidden from the programs: {}", path.display())));
    }
    std::fs::metadata(&grading.submissions)
        .map_err(|error| FindError::Io(grading.submissions.clone(), error))?;
    make_results(grading, observer)
        .map_err(|error| GradeError::Results(grading.results.clone(), error))?;
    let mut ledger = earlier.map_or_else(|| open_ledger(grading, observer), Ok)?;
    // Another grader may have begun it meanwhile.
    let recorded = recorded_by(&ledger);
    let config = Config::of(&grading.settings.over(&recorded))?;
    for source in grading.settings.kept(&recorded) {
        observer(Event::Say(format!(
            "note: {} is gone; its settings stay in force (an empty file removes them)",
            source.path
        )));
    }
    let setup = Setup::new(grading, config, (sandbox, toolchains), &grading.results)?;
    for (name, why) in &setup.submissions.passed_over {
        observer(Event::Warning(format!("{} is skipped: {why}", visible::line(name))));
    }
    let found = &setup.submissions.found[..];
    let suite = Suite { cases: cases.iter().map(GradingCase::record).collect() };
    let scoring = setup.config.scoring();
    tell_unused(grading, &scoring, &suite, found, ledger.state(), observer)?;
    let scoring = ledger::keep_hidden([ledger.state()], &suite, scoring, grading.publish)?;
    let submissions = found.iter().filter(|it| grading.takes(&it.name)).count();
    observer(Event::Part("built", submissions));
    let backend = setup.sandbox.backend();
    if backend == Backend::Unprotected {
        observer(Event::Warning("no sandbox: programs run with your own permissions".to_owned()));
    }
    let (submissions, cases) = (pluralize(submissions, "submission"), pluralize(wanted, "case"));
    observer(Event::Note(format!("{submissions}, {cases}, sandbox: {backend}")));
    // First what is hidden: a grader that is killed between them shows nothing.
    ledger.append(Record::Scoring(scoring))?;
    ledger.append(Record::Suite(suite))?;
    let source = &grading.submissions;
    let source = source.canonicalize().unwrap_or_else(|_| source.clone());
    for roster in rosters(&ledger, &source, found) {
        ledger.append(Record::Roster(roster))?;
    }
    let others = ledger.state().rosters.iter().filter(|it| Path::new(it.0) != source);
    let others = others.map(|it| (it.0, it.1.len())).filter(|it| it.1 > 0);
    let (places, counts): (Vec<_>, Vec<usize>) = others.unzip();
    if !places.is_empty() {
        let count = pluralize(counts.iter().sum::<usize>(), "submission");
        let places = some_of(&places, 3);
        observer(Event::Note(format!("the results also have {count} of {places}")));
    }
    let ledger = Mutex::new(ledger);
    let summary = run::run(&setup, &ledger, observer)?;
    if grading.is_cancelled() {
        return Err(GradeError::Interrupted(summary));
    }
    let Summary { ran, reused, .. } = summary;
    observer(Event::Note(format!("{} run, {reused} reused", pluralize(ran, "case"))));
    Ok(Class::of(ledger.into_inner().unwrap_or_else(PoisonError::into_inner).state()))
}

/// What [`grade`] would do. Nothing is run, and nothing stays on the disk.
///
/// # Errors
/// [`GradeError`].
pub fn plan(grading: &Grading) -> Result<Plan, GradeError> {
    let known = match grading.results.join(ledger::FILE).exists() {
        true => ledger::read(&grading.results)?,
        false => State::default(),
    };
    let config = Config::of(&grading.settings.over(&known.scoring.settings))?;
    let sandbox = Sandbox::new(grading.backend)?;
    // It holds a note alone: what a submission is copied to is private.
    let noted = tempfile::tempdir();
    let noted = noted.map_err(|error| GradeError::Results(std::env::temp_dir(), error))?;
    let setup = Setup::new(grading, config, (sandbox, Toolchains::default()), noted.path())?;
    Ok(run::plan::plan(&setup, &known))
}

/// The ledger, as soon as no other grader has it.
fn open_ledger(grading: &Grading, observer: Observer<'_>) -> Result<Ledger, GradeError> {
    let wait = WaitPolicy {
        time: grading.wait,
        cancel: grading.cancel(),
        begin: &|| {
            observer(Event::Say(format!(
                "{} is in use by another process; waiting for its end, at most {} s",
                grading.results.display(),
                grading.wait.as_secs_f64()
            )));
        },
    };
    match Ledger::open(&grading.results, wait) {
        Err(JournalError::Busy { .. }) if grading.is_cancelled() => {
            Err(GradeError::Interrupted(Summary::default()))
        }
        opened => Ok(opened?),
    }
}

fn make_results(grading: &Grading, observer: Observer<'_>) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    if !grading.shared {
        use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
        if let Ok(there) = std::fs::metadata(&grading.results)
            && there.permissions().mode() & 0o077 != 0
        {
            let path = grading.results.display();
            observer(Event::Warning(format!(
                "other users can read {path}, which holds the results: run `chmod go= {path}`, or give --shared to allow it"
            )));
        }
        builder.mode(0o700);
    }
    #[cfg(not(unix))]
    let _ = observer;
    builder.create(&grading.results)
}

/// Tells which settings have no effect on what is graded or known.
fn tell_unused(
    grading: &Grading,
    scoring: &Scoring,
    suite: &Suite,
    found: &[Found],
    known: &State,
    observer: Observer<'_>,
) -> Result<(), GradeError> {
    let untimed = found.iter().filter(|it| it.submitted.is_none() && it.late_days == 0);
    let untimed = untimed.filter(|_| !scoring.late.file_times);
    let untimed = untimed.map(|it| (it.name.as_str(), &it.people[..])).collect();
    let found = found.iter().map(|it| (it.name.as_str(), &it.people[..]));
    let known = known.class().map(|it| (it.name.as_str(), &it.people[..]));
    let subjects = Subjects {
        cases: match grading.cases.folder.is_dir() {
            true => suite.cases.iter().map(|it| it.name.as_str()).collect(),
            false => Vec::new(),
        },
        called: match grading.layout {
            Layout::AsItLooks => Called::of(known.chain(found)),
            Layout::One => Called::default(),
        },
        untimed,
    };
    let mut unused = unused(scoring, &subjects);
    unused.extend(above(&scoring.settings, &grading.cases.folder));
    for it in &unused {
        observer(Event::Warning(it.to_string()));
    }
    match unused.len() {
        count @ 1.. if grading.strict => Err(GradeError::Unused(count)),
        _ => Ok(()),
    }
}

/// Who is in the class now: those who were found, and no longer those whose source is gone or is a part of this one.
fn rosters(ledger: &Ledger, source: &Path, found: &[Found]) -> Vec<Roster> {
    let earlier = ledger.state().rosters.keys().filter(|earlier| {
        let earlier = Path::new(earlier);
        earlier != source && (earlier.starts_with(source) || !earlier.exists())
    });
    let empty = earlier.map(|source| Roster { source: source.clone(), submissions: Vec::new() });
    let present = Roster {
        source: source.to_string_lossy().into_owned(),
        submissions: found.iter().map(|found| found.name.clone()).collect(),
    };
    empty.chain([present]).collect()
}
