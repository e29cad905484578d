//! Exports to platforms, read back as the platforms read them.

mod exported;
mod graders;
mod problems;
mod tables;

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use serde_json::json;

/// A folder of results with a class of three, as Canvas and Moodle name them; the last cannot be graded.
fn results() -> tempfile::TempDir {
    results_of(&[
        ("Jane Doe_123", 1, ["AC", "AC"]),
        ("roejohn_124", 0, ["AC", "WA"]),
        ("Zoe_9", 0, ["AC", "IE"]),
    ])
}

/// A folder of results with a class: names, days late, and the verdicts of two cases.
fn results_of(class: &[(&str, u32, [&str; 2])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let cases = ["one", "two"].map(
        |name| json!({"name": name, "task": "greedy", "rows": 0, "digest": name, "input": ""}),
    );
    let mut lines = vec![
        json!({"record": "suite", "cases": cases}),
        json!({"record": "scoring", "title": "Homework 2", "rule": {"points": 5.0, "credit": "all", "state_share": 0.5},
               "groups": [], "late": {"penalty_per_day": 0.1, "most_days": 3},
               "settings": {"cases": {"path": "cases/grade.toml", "text": "title = \"Homework 2\"\n\
                   [scoring]\npoints = 5\n[late]\npenalty_per_day = 0.1\nmost_days = 3\n"}}}),
    ];
    for (name, late, verdicts) in class {
        lines.push(
            json!({"record": "submission", "name": name, "program": name, "language": "python3",
                          "toolchain": "", "late_days": late, "build": "ready"}),
        );
        for (case, verdict) in ["one", "two"].into_iter().zip(verdicts) {
            lines.push(json!({"record": "case", "key": format!("{name}{case}"), "submission": name, "program": name,
                "case": case, "case_digest": case, "verdict": verdict, "state": verdict, "log": null, "rows_right": 0,
                "outcome": {"Exited": 0}, "backend": "namespaces", "used": {"cpu_ms": 1, "wall_ms": 1, "memory_bytes": 1}}));
        }
    }
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::create_dir(folder.path().join("results")).unwrap();
    fs::write(folder.path().join("results/ledger.jsonl"), lines).unwrap();
    folder
}

/// What is in an archive: name, permissions, content.
pub(super) fn unzipped(path: &Path) -> Vec<(String, u32, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(fs::read(path).unwrap())).unwrap();
    let files = (0..archive.len()).map(|at| {
        let mut file = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), file.unix_mode().unwrap() & 0o777, bytes)
    });
    files.collect()
}
