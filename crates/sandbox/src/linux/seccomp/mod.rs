//! Which system calls a program may not make.
//!
//! Some end it, because only an attack makes them. Others are refused with an error, because honest
//! runtimes try them and get by without. A few are said not to exist, and a substitute is used.
//!
//! Left out: a list of what is allowed. Compilers and virtual machines of any language run here; the
//! walls hold without this filter, which narrows the way to the kernel and closes what Landlock
//! leaves open.

mod calls;

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter, sock_filter,
};

use super::super::{FileModes, Tier};
use super::identity::Owner;
use super::protocol::{Order, Refused, Step};
use calls::{ATTRIBUTES, DEADLY, MISSING, MODES, NEW_NAMESPACES, OTHERS, OWNERS, REFUSED, TIMES};

/// The part of a socket's type that is not flags.
const SOCK_TYPE_MASK: u64 = 0xf;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Locks this thread, and whatever it becomes or starts, for good.
pub(super) fn lock(order: &Order, owner: Owner) -> Result<(), Refused> {
    let parts = parts(order, owner).step("system call filter")?;
    let filter = filter(parts).step("system call filter")?;
    apply_filter(&filter).step("system call filter")
}

/// What is to become of which calls. Of two parts that mean the same call, the first counts.
fn parts(
    order: &Order,
    owner: Owner,
) -> Result<Vec<(Rules, SeccompAction)>, seccompiler::BackendError> {
    let error = |number: i32| SeccompAction::Errno(number as u32);
    let mut parts = vec![
        (deadly()?, SeccompAction::KillProcess),
        (refused(order)?, error(libc::EPERM)),
        // Gigabytes in an instant, between two looks at the disk. The C library then writes zeros.
        (
            unconditional(&[libc::SYS_fallocate]),
            error(libc::EOPNOTSUPP),
        ),
        (unconditional(MISSING), error(libc::ENOSYS)),
    ];
    if keeps_files(order) {
        let mut pretended = unconditional(TIMES);
        if owner == Owner::OfMore {
            pretended.extend(unconditional(MODES));
        }
        parts.push((unconditional(ATTRIBUTES), error(libc::EOPNOTSUPP)));
        parts.push((pretended, error(0)));
    }
    Ok(parts)
}

/// Whether modes, times, owners and attributes of files have to stay: the kernel cannot tell the files
/// of the run from others. Programs are told that modes and times were changed, since honest ones
/// that copy a file copy these too, and that there are no attributes. See [`FileModes`].
fn keeps_files(order: &Order) -> bool {
    order.tier == Tier::Landlock && order.file_modes == FileModes::Fixed
}

fn deadly() -> Result<Rules, seccompiler::BackendError> {
    let mut rules = unconditional(DEADLY);
    let clones = NEW_NAMESPACES.iter().map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        rule(0, SeccompCmpOp::MaskedEq(flag), flag)
    });
    rules.insert(libc::SYS_clone, clones.collect::<Result<_, _>>()?);
    Ok(rules)
}

fn refused(order: &Order) -> Result<Rules, seccompiler::BackendError> {
    let mut rules = unconditional(REFUSED);
    // A pair of connected sockets is as harmless as a pipe; but one of datagrams can be pointed at
    // any other socket of the machine.
    let datagram = libc::SOCK_DGRAM as u64;
    rules.insert(
        libc::SYS_socketpair,
        vec![
            rule(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)?,
            rule(1, SeccompCmpOp::MaskedEq(SOCK_TYPE_MASK), datagram)?,
            rule(
                1,
                SeccompCmpOp::MaskedEq(SOCK_TYPE_MASK),
                libc::SOCK_RAW as u64,
            )?,
        ],
    );
    // Larger buffers, which nobody counts.
    let level = libc::SOL_SOCKET as u64;
    let larger = [
        libc::SO_SNDBUF,
        libc::SO_SNDBUFFORCE,
        libc::SO_RCVBUF,
        libc::SO_RCVBUFFORCE,
    ];
    let larger = larger.map(|option| {
        SeccompRule::new(vec![
            SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, level)?,
            SeccompCondition::new(2, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, option as u64)?,
        ])
    });
    let larger = larger.into_iter().collect::<Result<_, _>>()?;
    rules.insert(libc::SYS_setsockopt, larger);
    for &(call, argument) in OTHERS {
        rules.insert(call, vec![rule(argument, SeccompCmpOp::Ne, 0)?]);
    }
    if order.tier == Tier::Landlock {
        // Elsewhere left alone: libraries bind their own threads, and init is fine anywhere.
        let bind = libc::SYS_sched_setaffinity;
        rules.insert(bind, vec![rule(0, SeccompCmpOp::Ne, 0)?]);
        if keeps_files(order) {
            rules.extend(unconditional(OWNERS));
        }
    }
    Ok(rules)
}

fn unconditional(calls: &[i64]) -> Rules {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

fn rule(
    argument: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompRule, seccompiler::BackendError> {
    let length = SeccompCmpArgLen::Dword;
    SeccompRule::new(vec![SeccompCondition::new(
        argument, length, operator, value,
    )?])
}

/// One filter of several parts: the kernel takes its time with each filter that is installed.
fn filter(parts: Vec<(Rules, SeccompAction)>) -> Result<BpfProgram, seccompiler::BackendError> {
    let arch = std::env::consts::ARCH.try_into()?;
    let program =
        |(rules, action)| SeccompFilter::new(rules, SeccompAction::Allow, action, arch)?.try_into();
    let programs: Vec<BpfProgram> = parts.into_iter().map(program).collect::<Result<_, _>>()?;
    let whole = programs
        .into_iter()
        .rev()
        .reduce(|rest, first| before(first, rest));
    Ok(without_x32(whole.unwrap_or_default()))
}

/// A filter that goes on with `rest` where `first` would allow a call.
fn before(mut first: BpfProgram, rest: BpfProgram) -> BpfProgram {
    let length = first.len();
    let allows = |step: &sock_filter| {
        u32::from(step.code) == libc::BPF_RET | libc::BPF_K && step.k == libc::SECCOMP_RET_ALLOW
    };
    for (at, step) in first.iter_mut().enumerate() {
        if allows(step) {
            let on = (length - at - 1) as u32;
            *step = instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, on);
        }
    }
    first.extend(rest);
    first
}

fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    }
}

/// Puts a check in front: system calls of the x32 ABI have numbers of their own, which no rule above
/// would match.
#[cfg(target_arch = "x86_64")]
fn without_x32(program: BpfProgram) -> BpfProgram {
    const X32_BIT: u32 = 0x4000_0000;
    let mut checked = vec![
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0), // the number of the call
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, X32_BIT),
        instruction(
            libc::BPF_RET | libc::BPF_K,
            0,
            0,
            libc::SECCOMP_RET_KILL_PROCESS,
        ),
    ];
    checked.extend(program);
    checked
}

#[cfg(not(target_arch = "x86_64"))]
fn without_x32(program: BpfProgram) -> BpfProgram {
    program
}
