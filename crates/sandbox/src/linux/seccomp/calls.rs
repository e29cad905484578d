//! The system calls that are not allowed, as data.
//!
//! Left out: what becomes of a program that makes one.

/// Only an attack makes these: they change the machine, or the walls.
pub(super) const DEADLY: &[i64] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    SYS_OPEN_TREE_ATTR,
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
    libc::SYS_quotactl_fd,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
];

/// Refused everywhere: the network, other processes' insides, ways around this filter, and objects
/// that outlive their maker or hold memory that no process is charged for.
pub(super) const REFUSED: &[i64] = &[
    libc::SYS_socket,
    // A pair of sockets can be given a name that others see in `/proc/net`.
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_connect,
    libc::SYS_ptrace,
    libc::SYS_pidfd_getfd,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Also what works by the number of one that somebody else made.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_syslog,
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
/// and `openat2`, because their arguments cannot be looked at; files in memory that nothing bounds and no
/// directory shows.
pub(super) const MISSING: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_openat2,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
];

/// Modes of files, which only their owner can change.
pub(super) const MODES: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
];

/// Times of files, which whoever may write to one can change.
pub(super) const TIMES: &[i64] = &[libc::SYS_utimensat];

/// Older ways to change them, which C libraries of today do without.
pub(super) const OLDER_TIMES: &[i64] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// Owners of files.
pub(super) const OWNERS: &[i64] = &[
    libc::SYS_fchown,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
];

/// Attributes of files, which many file systems do not have.
pub(super) const ATTRIBUTES: &[i64] = &[
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
pub(in super::super) const FCHMODAT2: i64 = 452;
const SYS_OPEN_TREE_ATTR: i64 = 467;
const SYS_SETXATTRAT: i64 = 463;
const SYS_REMOVEXATTRAT: i64 = 466;
const SYS_FILE_SETATTR: i64 = 469;

/// The newest of all that were looked at. What came later is said not to exist.
pub(super) const NEWEST: i64 = SYS_FILE_SETATTR;

/// These reach other processes of the same user: init, and in the backend `landlock` everything that
/// the user runs. Each with the arguments that mean the caller alone, the only ones allowed.
pub(super) const OTHERS: &[(i64, &[(u8, u64)])] = &[
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
pub(super) const WITH_MODE: &[(i64, u8)] = &[
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
pub(super) const WITH_FLAGS_AND_MODE: &[(i64, u8)] = &[
    (libc::SYS_openat, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, 1),
];

/// The bits of a mode that make who executes a file its owner, or its group.
pub(super) const SET_IDS: [u32; 2] = [libc::S_ISUID, libc::S_ISGID];

/// The commands of `fcntl` that lie on a file itself, also on one that can only be read, and that no honest
/// program needs: leases and notices of what others do with it, and hints that others can read.
pub(super) const ON_FILES: &[i32] = &[
    libc::F_SETLEASE,
    libc::F_NOTIFY,
    F_SET_RW_HINT,
    F_SET_FILE_RW_HINT,
    F_SETDELEG,
];

const F_SET_RW_HINT: i32 = 1036;
const F_SET_FILE_RW_HINT: i32 = 1038;
const F_SETDELEG: i32 = 1040;

/// The commands of `fcntl` that ask for a lock.
pub(super) const LOCKS: &[i32] = &[
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
];

/// Those that ask who has one.
pub(super) const LOCKED: &[i32] = &[libc::F_GETLK, libc::F_OFD_GETLK];

/// The second byte of `ioctl` requests that file systems answer: attributes, room without a byte written,
/// volumes whose files would not be counted.
pub(super) const FILE_SYSTEMS: [u64; 4] = [0x58, 0x66, 0x76, 0x94];

/// The flags of `clone` that make namespaces; a new user namespace opens much of the kernel.
pub(super) const NEW_NAMESPACES: &[i32] = &[
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];
