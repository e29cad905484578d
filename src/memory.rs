//! Large memory that is touched here and there, or much of it at once: in huge pages, where the system has
//! them. With pages of the usual size, each random access costs a second one, and each page costs an
//! interrupt when it is touched first.
//!
//! Without huge pages only time is lost. WebAssembly has none: there the memory is a vector.

#[cfg(not(target_family = "wasm"))]
pub use native::{Zeroed, prefetch, zeroed};
#[cfg(target_family = "wasm")]
pub use wasm::{Zeroed, prefetch, zeroed};

#[cfg(not(target_family = "wasm"))]
mod native {
    use std::alloc::Layout;

    use memmap2::MmapMut;

    /// Zeroed bytes, aligned to a cache line or better.
    pub type Zeroed = MmapMut;

    /// `bytes` zeros. Ends the program if there is no such memory, as any allocation does.
    pub fn zeroed(bytes: usize) -> Zeroed {
        let Ok(map) = MmapMut::map_anon(bytes) else {
            let layout = Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u8>());
            std::alloc::handle_alloc_error(layout);
        };
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        map
    }

    /// Asks the processor to fetch an element that will be read soon.
    #[inline]
    pub fn prefetch<T>(slice: &[T], index: usize) {
        prefetch_index::prefetch_index(slice, index);
    }
}

#[cfg(target_family = "wasm")]
mod wasm {
    pub type Zeroed = aligned_vec::AVec<u8>;

    pub fn zeroed(bytes: usize) -> Zeroed {
        aligned_vec::avec![0; bytes]
    }

    /// Nothing: there is no such instruction, and to read an element ahead of time does not pay.
    #[inline]
    pub const fn prefetch<T>(_: &[T], _: usize) {}
}
