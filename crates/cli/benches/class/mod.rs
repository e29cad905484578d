//! A class of programs that differ by a line, graded, and run without any care.
//!
//! Without any care: `xargs` builds every program and runs it on every case, in a folder of its own with the input,
//! and nobody looks at what it writes. That is what grading is measured against.
//!
//! Left out: what is printed, and how often it is done.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// What a submission is: its file, what begins a comment, and how it is built and run where nobody takes care.
pub(super) struct Language {
    pub(super) file: &'static str,
    pub(super) comment: &'static str,
    pub(super) build: &'static str,
    pub(super) run: &'static str,
}

pub(super) const PYTHON: Language = Language {
    file: "python-right/mancala.py",
    comment: "#",
    build: "",
    run: r#"PYTHON "$0/mancala.py" -i input.txt"#,
};

/// A class and its cases, in a folder through which programs that run as somebody else can pass.
pub(super) struct Class {
    language: &'static Language,
    folder: tempfile::TempDir,
    submissions: Vec<PathBuf>,
    cases: Vec<PathBuf>,
}

impl Class {
    /// Of the project's small cases at most so many, spread evenly.
    pub(super) fn new(language: &'static Language, submissions: usize, most_cases: usize) -> Self {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let mut inputs = listed(&root.join("inputs/usc/statement"));
        inputs.sort();
        let count = most_cases.min(inputs.len());
        let inputs = (0..count).map(|it| inputs[it * inputs.len() / count].clone());
        let folder = tempfile::tempdir().unwrap();
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(folder.path(), open).unwrap();
        let (class, cases) = (folder.path().join("class"), folder.path().join("cases"));
        fs::create_dir(&cases).unwrap();
        let copied = |input: PathBuf| {
            let copy = cases.join(input.file_name().unwrap());
            fs::copy(input, &copy).unwrap();
            copy
        };
        let source = root.join("crates/cli/tests/suite/grade/submissions");
        let source = source.join(language.file);
        let program = fs::read_to_string(&source).unwrap();
        // Each different: what is known is neither built nor run again.
        let submission = |number: usize| {
            let place = class.join(format!("s{number:03}"));
            fs::create_dir_all(&place).unwrap();
            let text = format!("{program}\n{} {number}\n", language.comment);
            fs::write(place.join(source.file_name().unwrap()), text).unwrap();
            place
        };
        Self {
            language,
            submissions: (0..submissions).map(submission).collect(),
            cases: inputs.map(copied).collect(),
            folder,
        }
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How often a program is run.
    pub(super) fn runs(&self) -> usize {
        self.submissions.len() * self.cases.len()
    }

    /// Builds and runs every program as fast as may be, so many at once, below `place`.
    pub(super) fn run_carelessly(&self, at_once: usize, place: &str) {
        let place = self.folder().join(place);
        // Not in the class itself, where what is built would be handed in.
        let mut programs = Vec::new();
        for submission in &self.submissions {
            let copy = place.join(submission.file_name().unwrap());
            fs::create_dir_all(&copy).unwrap();
            for file in listed(submission) {
                fs::copy(&file, copy.join(file.file_name().unwrap())).unwrap();
            }
            programs.push(copy);
        }
        let mut list = String::new();
        if !self.language.build.is_empty() {
            for program in &programs {
                writeln!(list, "{}", program.display()).unwrap();
            }
            xargs(at_once, &place, self.language.build, &list);
            list.clear();
        }
        let runs =
            programs.iter().flat_map(|program| self.cases.iter().map(move |case| (program, case)));
        for (number, (program, case)) in runs.enumerate() {
            writeln!(list, "{} {} {number}", program.display(), case.display()).unwrap();
        }
        let runs = place.join("runs");
        fs::create_dir(&runs).unwrap();
        let run = self.language.run.replace("PYTHON", &python());
        let run =
            format!(r#"mkdir "$2" && cd "$2" && cp "$1" input.txt && {run} >/dev/null 2>&1; true"#);
        xargs(at_once, &runs, &run, &list);
        assert_eq!(listed(&runs).len(), self.runs());
    }

    /// Grades, so many programs at once, and leaves the reports in `results`.
    pub(super) fn grade(&self, jobs: usize, results: &str) {
        let mut grade = Command::new(env!("CARGO_BIN_EXE_mancala"));
        grade.args(["grade", "class", "--cases", "cases", "--quiet"]);
        grade.args(["--jobs", &jobs.to_string(), "--results", results]);
        succeeds(grade.current_dir(self.folder()));
        self.assert_all_right(results);
    }

    pub(super) fn assert_all_right(&self, results: &str) {
        let table = self.folder().join(results).join("cases.csv");
        let mut table = csv::Reader::from_path(table).expect("all graded");
        let headers = table.headers().unwrap();
        let column = headers.iter().position(|it| it == "verdict").unwrap();
        let verdicts = table.records().map(|row| row.unwrap()[column].to_owned());
        assert_eq!(verdicts.filter(|it| it == "AC").count(), self.runs());
    }
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|it| it.unwrap().path()).collect()
}

/// Runs the script once for each line, whose words are its arguments from `$0` on.
fn xargs(at_once: usize, folder: &Path, script: &str, list: &str) {
    let mut xargs = Command::new("xargs")
        .args(["-P", &at_once.to_string(), "-L1", "sh", "-c", script])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .spawn()
        .expect("xargs");
    let mut lines = xargs.stdin.take().unwrap();
    lines.write_all(list.as_bytes()).unwrap();
    drop(lines);
    assert!(xargs.wait().unwrap().success());
}

/// The interpreter itself, not a script that looks for one.
fn python() -> String {
    let mut python = Command::new("python3");
    succeeds(python.args(["-c", "import sys; print(sys.executable, end='')"]))
}

pub(super) fn is_installed(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).exists())
}

pub(super) fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What work took, on the clock and of the processors.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) clock: Duration,
    pub(super) processor: Duration,
}

pub(super) fn time(work: impl FnOnce()) -> Taken {
    let (start, before) = (Instant::now(), processor_time());
    work();
    Taken { clock: start.elapsed(), processor: processor_time().saturating_sub(before) }
}

/// Of all processes that were started here and have ended, and of those that they started.
fn processor_time() -> Duration {
    let used = getrusage(UsageWho::RUSAGE_CHILDREN).expect("it is known");
    let microseconds = used.user_time().num_microseconds() + used.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(microseconds).unwrap_or_default())
}

/// How many times as fast the second is.
pub(super) fn ratio(careless: Duration, graded: Duration) -> f64 {
    careless.as_secs_f64() / graded.as_secs_f64()
}
