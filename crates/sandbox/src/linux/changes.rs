//! Changes of modes and times of files in the backend `landlock`, made by init for the program.
//!
//! Landlock has no rule for `chmod` and its kin, and a filter cannot read paths: a program could change
//! files of its user's that it cannot even open. So these calls stop, and the kernel tells init of them.
//! Init opens the file that is meant, looks where it lies, and changes it by that descriptor if it
//! belongs to the run. What the program does to its memory or its folders meanwhile changes which file is
//! opened, never whether it is looked at. Owners and attributes of files stay as they are.

#![allow(unsafe_code)]

use std::ffi::CString;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::{FileExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::fcntl::{AT_FDCWD, OFlag, OpenHow, ResolveFlag, openat2};
use nix::sys::stat::{UtimensatFlags, utimensat};
use nix::sys::time::TimeSpec;
use seccompiler::sock_filter;

use super::protocol::{InStep, Order, Refused, receive_with, send_with};
use super::seccomp::{self, FCHMODAT2};

/// The longest path, in bytes, its end included.
const PATH_BYTES: usize = libc::PATH_MAX as usize;

/// Bits of a mode that a program may set: none that make who executes a file somebody else.
const ORDINARY: u64 = 0o1777;

/// Stops these calls in this process, and whatever it becomes or starts; whoever reads from `init`'s
/// other end is told of them.
pub fn stop(init: &UnixStream) -> Result<(), Refused> {
    let step = "notices of system calls";
    let filter = seccomp::notices().step(step)?;
    let listener = install(&filter).step(step)?;
    send_with(init, &[0], &[listener]).step(step)
}

/// Puts a filter around this thread; whoever has the descriptor is asked what becomes of the calls.
fn install(filter: &[sock_filter]) -> io::Result<OwnedFd> {
    let program = libc::sock_fprog {
        len: filter.len() as libc::c_ushort,
        // The two types are the kernel's, declared twice; it only reads them.
        filter: filter.as_ptr().cast_mut().cast(),
    };
    // SAFETY: the program is as long as it says, and both outlive the call, which only reads them.
    let listener = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    };
    let listener = Errno::result(listener)? as RawFd;
    // SAFETY: the kernel has just made it for us, and nobody else has it.
    Ok(unsafe { OwnedFd::from_raw_fd(listener) })
}

/// Init's end.
pub struct Changes {
    from: From,
    /// The directories of the run, without links in their paths.
    own: [PathBuf; 2],
}

enum From {
    /// The program, which has not begun.
    Program(UnixStream),
    Kernel(OwnedFd),
    /// No process is left that could ask.
    Nobody,
}

impl Changes {
    pub fn new(program: UnixStream, order: &Order) -> Self {
        Self { from: From::Program(program), own: [order.dir.clone(), order.scratch.clone()] }
    }

    /// What becomes readable when there is something to do.
    pub fn event(&self) -> Option<BorrowedFd<'_>> {
        match &self.from {
            From::Program(socket) => Some(socket.as_fd()),
            From::Kernel(listener) => Some(listener.as_fd()),
            From::Nobody => None,
        }
    }

    /// Does what there is to do, one thing at most.
    pub fn attend(&mut self) {
        let still = match &self.from {
            From::Program(socket) => {
                let received = receive_with(socket, &mut [0]);
                let listener = received.ok().and_then(|(_, along)| along.into_iter().next());
                listener.map(From::Kernel)
            }
            From::Kernel(listener) => match receive(listener) {
                Ok(call) => {
                    respond(listener, call.id, self.make(listener, &call));
                    return;
                }
                // Killed or interrupted before its turn.
                Err(Errno::ENOENT | Errno::EINTR) => return,
                Err(_) => None,
            },
            From::Nobody => None,
        };
        self.from = still.unwrap_or(From::Nobody);
    }

    fn make(&self, listener: &OwnedFd, call: &libc::seccomp_notif) -> io::Result<()> {
        let (file, change) = asked(call)?;
        let file = file.open(call.pid)?;
        // Were the caller gone, its number might be another process's by now.
        check_waiting(listener, call.id)?;
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        let place = fs::read_link(&path)?;
        if !self.own.iter().any(|dir| place.starts_with(dir)) {
            return Err(Errno::EPERM.into());
        }
        match change {
            Change::Mode(mode) => fs::set_permissions(path, Permissions::from_mode(mode)),
            Change::Times([accessed, modified]) => {
                let follow = UtimensatFlags::FollowSymlink;
                Ok(utimensat(AT_FDCWD, Path::new(&path), &accessed, &modified, follow)?)
            }
        }
    }
}

/// A file, as the caller names it.
struct Named {
    /// A directory's descriptor, or the file's own if there is no path.
    base: i32,
    /// Where in its memory the path is; 0 if there is none.
    path: u64,
    flags: u64,
}

enum Change {
    Mode(u32),
    /// Of the last access, and of the last change of its contents.
    Times([TimeSpec; 2]),
}

fn asked(call: &libc::seccomp_notif) -> io::Result<(Named, Change)> {
    let [a, b, c, d, ..] = call.data.args;
    let at = |base: u64, path, flags| Named { base: base as i32, path, flags };
    let mode = |mode: u64| Change::Mode((mode & ORDINARY) as u32);
    let here = u64::from(libc::AT_FDCWD.cast_unsigned());
    Ok(match i64::from(call.data.nr) {
        #[cfg(target_arch = "x86_64")]
        libc::SYS_chmod => (at(here, a, 0), mode(b)),
        libc::SYS_fchmod => (at(a, 0, 0), mode(b)),
        libc::SYS_fchmodat => (at(a, b, 0), mode(c)),
        FCHMODAT2 => (at(a, b, d), mode(c)),
        libc::SYS_utimensat => (at(a, b, d), Change::Times(times(call.pid, c)?)),
        _ => return Err(Errno::ENOSYS.into()),
    })
}

impl Named {
    /// Opens it for nothing but to be looked at and changed.
    fn open(&self, pid: u32) -> io::Result<File> {
        let base = match self.base {
            libc::AT_FDCWD => format!("/proc/{pid}/cwd"),
            descriptor if descriptor >= 0 => format!("/proc/{pid}/fd/{descriptor}"),
            _ => return Err(Errno::EBADF.into()),
        };
        let mut options = fs::OpenOptions::new();
        let base = options.read(true).custom_flags(libc::O_PATH).open(base);
        let base = base.map_err(|error| match error.kind() {
            ErrorKind::NotFound => Errno::EBADF.into(),
            _ => error,
        })?;
        let path = match self.path {
            0 => CString::default(),
            at => path(pid, at)?,
        };
        let has_flag = |flag: i32| self.flags & u64::from(flag.cast_unsigned()) != 0;
        if path.is_empty() {
            return match self.path == 0 || has_flag(libc::AT_EMPTY_PATH) {
                true => Ok(base),
                false => Err(Errno::ENOENT.into()),
            };
        }
        let mut flags = OFlag::O_PATH | OFlag::O_CLOEXEC;
        if has_flag(libc::AT_SYMLINK_NOFOLLOW) {
            flags |= OFlag::O_NOFOLLOW;
        }
        // Not through `/proc/self`, which would be ours.
        let how = OpenHow::new().flags(flags);
        let how = how.resolve(ResolveFlag::RESOLVE_NO_MAGICLINKS);
        let opened = openat2(&base, path.as_c_str(), how)?;
        Ok(File::from(opened))
    }
}

/// Two times in a process's memory; the present if there are none.
fn times(pid: u32, at: u64) -> io::Result<[TimeSpec; 2]> {
    if at == 0 {
        return Ok([TimeSpec::UTIME_NOW; 2]);
    }
    let mut bytes = [0; 32];
    memory(pid)?.read_exact_at(&mut bytes, at)?;
    let number = |at: usize| i64::from_ne_bytes(std::array::from_fn(|byte| bytes[at + byte]));
    Ok([TimeSpec::new(number(0), number(8)), TimeSpec::new(number(16), number(24))])
}

/// A path in a process's memory.
fn path(pid: u32, at: u64) -> io::Result<CString> {
    let mut bytes = vec![0; PATH_BYTES];
    // What follows the path may not be there.
    let length = memory(pid)?.read_at(&mut bytes, at)?;
    bytes.truncate(length);
    let end = bytes.iter().position(|&byte| byte == 0);
    bytes.truncate(end.ok_or(Errno::ENAMETOOLONG)?);
    Ok(CString::new(bytes)?)
}

fn memory(pid: u32) -> io::Result<File> {
    File::open(format!("/proc/{pid}/mem"))
}

fn receive(listener: &OwnedFd) -> Result<libc::seccomp_notif, Errno> {
    // SAFETY: all of its fields are numbers, and the kernel wants them to be zero.
    let mut call: libc::seccomp_notif = unsafe { std::mem::zeroed() };
    let request = libc::SECCOMP_IOCTL_NOTIF_RECV;
    // SAFETY: the kernel fills in what it is given, which is as long as the request's number says.
    Errno::result(unsafe { libc::ioctl(listener.as_raw_fd(), request, &raw mut call) })?;
    Ok(call)
}

fn check_waiting(listener: &OwnedFd, id: u64) -> io::Result<()> {
    let request = libc::SECCOMP_IOCTL_NOTIF_ID_VALID;
    // SAFETY: the kernel reads the number that it is given.
    Errno::result(unsafe { libc::ioctl(listener.as_raw_fd(), request, &raw const id) })?;
    Ok(())
}

fn respond(listener: &OwnedFd, id: u64, result: io::Result<()>) {
    let error = result.err();
    let error = error.map(|it| it.raw_os_error().unwrap_or(libc::EPERM));
    let response = libc::seccomp_notif_resp { id, val: 0, error: -error.unwrap_or(0), flags: 0 };
    let request = libc::SECCOMP_IOCTL_NOTIF_SEND;
    // SAFETY: the kernel reads what it is given, which is as long as the request's number says. Its caller
    // may be gone by now: then there is nobody to be told.
    let _ = unsafe { libc::ioctl(listener.as_raw_fd(), request, &raw const response) };
}
