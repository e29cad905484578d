//! Attacks that use up what there is: processors, time, processes, memory, the disk.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::exit;
use std::thread;
use std::time::{Duration, Instant};

use super::{fork, ignore, signal, sleep, start_thread};

/// Three quarters of the longest file that the tests allow.
const CHUNK: usize = 3 << 20;

pub(super) fn spin() {
    loop {
        black_box(());
    }
}

pub(super) fn spin_ignoring() {
    ignore(libc::SIGXCPU);
    spin();
}

pub(super) fn stop_itself() {
    signal(std::process::id().cast_signed(), libc::SIGSTOP);
    sleep();
}

pub(super) fn in_children(number: usize, work: impl Fn()) {
    for _ in 0..number {
        if fork() == 0 {
            work();
        }
    }
    sleep();
}

pub(super) fn hold(memory: Vec<u8>) {
    black_box(&memory);
    sleep();
}

pub(super) fn close_everything() {
    for fd in 0..64 {
        // SAFETY: nothing uses them any more.
        unsafe { libc::close(fd) };
    }
    sleep();
}

pub(super) fn fork_bomb() {
    loop {
        fork();
    }
}

pub(super) fn thread_bomb() {
    loop {
        start_thread(sleep);
    }
}

pub(super) fn daemon() {
    if fork() == 0 {
        // SAFETY: touches no memory.
        unsafe { libc::setsid() };
        if fork() == 0 {
            sleep();
        }
        exit(0);
    }
    thread::sleep(Duration::from_millis(50));
    println!("left a daemon");
}

/// A process that dies as soon as it has a child, which does the same: never the same for long.
pub(super) fn hop() {
    if fork() == 0 {
        loop {
            if fork() > 0 {
                // SAFETY: ends the process; there is nothing to tidy up.
                unsafe { libc::_exit(0) };
            }
        }
    }
    thread::sleep(Duration::from_millis(50));
    println!("left a hopping process");
}

pub(super) fn memory() {
    let mut hoard = Vec::new();
    loop {
        hoard.push(black_box(vec![1u8; 4 << 20]));
    }
}

/// Not an attack: pages that processes share are not to be counted once for each.
pub(super) fn memory_shared() {
    let pages = vec![1u8; 40 << 20];
    for _ in 0..8 {
        if fork() == 0 {
            thread::sleep(Duration::from_millis(300));
            black_box(&pages);
            // SAFETY: ends the process; there is nothing to tidy up.
            unsafe { libc::_exit(0) };
        }
    }
    // SAFETY: only the status is asked for, and nowhere stored.
    while unsafe { libc::wait(std::ptr::null_mut()) } > 0 {}
    println!("shared it 8 times");
}

/// Memory that has a descriptor and no name.
pub(super) fn memory_file() {
    // SAFETY: the name ends in NUL.
    let fd = unsafe { libc::memfd_create(c"hoard".as_ptr(), 0) };
    println!("{}", if fd < 0 { "refused" } else { "DONE" });
}

/// A mapping of `bytes` bytes of memory, or of the file if there is one.
fn map(bytes: usize, rights: i32, flags: i32, file: i32) -> *mut u8 {
    let nowhere = std::ptr::null_mut();
    // SAFETY: a new mapping, where the kernel likes.
    let at = unsafe { libc::mmap(nowhere, bytes, rights, flags, file, 0) };
    assert_ne!(at, libc::MAP_FAILED, "{}", std::io::Error::last_os_error());
    at.cast()
}

/// A page here and there: each needs a page of the table of pages, and nothing else.
pub(super) fn memory_page_tables() {
    const STRIDE: usize = 2 << 20;
    const STEPS: usize = 50_000;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    let at = map(STRIDE * STEPS, libc::PROT_READ, flags, -1);
    // SAFETY: all within the mapping, which is never taken away.
    unsafe {
        libc::madvise(at.cast(), STRIDE * STEPS, libc::MADV_NOHUGEPAGE);
        for step in 0..STEPS {
            black_box(at.add(step * STRIDE).read_volatile());
        }
    }
    sleep();
}

/// Bytes on their way between two ends that one process holds.
pub(super) fn memory_sockets() {
    in_children(16, || {
        let mut pairs = Vec::new();
        while let Ok((mut near, far)) = UnixStream::pair() {
            near.set_nonblocking(true).unwrap();
            while near.write(&[1; 1 << 14]).is_ok() {}
            pairs.push((near, far));
        }
        sleep();
    });
}

/// Shared memory that stays when no table of pages shows it any more.
pub(super) fn memory_unmapped() {
    const BYTES: usize = 16 << 20;
    let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    for _ in 0..40 {
        let at = map(BYTES, libc::PROT_READ | libc::PROT_WRITE, flags, -1);
        // SAFETY: all within the mapping, which is never taken away.
        unsafe {
            at.write_bytes(1, BYTES);
            libc::madvise(at.cast(), BYTES, libc::MADV_DONTNEED);
        }
    }
    sleep();
}

/// Files that are neither in a directory nor open, but mapped.
pub(super) fn mapped_files() {
    for _ in 0..40 {
        let mut file = File::create_new("gone").unwrap();
        fs::remove_file("gone").unwrap();
        file.write_all(&vec![1u8; CHUNK]).unwrap();
        map(4096, libc::PROT_WRITE, libc::MAP_SHARED, file.as_raw_fd());
    }
    sleep();
}

/// Room on the disk without a byte written.
pub(super) fn reserve() {
    let file = File::create("large").unwrap();
    // SAFETY: only numbers.
    let status = unsafe { libc::fallocate(file.as_raw_fd(), 0, 0, 1 << 20) };
    println!("{}", if status < 0 { "refused" } else { "DONE" });
    // The same, asked in the way of another system: kind, whence, start, length, and what is not read.
    const RESERVE: libc::Ioctl = 0x4030_582a;
    let room: [i64; 6] = [0, 0, 1 << 20, 0, 0, 0];
    // SAFETY: the kernel reads what it is given, which is as long as the request's number says.
    let status = unsafe { libc::ioctl(file.as_raw_fd(), RESERVE, room.as_ptr()) };
    println!("{}", if status < 0 { "refused" } else { "DONE" });
    // SAFETY: only numbers.
    let status = unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, 1 << 20) };
    println!("the substitute: {status}");
}

/// Children for whom nobody waits, each too short to be seen.
pub(super) fn spin_unwaited() {
    ignore(libc::SIGCHLD);
    loop {
        if fork() == 0 {
            let began = Instant::now();
            while began.elapsed() < Duration::from_millis(5) {
                black_box(());
            }
            // SAFETY: ends the process; there is nothing to tidy up.
            unsafe { libc::_exit(0) };
        }
        // SAFETY: waits for all of them, and says that there is none.
        while unsafe { libc::wait(std::ptr::null_mut()) } > 0 {}
    }
}

pub(super) fn flood(mut to: impl Write) {
    let block = vec![b'x'; 1 << 16];
    for _ in 0..(10u64 << 30) >> 16 {
        if to.write_all(&block).is_err() {
            break;
        }
    }
    sleep();
}

pub(super) fn file_ignoring() {
    ignore(libc::SIGXFSZ);
    let error = File::create("large").unwrap().write_all(&vec![1u8; 8 << 20]).unwrap_err();
    println!("{}", error.kind());
}

pub(super) fn fill(dir: &Path) {
    for n in 0..300 {
        let _ = fs::write(dir.join(format!("f{n}")), vec![1u8; CHUNK]);
    }
    sleep();
}

pub(super) fn deleted_files() {
    let mut files = Vec::new();
    for _ in 0..40 {
        let mut file = File::create("gone").unwrap();
        fs::remove_file("gone").unwrap();
        file.write_all(&vec![1u8; CHUNK]).unwrap();
        files.push(file);
    }
    sleep();
}

pub(super) fn deep() {
    while fs::create_dir("d").is_ok() && std::env::set_current_dir("d").is_ok() {}
    sleep();
}

pub(super) fn hidden_files() {
    fs::DirBuilder::new().mode(0o300).create("hidden").unwrap();
    fill(Path::new("hidden"));
}

pub(super) fn memory_in_many() {
    in_children(8, || hold(vec![1u8; 24 << 20]));
}

/// The same, under names that are not UTF-8.
pub(super) fn memory_misnamed() {
    // SAFETY: the name is a string of C that lives as long as the program.
    unsafe { libc::prctl(libc::PR_SET_NAME, c"\xff".as_ptr()) };
    memory_in_many();
}

pub(super) fn file() {
    flood(File::create("large").unwrap());
}

pub(super) fn files() {
    for n in 0..100_000 {
        drop(File::create(n.to_string()));
    }
    sleep();
}
