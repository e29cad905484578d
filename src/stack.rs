//! Room for recursion: a tree is as deep as its longest game, which is for the input to say.

/// Goes one level down, on a stack that grows as need be.
///
/// The next check may be `CHECKED` levels further down.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn deeper<T>(descend: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 256 << 10;
    const SEGMENT: usize = 4 << 20;
    stacker::maybe_grow(RED_ZONE, SEGMENT, descend)
}

/// Goes one level down, on the only stack that there is.
#[cfg(target_family = "wasm")]
pub(crate) fn deeper<T>(descend: impl FnOnce() -> T) -> T {
    descend()
}

/// Every so many levels the stack is looked at, by searches for which that takes too long.
const CHECKED: usize = 8;

/// Goes down from level `ply` of a search that does little on each level.
#[inline(always)]
pub(crate) fn deeper_from<T>(ply: usize, descend: impl FnOnce() -> T) -> T {
    if ply.is_multiple_of(CHECKED) {
        deeper(descend)
    } else {
        descend()
    }
}
