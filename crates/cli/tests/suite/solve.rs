//! `mancala solve` and task 4 as their users meet them: what is printed, and tables on disk.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::program::{ends_with, mancala, succeeds, text};
use crate::skip::{missing, skip};

#[test]
fn the_program_solves_openings_and_input_files() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |arguments: &[&str]| {
        let mut command = mancala(folder.path());
        command.arg("solve").args(["--memory", "64M", "--threads", "1"]).args(arguments);
        command
    };
    let opening = ["--rules", "cits3001", "--pits", "4", "--seeds", "3"];
    let output = text(&succeeds(&mut solve(&opening)).stdout);
    let (result, cost) = output.trim_end().rsplit_once('\n').unwrap();
    assert!(cost.contains("nodes, endgame table to"), "{cost}");
    insta::assert_snapshot!("solve_text", result);

    std::fs::write(folder.path().join("end.txt"), "4\n2\n0\n0 1 0 2\n3 0 0 1\n2\n5\n").unwrap();
    let output =
        succeeds(solve(&["-i", "end.txt", "--values", "turns"]).args(["--format", "json"]));
    let mut found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for varying in ["nodes", "seconds", "seconds_to_value", "table_bytes"] {
        assert!(found.as_object_mut().unwrap().remove(varying).is_some());
    }
    insta::assert_snapshot!("solve_json", serde_json::to_string_pretty(&found).unwrap());

    let refused = [["--pits", "9"], ["--pits", "0"], ["--seeds", "30"], ["--memory", "2X"]];
    for arguments in refused {
        ends_with(&mut solve(&arguments), 2);
    }
}

#[test]
fn an_opening_of_the_atlas_has_the_values_of_a_search() {
    let folder = tempfile::tempdir().unwrap();
    for opening in
        ["usc --pits 3 --seeds 4", "cits3001 --pits 4 --seeds 3", "uw --pits 5 --seeds 2"]
    {
        let printed = |more: &[&str]| {
            let mut command = mancala(folder.path());
            let command = command.args(["solve", "--rules"]).args(opening.split(' ')).args(more);
            text(&succeeds(command).stdout)
        };
        // The value and those of the sows; there may be several games of best play.
        let told = |more: &[&str]| {
            let said = printed(more).replace(" (from the atlas)", "");
            let is_value = |line: &&str| line.starts_with(' ') || line.contains(" to move: ");
            let mut lines: Vec<_> = said.lines().filter(is_value).map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let is_known = |more: &[&str]| printed(more).contains(" (from the atlas)\n");
        assert!(is_known(&[]) && is_known(&["--values", "none"]), "{opening}");
        for searching in [["--cold"].as_slice(), &["--threads", "1"]] {
            assert!(!is_known(searching), "{opening}");
            assert_eq!(told(&[]), told(searching), "{opening}");
        }
        let with_pie_rule = |more: &[&str]| {
            let said = printed(more);
            said.lines().find(|line| line.starts_with("under the pie rule: ")).map(str::to_owned)
        };
        let found = with_pie_rule(&["--cold", "--pie"]);
        assert!(found.is_some() && with_pie_rule(&["--pie"]) == found, "{opening}: {found:?}");
    }
    // North moves first there.
    let other = ["solve", "--pits", "3", "--seeds", "4", "--first", "north"];
    assert!(!text(&succeeds(mancala(folder.path()).args(other)).stdout).contains("atlas"));
}

#[test]
fn the_atlas_prints_a_table_and_an_opening() {
    let folder = tempfile::tempdir().unwrap();
    let atlas = |arguments: &str| {
        let mut command = mancala(folder.path());
        command.args(["atlas", "--rules"]).args(arguments.split(' '));
        command
    };
    let printed = |arguments: &str| text(&succeeds(&mut atlas(arguments)).stdout);
    insta::assert_snapshot!("atlas_table", printed("uw"));
    insta::assert_snapshot!("atlas_table_with_the_pie_rule", printed("cits3001 --pie"));
    insta::assert_snapshot!("atlas_opening", printed("cits3001 --pits 3 --seeds 2"));
    for (rules, file) in ATLAS {
        let document = printed(&format!("{rules} --format json"));
        let document: serde_json::Value = serde_json::from_str(&document).unwrap();
        assert_eq!(document["openings"].as_array().unwrap().len(), file.lines().count() - 1);
    }
    let missing = ends_with(&mut atlas("uw --pits 7 --seeds 9"), 2);
    insta::assert_snapshot!("atlas_without_the_opening", text(&missing.stderr));
    ends_with(&mut atlas("uw,capture=home"), 2);
    ends_with(&mut atlas("uw --pits 7"), 2);
}

#[test]
fn the_picture_of_the_atlas_is_drawn_from_its_files() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    let root = Path::new(crate::ROOT);
    let drawn = succeeds(Command::new("python3").arg(root.join("atlas/draw.py")));
    let picture = std::fs::read_to_string(root.join("docs/src/images/atlas.svg")).unwrap();
    assert!(text(&drawn.stdout) == picture, "atlas/draw.py > docs/src/images/atlas.svg");
}

fn path_to_mancala() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_mancala")).parent().unwrap();
    format!("{}:{}", program.display(), std::env::var("PATH").unwrap())
}

/// What the jobs of an array write is together what one machine writes.
#[test]
fn jobs_share_the_boards_of_an_atlas_out() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    let folder = tempfile::tempdir().unwrap();
    symlink(Path::new(crate::ROOT).join("atlas"), folder.path().join("atlas")).unwrap();
    let job = |first: &str, of: &str| {
        let mut job = Command::new("bash");
        job.arg(Path::new(crate::ROOT).join("examples/slurm/atlas.sh")).current_dir(&folder);
        job.args(["usc", "--only", "1,1", "1,2", "2,1", "2,2", "3,1", "--", "--threads", "1"]);
        job.env("SLURM_ARRAY_TASK_ID", first).env("SLURM_ARRAY_TASK_COUNT", of);
        succeeds(job.env("PATH", path_to_mancala()));
        let written = std::fs::read_to_string(folder.path().join(format!("atlas-{first}.tsv")));
        let written = written.unwrap();
        // What a search took is another thing each time.
        let values = |line: &str| line.split('\t').take(6).collect::<Vec<_>>().join(" ");
        written.lines().skip(1).map(values).collect::<Vec<_>>()
    };
    let parts = ["1", "2", "3"].map(|it| job(it, "3"));
    assert_eq!(parts.each_ref().map(Vec::len), [2, 2, 1]);
    let mut together = parts.concat();
    let mut alone = job("1", "1");
    together.sort();
    alone.sort();
    assert_eq!(together, alone);
}

#[test]
fn a_false_line_of_an_atlas_is_found_by_a_search() {
    if let Some(reason) = missing("python3") {
        return skip(reason);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.tsv");
    let (_, atlas) = ATLAS[0];
    let small: String = atlas.split_inclusive('\n').take(11).collect();
    let wrong = small.replace("\t-6\t-6\tB2 -6\t", "\t6\t-6\tB2 6\t");
    assert_ne!(small, wrong);
    for (content, code, said) in [
        (&small, 0, "10 equal, 0 different, 0 too slow\n"),
        (
            &wrong,
            1,
            "7 / 7 / 0 / 0: different value -6, not 6; moves B2 -6, not B2 6;\n\
             9 equal, 1 different, 0 too slow\n",
        ),
    ] {
        std::fs::write(&file, content).unwrap();
        let mut compute = Command::new("python3");
        compute.arg(Path::new(crate::ROOT).join("atlas/compute.py")).arg("--check").arg(&file);
        compute.args(["--", "--threads", "1"]).env("PATH", path_to_mancala());
        let output = compute.output().unwrap();
        assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(code), said));
        let again = text(&output.stdout);
        let line = again.lines().find(|line| line.contains("\t7 / 7 / 0 / 0\t")).unwrap();
        assert_eq!(line.ends_with('\t'), code == 1, "no date of a value that is not found: {line}");
    }
}

const ATLAS: [(&str, &str); 3] = [
    ("cits3001", include_str!("../../../../atlas/cits3001.tsv")),
    ("usc", include_str!("../../../../atlas/usc.tsv")),
    ("uw", include_str!("../../../../atlas/uw.tsv")),
];

#[test]
fn task_4_writes_the_state_only_and_says_how_far_it_looked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("input.txt"), "4\n2\n0\n0 1 0 2\n3 0 0 1\n2\n5\n").unwrap();
    let output = succeeds(mancala(folder.path()).args(["--memory", "64M"]));
    let said = text(&output.stderr);
    assert!(said.contains("competition, player 2 plays"), "{said}");
    assert!(said.contains("(proved)"), "{said}");
    assert!(path("next_state.txt").exists() && !path("traverse_log.txt").exists());

    std::fs::write(path("input.txt"), "4\n1\n0\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n").unwrap();
    let output = succeeds(mancala(folder.path()).args(["--budget", "0s", "--format", "json"]));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["proved"], false);
    assert_eq!(found["rows"], serde_json::Value::Null);
    ends_with(mancala(folder.path()).args(["--budget", "5h"]), 2);
}

/// The lines of `found` but the last, which tells what the search took.
fn results(found: &str) -> &str {
    found.trim_end().rsplit_once('\n').unwrap().0
}

/// A search of Kalah(6,3) or a larger game that saves what it finds as often as it may.
fn saving(folder: &Path, seeds: &str) -> Command {
    let mut command = mancala(folder);
    command
        .args(["solve", "--rules", "cits3001", "--pits", "6"])
        .args(["--seeds", seeds])
        .args(["--memory", "64M", "--threads", "1"])
        .args(["--checkpoint", "kept", "--save-every", "0s"]);
    command
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_search_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let kept = |name: &str| folder.path().join("kept").join(name);
    // A game that nobody has solved: the search does not end before it is killed.
    let mut killed = saving(folder.path(), "6").stdout(Stdio::null()).spawn().unwrap();
    while !kept("cits3001-6.checkpoint").exists() {
        assert!(killed.try_wait().unwrap().is_none(), "it ended and saved nothing");
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();

    // What is found of a position helps with every other one under the same rules.
    let output = succeeds(&mut saving(folder.path(), "3"));
    let said = text(&output.stderr);
    assert!(!said.contains("warning"), "{said}");
    insta::assert_snapshot!("solve_after_a_kill", results(&text(&output.stdout)));
    let nodes = |output: &Output| {
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        found["nodes"].as_u64().unwrap()
    };
    let again = nodes(&succeeds(saving(folder.path(), "3").args(["--format", "json"])));
    std::fs::remove_file(kept("cits3001-6.checkpoint")).unwrap();
    let anew = nodes(&succeeds(saving(folder.path(), "3").args(["--format", "json"])));
    assert!(10 * again < anew, "{again} nodes with what was found, {anew} without");
}

#[test]
fn a_damaged_checkpoint_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let solve = || {
        let mut command = mancala(folder.path());
        let output = succeeds(
            command
                .args(["solve", "--pits", "4", "--seeds", "4", "--memory", "64M"])
                .args(["--checkpoint", "."]),
        );
        (results(&text(&output.stdout)).to_owned(), text(&output.stderr))
    };
    let (first, said) = solve();
    assert!(!said.contains("damaged"), "{said}");
    let path = folder.path().join("usc-4.checkpoint");
    let whole = std::fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let shorter = whole[..whole.len() / 2].to_vec();
    let other_title = whole.strip_prefix(b"mancala").unwrap().to_vec();
    for damaged in [flipped, shorter, other_title, Vec::new()] {
        std::fs::write(&path, damaged).unwrap();
        let (found, said) = solve();
        assert_eq!(found, first);
        assert!(said.contains("is damaged; nothing is taken from it"), "{said}");
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_refused_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    for place in ["file", "/dev/full"] {
        let mut command = mancala(folder.path());
        command.args(["solve", "--pits", "3", "--seeds", "2", "--checkpoint", place]);
        let output = ends_with(&mut command, 3);
        let said = text(&output.stderr);
        assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
        assert!(said.starts_with("error: ") && said.contains(place), "{said}");
    }
}

/// Without a value there is no time of it.
#[test]
fn a_search_that_is_interrupted_has_no_time_of_its_value() {
    let interrupted = |format: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = saving(folder.path(), "6");
        command.args(["--format", format]).stdout(Stdio::piped());
        let mut search = command.stderr(Stdio::null()).spawn().unwrap();
        // It listens for Ctrl-C before it saves anything.
        while !folder.path().join("kept/cits3001-6.checkpoint").exists() {
            assert!(search.try_wait().unwrap().is_none(), "it ended and saved nothing");
            std::thread::yield_now();
        }
        let id = search.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        text(&search.wait_with_output().unwrap().stdout)
    };
    let told = interrupted("text");
    assert!(told.contains("of tables; all after "), "{told}");
    let told: serde_json::Value = serde_json::from_str(&interrupted("json")).unwrap();
    assert!(told["value"].is_null() && told["seconds_to_value"].is_null(), "{told}");
    assert!(told["seconds"].is_number(), "{told}");
}
