//! A class on a Slurm cluster whose nodes fail.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::shards::{class, grade, merged_as_one};
use super::{copy, here, no_sandbox};
use crate::program::{ends_with, succeeds, text};
use crate::skip::skip;

const TOOLS: [&str; 6] = ["slurmctld", "slurmd", "sbatch", "munged", "unshare", "g++"];

/// Why there can be no cluster here, if so.
fn no_cluster() -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |tool: &str| std::env::split_paths(&path).any(|it| it.join(tool).exists());
    if let Some(tool) = TOOLS.into_iter().find(|it| !is_there(it)) {
        return Some(format!("{tool} is not installed"));
    }
    if !nix::unistd::geteuid().is_root() {
        return Some("only root can have a node fail".to_owned());
    }
    no_sandbox()
}

/// Pulls the plug of a node at some moment of a job, as often as `MANCALA_PLUGS` says: before the parts begin to
/// work, while they build, while they run, when they are almost done.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn slurm_grades_a_class_although_nodes_fail() {
    if let Some(reason) = no_cluster() {
        return skip(reason);
    }
    let times = std::env::var("MANCALA_PLUGS").map_or(2, |it| it.parse().unwrap());
    let folder = class();
    // One that is built.
    let program = here("submissions/cpp-right");
    let place = folder.path().join("class/emil");
    std::fs::create_dir(&place).unwrap();
    copy(&program, &place);
    let begin = Instant::now();
    ends_with(&mut grade(folder.path(), "one"), 1);
    let whole = begin.elapsed();
    for number in 0..times {
        // Spread over the whole, the same shares every time.
        let mut moment = whole.mul_f64(f64::from(number * 377 % 1000) / 1000.0);
        let mut failed = None;
        while failed.is_none() {
            let cluster = Cluster::up(3);
            let parts = format!("parts-{number}-{}", moment.as_millis());
            failed = cluster.grades(folder.path(), &parts, moment);
            println!("{moment:.1?} of {whole:.1?}: {failed:?} failed");
            merged_as_one(folder.path(), &parts);
            // If all was done before, sooner.
            moment /= 2;
        }
    }
}

struct Cluster(tempfile::TempDir);

impl Cluster {
    fn up(nodes: u32) -> Self {
        let cluster = Self(tempfile::tempdir().unwrap());
        let port = 21_000 + std::process::id() % 4_000 * 8;
        let numbers = [port.to_string(), nodes.to_string()];
        succeeds(cluster.script("up").args(numbers));
        cluster
    }

    fn script(&self, what: &str) -> Command {
        let mut command = Command::new(here("slurm/cluster.sh"));
        command.arg(what).arg(self.0.path());
        command
    }

    fn slurm(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.0.path().join("slurm.conf"));
        command
    }

    fn queue(&self, format: &str) -> String {
        let mut squeue = self.slurm("squeue");
        text(&succeeds(squeue.args(["--noheader", "--array", "-o", format])).stdout)
    }

    /// A node that works.
    fn busy(&self) -> Option<String> {
        let listed = self.queue("%T %N");
        let mut running = listed.lines().filter_map(|it| it.strip_prefix("RUNNING "));
        running.next().map(str::to_owned)
    }

    #[track_caller]
    fn wait_until(&self, is_so: impl Fn() -> bool) {
        let begin = Instant::now();
        while !is_so() {
            let queue = self.queue("%i %T %r");
            assert!(begin.elapsed() < Duration::from_secs(240), "{queue}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Grades the class in four parts, while a node that works on one fails; says which, unless all was done.
    fn grades(&self, folder: &Path, parts: &str, moment: Duration) -> Option<String> {
        let script = Path::new(crate::ROOT).join("examples/slurm/grade.sh");
        let mut sbatch = self.slurm("sbatch");
        sbatch.args(["--parsable", "--array=1-4", "--output=%a.out"]);
        sbatch.arg(script).args(["class", "cases", parts]);
        sbatch.env("MANCALA", env!("CARGO_BIN_EXE_mancala"));
        succeeds(sbatch.current_dir(folder));
        self.wait_until(|| self.busy().is_some());
        std::thread::sleep(moment);
        let failed = self.busy();
        if let Some(node) = &failed {
            succeeds(self.script("kill").arg(node));
        }
        self.wait_until(|| self.queue("%i").is_empty());
        failed
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.script("down").output();
    }
}
