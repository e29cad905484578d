//! Grading against the same programs run without any care: `cargo bench --bench grading`.
//!
//! Two Python programs, 110 cases each, two at a time: `mancala grade`, which puts each run behind
//! walls and judges it, against `xargs -P2`, which only makes a folder with the input for each run.
//! Five rounds, one after the other; the median of the ratios counts. Every round asserts how many
//! runs there were.

// A benchmark that cannot run has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
const SUBMISSIONS: usize = 2;
const PROGRAM: &str = "tests/suite/grade/submissions/python-right/mancala.py";

/// One run: a folder of its own for each case, named by the process.
const CARELESS: &str =
    r#"mkdir "$$" && cd "$$" && cp "$2" input.txt && "$0" "$1" -i input.txt >/dev/null 2>&1; true"#;

fn main() {
    let Some(python) = python() else {
        return println!("skipped: no python3 on this machine");
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path(), open).expect("an open folder");
    let program = fs::read_to_string(root.join(PROGRAM)).expect("the program");
    for number in 0..SUBMISSIONS {
        let submission = folder.path().join(format!("class/s{number}"));
        fs::create_dir_all(&submission).unwrap();
        // Each different: what is known is not run again.
        let text = format!("{program}\n# {number}\n");
        fs::write(submission.join("mancala.py"), text).unwrap();
    }
    let cases = root.join("inputs/usc/statement");
    let inputs: Vec<_> = fs::read_dir(&cases)
        .expect("inputs")
        .map(|entry| entry.unwrap().path())
        .collect();
    let runs = inputs.len() * SUBMISSIONS;
    let mut list = String::new();
    for number in 0..SUBMISSIONS {
        for input in &inputs {
            let program = folder.path().join(format!("class/s{number}/mancala.py"));
            writeln!(list, "{} {}", program.display(), input.display()).unwrap();
        }
    }
    let mut rounds: Vec<(Duration, Duration)> = (0..ROUNDS)
        .map(|round| {
            let place = folder.path().join(format!("careless{round}"));
            let careless = time(|| run_careless(&place, &python, &list));
            assert_eq!(fs::read_dir(&place).unwrap().count(), runs);
            let results = folder.path().join(format!("results{round}"));
            let graded = time(|| grade(folder.path(), &cases, &results));
            let table = csv::Reader::from_path(results.join("cases.csv"));
            assert_eq!(table.unwrap().records().count(), runs);
            (careless, graded)
        })
        .collect();
    rounds.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    let median = rounds[ROUNDS / 2];
    let rate = |time: Duration| runs as f64 / time.as_secs_f64();
    println!(
        "{runs} runs: {:.0} a second graded, {:.0} under xargs; ratio {:.2} (from {:.2} to {:.2})",
        rate(median.1),
        rate(median.0),
        ratio(&median),
        ratio(&rounds[0]),
        ratio(&rounds[ROUNDS - 1]),
    );
}

/// Cases a second, ours to theirs.
fn ratio((careless, graded): &(Duration, Duration)) -> f64 {
    careless.as_secs_f64() / graded.as_secs_f64()
}

/// The interpreter itself, not a script that looks for one.
fn python() -> Option<String> {
    let mut command = Command::new("python3");
    command.args(["-c", "import sys; print(sys.executable, end='')"]);
    let output = command.output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn run_careless(place: &Path, python: &str, list: &str) {
    fs::create_dir(place).unwrap();
    let mut xargs = Command::new("xargs")
        .args(["-P2", "-L1", "sh", "-c", CARELESS, python])
        .current_dir(place)
        .stdin(Stdio::piped())
        .spawn()
        .expect("xargs");
    xargs
        .stdin
        .take()
        .unwrap()
        .write_all(list.as_bytes())
        .unwrap();
    assert!(xargs.wait().unwrap().success());
}

fn grade(folder: &Path, cases: &Path, results: &Path) {
    let status = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(["grade", "class", "--jobs", "2", "--quiet", "--cases"])
        .arg(cases)
        .arg("--results")
        .arg(results)
        .current_dir(folder)
        .status()
        .expect("the program");
    assert!(matches!(status.code(), Some(0 | 1)), "{status}");
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
