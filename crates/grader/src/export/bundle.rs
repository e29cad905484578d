//! Graders for platforms that run one: this program, the cases, and the script that is called, in a zip archive that
//! depends on nothing else.
//!
//! The program runs in the platform's container, which need not have the libraries of the machine that
//! built it; so only one that is linked statically is taken.

use std::io::{self, Cursor, Write};

use object::LittleEndian;
use object::elf::{FileHeader64, PT_INTERP};
use object::read::elf::{FileHeader, ProgramHeader};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::cases::GradingCase;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Gradescope: `setup.sh` when the container is made, `run_autograder` for each submission.
    Gradescope,
    /// Autolab: `autograde-Makefile`, and `autograde.tar`, which it unpacks.
    Autolab,
    /// PrairieLearn: `run.sh` among the question's tests, named in its `info.json`.
    PrairieLearn,
    /// Classroom 50: `autograder.py` in the folder of the assignment; the workflow is for courses with a runner of their own.
    Classroom50,
}

impl Platform {
    /// The scripts, by the names under which they are called.
    const fn scripts(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Gradescope => &[
                ("setup.sh", include_str!("gradescope/setup.sh")),
                ("run_autograder", include_str!("gradescope/run_autograder")),
            ],
            Self::Autolab => &[("run.sh", include_str!("autolab/run.sh"))],
            Self::PrairieLearn => &[("run.sh", include_str!("prairielearn/run.sh"))],
            Self::Classroom50 => &[
                ("autograder.py", include_str!("classroom50/autograder.py")),
                ("workflow.yaml", include_str!("classroom50/workflow.yaml")),
            ],
        }
    }
}

/// Makes sure that a program needs nothing of the machine that it runs on; says what it needs otherwise.
pub fn check_portable(program: &[u8]) -> Result<(), &'static str> {
    let segments = FileHeader64::<LittleEndian>::parse(program).and_then(|it| {
        let endian = it.endian()?;
        Ok(it.program_headers(endian, program)?.iter().map(move |it| it.p_type(endian)))
    });
    match segments.map_err(|_| "is no program for Linux")?.any(|kind| kind == PT_INTERP) {
        true => Err("needs the libraries of the machine that built it; a static one is made by \
             `RUSTFLAGS='-C target-feature=+crt-static' cargo build --release --target \
             x86_64-unknown-linux-gnu` and named by --program"),
        false => Ok(()),
    }
}

/// The archive of a grader; `cases` are paths below the folder of cases, with what the files hold.
pub fn bundle(
    platform: Platform,
    program: &[u8],
    cases: &[(String, Vec<u8>)],
) -> io::Result<Vec<u8>> {
    let scripts = platform.scripts().iter().map(|(name, text)| (*name, text.as_bytes()));
    let programs = scripts.chain([("mancala", program)]);
    let programs = programs.map(|(name, bytes)| (name.to_owned(), bytes, PROGRAM));
    let cases = cases.iter().map(|(path, bytes)| (format!("cases/{path}"), &bytes[..], FILE));
    let files = programs.chain(cases);
    let mut archive = Archive::new();
    if platform == Platform::Autolab {
        archive.add("autograde-Makefile", include_bytes!("autolab/Makefile"), FILE)?;
        archive.add("autograde.tar", &autograde(files)?, FILE)?;
        return archive.finish();
    }
    for (path, bytes, mode) in files {
        archive.add(&path, bytes, mode)?;
    }
    archive.finish()
}

/// Autolab's `autograde.tar`, with all files in the folder `autograde`.
fn autograde<'f>(files: impl Iterator<Item = (String, &'f [u8], u32)>) -> io::Result<Vec<u8>> {
    let mut tar = tar::Builder::new(Vec::new());
    for (path, bytes, mode) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(mode);
        tar.append_data(&mut header, format!("autograde/{path}"), bytes)?;
    }
    tar.into_inner()
}

/// The archive that students get: cases, a page, a program by its name, and how to use them.
pub fn homework(
    cases: &[&GradingCase],
    page: &str,
    program: Option<(&str, &[u8])>,
) -> io::Result<Vec<u8>> {
    let mut archive = Archive::new();
    let readme = include_str!("homework.md");
    let (of_page, _) = readme.split_once("\n\n").unwrap_or_default();
    let readme = match program {
        Some((name, _)) => readme.replace("./mancala", &format!("./{name}")),
        None => format!("{of_page}\n"),
    };
    archive.add("README.md", readme.as_bytes(), FILE)?;
    archive.add("mancala.html", page.as_bytes(), FILE)?;
    if let Some((name, bytes)) = program {
        archive.add(name, bytes, PROGRAM)?;
    }
    for case in cases {
        archive.add(&format!("cases/{}.txt", case.name), &case.input, FILE)?;
    }
    archive.finish()
}

/// What everybody may do with a file of an archive: read it, or execute it too.
pub(super) const FILE: u32 = 0o644;
pub(super) const PROGRAM: u32 = 0o755;

pub(super) struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    pub(super) fn new() -> Self {
        Self(ZipWriter::new(Cursor::new(Vec::new())))
    }

    pub(super) fn add(&mut self, path: &str, bytes: &[u8], mode: u32) -> io::Result<()> {
        // Without a clock every file has the first date of the format.
        self.0.start_file(path, SimpleFileOptions::default().unix_permissions(mode))?;
        self.0.write_all(bytes)
    }

    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}
