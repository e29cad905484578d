//! `mancala grade --watch`: what arrives in a folder or changes there is graded, until somebody ends it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::{Grade, folder_of, graded, in_words, say_how_to_go_on};
use crate::Exit;
use crate::command::report::publish;
use crate::io::{print_line, say};
use grader::report::terminal;
use grader::settings::Settings;
use grader::submission::find::FindError;
use grader::{GradeError, Grading};

/// How long to wait from one look to the next. Network file systems do not say what changes, so somebody has to look.
const PAUSE: Duration = Duration::from_secs(1);

/// The files of a folder by their paths, with their sizes and times: what was seen twice in the same way was not being
/// written meanwhile, and need not be graded again.
type Look = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

fn look(folder: &Path) -> Look {
    // Links are not followed: they may be a student's.
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = entries.filter_map(|it| {
        let about = it.metadata().ok()?;
        Some((it.into_path(), (about.len(), about.modified().ok())))
    });
    files.collect()
}

/// Grades the folder whenever something in it has changed and changes no more.
pub fn watch(grade: &Grade, mut grading: Grading) -> anyhow::Result<Exit> {
    let (mut before, mut done) = (None, None);
    let mut told = BTreeMap::new();
    say(format_args!("watching {}; Ctrl-C ends it", grading.submissions.display()));
    while !grading.cancel.load(Relaxed) {
        let now = Some(look(&grading.submissions));
        if now == done || now != before {
            before = now;
            sleep(PAUSE);
            continue;
        }
        // Somebody may have decided something meanwhile.
        grading.settings =
            Settings::read(Some(&folder_of(&grading.cases.folder)), Some(&grading.results))?;
        let class = match graded(&grading, false) {
            Ok(class) => class,
            Err(GradeError::Interrupted(summary)) => {
                say_how_to_go_on(&summary, &grading.results);
                return Ok(Exit::Interrupted);
            }
            // Nobody has handed in yet.
            Err(GradeError::Submissions(FindError::Nothing(_))) => {
                done = now;
                continue;
            }
            Err(error) => return Err(in_words(error)),
        };
        publish(&class, &grading.results, &grade.destination)?;
        for graded in &class.submissions {
            let line = terminal::line(graded, 0);
            let name = graded.submission.name.clone();
            // The same points may be those of another program.
            let new = (graded.submission.program.clone(), line.clone());
            if told.insert(name, new.clone()) != Some(new) {
                print_line(line)?;
            }
        }
        // What changed since this look is graded by the next.
        done = now;
    }
    Ok(Exit::Success)
}
