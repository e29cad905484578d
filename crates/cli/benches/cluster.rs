//! A class on a cluster against the same programs run without any care: `cargo bench --bench cluster`.
//!
//! A throw-away Slurm cluster of four nodes on this machine grades a class in eight parts and merges them, timed
//! from `sbatch` to the last report; `mancala grade --jobs 8` grades it alone; `xargs -P8` only builds the
//! programs and runs them, each in a folder with its input. Programs differ by a line, so each is built.
//! All three are done once for each language, and how many cases were right is asserted. Where the machine has other
//! things to do the clock says little; processor time, which cannot be had of a cluster, says more.
//!
//! 500 submissions in both languages unless other words are given: `-- 100 python`; `-- cpp slurm` leaves out grading
//! alone. All of it takes about 13 minutes in C++ and 20 in Python on two processors. To be run as root.

// A benchmark that cannot run has failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod class;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use class::{Class, Language, PYTHON, Taken, is_installed, ratio, succeeds, time};

const CASES: usize = 34;
const AT_ONCE: usize = 8;
const NODES: &str = "4";

const CPP: Language = Language {
    file: "cpp-right/mancala.cpp",
    comment: "//",
    build: r#"cd "$0" && g++ -O2 -o program mancala.cpp"#,
    run: r#""$0/program" -i input.txt"#,
};

fn main() {
    for tool in ["slurmctld", "slurmd", "sbatch", "munged"] {
        if !is_installed(tool) {
            return println!("skipped: {tool} is not installed");
        }
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let submissions = words.iter().find_map(|it| it.parse().ok());
    let is_given = |name: &str| words.iter().any(|it| it == name);
    for (name, other, language) in [("cpp", "python", &CPP), ("python", "cpp", &PYTHON)] {
        if is_given(name) || !is_given(other) {
            let class = Class::new(language, submissions.unwrap_or(500), CASES);
            let careless = time(|| class.run_carelessly(AT_ONCE, "careless"));
            println!("{name}: {} runs: xargs {:.1} s", class.runs(), careless.clock.as_secs_f64());
            if !is_given("slurm") {
                let alone = time(|| class.grade(AT_ONCE, "alone"));
                report("grade", careless, alone);
                let worked = ratio(careless.processor, alone.processor);
                println!("    of processor time {worked:.2}");
            }
            report("Slurm", careless, on_a_cluster(&class));
        }
    }
}

fn report(name: &str, careless: Taken, graded: Taken) {
    println!(
        "  {name} {:.1} s, ratio {:.2}",
        graded.clock.as_secs_f64(),
        ratio(careless.clock, graded.clock)
    );
}

fn on_a_cluster(class: &Class) -> Taken {
    let cluster = Cluster::up(class.folder());
    let taken = time(|| cluster.grades(class.folder()));
    drop(cluster);
    class.assert_all_right("merged");
    taken
}

/// A Slurm cluster on this machine; it ends with this.
struct Cluster(tempfile::TempDir);

impl Cluster {
    fn up(class: &Path) -> Self {
        let cluster = Self(tempfile::tempdir_in(class).unwrap());
        let port = (25_000 + std::process::id() % 4_000 * 8).to_string();
        succeeds(cluster.script("up").args([&port, NODES]));
        // The first job that a new cluster gets waits for seconds.
        succeeds(cluster.sbatch(class).arg("--wrap=touch ready"));
        wait_for(&class.join("ready"));
        cluster
    }

    fn script(&self, what: &str) -> Command {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let mut command = Command::new(root.join("crates/cli/tests/suite/grade/slurm/cluster.sh"));
        command.arg(what).arg(self.0.path());
        command
    }

    fn sbatch(&self, folder: &Path) -> Command {
        let mut sbatch = Command::new("sbatch");
        sbatch.env("SLURM_CONF", self.0.path().join("slurm.conf"));
        sbatch.env("MANCALA", env!("CARGO_BIN_EXE_mancala"));
        sbatch.current_dir(folder);
        sbatch.args(["--parsable", "--output=slurm-%A-%a.out"]);
        sbatch
    }

    /// With the script and the two lines of the documentation.
    fn grades(&self, class: &Path) {
        let script = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .join("examples/slurm/grade.sh");
        let mut parts = self.sbatch(class);
        parts.arg(format!("--array=1-{AT_ONCE}"));
        parts.arg(script).args(["class", "cases", "parts"]);
        let job = succeeds(&mut parts);
        let mut merge = self.sbatch(class);
        merge.arg(format!("--dependency=afterany:{}", job.trim()));
        merge.arg("--wrap=$MANCALA merge parts/shard-* -o merged --quiet; touch done");
        succeeds(&mut merge);
        wait_for(&class.join("done"));
    }
}

/// Until a job has made this file: `sbatch --wait` looks seldom.
fn wait_for(file: &Path) {
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.script("down").output();
    }
}
