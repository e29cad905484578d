//! The right to read what others may not, for a program that is not root but whose toolchain lies
//! where only root gets to.
//!
//! Only the backend `landlock` needs it, where no mount can lead there. What the program can open is
//! still for Landlock to say: the right takes away the file system's own veto, in the directories
//! that the program is allowed to read.
//!
//! Left out: all other capabilities, which are given up.

#![allow(unsafe_code)]

use std::io;

/// A right.
#[derive(Debug, Clone, Copy)]
enum Right {
    /// To read and pass through everything.
    ReadAndSearch,
    /// To write everything as well; containers have this one.
    Override,
}

impl Right {
    const fn bit(self) -> u32 {
        match self {
            Self::Override => 1,
            Self::ReadAndSearch => 2,
        }
    }
}

#[repr(C)]
struct Header {
    version: u32,
    pid: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Sets {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// The version of the call whose sets have 64 bits.
const VERSION: u32 = 0x2008_0522;

/// Sees to it that rights outlive the change to another user.
pub(super) fn keep() -> io::Result<()> {
    // SAFETY: only numbers.
    checked(unsafe { libc::prctl(libc::PR_SET_KEEPCAPS, 1, 0, 0, 0) }.into())
}

/// As another user: gives up every right but one, the weaker if there is a choice, which programs
/// that are executed keep.
pub(super) fn pass_on() -> io::Result<()> {
    let mut header = Header {
        version: VERSION,
        pid: 0,
    };
    let mut sets = [Sets::default(); 2];
    // SAFETY: both are as the version says, and outlive the call.
    checked(unsafe { libc::syscall(libc::SYS_capget, &raw mut header, sets.as_mut_ptr()) })?;
    let has = |right: &Right| sets[0].permitted & (1 << right.bit()) != 0;
    let right = [Right::ReadAndSearch, Right::Override]
        .into_iter()
        .find(has);
    let right = right.ok_or(io::ErrorKind::PermissionDenied)?;
    let only = Sets {
        effective: 1 << right.bit(),
        permitted: 1 << right.bit(),
        inheritable: 1 << right.bit(),
    };
    let sets = [only, Sets::default()];
    // SAFETY: both are as the version says, and outlive the call, which only reads them.
    checked(unsafe { libc::syscall(libc::SYS_capset, &raw const header, sets.as_ptr()) })?;
    let (ambient, raise) = (libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_RAISE);
    // SAFETY: only numbers.
    checked(unsafe { libc::prctl(ambient, raise, right.bit(), 0, 0) }.into())
}

fn checked(status: i64) -> io::Result<()> {
    match status {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
