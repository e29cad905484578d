//! A class on a cluster against the same programs run without any care: `cargo bench --bench cluster`.
//!
//! A throw-away Slurm cluster of four nodes on this machine grades a class in eight parts and merges them, timed
//! from `sbatch` to the last report; `mancala grade --jobs 8` grades it alone; `xargs -P8` only builds the
//! programs and runs them, each in a folder with its input. Programs differ by a line, so each is built.
//! All three are done once for each language, and how many cases were right is asserted. Where the machine has other
//! things to do the clock says little; processor time, which cannot be had of a cluster, says more.
//!
//! 500 submissions unless another number is given: `-- 50`, and `-- 50 python` for one language. To be run as root.

// A benchmark that cannot run has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

const CASES: usize = 34;
const AT_ONCE: &str = "8";
const NODES: &str = "4";
const MANCALA: &str = env!("CARGO_BIN_EXE_mancala");

/// What a submission is: its file, where it is from, what ends a line without meaning, and how it is built and
/// run where nobody takes care.
struct Language {
    name: &'static str,
    file: &'static str,
    comment: &'static str,
    build: &'static str,
    run: &'static str,
}

const LANGUAGES: [Language; 2] = [
    Language {
        name: "cpp",
        file: "cpp-right/mancala.cpp",
        comment: "//",
        build: r#"g++ -O2 -o "$0/program" "$0/mancala.cpp""#,
        run: r#""$0/program" -i input.txt"#,
    },
    Language {
        name: "python",
        file: "python-right/mancala.py",
        comment: "#",
        build: "",
        run: r#"PYTHON "$0/mancala.py" -i input.txt"#,
    },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let submissions = arguments.iter().find_map(|it| it.parse().ok());
    let submissions = submissions.unwrap_or(500);
    let wanted = |language: &&Language| {
        let named = LANGUAGES
            .iter()
            .any(|it| arguments.iter().any(|word| word == it.name));
        !named || arguments.iter().any(|word| word == language.name)
    };
    if ["slurmctld", "slurmd", "sbatch", "munged"]
        .iter()
        .any(|it| !is_installed(it))
    {
        return println!("skipped: Slurm is not installed");
    }
    for language in LANGUAGES.iter().filter(wanted) {
        measure(language, submissions);
    }
}

fn is_installed(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).exists())
}

fn measure(language: &Language, submissions: usize) {
    let class = Class::new(language, submissions);
    let careless = time(|| class.run_carelessly(language));
    let alone = time(|| class.grade_alone());
    let worked = careless.processor.as_secs_f64() / alone.processor.as_secs_f64();
    let (careless, alone) = (careless.clock, alone.clock);
    class.assert_all_right("alone");
    let cluster = Cluster::up(class.folder.path());
    let together = time(|| class.grade_on(&cluster)).clock;
    drop(cluster);
    class.assert_all_right("merged");
    let ratio = |graded: Duration| careless.as_secs_f64() / graded.as_secs_f64();
    println!(
        "{}: {submissions} submissions x {CASES} cases: xargs {:.1} s, grade {:.1} s (ratio {:.2}; of processor time {worked:.2}), Slurm {:.1} s (ratio {:.2})",
        language.name,
        careless.as_secs_f64(),
        alone.as_secs_f64(),
        ratio(alone),
        together.as_secs_f64(),
        ratio(together),
    );
}

/// A class and its cases, in a folder through which programs that run as somebody else can pass.
struct Class {
    folder: tempfile::TempDir,
    submissions: usize,
}

impl Class {
    fn new(language: &Language, submissions: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(folder.path(), open).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let source = root
            .join("tests/suite/grade/submissions")
            .join(language.file);
        let program = fs::read_to_string(&source).unwrap();
        for number in 0..submissions {
            let submission = folder.path().join(format!("class/s{number:03}"));
            fs::create_dir_all(&submission).unwrap();
            let text = format!("{program}\n{} {number}\n", language.comment);
            fs::write(submission.join(source.file_name().unwrap()), text).unwrap();
        }
        let statement = fs::read_dir(root.join("inputs/usc/statement")).unwrap();
        let mut inputs: Vec<PathBuf> = statement.map(|it| it.unwrap().path()).collect();
        inputs.sort();
        fs::create_dir(folder.path().join("cases")).unwrap();
        for number in 0..CASES {
            let input = &inputs[number * inputs.len() / CASES];
            let copy = folder.path().join("cases").join(input.file_name().unwrap());
            fs::copy(input, copy).unwrap();
        }
        Self {
            folder,
            submissions,
        }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn listed(&self, below: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path(below)).unwrap();
        entries.map(|it| it.unwrap().path()).collect()
    }

    /// Builds and runs every program as fast as may be; whether its output is right is not looked at.
    fn run_carelessly(&self, language: &Language) {
        let programs = self.listed("class");
        if !language.build.is_empty() {
            // Not in the class itself, where a program would be handed in.
            let mut list = String::new();
            for program in &programs {
                let built = self.path("built").join(program.file_name().unwrap());
                fs::create_dir_all(&built).unwrap();
                fs::copy(program.join("mancala.cpp"), built.join("mancala.cpp")).unwrap();
                writeln!(list, "{}", built.display()).unwrap();
            }
            self.xargs(language.build, &list);
        }
        let place = if language.build.is_empty() {
            "class"
        } else {
            "built"
        };
        let (programs, cases) = (self.listed(place), self.listed("cases"));
        let mut list = String::new();
        for program in &programs {
            for case in &cases {
                writeln!(list, "{} {}", program.display(), case.display()).unwrap();
            }
        }
        fs::create_dir(self.path("careless")).unwrap();
        let run = language.run.replace("PYTHON", &python());
        let run = format!(
            r#"mkdir careless/"$$" && cd careless/"$$" && cp "$1" input.txt && {run} >/dev/null 2>&1; true"#
        );
        self.xargs(&run, &list);
        assert_eq!(self.listed("careless").len(), self.submissions * CASES);
    }

    fn xargs(&self, script: &str, list: &str) {
        let mut xargs = Command::new("xargs")
            .args(["-P", AT_ONCE, "-L1", "sh", "-c", script])
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        xargs
            .stdin
            .take()
            .unwrap()
            .write_all(list.as_bytes())
            .unwrap();
        assert!(xargs.wait().unwrap().success());
    }

    fn grade_alone(&self) {
        let mut grade = Command::new(MANCALA);
        grade.args(["grade", "class", "--cases", "cases", "--quiet"]);
        grade.args(["--jobs", AT_ONCE, "--results", "alone"]);
        succeeds(grade.current_dir(self.folder.path()));
    }

    /// With the script and the two lines of the documentation.
    fn grade_on(&self, cluster: &Cluster) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/slurm/grade.sh");
        let mut parts = cluster.sbatch(self.folder.path());
        parts.arg(format!("--array=1-{AT_ONCE}"));
        parts.arg(script).args(["class", "cases", "parts"]);
        let job = succeeds(&mut parts);
        let mut merge = cluster.sbatch(self.folder.path());
        merge.arg(format!("--dependency=afterany:{}", job.trim()));
        merge.arg("--wrap=$MANCALA merge parts/shard-* -o merged --quiet; touch done");
        succeeds(&mut merge);
        // `sbatch --wait` looks seldom.
        while !self.path("done").exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn assert_all_right(&self, results: &str) {
        let table = csv::Reader::from_path(self.path(results).join("cases.csv"));
        let mut table = table.expect("all graded");
        let column = table
            .headers()
            .unwrap()
            .iter()
            .position(|it| it == "verdict");
        let right = table.records().filter(|it| {
            let row = it.as_ref().unwrap();
            &row[column.unwrap()] == "AC"
        });
        assert_eq!(right.count(), self.submissions * CASES);
    }
}

/// A Slurm cluster on this machine; it ends with this.
struct Cluster(tempfile::TempDir);

impl Cluster {
    fn up(class: &Path) -> Self {
        let cluster = Self(tempfile::tempdir_in(class).unwrap());
        let port = (25_000 + std::process::id() % 4_000 * 8).to_string();
        succeeds(cluster.script("up").args([&port, NODES]));
        cluster
    }

    fn script(&self, what: &str) -> Command {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new(root.join("tests/suite/grade/slurm/cluster.sh"));
        command.arg(what).arg(self.0.path());
        command
    }

    fn sbatch(&self, folder: &Path) -> Command {
        let mut sbatch = Command::new("sbatch");
        sbatch.env("SLURM_CONF", self.0.path().join("slurm.conf"));
        sbatch.env("MANCALA", MANCALA).current_dir(folder);
        sbatch.args(["--parsable", "--output=slurm-%A-%a.out"]);
        sbatch
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.script("down").output();
    }
}

/// The interpreter itself, not a script that looks for one.
fn python() -> String {
    let mut python = Command::new("python3");
    succeeds(python.args(["-c", "import sys; print(sys.executable, end='')"]))
}

fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What work took, on the clock and of the processors.
struct Taken {
    clock: Duration,
    processor: Duration,
}

fn time(work: impl FnOnce()) -> Taken {
    let (start, before) = (Instant::now(), processor_time());
    work();
    Taken {
        clock: start.elapsed(),
        processor: processor_time().saturating_sub(before),
    }
}

/// Of all processes that were started here and have ended, and of those that they started.
fn processor_time() -> Duration {
    let used = getrusage(UsageWho::RUSAGE_CHILDREN).expect("it is known");
    let microseconds = used.user_time().num_microseconds() + used.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(microseconds).unwrap_or_default())
}
