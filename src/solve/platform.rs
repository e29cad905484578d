//! What the platform gives a search: a prefetch, threads.
//!
//! WebAssembly has neither: there a search has one thread.
//!
//! Left out: what the bytes mean, and how threads share the work; large tables (`memory`).

/// How many threads there are for one who wants so many.
pub(super) const fn usable_threads(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") || wanted == 0 {
        1
    } else {
        wanted
    }
}

/// Asks the processor to fetch an element that will be read soon.
#[cfg(not(target_family = "wasm"))]
#[inline]
pub(super) fn prefetch<T>(slice: &[T], index: usize) {
    prefetch_index::prefetch_index(slice, index);
}

/// Nothing: there is no such instruction, and to read an element ahead of time does not pay.
#[cfg(target_family = "wasm")]
#[inline]
pub(super) const fn prefetch<T>(_: &[T], _: usize) {}
