//! The front door: submissions and cases in, a class with its points out.
//!
//! Left out: reports, and everything that speaks to a person.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::cases::Cases;
use super::class::Class;
use super::config::Config;
use super::hidden::{Publish, Seen, WouldShow};
use super::late::Called;
use super::ledger::{self, Known, Ledger, LedgerError, Record};
use super::result::{Roster, Suite};
use super::run::{self, Event, Filter, Rerun, Setup, Summary, Workspace};
use super::scoring::Scoring;
use super::secrets::{self, Exposed};
use super::settings::{Settings, SettingsError};
use super::submission::find::{FindError, Layout};
use super::submission::{Found, Toolchains, find};
use super::unused::{Subjects, above, unused};
use explain::counted::counted;
use journal::lock::Patience;
use journal::shard::Shard;
use sandbox::{Backend, BackendRequest, Sandbox, Unavailable};

/// What is to be graded, and how.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The submissions: a folder or an archive of them, or a single one.
    pub submissions: &'a Path,
    /// What they are taken for.
    pub layout: Layout,
    /// The suite.
    pub cases: &'a Cases,
    /// The folder of results, which is made if need be.
    pub results: &'a Path,
    /// Who may read that folder.
    pub readers: Readers,
    /// How long another grader is waited for that has the results open.
    pub patience: Duration,
    /// The part of the suite that is run.
    pub filter: Filter<'a>,
    /// The part of all pairs of a submission and a case that is run, if other machines run the others.
    pub shard: Option<Shard>,
    /// What is run although its result is known.
    pub rerun: Rerun,
    /// How long the smallest inputs on which a submission goes wrong are looked for; not at all unless
    /// given. A part of the results is no basis for it.
    pub shrink: Option<Duration>,
    /// How many programs run at once.
    pub jobs: usize,
    /// Limits, commands and points, as far as there are files that set them. What the results were graded
    /// with before stays in force where there is none.
    pub settings: &'a Settings,
    /// What becomes of a setting without effect.
    pub unused: IfUnused,
    /// Whether cases that were hidden may be shown.
    pub publish: Publish,
    /// The walls between the programs and the machine.
    pub walls: BackendRequest,
    /// Set by somebody else to end the run early.
    pub cancel: &'a AtomicBool,
}

/// Who may read the folder of results, in which every student's points and outputs lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Nobody else. A folder that is there already stays as it is, and it is told if others may read it.
    Owner,
    /// Whoever the system says.
    Others,
}

/// What becomes of a setting that has no effect, such as a pattern that matches nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfUnused {
    /// It is told, and all goes on.
    Warn,
    /// Nothing is done.
    Refuse,
}

/// Why nothing, or not all, was graded.
#[derive(Debug)]
pub enum GradeError {
    /// The filter leaves no case.
    NoCase(String),
    /// A `grade.toml` cannot be used.
    Settings(SettingsError),
    /// So many settings have no effect, and none should.
    Unused(usize),
    /// Students would see what was hidden from them.
    WouldShow(WouldShow),
    /// There are no submissions.
    Submissions(FindError),
    /// There are no walls of the strength that is demanded.
    Walls(Unavailable),
    /// Every program could read what is secret.
    Exposed(Exposed),
    /// The folder of results cannot be used.
    Results(PathBuf, io::Error),
    /// The ledger cannot be used.
    Ledger(LedgerError),
    /// Somebody ended the run; what is done is in the ledger.
    Interrupted(Summary),
}

impl GradeError {
    /// Whether it is the fault of the machine, and not of what was asked.
    #[must_use]
    pub const fn is_of_the_machine(&self) -> bool {
        matches!(
            self,
            Self::Walls(_) | Self::Results(..) | Self::Ledger(LedgerError::Io { .. })
        )
    }
}

impl fmt::Display for GradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCase(text) => write!(f, "no case has a name that contains {text:?}"),
            Self::Settings(error) => error.fmt(f),
            Self::Unused(count) => write!(
                f,
                "--strict: {} without effect; nothing was graded",
                counted(*count, "setting")
            ),
            Self::WouldShow(error) => error.fmt(f),
            Self::Submissions(error) => error.fmt(f),
            Self::Walls(error) => error.fmt(f),
            Self::Exposed(error) => error.fmt(f),
            Self::Results(path, error) => write!(f, "cannot write in {}: {error}", path.display()),
            Self::Ledger(error) => error.fmt(f),
            Self::Interrupted(_) => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for GradeError {}

impl From<LedgerError> for GradeError {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}

/// Refuses to grade where every program could read what is right, and hides what would answer for it.
fn keep_secrets(
    sandbox: Sandbox,
    request: &Request<'_>,
    config: &Config,
    toolchains: &Toolchains,
    observer: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Sandbox, GradeError> {
    if sandbox.backend() == Backend::Unprotected {
        return Ok(sandbox);
    }
    let secrets = [
        ("the cases", request.cases.folder.as_path()),
        ("the submissions", request.submissions),
        ("the results", request.results),
    ];
    let shown = toolchains.shown(|language| config.commands(language));
    secrets::check(&secrets, shown).map_err(GradeError::Exposed)?;
    let copies = secrets::own_copies(shown);
    for copy in &copies {
        observer(Event::Hidden(copy));
    }
    Ok(sandbox.hiding(copies))
}

/// Grades submissions: finds and builds them, runs every case that is not known yet, and adds it all
/// up. The ledger in the folder of results holds what is known; `observer` hears what happens.
///
/// # Errors
/// [`GradeError`]. A submission that cannot be graded is no error, but a result.
pub fn grade(
    request: &Request<'_>,
    observer: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Class, GradeError> {
    let cases = &request.cases.cases;
    let wanted = cases.iter().filter(|case| request.filter.takes(&case.name));
    let wanted = wanted.count();
    if let (0, Some(text)) = (wanted, request.filter.0) {
        return Err(GradeError::NoCase(text.to_owned()));
    }
    let sandbox = Sandbox::new(request.walls).map_err(GradeError::Walls)?;
    let toolchains = Toolchains::default();
    // Before anything is made: whether it may be depends on which tools the settings name.
    let config = in_force(request, &recorded(request.results)?)?;
    let sandbox = keep_secrets(sandbox, request, &config, &toolchains, observer)?;
    let unusable = |error| GradeError::Results(request.results.to_owned(), error);
    make_results(request, observer).map_err(unusable)?;
    let patience = Patience {
        time: request.patience,
        cancel: request.cancel,
        begin: &|| observer(Event::Waiting(request.patience)),
    };
    let ledger = match Ledger::open_in_turn(request.results, patience) {
        Err(LedgerError::Busy(_)) if request.cancel.load(Ordering::Relaxed) => {
            return Err(GradeError::Interrupted(Summary::default()));
        }
        opened => opened?,
    };
    let recorded = ledger.known().scoring.settings();
    let recorded = recorded.map_err(GradeError::Settings)?;
    for source in request.settings.kept(&recorded) {
        observer(Event::InForce(source));
    }
    let config = in_force(request, &recorded)?;
    let workspace = Workspace::new(request.results).map_err(unusable)?;
    let search = find(request.submissions, workspace.scratch(), request.layout)
        .map_err(GradeError::Submissions)?;
    for (name, why) in &search.passed_over {
        observer(Event::PassedOver { name, why });
    }
    let found = search.found;
    let suite = request.cases.suite();
    let scoring = config.scoring();
    tell_unused(request, &scoring, &suite, &found, ledger.known(), observer)?;
    let seen = Seen::of([ledger.known()]);
    let scoring = seen.keep(&suite, scoring, request.publish);
    let scoring = scoring.map_err(GradeError::WouldShow)?;
    observer(Event::Found {
        submissions: found.len(),
        cases: wanted,
        backend: sandbox.backend(),
    });
    let setup = Setup {
        found: &found,
        cases,
        filter: request.filter,
        shard: request.shard,
        rerun: request.rerun,
        shrink: request.shrink,
        jobs: request.jobs,
        config: &config,
        sandbox: &sandbox,
        toolchains: &toolchains,
        workspace: &workspace,
        cancel: request.cancel,
    };
    let ledger = Mutex::new(ledger);
    // First what is hidden: a grader that is killed between them shows nothing.
    ledger::append(&ledger, Record::Scoring(scoring))?;
    ledger::append(&ledger, Record::Suite(suite))?;
    for roster in rosters(&ledger, request.submissions, &found) {
        ledger::append(&ledger, Record::Roster(roster))?;
    }
    let summary = run::run(&setup, &ledger, observer)?;
    if request.cancel.load(Ordering::Relaxed) {
        return Err(GradeError::Interrupted(summary));
    }
    observer(Event::Finished(summary));
    let ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Class::of(ledger.known()))
}

/// What the results that are there were graded with.
fn recorded(results: &Path) -> Result<Settings, GradeError> {
    match ledger::read(results) {
        Err(LedgerError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            Ok(Settings::default())
        }
        known => known?.scoring.settings().map_err(GradeError::Settings),
    }
}

/// How to grade, with what is `recorded` where the request has nothing in its place.
fn in_force(request: &Request<'_>, recorded: &Settings) -> Result<Config, GradeError> {
    let settings = request.settings.over(recorded);
    Config::of(&settings).map_err(GradeError::Settings)
}

/// Makes the folder of results unless it is there.
fn make_results(request: &Request<'_>, observer: &(dyn Fn(Event<'_>) + Sync)) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    if request.readers == Readers::Owner {
        use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
        if let Ok(there) = std::fs::metadata(request.results)
            && there.permissions().mode() & 0o077 != 0
        {
            observer(Event::Readable(request.results));
        }
        builder.mode(0o700);
    }
    #[cfg(not(unix))]
    let _ = observer;
    builder.create(request.results)
}

/// Tells which settings have no effect on what is graded or known.
fn tell_unused(
    request: &Request<'_>,
    scoring: &Scoring,
    suite: &Suite,
    found: &[Found],
    known: &Known,
    observer: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(), GradeError> {
    let found = found.iter().map(|it| (it.name.as_str(), &it.people[..]));
    let known = known.class().map(|it| (it.name.as_str(), &it.people[..]));
    let subjects = Subjects {
        cases: match request.cases.folder.is_dir() {
            true => suite.cases.iter().map(|it| it.name.as_str()).collect(),
            false => Vec::new(),
        },
        called: match request.layout {
            Layout::AsItLooks => Called::of(known.chain(found)),
            Layout::One => Called::default(),
        },
    };
    let mut unused = unused(&scoring.settings, &scoring.rule, &subjects);
    unused.extend(above(&scoring.settings, &request.cases.folder));
    for it in &unused {
        observer(Event::Unused(it));
    }
    match (request.unused, unused.len()) {
        (IfUnused::Warn, _) | (_, 0) => Ok(()),
        (IfUnused::Refuse, count) => Err(GradeError::Unused(count)),
    }
}

/// Who is in the class now: those who were found, and no longer those whose source is gone or is a part
/// of this one.
fn rosters(ledger: &Mutex<Ledger>, submissions: &Path, found: &[Found]) -> Vec<Roster> {
    let source = submissions.canonicalize();
    let source = source.unwrap_or_else(|_| submissions.to_owned());
    let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
    let earlier = ledger.known().rosters.keys().filter(|earlier| {
        let earlier = Path::new(earlier);
        earlier != source && (earlier.starts_with(&source) || !earlier.exists())
    });
    let empty = earlier.map(|source| Roster {
        source: source.clone(),
        submissions: Vec::new(),
    });
    let present = Roster {
        source: source.to_string_lossy().into_owned(),
        submissions: found.iter().map(|found| found.name.clone()).collect(),
    };
    empty.chain([present]).collect()
}
