//! Isolation on Linux.
//!
//! In the order in which things happen: [`supervise`] has a helper forked by a [`fork_server`], and sends
//! it an [`order`] in the words of the [`protocol`]; the helper isolates itself as its backend says
//! ([`namespaces`], [`landlock`]), gives up root ([`identity`]), and turns into [`init`], which starts the
//! [`program`] behind its last restrictions ([`seccomp`] among them), watches the [`processes`] with a
//! [`meter`], makes [`changes`] for it, kills and reports.

pub mod cgroup;
mod changes;
mod fork_server;
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

pub use fork_server::{ForkServers, main_if_requested as helper_main_if_requested};
pub use supervise::run;
pub use trial::probe;
