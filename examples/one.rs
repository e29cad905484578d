use mancala::grade::sandbox::*;
use std::path::Path;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let helper = Path::new("target/release/mancala").canonicalize().unwrap();
    println!("{:#?}", probe_all(&helper));
    let sb = Sandbox::with_helper(TierRequest::Exactly(a[1].parse().unwrap()), &helper).unwrap();
    let d = tempfile::tempdir().unwrap();
    let mut job = Job::new(&a[2], d.path()).args(&a[3..]);
    job.file_modes = FileModes::Changeable;
    for r in std::env::var("READ")
        .unwrap_or_default()
        .split(':')
        .filter(|s| !s.is_empty())
    {
        job = job.readable(r);
    }
    let mut limits = Limits::default();
    if let Ok(m) = std::env::var("MEM") {
        limits.memory_bytes = m.parse::<u64>().unwrap() << 20;
    }
    if let Ok(m) = std::env::var("ENVS") {
        for kv in m.split(';') {
            let (k, v) = kv.split_once('=').unwrap();
            job = job.env(k, v);
        }
    }
    let r = sb.run(&job, &limits, &std::sync::atomic::AtomicBool::new(false));
    match r {
        Ok(r) => println!(
            "{:?} cpu {:?} wall {:?} mem {:?} procs {:?}\n--out\n{}--err\n{}",
            r.outcome,
            r.cpu,
            r.wall,
            r.peak_memory.map(|m| m >> 20),
            r.peak_processes,
            r.stdout,
            r.stderr
        ),
        Err(e) => println!("FAULT {e}"),
    }
}
