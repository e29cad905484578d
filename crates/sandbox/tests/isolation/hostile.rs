//! Every attack of `hostile.txt`, in every backend: what it ends in, what it leaves running, what it
//! changes outside.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use sandbox::{Backend, Counted, Job, Sandbox, accounting, remove_tree};

use super::{Place, attacks, run, small_limits};

const TABLE: &str = include_str!("hostile.txt");

/// Attacks that run at once: more than there are processors, since some only sleep.
const AT_ONCE: usize = 4;

struct Case {
    attack: &'static str,
    does: &'static str,
    holds: Holds,
    outcome: &'static str,
    prints: &'static str,
}

/// Where an attack must fail; elsewhere it may.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    Always,
    /// Where a control group counts what it uses.
    IfCounted(Counted),
    /// Where there are mounts: not in the backend `landlock`.
    WithMounts,
}

impl Holds {
    fn is_promised_in(self, backend: Backend) -> bool {
        match self {
            Self::Always => true,
            Self::IfCounted(counted) => counted != Counted::ByLooking,
            Self::WithMounts => backend != Backend::Landlock,
        }
    }
}

fn cases() -> Vec<Case> {
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let parse = |line: &'static str| {
        let mut cells = line.splitn(5, '|').map(str::trim);
        Case {
            attack: cells.next().unwrap(),
            does: cells.next().expect(line),
            holds: match cells.next().expect(line) {
                "always" => Holds::Always,
                "cpu" => Holds::IfCounted(accounting().cpu),
                "memory" => Holds::IfCounted(accounting().memory),
                "mounts" => Holds::WithMounts,
                other => panic!("{other}"),
            },
            outcome: cells.next().expect(line),
            prints: cells.next().expect(line),
        }
    };
    lines.map(parse).collect()
}

#[test]
fn every_attack_is_in_the_table_and_every_case_has_an_attack() {
    let mut listed: Vec<&str> = cases().iter().map(|case| case.attack).collect();
    let mut written: Vec<&str> = attacks::ALL.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    written.sort_unstable();
    assert_eq!(listed, written);
}

/// The page is rewritten instead if `UPDATE_DOCS` is set.
#[test]
fn the_page_has_the_table() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sandbox.md");
    let Ok(text) = fs::read_to_string(&page) else {
        return; // a copy of the crate alone
    };
    let (begin, end) = ("<!-- the table of attacks -->\n", "<!-- end of the table -->\n");
    let (before, rest) = text.split_once(begin).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    let expected = format!("{before}{begin}{}{end}{after}", table());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&page, expected).unwrap();
    } else {
        assert_eq!(
            text, expected,
            concat!(
                "UPDATE_DOCS=1 cargo test -p ",
                env!("CARGO_PKG_NAME"),
                " --test isolation the_page"
            )
        );
    }
}

/// Each promise of the page names attacks or tests, and they exist.
#[test]
fn every_promise_of_the_page_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(page) = fs::read_to_string(root.join("../../docs/sandbox.md")) else {
        return; // a copy of the crate alone
    };
    let (_, rest) = page.split_once("<!-- the promises -->").unwrap();
    let (promises, _) = rest.split_once("<!-- end of the promises -->").unwrap();
    let sources =
        fs::read_dir(Path::new(file!()).parent().map(|it| root.join("../..").join(it)).unwrap());
    let sources = sources.unwrap().flatten().filter(|entry| entry.path().is_file());
    let tests: String = sources.map(|it| fs::read_to_string(it.path()).unwrap()).collect();
    let rows = promises.lines().filter(|line| line.contains('`')).collect::<Vec<_>>();
    assert!(rows.len() > 15, "{promises}");
    for row in rows {
        let (_, held_by) = row.trim_end_matches('|').trim_end().rsplit_once('|').unwrap();
        for name in held_by.split(',').map(|it| it.trim().trim_matches('`')) {
            let is_attack = attacks::ALL.iter().any(|(attack, _)| *attack == name);
            assert!(is_attack || tests.contains(&format!("fn {name}()")), "{name}: {row}");
        }
    }
}

/// The table in Markdown.
fn table() -> String {
    let mut table = String::new();
    for line in TABLE.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            table += &format!(
                "\n### {heading}\n\n| attack | what it does | how it ends | namespaces | landlock |\n\
                 |---|---|---|---|---|\n"
            );
        } else if !line.is_empty() && !line.starts_with('#') {
            let cells: Vec<&str> = line.splitn(5, '|').map(str::trim).collect();
            let [attack, does, holds, outcome, prints] = cells[..] else { panic!("{line}") };
            let ends = match (outcome, prints) {
                ("exit code 0", prints) => prints.replace("; ", ", "),
                (outcome, _) => outcome.to_owned(),
            };
            let promise = match holds {
                "always" => "holds | holds",
                "cpu" | "memory" => "holds ¹ | holds ¹",
                _ => "holds | not promised",
            };
            table += &format!("| `{attack}` | {does} | {ends} | {promise} |\n");
        }
    }
    table + "\n"
}

#[test]
fn every_attack_fails() {
    let place = Place::new();
    prepare_outside(&place);
    prepare_shown(&place);
    let before = photograph(&place.path("outside"));
    let shared = SharedMemory::new();
    for sandbox in place.sandboxes() {
        let sandbox = sandbox.hiding([place.path("shown/bin/hidden")]);
        let waiting = Mutex::new(cases());
        let failures = Mutex::new(Vec::new());
        let work = || {
            loop {
                let Some(case) = waiting.lock().unwrap().pop() else {
                    return;
                };
                let Err(failure) = attack(&sandbox, &place, &shared, &case) else {
                    continue;
                };
                match case.holds.is_promised_in(sandbox.backend()) {
                    true => failures.lock().unwrap().push(failure),
                    false => println!("not promised: {}: {}", sandbox.backend(), case.attack),
                }
            }
        };
        thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(work))));
        let failures = failures.into_inner().unwrap();
        assert!(failures.is_empty(), "{}:\n{}", sandbox.backend(), failures.join("\n"));
        assert_eq!(before, photograph(&place.path("outside")), "{}", sandbox.backend());
        let backend = sandbox.backend();
        let cases = cases();
        let promised = cases.iter().filter(|it| it.holds.is_promised_in(backend));
        println!(
            "{backend}: {} attacks failed, as they should; promised are {}",
            cases.len(),
            promised.count()
        );
    }
}

fn attack(
    sandbox: &Sandbox,
    place: &Place,
    shared: &SharedMemory,
    case: &Case,
) -> Result<(), String> {
    let token = format!("{}-{}-{}", sandbox.backend(), case.attack, std::process::id());
    let dir = place.dir(&token);
    let mut limits = small_limits();
    limits.cpu = Duration::from_secs(60);
    limits.wall = match case.holds.is_promised_in(sandbox.backend()) {
        true => Duration::from_secs(60),
        false => Duration::from_secs(5),
    };
    match case.outcome {
        "processor time limit" => limits.cpu = Duration::from_millis(300),
        "wall clock limit" => limits.wall = Duration::from_millis(1000),
        // So that memory does not end it first: each process is a copy of this test, and until the first
        // look at them there are twice as many as the limit says.
        "process limit" => limits.memory_bytes = 4 << 30,
        _ => {}
    }
    // Nothing of the test itself is needed inside but its own executable.
    let job = Job::new(place.path("tests"), &dir)
        .args(["--exact", attacks::ENTRY, "--nocapture", "--test-threads=1"])
        .args(["--skip", &token])
        .env("ATTACK", attack_order(place, shared, case))
        .readable(place.path("tests"))
        .readable(place.path("shown"));
    let report = run(sandbox, &job, &limits);
    let printed = attacks::printed(&report.stdout);

    let outcome = report.outcome.to_string();
    let as_expected = case.outcome.split(" or ").any(|expected| expected == outcome);
    let survivors = processes_with(&token);
    let removed = remove_tree(&dir);
    if as_expected && (case.prints == "*" || case.prints == printed) && survivors.is_empty() {
        return removed.map_err(|error| format!("{}: cannot be removed: {error}", case.attack));
    }
    Err(format!(
        "{} ({}): ended in '{outcome}' (expected '{}'), printed '{printed}', left running \
         {survivors:?}\n{report:?}",
        case.attack, case.does, case.outcome
    ))
}

/// What the attack is told: its name, whom to kill, and where to look.
fn attack_order(place: &Place, shared: &SharedMemory, case: &Case) -> String {
    let outside = place.path("outside");
    format!("{} {} {} {}", case.attack, std::process::id(), shared.0, outside.display())
}

/// A page that everybody may use who can name it.
struct SharedMemory(i32);

impl SharedMemory {
    fn new() -> Self {
        // SAFETY: only numbers.
        let number = unsafe { libc::shmget(libc::IPC_PRIVATE, 4096, 0o666) };
        assert!(number >= 0);
        Self(number)
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: to remove it takes no information.
        let removed = unsafe { libc::shmctl(self.0, libc::IPC_RMID, std::ptr::null_mut()) };
        assert_eq!(removed, 0, "an attack removed it");
    }
}

/// Something to read and to break: nothing but the isolation stands before it.
fn prepare_outside(place: &Place) {
    let outside = place.dir("outside");
    let home = place.dir("outside/home");
    for dir in [&outside, &home] {
        fs::set_permissions(dir, Permissions::from_mode(0o777)).unwrap();
    }
    for file in [outside.join("secret"), home.join("key")] {
        fs::write(&file, "not for everybody").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o666)).unwrap();
    }
}

/// What every attack can read, but for one file.
fn prepare_shown(place: &Place) {
    let shown = place.dir("shown");
    place.dir("shown/bin");
    for name in ["bin/hidden", "bin/neighbour"] {
        fs::copy("/bin/true", shown.join(name)).unwrap();
    }
    std::os::unix::fs::symlink(shown.join("bin/hidden"), shown.join("link")).unwrap();
}

/// All that can be told about a tree of files: mode, owner, time of change and contents.
fn photograph(dir: &Path) -> BTreeMap<PathBuf, String> {
    let mut seen = BTreeMap::new();
    let mut pending = vec![dir.to_owned()];
    while let Some(path) = pending.pop() {
        let what = fs::symlink_metadata(&path).unwrap();
        let contents = fs::read_to_string(&path).unwrap_or_default();
        let facts = (what.mode(), what.uid(), what.nlink(), what.mtime(), what.mtime_nsec());
        seen.insert(path.clone(), format!("{facts:?} {contents}"));
        if what.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    seen
}

/// Processes of the machine whose command line holds `token`.
pub(super) fn processes_with(token: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if line.split(|&byte| byte == 0).any(|arg| arg == token.as_bytes()) {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found
}
