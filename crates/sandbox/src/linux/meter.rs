//! What the program uses, sampled while it runs.
//!
//! A look costs more the more processes and files there are, so the next one waits many times the
//! processor time of the last one: watching takes no more than a small share of a processor. Not many
//! times as long as it took on the clock: a program that keeps the machine busy would buy itself time with it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use super::perf::Clock;
use super::processes::{self, Mapped, Process};
use super::protocol::Order;
use crate::disk::DiskUse;
use crate::{Accounting, Backend, Counted, Limits, Outcome};

/// The time between two looks, if looking is cheap.
const PERIOD: Duration = Duration::from_millis(20);

/// One part in so many of a processor's time may be spent on looking where nobody else counts time and memory.
const SHARE: u32 = 10;

/// The same where the kernel counts both, and only what lies on the disk is looked for. With more, eight
/// compilers at once on two processors lost a twelfth of the machine to being watched.
const SMALL_SHARE: u32 = 400;

/// The longest time between two looks, however much they cost: a program could make them cost.
const LONGEST: Duration = Duration::from_millis(500);

/// Less than this two measures of processor time may differ.
pub const GRAIN: Duration = Duration::from_millis(20);

/// What a socket may hold for its reader, in bytes: the kernel's default, which programs cannot change here.
const SOCKET_BYTES: u64 = 208 << 10;

/// What a pipe may hold: the kernel's default. Larger ones are few, by a limit of the kernel's.
const PIPE_BYTES: u64 = 64 << 10;

pub struct Meter<'a> {
    order: &'a Order,
    limits: &'a Limits,
    /// The kernel's clock, where there is no control group and there is a clock.
    clock: Option<Clock>,
    /// The processor time of each process itself, as of the last look at it: pid and start, ticks.
    seen: BTreeMap<(u32, u64), u64>,
    /// Shared memory as of the last look, by number: the most that was ever mapped of it.
    shared: BTreeMap<u64, u64>,
    next: Instant,
    peak_memory: u64,
}

impl<'a> Meter<'a> {
    pub fn new(order: &'a Order) -> Self {
        let clock = if order.counted.cpu == Counted::ByLooking { Clock::start() } else { None };
        Self {
            order,
            limits: &order.limits,
            clock,
            seen: BTreeMap::new(),
            shared: BTreeMap::new(),
            next: Instant::now() + PERIOD,
            peak_memory: 0,
        }
    }

    /// How long to wait for the next look.
    pub fn pause(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// Takes a look, and says which limit was passed, if any.
    pub fn look(&mut self) -> Option<Outcome> {
        let before = own_cpu();
        let found = self.measure();
        let cost = own_cpu().saturating_sub(before);
        let Accounting { cpu, memory } = self.order.counted;
        let share = if [cpu, memory].contains(&Counted::ByLooking) { SHARE } else { SMALL_SHARE };
        self.next = Instant::now() + (cost * share).clamp(PERIOD, LONGEST);
        found
    }

    fn measure(&mut self) -> Option<Outcome> {
        let tree = processes::descendants();
        let threads: u32 = tree.iter().map(|process| process.threads).sum();
        if threads > self.limits.processes {
            // First, since with so many all that follows is slow.
            return Some(Outcome::ProcessLimit);
        }
        if self.order.counted.cpu == Counted::ByLooking && self.cpu(&tree) > self.limits.cpu {
            return Some(Outcome::CpuLimit);
        }
        let open = processes::open_things(&tree);
        let mapped = Mapped::of(&tree, &self.own_disks(), &open);
        if self.order.counted.memory == Counted::ByLooking {
            let buffers = open.sockets * SOCKET_BYTES + open.pipes * PIPE_BYTES;
            let memory = self.memory(&tree, &mapped) + buffers;
            self.peak_memory = self.peak_memory.max(memory);
            if memory > self.limits.memory_bytes {
                return Some(Outcome::MemoryLimit);
            }
        }
        let mut disk = self.disk();
        // No directory shows these.
        disk.bytes += open.nameless_bytes;
        // Each may be as long as a file can be.
        disk.bytes += mapped.files().saturating_mul(self.limits.file_bytes);
        disk.over(self.limits)
    }

    /// The directories on a disk: those in memory are as large as they may be, and no larger.
    fn own_disks(&self) -> Vec<&Path> {
        let mut disks = vec![self.order.dir.as_path()];
        if self.order.backend == Backend::Landlock {
            disks.push(&self.order.scratch);
        }
        disks
    }

    /// Memory of the tree: resident, in page tables, and shared without being resident. Pages that
    /// processes share are told apart only if it matters.
    fn memory(&mut self, tree: &[Process], mapped: &Mapped) -> u64 {
        let page = processes::page_size();
        let resident = tree.iter().map(|process| process.resident_pages * page);
        let tables: Vec<_> = tree.iter().map(processes::tables).collect();
        let shared = tables.iter().map(|it| it.resident_shared).sum();
        let beside = tables.iter().map(|it| it.bytes).sum::<u64>()
            + self.shared_bytes(mapped).saturating_sub(shared);
        let simple = resident.sum::<u64>() + beside;
        if simple <= self.limits.memory_bytes {
            return simple;
        }
        // The shares of those that are left grow while others end. Twice in a row is no accident.
        let exact = proportional(tree) + beside;
        match exact > self.limits.memory_bytes {
            true => exact.min(proportional(&processes::descendants()) + beside),
            false => exact,
        }
    }

    /// How much shared memory there must be: a part that is no longer mapped is still there.
    fn shared_bytes(&mut self, mapped: &Mapped) -> u64 {
        let before = |number| self.shared.get(number).copied().unwrap_or(0);
        let now = mapped.shared.iter();
        self.shared = now.map(|(number, &bytes)| (*number, bytes.max(before(number)))).collect();
        self.shared.values().sum()
    }

    /// Processor time of the living and of the dead. Those for whom nobody waited are not among the
    /// dead that the kernel adds up, so what was seen of them and what a clock says counts as well.
    fn cpu(&mut self, tree: &[Process]) -> Duration {
        for process in tree {
            self.seen.insert((process.pid, process.start), process.own_ticks);
        }
        let living: u64 = tree.iter().map(|process| process.ticks).sum();
        let seen: u64 = self.seen.values().sum();
        let waited_for = in_ticks(living) + spent(UsageWho::RUSAGE_CHILDREN);
        waited_for.max(in_ticks(seen)).max(self.clock())
    }

    fn clock(&self) -> Duration {
        self.clock.as_ref().map_or(Duration::ZERO, Clock::read)
    }

    /// Processor time, once all processes are gone.
    pub fn cpu_at_end(&self) -> Duration {
        let waited_for = spent(UsageWho::RUSAGE_CHILDREN);
        let seen = in_ticks(self.seen.values().sum());
        // The clock counts our own work on a process too, which matters only to a short run.
        let (clock, known) = (self.clock(), waited_for.max(seen));
        if clock > waited_for + GRAIN { known.max(clock) } else { known }
    }

    pub fn disk(&self) -> DiskUse {
        DiskUse::of(self.order.own(), self.limits)
    }

    /// The most memory, once all processes are gone: of the samples, and of any one process.
    pub fn peak_memory(&self) -> u64 {
        let dead = getrusage(UsageWho::RUSAGE_CHILDREN);
        let largest = dead.map_or(0, |usage| usage.max_rss().cast_unsigned() * 1024);
        self.peak_memory.max(largest)
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

fn in_ticks(ticks: u64) -> Duration {
    Duration::from_millis(ticks * 1000 / processes::ticks_per_second())
}

pub fn own_cpu() -> Duration {
    spent(UsageWho::RUSAGE_SELF)
}

/// Processor time, user and system together.
fn spent(who: UsageWho) -> Duration {
    let micros = |usage: Usage| {
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds()
    };
    let micros = getrusage(who).map_or(0, micros).max(0);
    Duration::from_micros(micros.cast_unsigned())
}
