//! The hostile programs. This test binary, executed inside the walls, becomes one of them.
//!
//! An attack that fails at what it tries says "refused"; one that gets through says "DONE". One that
//! is to be killed goes on until it is.

#![allow(unsafe_code)]

use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::hint::black_box;
use std::io::{self, ErrorKind, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::FromRawFd;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, symlink};
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::thread;
use std::time::Duration;

use mancala::grade::sandbox::Captured;

/// The test that is an attack in disguise.
pub(super) const ENTRY: &str = "sandbox::attacks::entry";

/// What stands before the output of an attack; the test harness has a few lines of its own.
const MARK: &str = "--- attack\n";

/// Three quarters of the longest file that the tests allow.
const CHUNK: usize = 3 << 20;

/// What an attack is told.
pub(super) struct Target {
    grader: i32,
    outside: PathBuf,
}

pub(super) type Attack = fn(&Target);

pub(super) const ALL: &[(&str, Attack)] = &[
    ("spin", |_| spin()),
    ("spin-ignoring", |_| {
        ignore(libc::SIGXCPU);
        spin()
    }),
    ("spin-in-many", |_| in_children(4, spin)),
    ("sleep", |_| sleep()),
    ("sleep-in-many", |_| in_children(20, sleep)),
    ("stop-itself", |_| {
        signal(own_pid(), libc::SIGSTOP);
        sleep();
    }),
    ("close-everything", |_| close_everything()),
    ("fork-bomb", |_| fork_bomb()),
    ("thread-bomb", |_| thread_bomb()),
    ("daemon", |_| daemon()),
    ("hop", |_| hop()),
    ("kill-everything", kill_everything),
    ("memory", |_| memory()),
    ("memory-in-many", |_| {
        in_children(8, || hold(vec![1u8; 24 << 20]))
    }),
    ("memory-shared", |_| memory_shared()),
    ("memory-at-once", |_| hold(vec![1u8; 100 << 30])),
    ("memory-file", |_| memory_file()),
    ("memory-tmp", |_| {
        fill(&PathBuf::from(std::env::var_os("TMPDIR").unwrap()))
    }),
    ("stdout", |_| flood(io::stdout())),
    ("stderr", |_| flood(io::stderr())),
    ("file", |_| flood(File::create("large").unwrap())),
    ("file-ignoring", |_| file_ignoring()),
    ("many-large-files", |_| fill(Path::new("."))),
    ("deleted-files", |_| deleted_files()),
    ("files", |_| {
        (0..).for_each(|n| drop(File::create(format!("f{n}"))))
    }),
    ("deep", |_| deep()),
    ("hidden-files", |_| hidden_files()),
    ("network", |_| network()),
    ("read", read),
    ("write", write),
    ("spy", spy),
    ("meddle", meddle),
    ("linger", |_| linger()),
    ("inherit", |_| inherit()),
    ("unshare", |_| {
        // SAFETY: touches no memory.
        unsafe { libc::unshare(libc::CLONE_NEWUSER) };
    }),
    ("clone-namespace", |_| clone_namespace()),
    ("mount", |_| mount()),
    ("outputs", |_| leave_outputs(Path::new("."))),
];

/// Does nothing in an ordinary run of the tests.
#[test]
fn entry() {
    let Ok(order) = std::env::var("ATTACK") else {
        return;
    };
    let mut words = order.splitn(3, ' ');
    let name = words.next().unwrap();
    let target = Target {
        grader: words.next().unwrap().parse().unwrap(),
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

fn refused<T>(what: &str, result: io::Result<T>) {
    match result {
        Ok(_) => println!("{what} DONE"),
        Err(_) => println!("{what} refused"),
    }
}

/// The result of a system call.
fn call(status: impl Into<i64>) -> io::Result<()> {
    match status.into() {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

fn spin() {
    loop {
        black_box(());
    }
}

fn sleep() {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

fn own_pid() -> i32 {
    std::process::id().cast_signed()
}

fn parent_pid() -> i32 {
    std::os::unix::process::parent_id().cast_signed()
}

fn signal(pid: i32, signal: i32) {
    // SAFETY: touches no memory.
    unsafe { libc::kill(pid, signal) };
}

fn ignore(signal: i32) {
    // SAFETY: ignoring installs no handler.
    unsafe { libc::signal(signal, libc::SIG_IGN) };
}

/// 0 in the child, the child's number in the parent, -1 in case of failure.
fn fork() -> i32 {
    // SAFETY: attacks have one thread, and the child gets on without any lock.
    unsafe { libc::fork() }
}

fn in_children(number: usize, work: impl Fn()) {
    for _ in 0..number {
        if fork() == 0 {
            work();
        }
    }
    sleep();
}

fn hold(memory: Vec<u8>) {
    black_box(&memory);
    sleep();
}

fn close_everything() {
    for fd in 0..64 {
        // SAFETY: nothing uses them any more.
        unsafe { libc::close(fd) };
    }
    sleep();
}

fn fork_bomb() {
    loop {
        fork();
    }
}

fn thread_bomb() {
    while thread::Builder::new().spawn(sleep).is_ok() {}
    sleep();
}

fn daemon() {
    if fork() == 0 {
        // SAFETY: touches no memory.
        unsafe { libc::setsid() };
        if fork() == 0 {
            sleep();
        }
        exit(0);
    }
    thread::sleep(Duration::from_millis(50));
    println!("left a daemon");
}

/// A process that dies as soon as it has a child, which does the same: never the same for long.
fn hop() {
    if fork() == 0 {
        loop {
            if fork() > 0 {
                // SAFETY: ends the process; there is nothing to tidy up.
                unsafe { libc::_exit(0) };
            }
        }
    }
    thread::sleep(Duration::from_millis(50));
    println!("left a hopping process");
}

fn kill_everything(target: &Target) {
    ignore(libc::SIGTERM);
    for signal_number in [libc::SIGTERM, libc::SIGSTOP, libc::SIGKILL] {
        for victim in [target.grader, -target.grader, parent_pid(), 1, -1] {
            signal(victim, signal_number);
        }
    }
    signal(0, libc::SIGTERM);
    println!("still alive");
    exit(7);
}

fn memory() {
    let mut hoard = Vec::new();
    loop {
        hoard.push(black_box(vec![1u8; 4 << 20]));
    }
}

/// Not an attack: pages that processes share are not to be counted once for each.
fn memory_shared() {
    let pages = vec![1u8; 40 << 20];
    for _ in 0..8 {
        if fork() == 0 {
            thread::sleep(Duration::from_millis(300));
            black_box(&pages);
            // SAFETY: ends the process; there is nothing to tidy up.
            unsafe { libc::_exit(0) };
        }
    }
    // SAFETY: only the status is asked for, and nowhere stored.
    while unsafe { libc::wait(std::ptr::null_mut()) } > 0 {}
    println!("shared it 8 times");
}

fn memory_file() {
    let mut files = Vec::new();
    // SAFETY: the name ends in NUL.
    while let fd @ 0.. = unsafe { libc::memfd_create(c"hoard".as_ptr(), 0) } {
        // SAFETY: the descriptor is new, and nobody else has it.
        let mut file = unsafe { File::from_raw_fd(fd) };
        file.write_all(&vec![1u8; CHUNK]).unwrap();
        files.push(file);
    }
    sleep();
}

fn flood(mut to: impl Write) {
    let block = vec![b'x'; 1 << 16];
    for _ in 0..(10u64 << 30) >> 16 {
        if to.write_all(&block).is_err() {
            break;
        }
    }
    sleep();
}

fn file_ignoring() {
    ignore(libc::SIGXFSZ);
    let error = File::create("large")
        .unwrap()
        .write_all(&vec![1u8; 8 << 20])
        .unwrap_err();
    println!("{}", error.kind());
}

fn fill(dir: &Path) {
    for n in 0..300 {
        let _ = fs::write(dir.join(format!("f{n}")), vec![1u8; CHUNK]);
    }
    sleep();
}

fn deleted_files() {
    let mut files = Vec::new();
    for _ in 0..40 {
        let mut file = File::create("gone").unwrap();
        fs::remove_file("gone").unwrap();
        file.write_all(&vec![1u8; CHUNK]).unwrap();
        files.push(file);
    }
    sleep();
}

fn deep() {
    while fs::create_dir("d").is_ok() && std::env::set_current_dir("d").is_ok() {}
    sleep();
}

fn hidden_files() {
    fs::DirBuilder::new().mode(0o300).create("hidden").unwrap();
    fill(Path::new("hidden"));
}

fn network() {
    let tcp = match TcpStream::connect(("127.0.0.1", 9)) {
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => Ok(()), // it got through
        other => other.map(drop),
    };
    refused("tcp", tcp);
    refused("udp", UdpSocket::bind(("0.0.0.0", 0)));
    refused("listen", TcpListener::bind(("127.0.0.1", 0)));
    refused("unix socket", UnixListener::bind("socket"));
    refused("unix datagrams", UnixDatagram::pair());
}

fn read(target: &Target) {
    let secret = target.outside.join("secret");
    refused("secret", fs::read(&secret));
    refused("listing", fs::read_dir(&target.outside));
    let parent = fs::read_dir("..").into_iter().flatten().flatten();
    let seen = parent
        .filter(|entry| entry.file_name() == "outside")
        .count();
    refused(
        "parent",
        if seen > 0 {
            Ok(())
        } else {
            Err(ErrorKind::NotFound.into())
        },
    );
    refused("passwd", fs::read("/etc/passwd"));
    refused("shadow", fs::read("/etc/shadow"));
    refused("home", fs::read(target.outside.join("home/key")));
    symlink(&secret, "link").unwrap();
    refused("link", fs::read("link"));
}

fn write(target: &Target) {
    let secret = target.outside.join("secret");
    let path = CString::new(secret.to_str().unwrap()).unwrap();
    fs::write("own", "x").unwrap();
    refused("create", File::create(target.outside.join("new")));
    refused("append", OpenOptions::new().append(true).open(&secret));
    // SAFETY: the path ends in NUL.
    refused(
        "truncate",
        call(unsafe { libc::truncate(path.as_ptr(), 0) }),
    );
    refused("delete", fs::remove_file(&secret));
    refused("rename", fs::rename("own", target.outside.join("own")));
    refused("hard link", fs::hard_link(&secret, "hard"));
    refused(
        "chmod",
        fs::set_permissions(&secret, fs::Permissions::from_mode(0)),
    );
    // SAFETY: the path ends in NUL, and no times stand for the present.
    refused(
        "touch",
        call(unsafe { libc::utimes(path.as_ptr(), std::ptr::null()) }),
    );
    refused("/dev", File::create("/dev/file"));
    refused("/usr", File::create("/usr/file"));
}

fn spy(target: &Target) {
    let pids = [target.grader, parent_pid(), 1];
    let any = |try_one: &dyn Fn(i32) -> io::Result<()>| {
        let tried = pids.map(try_one);
        tried
            .into_iter()
            .find(Result::is_ok)
            .unwrap_or(Err(ErrorKind::PermissionDenied.into()))
    };
    let file =
        |name: &'static str| move |pid: i32| File::open(format!("/proc/{pid}/{name}")).map(drop);
    refused("environment", any(&file("environ")));
    refused("memory", any(&file("mem")));
    let link =
        |name: &'static str| move |pid: i32| fs::read_link(format!("/proc/{pid}/{name}")).map(drop);
    refused("descriptors", any(&link("fd/0")));
    refused("directory", any(&link("cwd")));
    // SAFETY: attaching touches no memory of ours.
    refused(
        "ptrace",
        any(&|pid| call(unsafe { libc::ptrace(libc::PTRACE_ATTACH, pid, 0, 0) })),
    );
}

fn meddle(target: &Target) {
    for pid in [target.grader, parent_pid()] {
        let none = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        let old = std::ptr::null_mut();
        // SAFETY: the limit to set outlives the call, and the old one is not asked for.
        let limits = unsafe { libc::prlimit(pid, libc::RLIMIT_NOFILE, &raw const none, old) };
        // SAFETY: touches no memory.
        let priority = unsafe { libc::setpriority(libc::PRIO_PROCESS, pid.cast_unsigned(), 19) };
        if limits == 0 || priority == 0 {
            println!("{pid}: limits {limits}, priority {priority} DONE");
        }
    }
    println!("limits and priorities refused");
}

fn linger() {
    // SAFETY: all of these only take numbers, but for a name that ends in NUL and the parameters of
    // a ring, which are zero, as they have to be, and long enough.
    unsafe {
        refused(
            "shared memory",
            call(libc::shmget(1, 4096, libc::IPC_CREAT | 0o600)),
        );
        refused(
            "semaphore",
            call(libc::semget(1, 1, libc::IPC_CREAT | 0o600)),
        );
        refused(
            "message queue",
            call(libc::msgget(1, libc::IPC_CREAT | 0o600)),
        );
        let mut parameters = [0u8; 1024];
        let ring = libc::syscall(libc::SYS_io_uring_setup, 1, parameters.as_mut_ptr());
        refused("io_uring", call(ring));
    }
}

fn inherit() {
    let mut names: Vec<String> = std::env::vars().map(|(name, _)| name).collect();
    names.sort();
    println!("{}", names.join(" "));
    let own = fs::read_dir("/proc/self/fd").unwrap();
    let mut open: Vec<String> = own
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    open.retain(|fd| fs::read_link(format!("/proc/self/fd/{fd}")).is_ok()); // not the listing's own
    open.sort();
    println!("{}", open.join(" "));
}

fn clone_namespace() {
    let flags = libc::c_long::from(libc::CLONE_NEWUSER | libc::SIGCHLD);
    // SAFETY: with the other arguments zero this is a fork, and the child does nothing.
    unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
}

fn mount() {
    let (what, at) = (c"tmpfs".as_ptr(), c"/tmp".as_ptr());
    // SAFETY: the strings end in NUL, and there is no data.
    unsafe { libc::mount(what, at, what, 0, std::ptr::null()) };
}

/// What a reader of outputs has to look out for.
pub(super) fn leave_outputs(dir: &Path) {
    symlink("/etc/passwd", dir.join("link")).unwrap();
    let fifo = CString::new(dir.join("fifo").to_str().unwrap()).unwrap();
    // SAFETY: the path ends in NUL.
    call(unsafe { libc::mkfifo(fifo.as_ptr(), 0o644) }).unwrap();
    fs::create_dir(dir.join("directory")).unwrap();
    fs::write(dir.join("long"), vec![0; 1 << 20]).unwrap();
    let secretive = OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(true)
        .mode(0)
        .open(dir.join("locked"));
    secretive.unwrap();
    fs::write(dir.join("file"), "as it should be").unwrap();
    println!("left a link, a FIFO, a directory, a long file, a locked one and a file");
}
