//! What would give the answers away is hidden from the programs, or nothing is graded.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

use super::{copy, here, no_sandbox, open_folder};
use crate::program::{mancala, text};
use crate::skip::skip;

/// A folder where every program can read.
fn exposed_folder() -> Result<TempDir, String> {
    let folder = tempfile::tempdir_in("/opt").map_err(|error| format!("/opt: {error}"))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path(), open).unwrap();
    }
    Ok(folder)
}

/// One submission, a script for the shell.
fn submit(script: &str, folder: &Path) {
    let student = folder.join("student");
    fs::create_dir_all(&student).unwrap();
    fs::write(student.join("run"), format!("#!/bin/sh\n{script}\n")).unwrap();
}

fn grade(place: &Path, class: &Path, cases: &Path, results: &Path) -> Output {
    let mut command = mancala(place);
    command.arg("grade").arg(class).arg("--cases").arg(cases);
    command.arg("--results").arg(results).output().unwrap()
}

#[test]
fn nothing_is_graded_where_every_program_can_read_the_cases() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let exposed = match exposed_folder() {
        Ok(exposed) => exposed,
        Err(reason) => return skip(reason),
    };
    let place = open_folder();
    let secret = exposed.path().join("secret");
    let elsewhere = place.path().join("elsewhere");
    copy(&here("cases"), &secret);
    copy(&here("cases"), &elsewhere);
    submit("exit 1", &place.path().join("class"));
    submit("exit 1", &exposed.path().join("class"));
    let class = place.path().join("class");
    let results = place.path().join("results");
    for (what, class, cases, results) in [
        ("cases", &class, &secret, &results),
        ("submissions", &exposed.path().join("class"), &elsewhere, &results),
        ("results", &class, &elsewhere, &exposed.path().join("new/results")),
    ] {
        let output = grade(place.path(), class, cases, results);
        let said = text(&output.stderr);
        assert!(!output.status.success(), "{what}: {said}");
        let expected = "lie in /opt, which every program can read";
        assert!(said.contains(what) && said.contains(expected), "{what}: {said}");
        assert!(!results.exists(), "{what}");
    }
}

/// Cases beside a tool that is not among the system's were readable, and nobody said so.
#[test]
#[cfg(unix)]
fn nothing_is_graded_where_a_tool_lies_beside_the_cases() {
    use std::os::unix::fs::PermissionsExt;
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let place = open_folder();
    let tool = place.path().join("tools/bin/own");
    fs::create_dir_all(tool.parent().unwrap()).unwrap();
    fs::create_dir(place.path().join("tools/lib")).unwrap();
    fs::write(&tool, "#!/bin/sh\necho 1.0\n").unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let class = place.path().join("class");
    submit("exit 1", &class);
    let cases = place.path().join("tools/cases");
    copy(&here("cases"), &cases);
    let results = place.path().join("results");
    fs::create_dir(&results).unwrap();
    let command = format!("[language.python3]\nrun = \"{} {{program}}\"\n", tool.display());
    fs::write(results.join("grade.toml"), command).unwrap();
    let output = grade(place.path(), &class, &cases, &results);
    let said = text(&output.stderr);
    let expected = "tools, which every program can read";
    assert!(!output.status.success() && said.contains(expected), "{said}");
    assert!(!results.join("ledger.jsonl").exists());
}

#[test]
fn an_installed_mancala_does_nobodys_homework() {
    if let Some(reason) = no_sandbox() {
        return skip(reason);
    }
    let exposed = match exposed_folder() {
        Ok(exposed) => exposed,
        Err(reason) => return skip(reason),
    };
    let place = open_folder();
    let installed = exposed.path().join("bin/of-another-name");
    fs::create_dir(exposed.path().join("bin")).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_mancala"), &installed).unwrap();
    // Another version has other bytes.
    let mut file = fs::OpenOptions::new().append(true).open(&installed).unwrap();
    file.write_all(b"another version").unwrap();
    drop(file);
    let class = place.path().join("class");
    submit(&format!("exec {} \"$@\"", installed.display()), &class);
    let results = place.path().join("results");
    let output = grade(place.path(), &class, &here("cases"), &results);
    let said = text(&output.stderr);
    let hidden = format!("hidden from the programs: {}", installed.display());
    assert!(said.contains(&hidden), "{said}");
    let table = fs::read_to_string(results.join("cases.csv")).unwrap();
    assert!(!table.contains(",AC,"), "{table}");
}
