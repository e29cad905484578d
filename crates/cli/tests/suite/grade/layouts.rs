//! Finding submissions: each file of `layouts/` lists a class, a path a line, with its text if that
//! matters (`path = text`, `\n` for a line end).

use std::fs;
use std::io::Write;
use std::path::Path;

use grader::submission::collect::{CollectError, collect};
use grader::submission::find::{Layout, find};
use grader::submission::recognise::recognise;
use sandbox::Tree;

/// Makes the files of a listing.
fn make(listing: &str, root: &Path) {
    for line in listing.lines() {
        let (path, text) = line.split_once(" = ").unwrap_or((line, ""));
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace("\\n", "\n")).unwrap();
    }
}

/// What is found at `path`, a line each.
fn found(path: &Path) -> String {
    let scratch = tempfile::tempdir().unwrap();
    let found = match find(path, scratch.path(), Layout::AsItLooks) {
        Ok(found) => found,
        Err(error) => return error.to_string(),
    };
    let passed_over = found.passed_over.iter().map(|(name, why)| format!("{name}: {why}"));
    let passed_over: Vec<_> = passed_over.collect();
    let lines = found.found.iter().enumerate().map(|(at, found)| {
        let name = &found.name;
        let late = match found.late_days {
            0 => String::new(),
            days => format!(", {days} day late"),
        };
        let late = late + &found.submitted.map_or(String::new(), |it| format!(", at second {it}"));
        let people = found.people.join(" and ");
        let files = match collect(found, &scratch.path().join(at.to_string())) {
            Ok(files) => files,
            Err(CollectError::Unusable(why)) => return format!("{name}: {why}"),
            Err(CollectError::Io(error)) => return format!("{name}: {error}"),
        };
        let program = recognise(&Tree::open(&files.root).unwrap()).map(|it| {
            let sources: Vec<_> = it.sources.iter().map(|path| path.to_string_lossy()).collect();
            format!("{} {} {}", it.language, sources.join(" "), it.class)
        });
        let program = program.unwrap_or_else(|why| why);
        let warnings = files.warnings.concat();
        format!("{name} [{people}{late}]: {} {warnings}", program.trim_end()).trim_end().to_owned()
    });
    lines.chain(passed_over).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_layout() {
    insta::glob!("layouts/*.txt", |listing| {
        let class = tempfile::Builder::new().prefix("class").tempdir().unwrap();
        let root = class.path().join("hw2");
        make(&fs::read_to_string(listing).unwrap(), &root);
        insta::assert_snapshot!(found(&root));
    });
}

#[test]
fn nothing_there() {
    let folder = tempfile::tempdir().unwrap();
    let message = found(folder.path());
    assert!(message.ends_with(": no submission found"), "{message}");
}

pub(super) fn zip<T: AsRef<[u8]>>(entries: &[(&str, T)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in entries {
        writer.start_file(*name, options).unwrap();
        writer.write_all(text.as_ref()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar(entries: &[(&str, &str)]) -> Vec<u8> {
    tar_of(entries).into_inner().unwrap()
}

/// An archive to which more can be added.
pub(super) fn tar_of(entries: &[(&str, &str)]) -> tar::Builder<Vec<u8>> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, text) in entries {
        let mut header = tar::Header::new_ustar();
        header.set_size(text.len() as u64);
        header.set_mode(0o755);
        // Written as it is: the crate's own setter refuses the names that are to be refused here.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, text.as_bytes()).unwrap();
    }
    builder
}

pub(super) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A tar with one entry that is no file and no folder.
fn tar_with(kind: tar::EntryType, target: &str) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(kind);
    header.set_size(0);
    builder.append_link(&mut header, "mancala.py", target).unwrap();
    builder.into_inner().unwrap()
}

#[test]
fn archives() {
    let class = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(class.path().join(name), bytes).unwrap();
    let program = [("hw2/mancala.py", ""), ("__MACOSX/hw2/._mancala.py", "")];
    put("plain.zip", &zip(&program));
    put("plain-tar.tar", &tar(&program));
    put("plain-gz.tar.gz", &gz(&tar(&program)));
    put("plain-tgz.tgz", &gz(&tar(&program)));
    put("climbs.zip", &zip(&[("../mancala.py", "")]));
    put("climbs-inside.tar", &tar(&[("a/../../mancala.py", "")]));
    put("absolute.tar", &tar(&[("/tmp/mancala.py", "")]));
    put("back-slashes.zip", &zip(&[("..\\mancala.py", "")]));
    put("link.tar", &tar_with(tar::EntryType::Symlink, "/etc/passwd"));
    put("hard-link.tar", &tar_with(tar::EntryType::Link, "/etc/passwd"));
    put("no-archive.zip", b"PK rubbish");
    put("cut.tar.gz", &gz(&tar(&program))[..40]);
    insta::assert_snapshot!(found(class.path()));
    assert_eq!(fs::read_dir(class.path()).unwrap().count(), 12, "nothing was put beside");
}

/// An archive that is small on the disk and holds more than a submission may.
#[test]
fn a_bomb_does_not_go_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.tar");
    let size = 300_u64 << 20;
    let mut header = tar::Header::new_ustar();
    header.set_path("mancala.py").unwrap();
    header.set_size(size);
    header.set_cksum();
    let mut file = fs::File::create(&path).unwrap();
    file.write_all(header.as_bytes()).unwrap();
    file.set_len(512 + size + 1024).unwrap();
    let message = found(&path);
    assert!(message.ends_with(": it unpacks to more than 256 MiB"), "{message}");
}

#[test]
fn a_class_in_an_archive() {
    let folder = tempfile::tempdir().unwrap();
    let class = folder.path().join("class.zip");
    let entries = [("class/ann/mancala.py", ""), ("class/bob/mancala.cpp", "")];
    fs::write(&class, zip(&entries)).unwrap();
    assert_eq!(found(&class), "ann []: python3 mancala.py\nbob []: cpp mancala.cpp");
}

#[test]
#[cfg(unix)]
fn links_are_left_out() {
    let class = tempfile::tempdir().unwrap();
    let ann = class.path().join("ann");
    fs::create_dir(&ann).unwrap();
    fs::write(ann.join("mancala.py"), "").unwrap();
    std::os::unix::fs::symlink("/etc", ann.join("etc")).unwrap();
    let message = found(class.path());
    assert_eq!(
        message,
        "ann []: python3 mancala.py etc is a symbolic link, not a file; it was ignored"
    );
}
