//! Workers that share a list of things to do.
//!
//! Left out: the things.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::ledger::LedgerError;

/// Works through `items` with as many threads as wanted, in order, until one fails or the run is
/// cancelled. The results lie where their items do; what was not begun has none.
pub(super) fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    cancel: &AtomicBool,
    items: &[T],
    work: impl Fn(&T) -> Result<R, LedgerError> + Sync,
) -> Result<Vec<Option<R>>, LedgerError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let stop = cancel.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
            let Some(item) = items.get(index).filter(|_| !stop) else {
                return Ok(results);
            };
            match work(item) {
                Ok(result) => results.push((index, result)),
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
    };
    let mut all: Vec<Option<R>> = items.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            let results = match worker.join() {
                Ok(results) => results?,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            for (index, result) in results {
                all[index] = Some(result);
            }
        }
        Ok(())
    })
    .map(|()| all)
}
