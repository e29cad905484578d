//! Grading, from a folder of submissions to every report.
//!
//! `submissions/` holds programs as students hand them in, `hostile/` what none should, `cases/` a
//! small suite, `outputs/` what a program might have written for a case, `layouts/` classes as
//! learning platforms export them.

#[cfg(unix)]
mod builds;
mod class;
#[cfg(unix)]
mod counterexamples;
mod course;
#[cfg(unix)]
mod explaining;
mod export;
#[cfg(unix)]
mod handed_in;
mod judging;
mod layouts;
#[cfg(unix)]
mod nightly;
#[cfg(unix)]
mod one_student;
mod overrides;
pub(crate) mod overview;
mod reports;
mod resume;
mod secrets;
#[cfg(unix)]
mod settings;
#[cfg(unix)]
mod shards;
mod similarity;
#[cfg(target_os = "linux")]
mod slurm;
#[cfg(target_os = "linux")]
mod student_files;

use std::path::{Path, PathBuf};

/// A file or folder beside these tests.
fn here(name: &str) -> PathBuf {
    let root = Path::new(crate::ROOT);
    root.join("crates/cli/tests/suite/grade").join(name)
}

/// Why nothing can be graded on this machine, if so.
pub(crate) fn no_sandbox() -> Option<String> {
    use sandbox::Sandbox;
    let helper = Path::new(env!("CARGO_BIN_EXE_mancala"));
    let sandbox = Sandbox::with_helper(None, helper);
    sandbox.err().map(|error| error.to_string())
}

/// A folder below which programs that run as somebody else can get to their own.
pub(crate) fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = std::fs::Permissions::from_mode(0o711);
        std::fs::set_permissions(folder.path(), open).unwrap();
    }
    folder
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(target).unwrap();
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The page of a class with all that it shows only on demand.
fn unpacked_page(results: &Path) -> String {
    use base64::Engine;
    let page = std::fs::read_to_string(results.join("index.html")).unwrap();
    let (before, rest) = page.split_once(" id=\"sections\">").unwrap();
    let (packed, after) = rest.split_once("</script>").unwrap();
    let packed = base64::prelude::BASE64_STANDARD.decode(packed).unwrap();
    let sections = flate2::read::GzDecoder::new(&packed[..]);
    let sections: Vec<String> = serde_json::from_reader(sections).unwrap();
    format!("{before} id=\"sections\">\n{}\n</script>{after}", sections.join("\n"))
}
