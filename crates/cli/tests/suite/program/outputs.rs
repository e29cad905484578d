//! Output files appear whole or not at all, whatever ends the run: a signal, a full disk, a bad target.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use super::{INPUT, ends_with, folder, mancala, names, succeeds, text};

/// A board whose log is far too long to be finished.
const ENDLESS: &str = "2\n1\n20\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n";

fn signal(child: &std::process::Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
}

/// Waits until the log is being written: into a file without a name, or with one of its own.
fn waits_for_the_log(child: &std::process::Child, folder: &Path) {
    let is_written = || {
        let open = std::fs::read_dir(format!("/proc/{}/fd", child.id()));
        let files = open.into_iter().flatten().flatten().map(|it| it.path());
        let mut nameless = files.filter(|file| {
            let target = std::fs::read_link(file).unwrap_or_default();
            target.starts_with(folder) && target.to_string_lossy().ends_with(" (deleted)")
        });
        nameless.next().is_some() || names(folder).len() == 2
    };
    let begin = Instant::now();
    while !is_written() {
        assert!(begin.elapsed() < Duration::from_secs(20), "no log");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn ctrl_c_and_kill_leave_nothing() {
    for name in ["INT", "TERM"] {
        let folder = folder(ENDLESS);
        let mut child = mancala(folder.path()).spawn().unwrap();
        waits_for_the_log(&child, folder.path());
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(names(folder.path()), ["input.txt"]);
    }
}

/// A temporary file of gigabytes stayed, and nobody ever removed it.
#[test]
#[cfg(target_os = "linux")]
fn a_kill_that_cannot_be_caught_leaves_nothing() {
    let folder = folder(ENDLESS);
    let mut child = mancala(folder.path()).spawn().unwrap();
    waits_for_the_log(&child, folder.path());
    if names(folder.path()).len() == 2 {
        child.kill().unwrap();
        child.wait().unwrap();
        return crate::skip::skip("files without a name cannot be had here");
    }
    signal(&child, "KILL");
    child.wait().unwrap();
    assert_eq!(names(folder.path()), ["input.txt"]);
}

#[test]
fn a_file_too_large_leaves_nothing() {
    let folder = folder(ENDLESS);
    // A limit on the size of files fails a write just as a full disk does.
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" -i input.txt -o out";
    let mut command = Command::new("bash");
    command.args(["-c", script, env!("CARGO_BIN_EXE_mancala")]).current_dir(folder.path());
    let output = ends_with(&mut command, 3);
    insta::assert_snapshot!(text(&output.stderr));
    assert!(names(&folder.path().join("out")).is_empty());
}

/// Runs a script in `folder` with a disk of one megabyte at `small`; `None` if there can be none.
fn on_a_small_disk(folder: &Path, script: &str) -> Option<Output> {
    let mount = "mount -t tmpfs -o size=1m none small";
    let unshared = |script: &str| {
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "--map-root-user", "bash", "-c", script])
            .arg(env!("CARGO_BIN_EXE_mancala"))
            .current_dir(folder);
        command.output()
    };
    std::fs::create_dir(folder.join("small")).unwrap();
    if !unshared(mount).is_ok_and(|output| output.status.success()) {
        crate::skip::skip("no disk of one's own can be mounted here");
        return None;
    }
    let script = format!("{mount} && cd small && {{ {script}\n}}; code=$?; ls -A1; exit $code");
    Some(unshared(&script).unwrap())
}

#[test]
fn a_full_disk_leaves_nothing() {
    let folder = folder(ENDLESS);
    let Some(output) = on_a_small_disk(folder.path(), "\"$0\" -i ../input.txt") else {
        return;
    };
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("No space left on device"));
    assert_eq!(text(&output.stdout), "", "nothing is left on the disk");
}

/// Half a suite and half a film were left, which look like whole ones.
#[test]
fn a_full_disk_leaves_no_half_folder() {
    let fill = "head -c 1016k /dev/zero > full; ";
    let runs = [
        ("generate", "generate --count 40 -o suite > /dev/null", "full\n"),
        ("draw, a new folder", "draw ../game.game --frames each -o film", "full\n"),
        ("draw, a folder", "draw ../game.game --frames each -o .", "full\n"),
    ];
    for (name, arguments, left) in runs {
        let folder = folder(INPUT);
        let game = Path::new(crate::ROOT).join("crates/cli/tests/suite/draw/capture.game");
        std::fs::copy(game, folder.path().join("game.game")).unwrap();
        let script = format!("{fill} \"$0\" {arguments}");
        let Some(output) = on_a_small_disk(folder.path(), &script) else {
            return;
        };
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{name}: {errors}");
        assert!(errors.contains("No space left on device"), "{name}: {errors}");
        assert_eq!(text(&output.stdout), left, "{name}");
    }
}

#[test]
fn a_folder_that_cannot_be_written() {
    let folder = folder(INPUT);
    std::fs::write(folder.path().join("out"), "a file, not a folder").unwrap();
    let output = ends_with(mancala(folder.path()).args(["run", "-o", "out"]), 3);
    insta::assert_snapshot!(text(&output.stderr));
    assert_eq!(names(folder.path()), ["input.txt", "out"]);
}

#[test]
fn a_target_that_is_a_folder_changes_nothing() {
    let folder = folder(INPUT);
    std::fs::create_dir(folder.path().join("next_state.txt")).unwrap();
    ends_with(&mut mancala(folder.path()), 3);
    assert_eq!(names(folder.path()), ["input.txt", "next_state.txt"]);
}

#[test]
fn files_are_readable_by_others_as_the_mask_says() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(INPUT);
    let script = "umask 022; exec \"$0\"";
    succeeds(
        Command::new("bash")
            .args(["-c", script, env!("CARGO_BIN_EXE_mancala")])
            .current_dir(folder.path()),
    );
    let metadata = std::fs::metadata(folder.path().join("next_state.txt")).unwrap();
    assert_eq!(metadata.permissions().mode() & 0o777, 0o644);
}
