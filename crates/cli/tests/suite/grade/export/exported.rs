//! A problem for an online judge, exported and unpacked, and its programs run as a judge does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::unzipped;
use crate::program::{mancala, succeeds, text, typing};
use crate::skip::{missing, skip};

/// Minimax by which most mistakes are caught, greedy, and alpha-beta with a cut.
pub(super) const CASES: [(&str, &str); 5] = [
    ("greedy", "1\n1\n1\n1 0 4\n1 0 2\n0\n0\n"),
    ("minimax", "2\n1\n2\n1 0 6\n1 1 0\n0\n0\n"),
    ("more minimax", "2\n2\n2\r\n3 0 1  \n1 2 7\n0\n0\n\n"),
    ("alpha/beta", "3\n2\n9\n1 1 0\n1 1 0\n0\n0\n"),
    ("alpha/cut", "3\n1\n3\n2 2 1\n1 2 9\n0\n0\n"),
];

/// An exported problem, unpacked.
pub(super) struct Exported {
    folder: tempfile::TempDir,
}

impl Exported {
    /// `None` where nothing can run it.
    pub(super) fn new(judge: &str, settings: &str) -> Option<Self> {
        if let Some(reason) = missing("python3") {
            skip(reason);
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let write = |path: PathBuf, bytes: &[u8]| {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        };
        let at = |path: &str| folder.path().join(path);
        for (name, text) in CASES {
            write(at(&format!("cases/{name}.txt")), text.as_bytes());
        }
        write(at("cases/grade.toml"), settings.as_bytes());
        let mut export = mancala(folder.path());
        succeeds(export.args(["export", judge, "--cases", "cases", "-o", "hw2.zip"]));
        for (name, _, bytes) in unzipped(&at("hw2.zip")) {
            write(folder.path().join(name), &bytes);
        }
        Some(Self { folder })
    }

    pub(super) fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    pub(super) fn read(&self, below: &str) -> String {
        fs::read_to_string(self.path(below)).unwrap()
    }

    /// The cases of a group, without endings.
    pub(super) fn cases(&self, group: &str) -> Vec<PathBuf> {
        let Ok(files) = fs::read_dir(self.path("hw2/data").join(group)) else {
            return Vec::new();
        };
        let paths = files.map(|it| it.unwrap().path());
        let mut inputs: Vec<_> =
            paths.filter(|it| it.extension().is_some_and(|it| it == "in")).collect();
        inputs.sort();
        inputs.iter().map(|it| it.with_extension("")).collect()
    }

    /// What a submission prints for a case.
    pub(super) fn prints(&self, submission: &str, case: &Path) -> String {
        let program = self.path("hw2/submissions").join(submission);
        let input = fs::read_to_string(case.with_extension("in")).unwrap();
        let output = typing(Command::new("python3").arg(program), &input);
        assert!(output.status.success(), "{submission}");
        text(&output.stdout)
    }

    /// The exit code of the validator, what staff read and what students read.
    pub(super) fn judge(&self, case: &Path, output: &str) -> (i32, String, String) {
        let feedback = tempfile::tempdir().unwrap();
        let mut validator = Command::new("python3");
        validator
            .arg(self.path("hw2/output_validator/validator.py"))
            .args([case.with_extension("in"), case.with_extension("ans")])
            .arg(format!("{}/", feedback.path().display()));
        let judged = typing(&mut validator, output);
        let read = |name: &str| fs::read_to_string(feedback.path().join(name)).unwrap_or_default();
        let messages = (read("judgemessage.txt"), read("teammessage.txt"));
        (judged.status.code().unwrap(), messages.0, messages.1)
    }

    /// The right answer as a program prints it.
    pub(super) fn right(&self, case: &Path) -> String {
        self.prints("accepted/right.py", case)
    }

    /// The case of this name.
    pub(super) fn case(&self, name: &str) -> PathBuf {
        let all = self.all_cases();
        let is_it = |case: &&PathBuf| {
            let file = case.file_name().unwrap().to_string_lossy();
            file.split_once('-').is_some_and(|(_, it)| it == name)
        };
        all.iter().find(is_it).unwrap().clone()
    }

    pub(super) fn all_cases(&self) -> Vec<PathBuf> {
        [self.cases("sample"), self.cases("secret")].concat()
    }
}
