//! What is handed in, as it is handed in: backups and tests beside the program, classes in packages,
//! outputs under other names. Each folder of `handed-in/` is a submission that answers one case only.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use grader::submission::recognise::recognise;
use grader::submission::toolchain::Toolchains;

use sandbox::Tree;

use super::layouts::zip;
use super::{copy, here, no_sandbox, open_folder};
use crate::program::{ends_with, mancala, succeeds, text};
use crate::skip::{missing, skip};

fn submissions() -> Vec<String> {
    let listed = fs::read_dir(here("handed-in")).unwrap();
    let mut names: Vec<_> =
        listed.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_program_is_found_and_it_is_said_which() {
    let mut said = String::new();
    for name in submissions() {
        said += &format!("== {name}\n");
        match recognise(&Tree::open(&here("handed-in").join(&name)).unwrap()) {
            Err(why) => said += &format!("{why}\n"),
            Ok(it) => {
                let sources = it.sources.iter().map(|path| path.to_string_lossy());
                let sources: Vec<_> = sources.collect();
                said += &format!("{}: {} {}\n", it.language, sources.join(" "), it.class);
                if let Some(older) = it.older {
                    said += &format!("or {older}\n");
                }
                for warning in it.warnings {
                    said += &format!("  {warning}\n");
                }
            }
        }
    }
    let lines: Vec<_> = said.lines().map(str::trim_end).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// Grades the class in `folder/class` with the greedy case; returns the folder of results.
fn grade(folder: &Path, code: i32) -> (std::path::PathBuf, String) {
    grade_with(folder, &[], code)
}

fn grade_with(folder: &Path, options: &[&str], code: i32) -> (std::path::PathBuf, String) {
    fs::create_dir_all(folder.join("cases")).unwrap();
    fs::copy(here("cases/greedy.txt"), folder.join("cases/greedy.txt")).unwrap();
    let mut command = mancala(folder);
    command.args(["grade", "class", "--cases", "cases", "--jobs", "2"]).args(options);
    let output = ends_with(&mut command, code);
    (folder.join("results"), text(&output.stdout))
}

/// The lines of `cases.csv`, as "submission verdict".
fn verdicts(results: &Path) -> Vec<String> {
    let mut table = csv::Reader::from_path(results.join("cases.csv")).unwrap();
    let records = table.records().map(|record| record.unwrap());
    records.map(|record| format!("{} {}", &record[0], &record[3])).collect()
}

#[test]
#[ignore = "takes long: .ci/run runs it"]
fn what_is_handed_in_runs() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let toolchains = Toolchains::default();
    for tool in ["g++", "javac", "java", "python3", "python2"] {
        if let Err(reason) = toolchains.tool(tool) {
            return skip(reason);
        }
    }
    let folder = open_folder();
    copy(&here("handed-in"), &folder.path().join("class"));
    let (results, _) = grade(folder.path(), 1);
    insta::assert_snapshot!(verdicts(&results).join("\n"), @r"
    broken-beside AC
    cpp-ambiguous CE
    cpp-backups AC
    cpp-of-2013 AC
    deep-traceback RTE
    first-argument AC
    first-argument-cpp AC
    java-nested-first AC
    java-package AC
    java-renamed AC
    java-several-mains AC
    java-twice AC
    numpy RTE
    other-input RTE
    other-names NO
    python-two-programs AC
    python2-import AC
    python2-package RTE
    python2-tabs AC
    python3-looks-old AC
    report-only CE
    ");
    let feedback = |name: &str| {
        fs::read_to_string(results.join("feedback").join(name).with_extension("md")).unwrap()
    };
    let other = feedback("other-names");
    let named = "There is no next\\_state.txt. The program wrote";
    assert!(other.contains(named), "{other}");
    for name in ["first-argument", "first-argument-cpp"] {
        let said = feedback(name);
        let sentence =
            "takes its first argument as the name of the input, although the homework says";
        assert!(said.contains(sentence), "{said}");
    }
    for (name, what) in [
        ("broken-beside", "mancala3.py does not answer, so mancala.py was run"),
        (
            "numpy",
            "needs the package a\\_package\\_that\\_nobody\\_has, which is not installed here",
        ),
        ("python2-package", "needs the package a\\_package\\_that\\_nobody\\_has"),
        (
            "other-input",
            "opens test\\_1.txt (line 3 of mancala.py), not the file of `-i`; that one is sys.argv\\[2\\]",
        ),
        (
            "report-only",
            "Found: hw2.jar (compiled Java; hand in the source), hw2.pdf (a text for readers",
        ),
        ("report-only", "no program to run"),
        ("cpp-of-2013", "the current compiler rejects it"),
        ("java-renamed", "Board.java is not UTF-8"),
        ("java-renamed", "after its public class"),
    ] {
        assert!(feedback(name).contains(what), "{}", feedback(name));
    }
    let deep = feedback("deep-traceback");
    assert!(deep.contains("the search never ends"), "{deep}");
    assert!(deep.contains("Caused by: java.lang.StackOverflowError"), "{deep}");
    assert!(!deep.contains("JAVA_TOOL_OPTIONS"), "{deep}");
}

/// What repairs a program is applied only if somebody says so, stays in force for the same command, and is told.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn a_repair_is_adopted_or_told() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let folder = folder.path();
    copy(&here("handed-in/other-input"), &folder.join("class/ann"));
    fs::create_dir(folder.join("cases")).unwrap();
    let feedback = || fs::read_to_string(folder.join("results/feedback/ann.md")).unwrap();
    let (results, _) = grade(folder, 1);
    assert_eq!(verdicts(&results), ["ann RTE"]);
    for _ in 0..2 {
        grade_with(folder, &["--adopt"], 0);
        for report in ["feedback/ann.md", "grades.csv", "junit.xml"] {
            let text = fs::read_to_string(folder.join("results").join(report)).unwrap();
            assert!(text.contains("it is given its input there (--adopt)"), "{report}: {text}");
        }
    }
    grade(folder, 1);
    assert!(!feedback().contains("(--adopt)"));
    assert!(
        feedback().contains("`mancala grade --adopt` makes it answer: it opens test\\_1.txt"),
        "{}",
        feedback()
    );
    // The same by a command of the teacher's, for this submission alone.
    let run = "[submission.ann]\nrun = \"python3 -c 'open(\\\"next_state.txt\\\", \\\"w\\\").write(\\\"3 1 3\\\\n2 1 0\\\\n0\\\\n1\\\")'\"\n[submission.nobody]\nrun = \"python3 x\"\n";
    fs::write(folder.join("cases/grade.toml"), run).unwrap();
    let mut command = mancala(folder);
    let output = ends_with(command.args(["grade", "class", "--cases", "cases"]), 0);
    let said = text(&output.stderr);
    assert!(said.contains("grade.toml, line 3: no submission is called \"nobody\""), "{said}");
    assert!(feedback().contains("grade.toml has it run by"), "{}", feedback());
    // A shell may not know the option that asks for its version.
    let run = "[submission.ann]\nrun = \"sh -c 'cp input.txt next_state.txt'\"\n";
    fs::write(folder.join("cases/grade.toml"), run).unwrap();
    let (results, _) = grade(folder, 1);
    assert_eq!(verdicts(&results), ["ann PE"]);
}

/// A path of Windows is a plain name here, an output of another name is known by its looks, and both may be so.
#[test]
#[ignore = "takes long: .ci/run runs it"]
fn names_of_files_that_the_homework_does_not_know_are_adopted_or_told() {
    if let Some(reason) = no_sandbox().or_else(|| missing("python3")) {
        return skip(reason);
    }
    let folder = open_folder();
    let folder = folder.path();
    let right = Path::new(crate::ROOT).join("crates/cli/tests/students/right/dictionary.py");
    let right = fs::read_to_string(right).unwrap();
    let hand_in = |name: &str, source: &str| {
        fs::create_dir_all(folder.join("class").join(name)).unwrap();
        fs::write(folder.join("class").join(name).join("mancala.py"), source).unwrap();
    };
    let opens = "sys.argv[2] if len(sys.argv) > 2 else 'input.txt'";
    assert!(right.contains(opens));
    hand_in("ann", &right.replace(opens, r"'F:\\homework\\14.txt'"));
    // No file can have these names, the second one where the input lies.
    hand_in("eve", "import sys\nname = 'a\0b.txt'\nsys.exit('no')\n");
    hand_in("hal", "import sys\nname = 'input.txt/b.txt'\nsys.exit('no')\n");
    let renamed = right.replace("next_state.txt", "nextState.txt");
    hand_in("bob", &renamed.replace("traverse_log.txt", "log.txt"));
    hand_in("cleo", &renamed.replace(opens, r"'D:\\input.txt'"));
    let below = right.replace(opens, "'hw2/input_0.txt'");
    let below = below.replace("next_state.txt", "hw2/next_state.txt");
    hand_in("gina", &below.replace("traverse_log.txt", "hw2/traverse_log.txt"));
    hand_in("dan", &renamed.replace(opens, "sys.argv[4]"));
    // It writes a state, so its main function was not left out, and it reads its input.
    let no_log = right.replace("open('traverse_log.txt', 'w').write(", "str(");
    hand_in("ida", &format!("{no_log}\n# main()\nname = 'notes.txt'\n"));
    let elsewhere = right.replace("'traverse_log.txt'", r"'D:/hw/traverse_log.txt'");
    hand_in("jo", &elsewhere);
    hand_in("finn", &right.replace(opens, r"[r'F:\homework\14.txt'][len(sys.argv) - 1]"));
    let logged = "inputs/usc/statement/beta-cut-within-chain-player-1.txt";
    fs::create_dir(folder.join("cases")).unwrap();
    fs::copy(Path::new(crate::ROOT).join(logged), folder.join("cases/logged.txt")).unwrap();
    let feedback =
        |name| fs::read_to_string(folder.join(format!("results/feedback/{name}.md"))).unwrap();
    grade(folder, 1);
    let told = |name, what: &str| assert!(feedback(name).contains(what), "{}", feedback(name));
    told("ann", "`mancala grade --adopt` makes it answer: it opens F:");
    told("bob", "the program writes nextState.txt, not next\\_state.txt");
    told("bob", "`mancala grade --adopt` makes it answer: it writes files of other names");
    told(
        "cleo",
        "makes it answer: it opens D:\\\\input.txt, so it is given its input there; it writes",
    );
    told(
        "finn",
        "makes it answer: it answers only without arguments, so it is run without any; it opens F:",
    );
    told(
        "gina",
        "makes it answer: it opens hw2/input\\_0.txt, so it is given its input there; it writes",
    );
    told("jo", "the program names D\\:/hw/traverse\\_log.txt");
    assert!(!feedback("ida").contains("Note:"), "{}", feedback("ida"));
    told("dan", "makes it answer: it takes an argument that the homework does not give");
    let (results, _) = grade_with(folder, &["--adopt"], 1);
    let verdicts = verdicts(&results);
    let others =
        ["ann AC", "bob AC", "cleo AC", "dan AC", "eve RTE", "finn AC", "gina AC", "hal RTE"];
    let without_a_log = ["ida AC", "ida PA", "jo AC", "jo RTE"];
    assert_eq!(verdicts, [&others.map(|it| [it; 2]).concat()[..], &without_a_log].concat());
    told("ann", "is given its input there (--adopt)");
    told("bob", "is taken for it (--adopt)");
}

/// Of an endless program three cases of a task are run, the smallest; the others count, as nothing.
#[test]
fn an_endless_program_is_given_up() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let folder = folder.path();
    fs::create_dir_all(folder.join("class/ann")).unwrap();
    fs::write(folder.join("class/ann/mancala.py"), "file = 'input_4'\nwhile True: pass\n").unwrap();
    fs::create_dir(folder.join("cases")).unwrap();
    for name in ["a", "b", "c", "d"] {
        fs::copy(here("cases/minimax.txt"), folder.join("cases").join(name).with_extension("txt"))
            .unwrap();
    }
    fs::write(folder.join("cases/grade.toml"), "[limits]\ncpu_seconds = 0.3\n").unwrap();
    let (results, said) = grade(folder, 1);
    assert_eq!(verdicts(&results), ["ann TLE", "ann TLE", "ann TLE", "ann SK", "ann TLE"]);
    assert!(said.contains("0 / 5  4 TLE, 1 SK"), "{said}");
    let feedback = fs::read_to_string(results.join("feedback/ann.md")).unwrap();
    assert!(feedback.contains("the smallest cases of this task took too long"), "{feedback}");
    assert!(feedback.contains("names input\\_4 (line 1 of mancala.py)"), "{feedback}");
}

/// No machine is without its `PATH`, so the other places are taken away too.
#[test]
fn a_python_2_that_is_not_there_is_said_once() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    if let Ok(tool) = Toolchains::default().tool("/usr/bin/python2.7") {
        return println!("not tried: {} is there", tool.version);
    }
    let folder = open_folder();
    copy(&here("handed-in/python2-import"), &folder.path().join("class"));
    copy(&here("cases"), &folder.path().join("cases"));
    let mut command = mancala(folder.path());
    command.args(["grade", "class", "--cases", "cases"]);
    command.env("PATH", "/usr/bin:/bin").env("HOME", "/nonexistent").env_remove("PYENV_ROOT");
    let output = ends_with(&mut command, 3);
    insta::assert_snapshot!(text(&output.stdout), @r"
    class       python3            0 / 5  4 IE
    Could not be graded; the points stay open until you decide:
      class  all 4 cases: No program: neither python2 nor python2.7 works here; they were looked for on the PATH and in the usual places; by python3, on a board of three pits the program crashes in line 3 of board.py: SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?
    1 submission, 0 of 4 cases fully correct
    ");
}

#[test]
fn a_deleted_submission_leaves_the_report() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    for name in ["ann", "bob"] {
        let place = folder.path().join("class").join(name);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("run"), "#!/bin/sh\n").unwrap();
    }
    let (results, _) = grade(folder.path(), 1);
    assert_eq!(verdicts(&results).len(), 2);
    fs::remove_dir_all(folder.path().join("class/ann")).unwrap();
    let (results, summary) = grade(folder.path(), 1);
    assert!(summary.contains("1 submission,"), "{summary}");
    assert_eq!(verdicts(&results).len(), 1);
    assert!(!results.join("feedback/ann.md").exists(), "nor is her feedback left");
    // Of a class that is graded one by one, nobody leaves.
    copy(&folder.path().join("class/bob"), &folder.path().join("carl"));
    let mut alone = mancala(folder.path());
    ends_with(alone.args(["grade", "carl", "--cases", "cases"]), 1);
    assert_eq!(verdicts(&results).len(), 2);
}

#[test]
fn with_a_filter_all_counts_are_of_the_same_cases() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let place = folder.path().join("class/ann");
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("run"), "#!/bin/sh\n").unwrap();
    let mut command = mancala(folder.path());
    command.args(["grade", "class", "--filter", "greedy", "--cases"]);
    let output = ends_with(command.arg(here("cases")), 1);
    insta::assert_snapshot!(text(&output.stdout), @r"
    ann         executable         0 / 1  1 NO
    1 submission, 0 of 1 cases fully correct
    ");
    assert!(text(&output.stderr).contains("1 submission, 1 case,"));
    // The table said 5 cases, of which 4 were not asked for.
    let mut table = csv::Reader::from_path(folder.path().join("results/grades.csv")).unwrap();
    let cases = table.headers().unwrap().iter().position(|it| it == "cases");
    let row = table.records().next().unwrap().unwrap();
    assert_eq!(&row[cases.unwrap()], "1", "{row:?}");
}

#[test]
fn an_archive_within_an_archive_beside_a_report_is_unpacked() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let place = folder.path().join("class/ann");
    fs::create_dir_all(&place).unwrap();
    let program = "#!/bin/sh\nprintf '3 1 3\\n2 1 0\\n0\\n1\\n' > next_state.txt\n";
    let inner = zip(&[("my homework/run", program), ("__MACOSX/run", "rubbish")]);
    fs::write(place.join("hw2.zip"), zip(&[("Ann/final.zip", inner)])).unwrap();
    fs::write(place.join("report.pdf"), "%PDF").unwrap();
    let (results, _) = grade(folder.path(), 0);
    assert_eq!(verdicts(&results), ["ann AC"]);
}

/// Archives lose the permission to execute, and Windows never had it.
#[test]
fn a_run_without_permission_is_run_by_its_first_line() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let folder = open_folder();
    let script = "#!/bin/sh\nprintf '3 1 3\\n2 1 0\\n0\\n1\\n' > next_state.txt\n";
    for (name, file) in [("ann", "run"), ("bea", "mancala.pl")] {
        let place = folder.path().join("class").join(name);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join(file), script).unwrap();
    }
    let (results, _) = grade(folder.path(), 0);
    for (name, file) in [("ann", "run"), ("bea", "mancala.pl")] {
        let feedback = fs::read_to_string(results.join(format!("feedback/{name}.md"))).unwrap();
        assert!(feedback.contains(&format!("{file} is not marked as executable")), "{feedback}");
    }
    assert_eq!(verdicts(&results), ["ann AC", "bea AC"]);
}

#[test]
fn a_suite_as_the_course_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let (suite, elsewhere) = (folder.path().join("suite"), folder.path().join("elsewhere"));
    fs::create_dir_all(elsewhere.join("linked")).unwrap();
    fs::create_dir(&suite).unwrap();
    for name in ["testInput_1.txt", "testInput_2.txt"] {
        fs::copy(here("cases/greedy.txt"), suite.join(name)).unwrap();
    }
    fs::copy(here("cases/greedy.txt"), elsewhere.join("linked/input.txt")).unwrap();
    fs::write(suite.join("README.txt"), "Ten cases.\n").unwrap();
    fs::write(suite.join("next_state_1.txt"), "3 1 3\n2 1 0\n0\n1\n").unwrap();
    symlink(elsewhere.join("linked"), suite.join("linked")).unwrap();
    symlink(&suite, suite.join("itself")).unwrap();
    let cases = case_files::find_cases(&suite).unwrap();
    let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["linked", "testInput_1", "testInput_2"]);
    succeeds(mancala(folder.path()).args(["run", "suite", "--quiet", "-o", "out"]));
}
