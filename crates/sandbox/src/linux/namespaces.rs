//! The backend `namespaces`: a file system, a process tree, a name and System V objects of the program's
//! own, and a network in which there is nothing.
//!
//! The file system is made anew: an empty directory in memory, into which only what the order shows is mounted,
//! read-only but for the working directory. The old one is then detached, so that what was not mounted does not exist.
//! A mount also settles what Landlock cannot: modes of files, and sockets in the file system.

#![allow(unsafe_code)]

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;

use nix::errno::Errno;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::CloneFlags;
use nix::unistd::{ForkResult, Gid, Pid, Uid, chdir, getegid, geteuid, pivot_root, sethostname};

use super::identity;
use super::protocol::{InStep, Order, Refused};
use crate::Limits;
use crate::view::What;

/// Devices that are as harmless as they are useful.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// Links that programs expect in `/dev`.
const DEVICE_LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];

/// Where the old file system is while the new one is built.
const OLD: &str = "/.old";

/// The most memory that the skeleton of directories and links may take.
const SKELETON: &str = "size=4m,mode=755";

/// More than anybody has, and still a number to the kernel.
const AMPLE: u64 = 1 << 50;

/// What a run has to itself.
const OWN: CloneFlags = CloneFlags::CLONE_NEWNS
    .union(CloneFlags::CLONE_NEWPID)
    .union(CloneFlags::CLONE_NEWIPC)
    .union(CloneFlags::CLONE_NEWUTS)
    .union(CloneFlags::CLONE_NEWNET);

/// How to get into namespaces.
///
/// As a plain user they belong to a new user namespace, which is what gives the right to make
/// them. Root needs none, and can also mount what a plain user could not reach.
#[derive(Debug, Clone, Copy)]
pub struct Entrance {
    new: CloneFlags,
    /// Who is to be the same inside a new user namespace.
    user: Option<(Uid, Gid)>,
}

impl Entrance {
    pub fn new() -> Self {
        match geteuid().is_root() {
            true => Self { new: OWN, user: None },
            false => {
                Self { new: OWN | CloneFlags::CLONE_NEWUSER, user: Some((geteuid(), getegid())) }
            }
        }
    }

    /// Forks a process that is pid 1 inside.
    ///
    /// # Safety
    /// This process must have one thread, so that the child finds every lock free. The C library does not
    /// know of the child, so neither may ask it for the number of a thread.
    pub unsafe fn fork(self) -> nix::Result<ForkResult> {
        let flags = self.new.bits() | libc::SIGCHLD;
        // SAFETY: without memory in common and without a stack of its own, the child goes on here with a copy
        // of everything, as after `fork`.
        let child = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
        Ok(match Errno::result(child)? {
            0 => ForkResult::Child,
            child => ForkResult::Parent { child: Pid::from_raw(child as libc::pid_t) },
        })
    }

    /// Inside: makes the place what it is to be.
    pub fn set_up(self, order: &Order) -> Result<(), Refused> {
        if let Some((uid, gid)) = self.user {
            identity::map_to_itself(uid, gid)?;
        }
        sethostname("sandbox").step("host name")?;
        build_root(order)
    }
}

fn build_root(order: &Order) -> Result<(), Refused> {
    let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
    mount(None::<&str>, "/", None::<&str>, private, None::<&str>).step("private mounts")?;
    // Any directory will do as the place of the new root; this one is sure to exist.
    mount_memory(&order.dir, SKELETON)?;
    chdir(&order.dir).step("new root")?;
    fs::create_dir(OLD.trim_start_matches('/')).step("new root")?;
    pivot_root(".", OLD.trim_start_matches('/')).step("pivot_root")?;
    chdir("/").step("new root")?;

    make_devices()?;
    make_proc()?;
    let most = scratch_options(&order.limits);
    mount_memory(Path::new("/tmp"), &most)?;
    mount_memory(Path::new("/dev/shm"), &most)?;
    // After what is empty, so that something below /tmp can be shown.
    for visible in &order.view {
        match &visible.what {
            What::Link(text) => symlink(text, &visible.at).step("link")?,
            What::Real(source) => show(source, &visible.at)?,
        }
    }
    for masked in order.masks() {
        // A device, on a mount without devices: it cannot even be opened.
        let shown = show(Path::new("/dev/null"), &masked);
        // Somebody may have removed it since it was found; then there is nothing to hide.
        if masked.exists() {
            shown?;
        }
    }
    bind(&order.dir, &order.dir, MsFlags::empty())?;
    restrict(&order.dir, libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV, 0)?;

    umount2(OLD, MntFlags::MNT_DETACH).step("old root")?;
    fs::remove_dir(OLD).step("old root")?;
    restrict(Path::new("/"), libc::MOUNT_ATTR_RDONLY, 0)?;
    chdir(&order.dir).step("working directory")
}

/// What fits into a private temporary directory: just more than the limit, so that the meter can see it passed.
fn scratch_options(limits: &Limits) -> String {
    let bytes = limits.disk_bytes.saturating_add(1 << 20).min(AMPLE);
    let files = limits.files.saturating_add(2).min(AMPLE); // the directory itself is one
    format!("size={bytes},nr_inodes={files},mode=1777")
}

/// Mounts something of the old file system so that it can be read and executed, no more.
fn show(source: &Path, at: &Path) -> Result<(), Refused> {
    bind(source, at, MsFlags::MS_REC)?;
    let attributes = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    restrict(at, attributes, libc::AT_RECURSIVE)
}

fn make_devices() -> Result<(), Refused> {
    fs::create_dir("/dev").step("/dev")?;
    for name in DEVICES {
        let path = Path::new("/dev").join(name);
        bind(&path, &path, MsFlags::empty())?;
    }
    for (text, at) in DEVICE_LINKS {
        symlink(text, at).step("/dev")?;
    }
    Ok(())
}

fn make_proc() -> Result<(), Refused> {
    fs::create_dir("/proc").step("/proc")?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>).step("mount /proc")
}

fn mount_memory(at: &Path, options: &str) -> Result<(), Refused> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    fs::create_dir_all(at)
        .and_then(|()| Ok(mount(Some("tmpfs"), at, Some("tmpfs"), flags, Some(options))?))
        .step(&format!("mount {}", at.display()))
}

/// Mounts `source` of the old file system at `at` of the new one.
fn bind(source: &Path, at: &Path, depth: MsFlags) -> Result<(), Refused> {
    let bound = || -> io::Result<()> {
        let old = Path::new(OLD).join(source.strip_prefix("/").unwrap_or(source));
        if old.is_dir() {
            fs::create_dir_all(at)?;
        } else {
            at.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::OpenOptions::new()
                .append(true)
                .create(true)
                .open(at)
                .map(drop)
                .or_else(|error| if at.exists() { Ok(()) } else { Err(error) })?;
        }
        let none = None::<&str>;
        Ok(mount(Some(&old), at, none, MsFlags::MS_BIND | depth, none)?)
    };
    bound().step(&format!("show {}", at.display()))
}

/// Takes rights away from the mount at `at`; with `AT_RECURSIVE`, from those below it too.
fn restrict(at: &Path, attributes: u64, depth: libc::c_int) -> Result<(), Refused> {
    let path = CString::new(at.as_os_str().as_bytes()).step("path")?;
    let change =
        libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    // SAFETY: `path` ends in NUL, and `change` is as long as is said; both outlive the call, which only reads them.
    let status = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            depth,
            &raw const change,
            size_of::<libc::mount_attr>(),
        )
    };
    match status {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()).step(&format!("restrict {}", at.display())),
    }
}
