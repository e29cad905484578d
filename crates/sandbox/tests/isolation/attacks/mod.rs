//! The hostile programs. This test binary, executed in isolation, becomes one of them.
//!
//! One that is to be killed goes on until it is; the others say how far they got.

#![allow(unsafe_code)]

mod abuse;
mod exhaust;
mod reach;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::OnceLock;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use sandbox::Captured;

use super::outputs;

/// The test that is an attack in disguise.
pub(super) const ENTRY: &str = "attacks::entry";

/// What stands before the output of an attack; the test harness has a few lines of its own.
const MARK: &str = "--- attack\n";

/// What an attack is told.
pub(super) struct Target {
    grader: i32,
    /// The number of a shared memory that somebody else made.
    shared_memory: i32,
    outside: PathBuf,
}

pub(super) type Attack = fn(&Target);

pub(super) const ALL: &[(&str, Attack)] = &[
    ("spin", |_| exhaust::spin()),
    ("spin-ignoring", |_| exhaust::spin_ignoring()),
    ("spin-unwaited", |_| exhaust::spin_unwaited()),
    ("spin-in-many", |_| exhaust::in_children(4, exhaust::spin)),
    ("sleep", |_| sleep()),
    ("sleep-in-many", |_| exhaust::in_children(20, sleep)),
    ("stop-itself", |_| exhaust::stop_itself()),
    ("ask-for-ever", |_| abuse::ask_for_ever()),
    ("close-everything", |_| exhaust::close_everything()),
    ("fork-bomb", |_| exhaust::fork_bomb()),
    ("thread-bomb", |_| exhaust::thread_bomb()),
    ("daemon", |_| exhaust::daemon()),
    ("hop", |_| exhaust::hop()),
    ("memory", |_| exhaust::memory()),
    ("memory-in-many", |_| exhaust::memory_in_many()),
    ("memory-misnamed", |_| exhaust::memory_misnamed()),
    ("memory-shared", |_| exhaust::memory_shared()),
    ("memory-at-once", |_| exhaust::hold(vec![1u8; 100 << 30])),
    ("memory-file", |_| exhaust::memory_file()),
    ("memory-page-tables", |_| exhaust::memory_page_tables()),
    ("memory-sockets", |_| exhaust::memory_sockets()),
    ("memory-unmapped", |_| exhaust::memory_unmapped()),
    ("memory-tmp", |_| exhaust::fill(&std::env::temp_dir())),
    ("stdout", |_| exhaust::flood(io::stdout())),
    ("stderr", |_| exhaust::flood(io::stderr())),
    ("file", |_| exhaust::file()),
    ("file-ignoring", |_| exhaust::file_ignoring()),
    ("many-large-files", |_| exhaust::fill(Path::new("."))),
    ("mapped-files", |_| exhaust::mapped_files()),
    ("reserve", |_| exhaust::reserve()),
    ("deleted-files", |_| exhaust::deleted_files()),
    ("files", |_| exhaust::files()),
    ("deep", |_| exhaust::deep()),
    ("hidden-files", |_| exhaust::hidden_files()),
    ("kill-everything", reach::kill_everything),
    ("network", |_| reach::network()),
    ("read", reach::read),
    ("write", reach::write),
    ("spy", reach::spy),
    ("look-around", reach::look_around),
    ("watch", |_| reach::watch()),
    ("pass", |_| reach::pass()),
    ("helper", |_| reach::helper()),
    ("hidden", reach::hidden),
    ("meddle", reach::meddle),
    ("write-racing", reach::write_racing),
    ("set-id", |_| abuse::set_id()),
    ("marks", abuse::marks),
    ("names", |_| abuse::names()),
    ("shared-objects", abuse::shared_objects),
    ("attributes", |_| abuse::attributes()),
    ("linger", |_| reach::linger()),
    ("inherit", |_| reach::inherit()),
    ("unshare", |_| reach::unshare()),
    ("clone-namespace", |_| reach::clone_namespace()),
    ("mount", |_| reach::mount()),
    ("outputs", |_| outputs::leave_outputs(Path::new("."))),
];

/// Does nothing in an ordinary run of the tests.
#[test]
fn entry() {
    let Ok(order) = std::env::var("ATTACK") else {
        return;
    };
    die_of_old_age();
    let mut words = order.splitn(4, ' ');
    let name = words.next().unwrap();
    let target = Target {
        grader: words.next().unwrap().parse().unwrap(),
        shared_memory: words.next().unwrap().parse().unwrap(),
        outside: PathBuf::from(words.next().unwrap()),
    };
    print!("\n{MARK}");
    io::stdout().flush().unwrap();
    let (_, attack) = ALL.iter().find(|(known, _)| *known == name).unwrap();
    attack(&target);
    io::stdout().flush().unwrap();
    exit(0);
}

/// What an attack printed, in one line.
pub(super) fn printed(stdout: &Captured) -> String {
    let text = String::from_utf8_lossy(&stdout.head).into_owned();
    let own = text.split_once(MARK).map_or("", |(_, own)| own);
    own.lines().collect::<Vec<_>>().join("; ")
}

fn sleep() {
    loop {
        die_of_old_age();
        thread::sleep(Duration::from_secs(1));
    }
}

/// An attack that outlives its run, because somebody killed the tests, must not keep the
/// machine busy for ever. No run is as long.
const LIFETIME: Duration = Duration::from_secs(90);

/// When the attack began; its children inherit it.
static BEGAN: OnceLock<Instant> = OnceLock::new();

fn die_of_old_age() {
    if BEGAN.get_or_init(Instant::now).elapsed() > LIFETIME {
        // SAFETY: ends the process; there is nothing to tidy up.
        unsafe { libc::_exit(0) };
    }
}

fn signal(pid: i32, signal: i32) {
    // SAFETY: touches no memory.
    unsafe { libc::kill(pid, signal) };
}

fn ignore(signal: i32) {
    // SAFETY: ignoring installs no handler.
    unsafe { libc::signal(signal, libc::SIG_IGN) };
}

/// Starts a thread with a small stack, so that it is not memory that is used up.
///
/// Where processes are counted by user, those of other runs may leave no room for it for a while.
fn start_thread(work: impl FnOnce() + Copy + Send + 'static) -> JoinHandle<()> {
    loop {
        die_of_old_age();
        match thread::Builder::new().stack_size(64 << 10).spawn(work) {
            Ok(thread) => return thread,
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// 0 in the child, the child's number in the parent, -1 in case of failure.
///
/// Ends the process once the attack is older than [`LIFETIME`].
fn fork() -> i32 {
    die_of_old_age();
    // SAFETY: attacks have one thread, and the child gets on without any lock.
    unsafe { libc::fork() }
}
