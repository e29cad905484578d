//! The tier `bwrap`: the same walls as `namespaces`, built by bubblewrap.
//!
//! For systems where that program may do what ours may not, because a security module knows it by
//! name. It starts the helper as pid 1 inside.
//!
//! Left out: anything that bubblewrap does beyond walls. Limits, reaping and system calls are the
//! helper's.

#![allow(unsafe_code)]

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::unistd::geteuid;

use super::super::view::What;
use super::helper;
use super::namespaces::scratch_bytes;
use super::protocol::Order;

/// The command that starts a helper inside; its standard input is to be the socket of orders.
///
/// The helper is executed through an open descriptor, since a path to it would lead the program
/// there as well.
///
/// # Errors
/// If the helper cannot be opened.
pub(super) fn command(helper: &Path, order: &Order) -> io::Result<Command> {
    let helper = File::open(helper)?;
    let descriptor = helper.as_raw_fd();
    let mut command = Command::new("bwrap");
    command.args([
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
    ]);
    if geteuid().is_root() {
        // Without a user namespace, so that the helper can give up root and then make its own.
        command.args(["--cap-drop", "ALL"]);
        for needed in [
            "CAP_SETUID",
            "CAP_SETGID",
            "CAP_CHOWN",
            "CAP_DAC_READ_SEARCH",
        ] {
            command.args(["--cap-add", needed]);
        }
    } else {
        command.arg("--unshare-user");
    }
    command.args(["--die-with-parent", "--new-session", "--as-pid-1"]);
    command.args(["--hostname", "sandbox", "--clearenv"]);
    command.args(["--proc", "/proc", "--dev", "/dev"]);
    let size = scratch_bytes(&order.limits).to_string();
    for scratch in ["/tmp", "/dev/shm"] {
        command.arg("--size").arg(&size);
        command.args(["--perms", "1777", "--tmpfs", scratch]);
    }
    // After what is empty, so that something below /tmp can be shown.
    let shown = order.view.iter().map(|visible| visible.at.as_path());
    let mut parents: BTreeSet<&Path> = [order.dir.as_path()]
        .into_iter()
        .chain(shown)
        .flat_map(|path| path.ancestors().skip(1))
        .collect();
    parents.remove(Path::new("/"));
    for parent in parents {
        // bubblewrap would make them for its own user only.
        command.args(["--perms", "0755", "--dir"]).arg(parent);
    }
    for visible in &order.view {
        let (option, what) = match &visible.what {
            What::Link(text) => ("--symlink", text),
            What::Real(source) => ("--ro-bind", source),
        };
        command.arg(option).arg(what).arg(&visible.at);
    }
    for masked in order.masks() {
        command.args(["--ro-bind", "/dev/null"]).arg(masked);
    }
    command.arg("--bind").args([&order.dir, &order.dir]);
    // Both are in memory and would be writable without bounds.
    command.args(["--remount-ro", "/dev", "--remount-ro", "/"]);
    command.arg("--chdir").arg(&order.dir);
    command.args([
        "--",
        &format!("/proc/self/fd/{descriptor}"),
        helper::REQUEST,
    ]);
    // SAFETY: between fork and execution only one system call is made, on a descriptor that the
    // closure owns. The helper closes it before anything else.
    unsafe {
        command.pre_exec(move || {
            fcntl(&helper, FcntlArg::F_SETFD(FdFlag::empty()))?;
            Ok(())
        });
    }
    Ok(command)
}
