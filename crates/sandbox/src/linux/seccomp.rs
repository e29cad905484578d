//! Which system calls a program may not make.
//!
//! Some end it, because only an attack makes them. Others are refused with an error, because honest
//! runtimes try them and get by without. A few are said not to exist, and a substitute is used.
//!
//! Left out: a list of what is allowed. Compilers and virtual machines of any language run here; the
//! walls hold without this filter, which narrows the way to the kernel and closes what Landlock
//! leaves open.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter, sock_filter,
};

use super::super::{FileModes, Tier};
use super::identity::Owner;
use super::protocol::{Order, Refused, Step};

/// Only an attack makes these: they change the machine, or the walls.
const DEADLY: &[i64] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_open_by_handle_at,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
];

/// Refused everywhere: the network, other processes' insides, ways around this filter, and objects
/// that outlive their maker or hold memory that no process is charged for.
const REFUSED: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    // Descriptors on their way between processes, memory that a pipe holds on to.
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_vmsplice,
    // Other people's doings in directories that can be read.
    libc::SYS_inotify_init1,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_fanotify_init,
];

/// Said not to exist: what has a substitute that every C library and runtime knows. `clone3`, because
/// its arguments cannot be looked at; files in memory that nothing bounds and no directory shows.
const MISSING: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
];

/// Modes of files, which only their owner can change.
const MODES: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
];

/// Times of files, which whoever may write to one can change.
const TIMES: &[i64] = &[
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// Owners of files.
const OWNERS: &[i64] = &[
    libc::SYS_fchown,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
];

/// Attributes of files, which many file systems do not have.
const ATTRIBUTES: &[i64] = &[
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_SETXATTRAT,
    SYS_REMOVEXATTRAT,
    SYS_FILE_SETATTR,
];

/// The same on every architecture, as all system calls since 2019; not every C library names them.
const SYS_FCHMODAT2: i64 = 452;
const SYS_SETXATTRAT: i64 = 463;
const SYS_REMOVEXATTRAT: i64 = 466;
const SYS_FILE_SETATTR: i64 = 469;

/// These reach other processes of the same user: init, and in the tier `landlock` everything that
/// the user runs. Each with the argument that names the process, 0 being the caller, the only one
/// allowed.
const OTHERS: &[(i64, u8)] = &[
    (libc::SYS_prlimit64, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_migrate_pages, 0),
    (libc::SYS_move_pages, 0),
];

/// The flags of `clone` that make namespaces; a new user namespace opens much of the kernel.
const NEW_NAMESPACES: &[i32] = &[
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// The part of a socket's type that is not flags.
const SOCK_TYPE_MASK: u64 = 0xf;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Locks this thread, and whatever it becomes or starts, for good.
pub(super) fn lock(order: &Order, owner: Owner) -> Result<(), Refused> {
    let deadly = deadly().step("system call filter")?;
    install(deadly, SeccompAction::KillProcess)?;
    install(
        unconditional(MISSING),
        SeccompAction::Errno(libc::ENOSYS as u32),
    )?;
    // Gigabytes in an instant, between two looks at the disk. The C library then writes zeros.
    let mut unsupported = unconditional(&[libc::SYS_fallocate]);
    if keeps_files(order) {
        unsupported.extend(unconditional(ATTRIBUTES));
        let mut pretended = unconditional(TIMES);
        if owner == Owner::OfMore {
            pretended.extend(unconditional(MODES));
        }
        install(pretended, SeccompAction::Errno(0))?;
    }
    install(unsupported, SeccompAction::Errno(libc::EOPNOTSUPP as u32))?;
    let refused = refused(order).step("system call filter")?;
    install(refused, SeccompAction::Errno(libc::EPERM as u32))
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

fn install(rules: Rules, action: SeccompAction) -> Result<(), Refused> {
    let arch = std::env::consts::ARCH
        .try_into()
        .step("system call filter")?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch);
    let program: BpfProgram = filter
        .and_then(TryInto::try_into)
        .step("system call filter")?;
    apply_filter(&without_x32(program)).step("system call filter")
}

/// Puts a check in front: system calls of the x32 ABI have numbers of their own, which no rule above
/// would match.
#[cfg(target_arch = "x86_64")]
fn without_x32(program: BpfProgram) -> BpfProgram {
    const X32_BIT: u32 = 0x4000_0000;
    let step = |code: u32, jt, jf, k| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let mut checked = vec![
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0), // the number of the call
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, X32_BIT),
        step(
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
