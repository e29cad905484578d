//! `mancala export similarity`: the sources as JPlag and Dolos want them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::here;
use crate::program::{ends_with, mancala, succeeds, text};

/// A class in two languages, with what is no source of the program.
fn class() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("class/ann/mancala.cpp", "#include \"board.h\"\nint main() {}\n"),
        ("class/ann/board.h", "struct Board;\n"),
        ("class/ann/board.cpp", "#include \"board.h\""),
        ("class/ann/board.o", "\u{7f}ELF"),
        ("class/ann/tests/try.cpp", "int main() {}\n"),
        ("class/ben/src/mancala.cc", "int main() {}\n"),
        ("class/ben/mancala_old.cc", "int main() {}\n"),
        ("class/cleo/mancala.py", "print('=1')\n"),
        ("class/dan/run", "#!/bin/sh\n"),
        ("class/eve/notes.txt", "nothing\n"),
        ("base/skeleton.cpp", "int main() { /* yours */ }\n"),
        ("base/board.h", "struct Board;\n"),
        ("base/skeleton.py", "# yours\n"),
        ("base/README.md", "read this\n"),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The files of a folder and what they hold.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = entries.filter(|it| it.file_type().is_file());
    files
        .map(|it| {
            let below = it.path().strip_prefix(folder).unwrap();
            let text = fs::read_to_string(it.path()).unwrap();
            (below.to_string_lossy().into_owned(), text)
        })
        .collect()
}

#[test]
fn a_folder_for_each_submission_and_base_code_apart() {
    let folder = class();
    let mut command = mancala(folder.path());
    command.args(["export", "similarity", "class", "--for", "jplag"]);
    command.args(["--base", "base", "-o", "o ut"]);
    let output = ends_with(&mut command, 1);
    let line = "java -jar jplag.jar -l cpp -bc 'o ut/cpp/base' -r 'o ut/cpp/result' 'o ut/cpp/submissions'\n";
    assert_eq!(text(&output.stdout), line);
    let said = text(&output.stderr);
    for expected in ["dan is ignored", "eve is ignored", "python: one submission"] {
        assert!(said.contains(expected), "{said}");
    }
    let files = files(&folder.path().join("o ut"));
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "cpp/base/board.h",
            "cpp/base/skeleton.cpp",
            "cpp/submissions/ann/board.cpp",
            "cpp/submissions/ann/board.h",
            "cpp/submissions/ann/mancala.cpp",
            "cpp/submissions/ben/src/mancala.cc",
            "python/base/skeleton.py",
            "python/submissions/cleo/mancala.py",
        ]
    );
    // It is there, so nothing is written a second time.
    ends_with(&mut command, 2);
}

#[test]
fn a_file_for_each_submission_and_a_table_of_them() {
    let folder = class();
    let mut command = mancala(folder.path());
    command.args(["export", "similarity", "class", "--for", "dolos"]);
    command.args(["--base", "base/skeleton.cpp", "-o", "out"]);
    let output = ends_with(&mut command, 1);
    let line = "dolos run -l cpp -i out/cpp/base.cpp out/cpp/info.csv\n";
    assert_eq!(text(&output.stdout), line);
    let files = files(&folder.path().join("out"));
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "cpp/base.cpp",
            "cpp/files/ann.cpp",
            "cpp/files/ben.cpp",
            "cpp/info.csv",
            "python/files/cleo.py",
            "python/info.csv",
        ]
    );
    let ann = "// mancala.cpp\n#include \"board.h\"\nint main() {}\n// board.cpp\n#include \"board.h\"\n\
               // board.h\nstruct Board;\n";
    assert_eq!(files["cpp/files/ann.cpp"], ann);
    assert_eq!(files["cpp/files/ben.cpp"], "int main() {}\n", "one file stays as it is");
    let table = "filename,full_name,label\nfiles/ann.cpp,ann,\nfiles/ben.cpp,ben,\n";
    assert_eq!(files["cpp/info.csv"], table);
}

/// Of results, the table says what each gets wrong: the same label for the same mistake.
#[test]
fn results_give_labels() {
    let folder = class();
    fs::create_dir(folder.path().join("results")).unwrap();
    let class = folder.path().join("class").canonicalize().unwrap();
    let ledger = fs::read_to_string(here("ledger.jsonl")).unwrap();
    let records =
        ledger.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut explanations = records.filter(|it| it["record"] == "explanation");
    let explanation = explanations.next().unwrap();
    let mut explained = explanation["explained"].clone();
    explained["kind"] = "named".into();
    explained["named"] = serde_json::json!([["ties-to-last"]]);
    let lines = [
        serde_json::json!({"record": "roster", "source": class, "submissions": ["ann", "ben"]}),
        serde_json::json!({"record": "submission", "name": "ann", "program": "p", "language": "cpp",
            "toolchain": "", "late_days": 0, "build": "ready"}),
        serde_json::json!({"record": "explanation", "submission": "ann", "program": "p", "explained": explained}),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(folder.path().join("results/ledger.jsonl"), lines).unwrap();
    let mut command = mancala(folder.path());
    command.args(["export", "similarity", "results", "--for", "dolos", "-o", "out"]);
    ends_with(&mut command, 1);
    let table = fs::read_to_string(folder.path().join("out/cpp/info.csv")).unwrap();
    assert!(table.contains("files/ann.cpp,ann,ties-to-last"), "{table}");
}

#[test]
fn a_base_that_is_not_there_leaves_nothing_behind() {
    let folder = class();
    let mut command = mancala(folder.path());
    command.args(["export", "similarity", "class", "--for", "jplag"]);
    ends_with(command.args(["--base", "bases", "-o", "out"]), 2);
    assert!(!folder.path().join("out").exists());
    let mut help = mancala(folder.path());
    succeeds(help.args(["export", "similarity", "--help"]));
}
