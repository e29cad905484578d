//! What the platform gives a search: memory for large tables, a prefetch, threads.
//!
//! Tables are read at random, where pages of the usual size cost a second access each; so the
//! system is asked for huge ones. It may have none: then only time is lost. WebAssembly has neither
//! huge pages nor a prefetch nor threads: there the memory is a vector and a search has one thread.
//!
//! Left out: what the bytes mean, and how threads share the work.

use std::ops::{Deref, DerefMut};

/// How many threads there are for one who wants so many.
pub(super) const fn usable_threads(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") || wanted == 0 {
        1
    } else {
        wanted
    }
}

/// So many bytes, aligned to a line of the cache or better.
#[derive(Debug)]
pub(super) struct Zeroed(native_or_wasm::Memory);

impl Zeroed {
    /// `bytes` zeros. Ends the program if there is no such memory, as any allocation does.
    pub(super) fn new(bytes: usize) -> Self {
        Self(native_or_wasm::Memory::new(bytes))
    }
}

impl Deref for Zeroed {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl DerefMut for Zeroed {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }
}

pub(super) use native_or_wasm::prefetch;

#[cfg(not(target_family = "wasm"))]
mod native_or_wasm {
    use std::alloc::Layout;

    use memmap2::MmapMut;

    #[derive(Debug)]
    pub(super) struct Memory(MmapMut);

    impl Memory {
        pub(super) fn new(bytes: usize) -> Self {
            let Ok(map) = MmapMut::map_anon(bytes) else {
                let layout = Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u8>());
                std::alloc::handle_alloc_error(layout);
            };
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            Self(map)
        }

        #[inline]
        pub(super) fn bytes(&self) -> &[u8] {
            &self.0
        }

        #[inline]
        pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.0
        }
    }

    /// Asks the processor to fetch an element that will be read soon.
    #[inline]
    pub(in crate::solve) fn prefetch<T>(slice: &[T], index: usize) {
        prefetch_index::prefetch_index(slice, index);
    }
}

#[cfg(target_family = "wasm")]
mod native_or_wasm {
    use zerocopy::{FromBytes, Immutable, IntoBytes};

    #[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable)]
    #[repr(C, align(64))]
    struct Line([u8; 64]);

    #[derive(Debug)]
    pub(super) struct Memory {
        lines: Vec<Line>,
        bytes: usize,
    }

    impl Memory {
        pub(super) fn new(bytes: usize) -> Self {
            let lines = vec![Line([0; 64]); bytes.div_ceil(64)];
            Self { lines, bytes }
        }

        #[inline]
        pub(super) fn bytes(&self) -> &[u8] {
            &self.lines.as_bytes()[..self.bytes]
        }

        #[inline]
        pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.lines.as_mut_bytes()[..self.bytes]
        }
    }

    /// Nothing: there is no such instruction, and to read an element ahead of time does not pay.
    #[inline]
    pub(in crate::solve) fn prefetch<T>(_: &[T], _: usize) {}
}
