//! One run of a program on an input: the folder before and after it, and how it ended.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use super::setup::Setup;
use crate::submission::Program;
use explain::evidence::End;
use mancala::homework::compare::Verdict;
use mancala::homework::{INPUT, NEXT_STATE, TRAVERSE_LOG};
use sandbox::tree::{Bounds, Kind, Step};
use sandbox::{Fault, Limits, Outcome, Report, Tree};

pub(super) fn give_input(program: &Program, dir: &Path, text: &[u8]) -> io::Result<()> {
    let tree = Tree::create(dir)?;
    tree.create_file(Path::new(INPUT), 0o644)?.write_all(text)?;
    if let Some(name) = program.repair.as_ref().and_then(|it| it.input_as.as_ref()) {
        let name = Path::new(name);
        name.parent().map(|folder| tree.create_directory(folder, 0o755)).transpose()?;
        tree.create_file(name, 0o644)?.write_all(text)?;
    }
    Ok(())
}

/// Gives outputs their names where those of others are taken for them.
pub(super) fn take_outputs(program: &Program, dir: &Path) -> io::Result<()> {
    if !program.repair.as_ref().is_some_and(|it| it.outputs_by_look) {
        return Ok(());
    }
    let tree = Tree::open(dir)?;
    misnamed(dir)
        .iter()
        .try_for_each(|(name, wanted)| tree.rename(Path::new(name), Path::new(wanted)))
}

const HEADER: &str = "Node,Depth,Value";

/// The most files of a run that are looked at, and the most bytes of each.
const MAX_LISTED: usize = 20;
const MAX_LOOKED_AT: u64 = 4096;

/// Files in the folder of a run, or in a folder there, that look like an output whose own name is not there: each with
/// the name that it should have.
pub(super) fn misnamed(dir: &Path) -> Vec<(String, &'static str)> {
    let Ok(tree) = Tree::open(dir) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    let bounds = Bounds { entries: MAX_LISTED, depth: 2 };
    // What was seen before an error is there.
    let _ = tree.walk(bounds, &mut |entry| {
        names.extend(entry.path.to_str().filter(|_| entry.kind == Kind::File).map(str::to_owned));
        Ok::<_, io::Error>(Step::Into)
    });
    let mut misnamed: Vec<(String, &str)> = Vec::new();
    for name in
        names.into_iter().filter(|it| ![INPUT, NEXT_STATE, TRAVERSE_LOG].contains(&it.as_str()))
    {
        let Ok(text) = tree.beginning(Path::new(&name), MAX_LOOKED_AT) else { continue };
        let text = String::from_utf8_lossy(&text);
        let mut lines = text.lines();
        let is_log = lines.next().is_some_and(|it| it.starts_with(HEADER));
        let is_board = text.lines().count() == 4
            && text.split_whitespace().all(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
        let wanted = match () {
            () if is_log => TRAVERSE_LOG,
            () if is_board => NEXT_STATE,
            () => continue,
        };
        if !tree.has(wanted.as_ref()) && !misnamed.iter().any(|it| it.1 == wanted) {
            misnamed.push((name, wanted));
        }
    }
    misnamed
}

/// The limits of a run on a small board, of a program that may never end.
pub(super) fn short(setup: &Setup<'_>) -> Limits {
    /// On so small a board that is long.
    const LONGEST: Duration = Duration::from_secs(2);
    let (usual, short) = (setup.config.limits(), Limits::for_cpu(LONGEST));
    Limits { cpu: usual.cpu.min(short.cpu), wall: usual.wall.min(short.wall), ..usual }
}

/// Runs a program in `dir` on a small input that is no case, on the clock for hardly more than `most`.
pub(super) fn run_small(
    setup: &Setup<'_>,
    program: &Program,
    input: &[u8],
    dir: &Path,
    most: Duration,
) -> Result<Report, Fault> {
    let short = short(setup);
    let limits = Limits { wall: short.wall.min(most.max(short.cpu)), ..short };
    give_input(program, dir, input)?;
    let report = setup.execute(&program.run_job(dir, &limits), &limits)?;
    take_outputs(program, dir)?;
    Ok(report)
}

/// How a program ended, and the verdict on that. The outputs of one that was stopped do not matter.
pub(super) fn ended(report: &Report) -> (End, Verdict) {
    match &report.outcome {
        Outcome::Exited(0) => (End::Normal, Verdict::Accepted),
        Outcome::Exited(_) | Outcome::Signaled(_) => (End::Crashed, Verdict::RuntimeError),
        Outcome::CpuLimit | Outcome::WallLimit => (End::Stopped, Verdict::TimeLimit),
        Outcome::MemoryLimit => (End::Stopped, Verdict::MemoryLimit),
        Outcome::ProcessLimit | Outcome::NotExecutable(_) => (End::Stopped, Verdict::RuntimeError),
        Outcome::OutputLimit(_) => (End::Stopped, Verdict::OutputLimit),
        Outcome::Security(_) => (End::Stopped, Verdict::Security),
    }
}
