//! The walls, on Linux.
//!
//! In the order in which things happen: [`supervise`] has a helper forked by a [`fork_server`], and sends
//! it an [`order`] in the words of the [`protocol`]; the [`helper`] builds the walls of its backend
//! ([`namespaces`], [`landlock`]), gives up root ([`identity`], [`handover`]), and turns into [`init`], which starts the
//! [`program`] behind its last locks ([`seccomp`] among them), watches the [`processes`] with a
//! [`meter`], makes [`changes`] for it, kills and reports.
//!
//! Left out: everything that other systems could do as well, which is one floor up.

mod capability;
pub(super) mod cgroup;
mod changes;
mod conclusion;
mod fork_server;
mod handover;
mod helper;
mod identity;
mod init;
mod landlock;
mod meter;
mod namespaces;
mod order;
mod perf;
mod processes;
mod program;
mod protocol;
mod seccomp;
mod supervise;
mod trial;

pub(super) use fork_server::ForkServers;
pub(super) use helper::main_if_requested as helper_main_if_requested;
pub(super) use supervise::run;
pub(super) use trial::probe;
