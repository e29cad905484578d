//! Attacks by calls that are ordinary but for an argument: modes, locks, names, requests.
//!
//! One that fails at what it tries says "refused"; one that gets through says "DONE".

use std::ffi::CStr;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;

use super::reach::{call, refused};
use super::{Target, die_of_old_age};

const OWN: &CStr = c"own";
const MADE: &CStr = c"made";

/// Makes a program that would turn whoever executes it into its owner.
pub(super) fn set_id() {
    let file = File::create("own").unwrap();
    let fd = file.as_raw_fd();
    let here = libc::AT_FDCWD;
    let own = || fs::metadata("own").is_ok_and(|it| it.mode() & 0o6000 != 0);
    let made = || fs::metadata("made").is_ok_and(|it| it.mode() & 0o6000 != 0);
    // What counts is the file, whatever the call says.
    let check = |what: &str, _: libc::c_long| {
        let has_bits = own() || made();
        refused(what, if has_bits { Ok(()) } else { Err(io::ErrorKind::Other.into()) });
        let _ = (fs::remove_file("made"), fs::remove_dir("made"));
    };
    let create = libc::O_CREAT | libc::O_WRONLY;
    // SAFETY: the paths end in NUL, and the arguments of `openat2` are as long as is said.
    unsafe {
        check("chmod", libc::chmod(OWN.as_ptr(), 0o4755).into());
        check("fchmod", libc::fchmod(fd, 0o2755).into());
        check("fchmodat", libc::syscall(libc::SYS_fchmodat, here, OWN.as_ptr(), 0o4755));
        check("fchmodat2", libc::syscall(452, here, OWN.as_ptr(), 0o4755, 0));
        check("open", libc::open(MADE.as_ptr(), create, 0o4755).into());
        check("creat", libc::creat(MADE.as_ptr(), 0o6755).into());
        check("mkdir", libc::mkdir(MADE.as_ptr(), 0o2755).into());
        check("mknod", libc::mknod(MADE.as_ptr(), libc::S_IFREG | 0o4755, 0).into());
        let how = [create as u64, 0o4755, 0];
        let size = size_of_val(&how);
        check("openat2", libc::syscall(libc::SYS_openat2, here, MADE.as_ptr(), how.as_ptr(), size));
        let nameless = libc::open(c".".as_ptr(), libc::O_TMPFILE | libc::O_WRONLY, 0o4755);
        let from = std::ffi::CString::new(format!("/proc/self/fd/{nameless}")).unwrap();
        let follow = libc::AT_SYMLINK_FOLLOW;
        check(
            "a nameless file",
            libc::linkat(here, from.as_ptr(), here, MADE.as_ptr(), follow).into(),
        );
    }
}

/// Leaves a mark on a file that can only be read, for others to find or to wait for.
pub(super) fn marks(target: &Target) {
    let shared = File::open(target.outside.with_file_name("shown/bin/neighbour")).unwrap();
    let own = File::create("own").unwrap();
    let fd = shared.as_raw_fd();
    let number = shared.metadata().unwrap().ino();
    // Success may be pretended; the kernel's list says what is true.
    let locked = |what: &str| {
        let list = fs::read_to_string("/proc/locks").unwrap_or_default();
        let is_there = list.lines().any(|line| line.contains(&format!(":{number} ")));
        refused(what, if is_there { Ok(()) } else { Err(io::ErrorKind::Other.into()) });
    };
    // SAFETY: the locks are as the calls want them and outlive these, all else is numbers.
    unsafe {
        libc::flock(fd, libc::LOCK_SH);
        locked("flock");
        let mut lock: libc::flock = std::mem::zeroed();
        lock.l_type = libc::F_RDLCK as libc::c_short;
        libc::fcntl(fd, libc::F_SETLK, &raw mut lock);
        locked("lock");
        libc::fcntl(fd, libc::F_OFD_SETLK, &raw mut lock);
        locked("lock of a description");
        let lease = libc::fcntl(own.as_raw_fd(), libc::F_SETLEASE, libc::F_WRLCK);
        refused("lease", call(lease));
        let here = File::open(".").unwrap();
        let notify = libc::fcntl(here.as_raw_fd(), libc::F_NOTIFY, 1);
        refused("notice", call(notify));
        const F_SET_RW_HINT: i32 = 1036;
        let hint: u64 = 2;
        refused("hint", call(libc::fcntl(own.as_raw_fd(), F_SET_RW_HINT, &raw const hint)));
    }
}

/// Gives a pair of sockets a name that others of the same network see.
pub(super) fn names() {
    let (near, _far) = UnixStream::pair().unwrap();
    let family = libc::AF_UNIX as libc::sa_family_t;
    // SAFETY: the address is at least as long as is said: its family alone, which asks for any name.
    let bound = unsafe { libc::bind(near.as_raw_fd(), (&raw const family).cast(), 2) };
    refused("name", call(bound));
    // SAFETY: only numbers.
    refused("listening", call(unsafe { libc::listen(near.as_raw_fd(), 1) }));
}

/// Reaches for memory that somebody else shares with nobody here.
pub(super) fn shared_objects(target: &Target) {
    let number = target.shared_memory;
    // SAFETY: it is mapped where there is room, and its information is not asked for.
    unsafe {
        let mapped = libc::shmat(number, std::ptr::null(), 0);
        refused("attaching", call(mapped as i64));
        refused("removing", call(libc::shmctl(number, libc::IPC_RMID, std::ptr::null_mut())));
    }
}

/// Asks the file system for what no program needs.
pub(super) fn attributes() {
    let own = File::create("own").unwrap();
    const SET_FLAGS: libc::Ioctl = 0x4008_6602;
    let do_not_dump: i64 = 0x40;
    // SAFETY: the kernel reads the number that it is given.
    let flags = unsafe { libc::ioctl(own.as_raw_fd(), SET_FLAGS, &raw const do_not_dump) };
    refused("flags", call(flags));
}

/// Keeps whoever makes changes of modes busy.
pub(super) fn ask_for_ever() {
    File::create("own").unwrap();
    let ask = || {
        loop {
            die_of_old_age();
            // SAFETY: the path ends in NUL.
            unsafe { libc::chmod(OWN.as_ptr(), 0o600) };
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..8 {
            // Where processes are counted by user, those of other runs may leave no room for a thread.
            if std::thread::Builder::new().spawn_scoped(scope, ask).is_err() {
                ask();
            }
        }
    });
}
