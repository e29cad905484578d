//! What the program uses, sampled while it runs.
//!
//! A look costs more the more processes and files there are, so the next one waits ten times the
//! processor time of the last one: watching never takes more than a tenth of a processor. Not ten
//! times as long as it took on the clock: a program that keeps the machine busy would buy itself
//! time with it.
//!
//! Left out: acting on it ([`init`](super::init)).

use std::path::PathBuf;
use std::time::{Duration, Instant};

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use super::super::disk::DiskUse;
use super::super::{Limits, Outcome, Tier};
use super::processes::{self, Process};
use super::protocol::Order;

/// The time between two looks, if looking is cheap.
const PERIOD: Duration = Duration::from_millis(20);

/// The part of the time that may be spent on looking.
const SHARE: u32 = 10;

pub(super) struct Meter<'a> {
    limits: &'a Limits,
    /// Everything that counts as disk.
    dirs: Vec<PathBuf>,
    next: Instant,
    peak_memory: u64,
    peak_processes: Option<u32>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(order: &'a Order) -> Self {
        let mut dirs = vec![order.dir.clone(), order.scratch.clone()];
        if order.tier != Tier::Landlock {
            dirs.push(PathBuf::from("/dev/shm"));
        }
        Self {
            limits: &order.limits,
            dirs,
            next: Instant::now() + PERIOD,
            peak_memory: 0,
            peak_processes: None,
        }
    }

    /// How long to wait for the next look.
    pub(super) fn pause(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// Takes a look, and says which limit was passed, if any.
    pub(super) fn look(&mut self) -> Option<Outcome> {
        let before = spent(UsageWho::RUSAGE_SELF);
        let found = self.measure();
        let cost = spent(UsageWho::RUSAGE_SELF).saturating_sub(before);
        self.next = Instant::now() + PERIOD.max(cost * SHARE);
        found
    }

    fn measure(&mut self) -> Option<Outcome> {
        let tree = processes::descendants();
        let threads = tree.iter().map(|process| process.threads).sum();
        self.peak_processes = self.peak_processes.max(Some(threads));
        if threads > self.limits.processes {
            // First, since with so many all that follows is slow.
            return Some(Outcome::ProcessLimit);
        }
        if cpu(&tree) > self.limits.cpu {
            return Some(Outcome::CpuLimit);
        }
        let memory = self.memory(&tree);
        self.peak_memory = self.peak_memory.max(memory);
        if memory > self.limits.memory_bytes {
            return Some(Outcome::MemoryLimit);
        }
        let mut disk = self.disk();
        disk.add_bytes(processes::nameless_bytes(&tree));
        disk.over(self.limits)
    }

    /// Resident memory of the tree. Pages that processes share are told apart only if it matters.
    fn memory(&self, tree: &[Process]) -> u64 {
        let page = processes::page_size();
        let simple = tree
            .iter()
            .map(|process| process.resident_pages * page)
            .sum();
        if simple <= self.limits.memory_bytes {
            return simple;
        }
        // The shares of those that are left grow while others end. Twice in a row is no accident.
        let exact = proportional(tree);
        match exact > self.limits.memory_bytes {
            true => exact.min(proportional(&processes::descendants())),
            false => exact,
        }
    }

    /// What the directories hold.
    pub(super) fn disk(&self) -> DiskUse {
        DiskUse::of(self.dirs.iter().map(PathBuf::as_path), self.limits)
    }

    /// The most memory, once all processes are gone: of the samples, and of any one process.
    pub(super) fn peak_memory(&self) -> u64 {
        let dead = getrusage(UsageWho::RUSAGE_CHILDREN);
        let largest = dead.map_or(0, |usage| usage.max_rss().cast_unsigned() * 1024);
        self.peak_memory.max(largest)
    }

    pub(super) fn peak_processes(&self) -> Option<u32> {
        self.peak_processes
    }
}

/// Memory of all these processes, each page counted once.
fn proportional(tree: &[Process]) -> u64 {
    let page = processes::page_size();
    let share = |process: &Process| {
        processes::proportional_memory(process.pid).unwrap_or(process.resident_pages * page)
    };
    tree.iter().map(share).sum()
}

/// Processor time of the living and of the dead.
fn cpu(tree: &[Process]) -> Duration {
    let ticks: u64 = tree.iter().map(|process| process.ticks).sum();
    let living = Duration::from_millis(ticks * 1000 / processes::ticks_per_second());
    living + cpu_of_dead()
}

/// Processor time of all processes that we waited for, and of those that they waited for.
pub(super) fn cpu_of_dead() -> Duration {
    spent(UsageWho::RUSAGE_CHILDREN)
}

/// Processor time, user and system together.
fn spent(who: UsageWho) -> Duration {
    let micros = |usage: Usage| {
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds()
    };
    let micros = getrusage(who).map_or(0, micros).max(0);
    Duration::from_micros(micros.cast_unsigned())
}
