//! The system calls that are not allowed, as data.

/// System calls by their names in the C library's headers.
macro_rules! calls {
    ($($name:ident)*) => { &[$(libc::$name),*] };
}

/// The same; none on architectures that came after them and never had them.
#[cfg(target_arch = "x86_64")]
macro_rules! old_calls {
    ($($name:ident)*) => { calls!($($name)*) };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! old_calls {
    ($($name:ident)*) => {
        &[]
    };
}

/// Only an attack makes these: they change the machine, or the isolation.
pub const DEADLY: &[&[i64]] = &[
    calls!(
        SYS_mount SYS_umount2 SYS_pivot_root SYS_chroot SYS_mount_setattr SYS_unshare SYS_setns
        SYS_open_tree SYS_move_mount SYS_fsopen SYS_fsconfig SYS_fsmount SYS_fspick
        SYS_bpf SYS_keyctl SYS_add_key SYS_request_key SYS_open_by_handle_at
        SYS_kexec_load SYS_init_module SYS_finit_module SYS_delete_module SYS_reboot
        SYS_swapon SYS_swapoff SYS_acct SYS_quotactl SYS_quotactl_fd
        SYS_settimeofday SYS_clock_settime SYS_sethostname SYS_setdomainname
    ),
    &[SYS_OPEN_TREE_ATTR],
];

/// Refused everywhere: the network, other processes' insides, ways around this filter, and objects
/// that outlive their maker or hold memory that no process is charged for.
pub const REFUSED: &[&[i64]] = &[
    // A pair of sockets can be given a name that others see in `/proc/net`.
    calls!(SYS_socket SYS_bind SYS_listen SYS_accept SYS_accept4 SYS_connect),
    calls!(
        SYS_ptrace SYS_pidfd_getfd SYS_process_vm_readv SYS_process_vm_writev SYS_perf_event_open
        SYS_userfaultfd SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register SYS_syslog
    ),
    // Also what works by the number of one that somebody else made.
    calls!(
        SYS_shmget SYS_shmat SYS_shmctl SYS_msgget SYS_msgsnd SYS_msgrcv SYS_msgctl
        SYS_semget SYS_semop SYS_semtimedop SYS_semctl SYS_mq_open SYS_mq_unlink
    ),
    // Descriptors on their way between processes, memory that a pipe holds on to.
    calls!(SYS_sendmsg SYS_sendmmsg SYS_vmsplice),
    // Other people's doings in directories that can be read.
    calls!(SYS_inotify_init1 SYS_fanotify_init),
    old_calls!(SYS_inotify_init),
];

/// Said not to exist: what has a substitute that every C library and runtime knows. `clone3` and `openat2`, because
/// their arguments cannot be looked at; files in memory that nothing bounds and no directory shows.
pub const MISSING: &[i64] = calls!(SYS_clone3 SYS_openat2 SYS_memfd_create SYS_memfd_secret);

/// Modes of files, which only their owner can change.
pub const MODES: &[&[i64]] =
    &[calls!(SYS_fchmod SYS_fchmodat), &[FCHMODAT2], old_calls!(SYS_chmod)];

/// Times of files, which whoever may write to one can change.
pub const TIMES: &[i64] = calls!(SYS_utimensat);

/// Older ways to change them, which C libraries of today do without.
pub const OLDER_TIMES: &[i64] = old_calls!(SYS_utime SYS_utimes SYS_futimesat);

pub const OWNERS: &[&[i64]] = &[calls!(SYS_fchown SYS_fchownat), old_calls!(SYS_chown SYS_lchown)];

/// Attributes of files, which many file systems do not have.
pub const ATTRIBUTES: &[&[i64]] = &[
    calls!(
        SYS_setxattr SYS_lsetxattr SYS_fsetxattr
        SYS_removexattr SYS_lremovexattr SYS_fremovexattr
    ),
    &[SYS_SETXATTRAT, SYS_REMOVEXATTRAT, SYS_FILE_SETATTR],
];

/// The same on every architecture, as all system calls since 2019; not every C library names them.
pub const FCHMODAT2: i64 = 452;
const SYS_OPEN_TREE_ATTR: i64 = 467;
const SYS_SETXATTRAT: i64 = 463;
const SYS_REMOVEXATTRAT: i64 = 466;
const SYS_FILE_SETATTR: i64 = 469;

/// The newest of all that were looked at. What came later is said not to exist.
pub const NEWEST: i64 = SYS_FILE_SETATTR;

/// These reach other processes of the same user: init, and in the backend `landlock` everything that
/// the user runs. Each with the arguments that mean the caller alone, the only ones allowed.
pub const OTHERS: &[(i64, &[(u8, u64)])] = &[
    (libc::SYS_prlimit64, &[(0, 0)]),
    // Which processes, by 0 a process and not a group or a user; then which one.
    (libc::SYS_setpriority, &[(0, 0), (1, 0)]),
    // The same, but 1 is a process.
    (libc::SYS_ioprio_set, &[(0, 1), (1, 0)]),
    (libc::SYS_sched_setscheduler, &[(0, 0)]),
    (libc::SYS_sched_setparam, &[(0, 0)]),
    (libc::SYS_sched_setattr, &[(0, 0)]),
    (libc::SYS_migrate_pages, &[(0, 0)]),
    (libc::SYS_move_pages, &[(0, 0)]),
];

/// Calls that take a mode, with its argument.
pub const WITH_MODE: &[(i64, u8)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (FCHMODAT2, 2),
    (libc::SYS_mkdirat, 2),
    (libc::SYS_mknodat, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mkdir, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, 1),
];

/// Calls that take a mode if the flags before it say that a file is made, with the flags' argument.
pub const WITH_FLAGS_AND_MODE: &[(i64, u8)] = &[
    (libc::SYS_openat, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, 1),
];

/// The bits of a mode that make who executes a file its owner, or its group.
pub const SET_IDS: [u32; 2] = [libc::S_ISUID, libc::S_ISGID];

/// The commands of `fcntl` that lie on a file itself, also on one that can only be read, and that no honest
/// program needs: leases and notices of what others do with it, and hints that others can read.
pub const ON_FILES: &[i32] =
    &[libc::F_SETLEASE, libc::F_NOTIFY, F_SET_RW_HINT, F_SET_FILE_RW_HINT, F_SETDELEG];

const F_SET_RW_HINT: i32 = 1036;
const F_SET_FILE_RW_HINT: i32 = 1038;
const F_SETDELEG: i32 = 1040;

/// The commands of `fcntl` that ask for a lock.
pub const LOCKS: &[i32] = &[libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// Those that ask who has one.
pub const LOCKED: &[i32] = &[libc::F_GETLK, libc::F_OFD_GETLK];

/// The second byte of `ioctl` requests that file systems answer: attributes, room without a byte written,
/// volumes whose files would not be counted.
pub const FILE_SYSTEMS: [u64; 4] = [0x58, 0x66, 0x76, 0x94];

/// The flags of `clone` that make namespaces; a new user namespace opens much of the kernel.
pub const NEW_NAMESPACES: &[i32] = &[
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];
