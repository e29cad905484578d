//! `mancala grade`: once, or with `--watch` whenever something arrives in a folder or changes there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use clap::Args;
use serde_json::json;

use super::report::{self, Destination, publish};
use crate::io::{
    BadInputFile, EnvironmentError, Exit, bar, begin_part, input, listen_for_interrupt,
    print_laid_out, print_line, say, warn,
};
use crate::options::{
    Choices, Inquiry, SandboxOptions, SettingsOptions, UNATTENDED, default_threads, number, one_of,
    time,
};
use explain::pluralize;
use grader::cases::{Cases, CasesError};
use grader::class::Class;
use grader::report::tables;
use grader::settings::Settings;
use grader::settings::config::Config;
use grader::submission::find::{FindError, Layout};
use grader::{Event, GradeError, Grading, Rerun, Summary, cases};
use journal::{JournalError, Shard};

/// Grade programs that other people wrote
///
/// Finds the submissions, builds each once, runs every case in a fresh directory that holds only input.txt, and grades
/// what the program wrote. The same command again continues where the last one stopped, and runs only what has changed.
#[derive(Debug, Args)]
pub struct Grade {
    /// The submissions: a folder or an archive of them (also an export of Canvas, Moodle or
    /// Gradescope), or a single one
    #[arg(value_name = "SUBMISSIONS")]
    submissions: PathBuf,
    /// The folder of cases, a single input file, or the name of a built-in suite, such as usc
    #[arg(long, value_name = "INPUTS")]
    cases: PathBuf,
    /// Where the ledger and the reports go
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Let others read the folder of results, as far as your umask allows; by default only you can read it
    #[arg(long)]
    shared: bool,
    /// How many programs run at once [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    jobs: Option<u16>,
    /// Run only cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Grade only part K of N of the submissions, such as 3/8; other machines grade the others. The
    /// results go into a folder of their own below DIR, for `mancala merge`
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// How long to wait for another process that uses these results [default: 10 minutes with
    /// --shard, because a requeued task may start before the old one has stopped, and with --watch;
    /// otherwise not at all]
    #[arg(long, value_name = "TIME", value_parser = time)]
    wait: Option<Duration>,
    /// Re-run finished cases
    #[arg(long, value_parser = one_of(AGAIN), value_name = "WHAT")]
    rerun: Option<Rerun>,
    #[command(flatten)]
    inquiry: Inquiry,
    /// Run a program that does not answer with other arguments, its input under another name, or outputs of other names,
    /// if it answers then; every report says so
    #[arg(long)]
    adopt: bool,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// Run nothing, but say what would be run and for how long, as far as earlier results tell
    #[arg(long, conflicts_with_all = ["watch", "gradescope", "prairielearn"])]
    plan: bool,
    /// Grade what arrives in SUBMISSIONS or changes there, a line each, until Ctrl-C. The reports are written again each
    /// time
    #[arg(long, conflicts_with_all = ["shard", "filter", "rerun", "gradescope", "prairielearn"])]
    watch: bool,
    #[command(flatten)]
    strictness: SettingsOptions,
    #[command(flatten)]
    destination: Destination,
    /// Print no summary
    #[arg(short, long)]
    quiet: bool,
}

const AGAIN: Choices<Rerun> = &[
    ("failed", "Only those that are not fully correct", Rerun::Failed),
    ("all", "Everything", Rerun::Everything),
];

const PLAN: (&str, &str) = ("plan.txt", include_str!("../../templates/plan.txt"));

pub fn run(grade: &Grade) -> anyhow::Result<Exit> {
    let tree = input::inputs(&grade.cases)?;
    let settings = Settings::read(Some(folder_of(tree.path())), Some(&grade.results))?;
    Config::of(&settings)?; // an error in it is told before anybody is waited for
    let part = grade.shard.map(|shard| grade.results.join(shard.folder()));
    let results = part.unwrap_or_else(|| grade.results.clone());
    // They grade one submission at a time.
    let is_for_one =
        grade.destination.gradescope.is_some() || grade.destination.prairielearn.is_some();
    let grading = Grading {
        submissions: grade.submissions.clone(),
        layout: if is_for_one { Layout::One } else { Layout::AsItLooks },
        cases: read_cases(tree.path())?,
        results: results.clone(),
        shared: grade.shared,
        // A part may start before its killed predecessor is gone, and whoever decides something holds the ledger.
        wait: grade.wait.unwrap_or(match grade.shard.is_some() || grade.watch {
            true => UNATTENDED,
            false => Duration::ZERO,
        }),
        shard: grade.shard,
        filter: grade.filter.clone(),
        shrink: grade.inquiry.shrinking(),
        adopt: grade.adopt,
        probe_budget: grade.inquiry.probe_budget.unwrap_or_default(),
        rerun: grade.rerun.unwrap_or_default(),
        jobs: grade.jobs.map_or_else(default_threads, usize::from),
        settings,
        strict: grade.strictness.strict,
        publish: grade.strictness.publishing.publish_hidden,
        backend: grade.sandbox.require_backend,
        cancel: Some(listen_for_interrupt()),
    };
    if grade.plan {
        let plan = json!(grader::plan(&grading).map_err(in_words)?);
        print_laid_out(grade.destination.format, PLAN, &plan)?;
        return Ok(Exit::Success);
    }
    if grade.watch {
        return watch(grade, grading);
    }
    let graded = graded(&grading, !grade.quiet);
    if let Err(GradeError::Interrupted(summary)) = &graded {
        say_how_to_go_on(summary, &results);
        return Ok(Exit::Interrupted);
    }
    let class = graded.map_err(in_words)?;
    if let Some(shard) = grade.shard {
        return Ok(part_done(shard, &class, &results, grade.quiet));
    }
    // What was asked about, everywhere; the ledger has the rest.
    let part = if grade.filter.is_none() { class } else { class.part(|it| grading.takes_case(it)) };
    publish(&part, &results, &grade.destination)?;
    if !grade.quiet {
        grade.destination.print(&part)?;
        let of_these = match grade.filter {
            None => "",
            Some(_) => " cover these cases only; `mancala report` writes them for all cases.",
        };
        say(format_args!("Reports in {}{of_these}", results.display()));
    }
    Ok(report::exit(&part))
}

/// A part has no reports, and losing points is no failure of it.
fn part_done(shard: Shard, class: &Class, results: &Path, quiet: bool) -> Exit {
    if !quiet {
        let results = results.display();
        say(format_args!("Part {shard} is in {results}; `mancala merge` joins the parts."));
    }
    let exit = report::exit(class);
    if exit == Exit::Different { Exit::Success } else { exit }
}

/// Grades with a bar that tells how far it is, and a few words if they are wanted.
pub fn graded(grading: &Grading, speak: bool) -> Result<Class, GradeError> {
    let progress = bar(0, "");
    let observer = |event: Event| match event {
        Event::Note(_) if !speak => {}
        Event::Note(text) | Event::Say(text) => say(text),
        Event::Warning(text) => warn(text),
        Event::Part(what, count) => begin_part(&progress, what, count),
        Event::Step => progress.inc(1),
    };
    grader::grade(grading, &observer)
}

fn say_how_to_go_on(summary: &Summary, results: &Path) {
    let left = match summary.left {
        0 => String::new(),
        left => format!(" with {} to go", pluralize(left, "case")),
    };
    say(format_args!(
        "Interrupted{left}. The results so far are in {}; run the same command again to continue.",
        results.display()
    ));
}

/// The error as the program ends with it.
pub fn in_words(error: GradeError) -> anyhow::Error {
    match &error {
        GradeError::NoCase(_) => anyhow::anyhow!("--filter: {error}"),
        GradeError::Ledger(JournalError::Io { what: "write", .. }) => EnvironmentError(format!(
            "{error}\nhelp: the results so far are whole; the same command runs what is missing, and --plan lists it"
        ))
        .into(),
        GradeError::Backend(_) | GradeError::Results(..) | GradeError::Ledger(JournalError::Io { .. }) => EnvironmentError(error.to_string()).into(),
        _ => error.into(),
    }
}

/// The folder in which a `grade.toml` for these cases would be.
pub fn folder_of(cases: &Path) -> &Path {
    if cases.is_dir() { cases } else { cases.parent().unwrap_or(Path::new("")) }
}

pub fn read_cases(path: &Path) -> anyhow::Result<Cases> {
    let cases = cases::read(path).map_err(|error| match error {
        CasesError::Input { path, bytes, error } => BadInputFile::new(&path, &bytes, error).into(),
        other => anyhow::Error::from(other),
    })?;
    for path in &cases.left_out {
        warn(format_args!("{}: only Kalah is graded", path.display()));
    }
    Ok(cases)
}

/// How long to wait from one look to the next. Network file systems do not say what changes, so somebody has to look.
const PAUSE: Duration = Duration::from_secs(1);

/// The files of a folder by their paths, with their sizes and times: what was seen twice in the same way was not being
/// written meanwhile, and need not be graded again.
type Look = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

fn look(folder: &Path) -> Look {
    // Links are not followed: they may be a student's.
    let files = walkdir::WalkDir::new(folder).into_iter().flatten().filter_map(|it| {
        let about = it.metadata().ok()?;
        Some((it.into_path(), (about.len(), about.modified().ok())))
    });
    files.collect()
}

/// Grades the folder whenever something in it has changed and changes no more.
fn watch(grade: &Grade, mut grading: Grading) -> anyhow::Result<Exit> {
    let (mut before, mut done) = (None, None);
    let mut told = BTreeMap::new();
    say(format_args!("watching {}; Ctrl-C ends it", grading.submissions.display()));
    while !grading.is_cancelled() {
        let now = Some(look(&grading.submissions));
        if now == done || now != before {
            before = now;
            sleep(PAUSE);
            continue;
        }
        // Somebody may have decided something meanwhile.
        grading.settings =
            Settings::read(Some(folder_of(&grading.cases.folder)), Some(&grading.results))?;
        let class = match graded(&grading, false) {
            Ok(class) => class,
            Err(GradeError::Interrupted(summary)) => {
                say_how_to_go_on(&summary, &grading.results);
                return Ok(Exit::Interrupted);
            }
            // Nobody has handed in yet.
            Err(GradeError::Submissions(FindError::Nothing(_))) => {
                done = now;
                continue;
            }
            Err(error) => return Err(in_words(error)),
        };
        publish(&class, &grading.results, &grade.destination)?;
        for graded in &class.submissions {
            let line = tables::line(graded, 0);
            // The same points may be those of another program.
            let new = (graded.submission.program.clone(), line.clone());
            if told.insert(graded.submission.name.clone(), new.clone()) != Some(new) {
                print_line(line)?;
            }
        }
        // What changed since this look is graded by the next.
        done = now;
    }
    Ok(Exit::Success)
}
