//! The helper's life: take the order, build the walls of its backend, become init.
//!
//! Left out: each of these steps, which has a room of its own.

#![allow(unsafe_code)]

use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::exit;

use nix::sys::stat::{Mode, umask};
use nix::unistd::setsid;

use super::super::Backend;
use super::namespaces::Entrance;
use super::program::Locks;
use super::protocol::{Order, Refused, Reply, Step, receive_order, send};
use super::{fork_server, identity, init, landlock};

pub(in super::super) fn main_if_requested() {
    let request = std::env::args_os().nth(1);
    if request.is_some_and(|it| it == fork_server::REQUEST) {
        exit(fork_server::main());
    }
}

/// The exit code matters to nobody; what went wrong is said on the socket, or, without one, nowhere.
/// To be called with nothing open but the standard streams; in new namespaces with the entrance to them.
pub(super) fn main(entrance: Option<Entrance>) -> i32 {
    let Ok(control) = take_control() else {
        eprintln!("this is for the sandbox to call");
        return 2;
    };
    let received = receive_order(&control).step("order");
    match received.and_then(|(order, doors)| serve(&control, &order, doors, entrance)) {
        Ok(()) => 0,
        Err(Refused(why)) => i32::from(send(&control, &Reply::Refused(why)).is_err()),
    }
}

/// Closes all descriptors but the first three: one of them may be the helper's own file. To be called
/// before anything is opened.
pub(super) fn close_inherited() {
    // SAFETY: nothing was opened yet, so no descriptor that Rust believes open is closed.
    unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 0) };
}

/// Takes the socket from standard input, to close itself when a program is executed.
pub(super) fn take_control() -> Result<UnixStream, Refused> {
    let stdin = std::io::stdin();
    let own: OwnedFd = stdin.as_fd().try_clone_to_owned().step("standard input")?;
    let null = std::fs::File::open("/dev/null").step("/dev/null")?;
    nix::unistd::dup2_stdin(null).step("standard input")?;
    let control = UnixStream::from(own);
    control.peer_addr().step("standard input")?;
    Ok(control)
}

fn serve(
    control: &UnixStream,
    order: &Order,
    doors: Vec<OwnedFd>,
    entrance: Option<Entrance>,
) -> Result<(), Refused> {
    // In a session of its own: no terminal, and no part in the terminal's Ctrl-C. Refused to the
    // leader of a session, which has neither.
    let _ = setsid();
    identity::die_with_parent(order.backend)?;
    let number = identity::number_outside()?;
    umask(Mode::S_IWGRP | Mode::S_IWOTH);
    match (order.backend, entrance) {
        (Backend::Namespaces, Some(entrance)) => entrance.furnish(order)?,
        (Backend::Landlock, None) => landlock::fence()?,
        (backend, _) => return Err(Refused(format!("{backend}: not in its place"))),
    }
    let rules = landlock::plan(order)?;
    identity::give_up_root(order, number)?;
    init::run(control, order, Locks { rules, doors })
}
