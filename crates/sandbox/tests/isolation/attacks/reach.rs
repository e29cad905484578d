//! Attacks that reach for what is not theirs: the network, files, processes, the kernel.
//!
//! One that fails at what it tries says "refused"; one that gets through says "DONE".

use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IoSlice};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Command, exit};

use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};

use super::{Target, ignore, signal, start_thread};

pub(super) fn kill_everything(target: &Target) {
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

pub(super) fn refused<T>(what: &str, result: io::Result<T>) {
    match result {
        Ok(_) => println!("{what} DONE"),
        Err(_) => println!("{what} refused"),
    }
}

/// The result of a system call.
pub(super) fn call(status: impl Into<i64>) -> io::Result<()> {
    match status.into() {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

fn parent_pid() -> i32 {
    std::os::unix::process::parent_id().cast_signed()
}

pub(super) fn network() {
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

pub(super) fn read(target: &Target) {
    let secret = target.outside.join("secret");
    refused("secret", fs::read(&secret));
    refused("listing", fs::read_dir(&target.outside));
    let parent = fs::read_dir("..").into_iter().flatten().flatten();
    let seen = parent.filter(|entry| entry.file_name() == "outside").count();
    refused("parent", if seen > 0 { Ok(()) } else { Err(ErrorKind::NotFound.into()) });
    refused("passwd", fs::read("/etc/passwd"));
    refused("shadow", fs::read("/etc/shadow"));
    refused("home", fs::read(target.outside.join("home/key")));
    symlink(&secret, "link").unwrap();
    refused("link", fs::read("link"));
}

pub(super) fn write(target: &Target) {
    let secret = target.outside.join("secret");
    let path = CString::new(secret.to_str().unwrap()).unwrap();
    fs::write("own", "x").unwrap();
    refused("create", File::create(target.outside.join("new")));
    refused("append", OpenOptions::new().append(true).open(&secret));
    // SAFETY: the path ends in NUL.
    refused("truncate", call(unsafe { libc::truncate(path.as_ptr(), 0) }));
    refused("delete", fs::remove_file(&secret));
    refused("rename", fs::rename("own", target.outside.join("own")));
    refused("hard link", fs::hard_link(&secret, "hard"));
    // Success may be pretended; where it is, what the file is like can be seen.
    let unchanged = |attempt: &dyn Fn() -> io::Result<()>| {
        let facts = || fs::metadata(&secret).ok().map(|it| (it.mode(), it.mtime()));
        let before = facts();
        let result = attempt();
        match before.is_some() && before == facts() {
            true => Err(ErrorKind::PermissionDenied.into()),
            false => result,
        }
    };
    let none = fs::Permissions::from_mode(0o000);
    refused("chmod", unchanged(&|| fs::set_permissions(&secret, none.clone())));
    // SAFETY: the path ends in NUL, and no times stand for the present.
    let touch = || call(unsafe { libc::utimes(path.as_ptr(), std::ptr::null()) });
    refused("touch", unchanged(&touch));
    refused("/dev", File::create("/dev/file"));
    refused("/usr", File::create("/usr/file"));
}

/// Changes a file by a name that means now its own file and now another.
pub(super) fn write_racing(target: &Target) {
    let secret = target.outside.join("secret");
    fs::write("own", "x").unwrap();
    symlink("own", "harmless").unwrap();
    symlink(&secret, "harmful").unwrap();
    let swapping = start_thread(|| {
        for _ in 0..2000 {
            for to in ["harmless", "harmful"] {
                fs::rename(to, "name").unwrap_or_default();
                fs::rename("name", to).unwrap_or_default();
            }
        }
    });
    let facts = || fs::metadata(&secret).ok().map(|it| (it.mode(), it.mtime()));
    let before = facts();
    while !swapping.is_finished() {
        let _ = fs::set_permissions("name", fs::Permissions::from_mode(0o600));
        // SAFETY: the path ends in NUL, and no times stand for the present.
        unsafe { libc::utimes(c"name".as_ptr(), std::ptr::null()) };
    }
    let changed = if before == facts() { Err(ErrorKind::PermissionDenied.into()) } else { Ok(()) };
    refused("change", changed);
}

pub(super) fn spy(target: &Target) {
    let pids = [target.grader, parent_pid(), 1];
    let any = |try_one: &dyn Fn(i32) -> io::Result<()>| {
        let tried = pids.map(try_one);
        tried.into_iter().find(Result::is_ok).unwrap_or(Err(ErrorKind::PermissionDenied.into()))
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
    refused("ptrace", any(&|pid| call(unsafe { libc::ptrace(libc::PTRACE_ATTACH, pid, 0, 0) })));
}

pub(super) fn look_around(target: &Target) {
    let line = match fs::read(format!("/proc/{}/cmdline", target.grader)) {
        Ok(line) if line.is_empty() => Err(ErrorKind::NotFound.into()),
        other => other,
    };
    refused("command line", line);
    refused("existence", fs::metadata(target.outside.join("secret")));
}

pub(super) fn watch() {
    // SAFETY: only numbers.
    unsafe {
        refused("inotify", call(libc::inotify_init1(0)));
        refused("fanotify", call(libc::fanotify_init(libc::FAN_REPORT_FID, 0)));
    }
}

/// Sends standard input through a pair of sockets, where it would be counted for nobody.
pub(super) fn pass() {
    let (near, _far) = UnixStream::pair().unwrap();
    let text = [IoSlice::new(b"x")];
    let along = [ControlMessage::ScmRights(&[0])];
    let sent = sendmsg::<()>(near.as_raw_fd(), &text, &along, MsgFlags::empty(), None);
    refused("passing", sent.map_err(io::Error::from));
}

/// Looks for the helper, which may be able to do what the program is to do by itself.
pub(super) fn helper() {
    let mut doors = vec![PathBuf::from("/.helper")];
    let listed = |dir: PathBuf| fs::read_dir(dir).into_iter().flatten().flatten();
    for process in listed("/proc".into()) {
        let name = process.file_name();
        let is_other = name
            .to_str()
            .and_then(|name| name.parse::<u32>().ok())
            .is_some_and(|pid| pid != std::process::id());
        if is_other {
            doors.push(process.path().join("exe"));
            for dir in ["fd", "map_files"] {
                doors.extend(listed(process.path().join(dir)).map(|entry| entry.path()));
            }
        }
    }
    let try_all = |attempt: &dyn Fn(&PathBuf) -> bool| match doors.iter().find(|it| attempt(it)) {
        Some(door) => {
            println!("{}", door.display());
            Ok(())
        }
        None => Err(ErrorKind::PermissionDenied.into()),
    };
    refused("reading it", try_all(&|door| File::open(door).is_ok()));
    refused("executing it", try_all(&|door| Command::new(door).output().is_ok()));
}

/// Reaches for a program that lies among what can be read, but is to be hidden.
pub(super) fn hidden(target: &Target) {
    let shown = target.outside.with_file_name("shown");
    let read = |name: &str| match fs::read(shown.join(name)) {
        Ok(text) if text.is_empty() => Err(ErrorKind::NotFound.into()),
        other => other.map(drop),
    };
    refused("its neighbour", read("bin/neighbour"));
    refused("reading", read("bin/hidden"));
    refused("through a link", read("link"));
    fs::hard_link(shown.join("bin/hidden"), "hard").unwrap_or_default();
    refused("as a hard link", fs::read("hard").map(drop));
    let executed = Command::new(shown.join("bin/hidden")).output();
    refused("executing", executed.map(drop));
}

pub(super) fn meddle(target: &Target) {
    for pid in [target.grader, parent_pid()] {
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
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
    // All that the user runs, and all of the group; for `ioprio_set`, whose names no C library has,
    // groups are 2 and users 3, and idle is class 3.
    // SAFETY: the set of processors outlives the calls; all else is numbers.
    unsafe {
        let mut all: libc::cpu_set_t = std::mem::zeroed();
        let size = size_of_val(&all);
        call(libc::sched_getaffinity(0, size, &raw mut all)).unwrap();
        let bound = libc::sched_setaffinity(target.grader, size, &raw const all);
        refused("processors", call(bound));
        refused("the user's", call(libc::setpriority(libc::PRIO_USER, 0, 5)));
        refused("the group's", call(libc::setpriority(libc::PRIO_PGRP, 0, 5)));
        let disk = |which: i32| call(libc::syscall(libc::SYS_ioprio_set, which, 0, 3 << 13));
        refused("the disk's", disk(3).or_else(|_| disk(2)));
    }
}

pub(super) fn linger() {
    // SAFETY: all of these only take numbers, but for a name that ends in NUL and the parameters of
    // a ring, which are zero, as they have to be, and long enough.
    unsafe {
        refused("shared memory", call(libc::shmget(1, 4096, libc::IPC_CREAT | 0o600)));
        refused("semaphore", call(libc::semget(1, 1, libc::IPC_CREAT | 0o600)));
        refused("message queue", call(libc::msgget(1, libc::IPC_CREAT | 0o600)));
        let mut parameters = [0u8; 1024];
        let ring = libc::syscall(libc::SYS_io_uring_setup, 1, parameters.as_mut_ptr());
        refused("io_uring", call(ring));
    }
}

pub(super) fn inherit() {
    let mut names: Vec<String> = std::env::vars().map(|(name, _)| name).collect();
    names.sort();
    println!("{}", names.join(" "));
    let own = fs::read_dir("/proc/self/fd").unwrap();
    let mut open: Vec<String> =
        own.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    open.retain(|fd| fs::read_link(format!("/proc/self/fd/{fd}")).is_ok()); // not the listing's own
    open.sort();
    println!("{}", open.join(" "));
}

pub(super) fn clone_namespace() {
    let flags = libc::c_long::from(libc::CLONE_NEWUSER | libc::SIGCHLD);
    // SAFETY: with the other arguments zero this is a fork, and the child does nothing.
    unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
}

pub(super) fn mount() {
    let (what, at) = (c"tmpfs".as_ptr(), c"/tmp".as_ptr());
    // SAFETY: the strings end in NUL, and there is no data.
    unsafe { libc::mount(what, at, what, 0, std::ptr::null()) };
}

pub(super) fn unshare() {
    // SAFETY: touches no memory.
    unsafe { libc::unshare(libc::CLONE_NEWUSER) };
}
