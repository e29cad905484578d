//! Which system calls a program may not make.
//!
//! Some end it, because only an attack makes them. Others are refused with an error, because honest
//! runtimes try them and get by without. A few are said not to exist, and a substitute is used.
//!
//! There is no list of what is allowed: compilers and virtual machines of any language run here. The
//! isolation holds without this filter, which narrows the way to the kernel and closes what Landlock leaves open.

mod calls;

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter, sock_filter,
};

use super::protocol::{InStep, Order, Refused};
use crate::{Backend, FileLocks};
pub use calls::FCHMODAT2;
use calls::{
    ATTRIBUTES, DEADLY, FILE_SYSTEMS, LOCKED, LOCKS, MISSING, MODES, NEW_NAMESPACES, NEWEST,
    OLDER_TIMES, ON_FILES, OTHERS, OWNERS, REFUSED, SET_IDS, TIMES, WITH_FLAGS_AND_MODE, WITH_MODE,
};

/// The part of a socket's type that is not flags.
const SOCK_TYPE_MASK: u64 = 0xf;

/// The part of an `ioctl` request that says who answers.
const REQUEST_TYPE_MASK: u64 = 0xff00;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Locks this thread, and whatever it becomes or starts, for good.
pub fn lock(order: &Order) -> Result<(), Refused> {
    let parts = parts(order).step("system call filter")?;
    let filter = filter(parts).step("system call filter")?;
    apply_filter(&filter).step("system call filter")
}

/// A filter that stops changes of modes and times, to ask whoever listens.
pub fn notices() -> Result<BpfProgram, BackendError> {
    let calls = unconditional(&[MODES, &[TIMES]].concat());
    let mut filter = compiled(calls, SeccompAction::Trace(0))?;
    for step in &mut filter {
        if returns(step, libc::SECCOMP_RET_TRACE) {
            step.k = libc::SECCOMP_RET_USER_NOTIF;
        }
    }
    Ok(filter)
}

/// What is to become of which calls. Of two parts that mean the same call, the first counts.
fn parts(order: &Order) -> Result<Vec<(Rules, SeccompAction)>, BackendError> {
    let error = |number: i32| SeccompAction::Errno(number as u32);
    let mut parts = vec![
        (deadly()?, SeccompAction::KillProcess),
        (refused(order)?, error(libc::EPERM)),
        // Gigabytes in an instant, between two looks at the disk. The C library then writes zeros.
        (unconditional(&[&[libc::SYS_fallocate]]), error(libc::EOPNOTSUPP)),
        (of_file_systems()?, error(libc::ENOTTY)),
        (unconditional(&[MISSING]), error(libc::ENOSYS)),
    ];
    if order.locks == FileLocks::Pretended {
        let mut locks = unconditional(&[&[libc::SYS_flock]]);
        locks.insert(libc::SYS_fcntl, any_of(1, LOCKS)?);
        parts.push((locks, error(0)));
    }
    if order.backend == Backend::Landlock {
        // The kernel cannot tell the run's files from others.
        parts.push((unconditional(ATTRIBUTES), error(libc::EOPNOTSUPP)));
        parts.push((unconditional(&[OLDER_TIMES]), error(libc::ENOSYS)));
    }
    Ok(parts)
}

fn deadly() -> Result<Rules, BackendError> {
    let mut rules = unconditional(DEADLY);
    let clones = NEW_NAMESPACES.iter().map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        rule(0, SeccompCmpOp::MaskedEq(flag), flag)
    });
    rules.insert(libc::SYS_clone, clones.collect::<Result<_, _>>()?);
    Ok(rules)
}

fn refused(order: &Order) -> Result<Rules, BackendError> {
    let mut rules = unconditional(REFUSED);
    // A pair of connected sockets is as harmless as a pipe; but one of datagrams can be pointed at any other socket.
    let datagram = libc::SOCK_DGRAM as u64;
    rules.insert(
        libc::SYS_socketpair,
        vec![
            rule(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)?,
            rule(1, SeccompCmpOp::MaskedEq(SOCK_TYPE_MASK), datagram)?,
            rule(1, SeccompCmpOp::MaskedEq(SOCK_TYPE_MASK), libc::SOCK_RAW as u64)?,
        ],
    );
    // Larger buffers, which nobody counts.
    let level = libc::SOL_SOCKET as u64;
    let larger = [libc::SO_SNDBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUF, libc::SO_RCVBUFFORCE];
    let larger = larger.map(|option| {
        SeccompRule::new(vec![
            condition(1, SeccompCmpOp::Eq, level)?,
            condition(2, SeccompCmpOp::Eq, option as u64)?,
        ])
    });
    let larger = larger.into_iter().collect::<Result<_, _>>()?;
    rules.insert(libc::SYS_setsockopt, larger);
    for &(call, own) in OTHERS {
        let others = own.iter().map(|&(argument, own)| rule(argument, SeccompCmpOp::Ne, own));
        rules.insert(call, others.collect::<Result<_, _>>()?);
    }
    rules.extend(set_ids()?);
    let mut commands = any_of(1, ON_FILES)?;
    if order.locks == FileLocks::Pretended {
        commands.extend(any_of(1, LOCKED)?);
    }
    rules.insert(libc::SYS_fcntl, commands);
    if order.backend == Backend::Landlock {
        // Elsewhere left alone: libraries bind their own threads, and init is fine anywhere.
        let bind = libc::SYS_sched_setaffinity;
        rules.insert(bind, vec![rule(0, SeccompCmpOp::Ne, 0)?]);
        rules.extend(unconditional(OWNERS));
    }
    Ok(rules)
}

/// Files that would make somebody else of who executes them: somebody else may be able to.
fn set_ids() -> Result<Rules, BackendError> {
    let mut rules = Rules::new();
    for &(call, mode) in WITH_MODE {
        let bits = SET_IDS.map(|bit| rule(mode, SeccompCmpOp::MaskedEq(bit.into()), bit.into()));
        rules.insert(call, bits.into_iter().collect::<Result<_, _>>()?);
    }
    for &(call, flags) in WITH_FLAGS_AND_MODE {
        let mut found = Vec::new();
        for bit in SET_IDS {
            // Without these, nobody reads the mode, and anything may stand there.
            for makes in [libc::O_CREAT, libc::O_TMPFILE] {
                let makes = u64::from(makes.cast_unsigned());
                found.push(SeccompRule::new(vec![
                    condition(flags, SeccompCmpOp::MaskedEq(makes), makes)?,
                    condition(flags + 1, SeccompCmpOp::MaskedEq(bit.into()), bit.into())?,
                ])?);
            }
        }
        rules.insert(call, found);
    }
    Ok(rules)
}

fn of_file_systems() -> Result<Rules, BackendError> {
    let is_of = SeccompCmpOp::MaskedEq(REQUEST_TYPE_MASK);
    let requests = FILE_SYSTEMS.iter().map(|kind| rule(1, is_of.clone(), kind << 8));
    Ok([(libc::SYS_ioctl, requests.collect::<Result<_, _>>()?)].into())
}

fn unconditional(calls: &[&[i64]]) -> Rules {
    calls.iter().copied().flatten().map(|&call| (call, Vec::new())).collect()
}

fn condition(
    argument: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
}

fn rule(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(vec![condition(argument, operator, value)?])
}

/// Rules for an argument that is one of these.
fn any_of(argument: u8, values: &[i32]) -> Result<Vec<SeccompRule>, BackendError> {
    let values = values.iter().map(|value| u64::from(value.cast_unsigned()));
    values.map(|value| rule(argument, SeccompCmpOp::Eq, value)).collect()
}

fn compiled(rules: Rules, action: SeccompAction) -> Result<BpfProgram, BackendError> {
    let arch = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(rules, SeccompAction::Allow, action, arch)?.try_into()
}

/// One filter of several parts: the kernel takes its time with each filter that is installed.
fn filter(parts: Vec<(Rules, SeccompAction)>) -> Result<BpfProgram, BackendError> {
    let programs = parts.into_iter().map(|(rules, action)| compiled(rules, action));
    let programs: Vec<BpfProgram> = programs.collect::<Result<_, _>>()?;
    let whole = programs.into_iter().rev().reduce(|rest, first| before(first, rest));
    Ok(of_known_calls(whole.unwrap_or_default()))
}

/// A filter that goes on with `rest` where `first` would allow a call.
fn before(mut first: BpfProgram, rest: BpfProgram) -> BpfProgram {
    let length = first.len();
    for (at, step) in first.iter_mut().enumerate() {
        if returns(step, libc::SECCOMP_RET_ALLOW) {
            let on = (length - at - 1) as u32;
            *step = instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, on);
        }
    }
    first.extend(rest);
    first
}

fn returns(step: &sock_filter, action: u32) -> bool {
    u32::from(step.code) == libc::BPF_RET | libc::BPF_K && step.k == action
}

fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

/// Puts a check in front. Calls that are newer than this list are said not to exist. Those of the x32 ABI
/// have numbers of their own, which no rule would match: they end the program.
fn of_known_calls(program: BpfProgram) -> BpfProgram {
    const X32_BIT: u32 = 0x4000_0000;
    let returning = |value| instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value);
    let above = |limit, jf| instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, jf, limit);
    let mut checked = vec![
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0), // the number of the call
        above(X32_BIT, 1),
        returning(libc::SECCOMP_RET_KILL_PROCESS),
        above(NEWEST as u32 + 1, 1),
        returning(libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
    ];
    checked.extend(program);
    checked
}
