//! Large memory that is touched here and there, or much of it at once: in huge pages, where the system has
//! them. With pages of the usual size, each random access costs a second one, and each page costs an
//! interrupt when it is touched first.
//!
//! Without huge pages only time is lost. WebAssembly has none: there the memory is a vector.

use std::ops::{Deref, DerefMut};

/// Zeroed bytes, aligned to a cache line or better.
#[derive(Debug)]
pub struct Zeroed(native_or_wasm::Memory);

impl Zeroed {
    /// `bytes` zeros. Ends the program if there is no such memory, as any allocation does.
    pub fn new(bytes: usize) -> Self {
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

/// Asks the processor to fetch an element that will be read soon.
#[cfg(not(target_family = "wasm"))]
#[inline]
pub fn prefetch<T>(slice: &[T], index: usize) {
    prefetch_index::prefetch_index(slice, index);
}

/// Nothing: there is no such instruction, and to read an element ahead of time does not pay.
#[cfg(target_family = "wasm")]
#[inline]
pub const fn prefetch<T>(_: &[T], _: usize) {}

#[cfg(not(target_family = "wasm"))]
mod native_or_wasm {
    use std::alloc::Layout;

    use memmap2::MmapMut;

    #[derive(Debug)]
    pub struct Memory(MmapMut);

    impl Memory {
        pub fn new(bytes: usize) -> Self {
            let Ok(map) = MmapMut::map_anon(bytes) else {
                let layout = Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u8>());
                std::alloc::handle_alloc_error(layout);
            };
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            Self(map)
        }

        #[inline]
        pub fn bytes(&self) -> &[u8] {
            &self.0
        }

        #[inline]
        pub fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.0
        }
    }
}

#[cfg(target_family = "wasm")]
mod native_or_wasm {
    use zerocopy::{FromBytes, Immutable, IntoBytes};

    #[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable)]
    #[repr(C, align(64))]
    struct Line([u8; 64]);

    #[derive(Debug)]
    pub struct Memory {
        lines: Vec<Line>,
        bytes: usize,
    }

    impl Memory {
        pub fn new(bytes: usize) -> Self {
            let lines = vec![Line([0; 64]); bytes.div_ceil(64)];
            Self { lines, bytes }
        }

        #[inline]
        pub fn bytes(&self) -> &[u8] {
            &self.lines.as_bytes()[..self.bytes]
        }

        #[inline]
        pub fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.lines.as_mut_bytes()[..self.bytes]
        }
    }
}
