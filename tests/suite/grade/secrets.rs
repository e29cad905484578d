//! What would give the answers away is hidden from the programs, or nothing is graded.

use std::fs;
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
        (
            "submissions",
            &exposed.path().join("class"),
            &elsewhere,
            &results,
        ),
        (
            "results",
            &class,
            &elsewhere,
            &exposed.path().join("new/results"),
        ),
    ] {
        let output = grade(place.path(), class, cases, results);
        let said = text(&output.stderr);
        assert!(!output.status.success(), "{what}: {said}");
        let expected = "lie in /opt, which every program can read";
        assert!(
            said.contains(what) && said.contains(expected),
            "{what}: {said}"
        );
        assert!(!results.exists(), "{what}");
    }
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
