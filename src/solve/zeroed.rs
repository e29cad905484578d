//! Memory for large tables: all zeros at first, and no more of it in use than was written to.
//!
//! Tables are read at random, where pages of the usual size cost a second access each; so the
//! system is asked for huge ones. It may have none: then only time is lost.
//!
//! Left out: what the bytes mean.

use std::alloc::Layout;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// So many bytes, aligned to a page.
#[derive(Debug)]
pub(crate) struct Zeroed(MmapMut);

impl Zeroed {
    /// `bytes` zeros. Ends the program if there is no such memory, as any allocation does.
    pub(crate) fn new(bytes: usize) -> Self {
        let Ok(map) = MmapMut::map_anon(bytes) else {
            let layout = Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u8>());
            std::alloc::handle_alloc_error(layout);
        };
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Self(map)
    }
}

impl Deref for Zeroed {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Zeroed {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
