//! Room for recursion: a tree is as deep as its longest game, which is for the input to say.

/// Goes one level down, on a stack that grows as need be.
pub(super) fn deeper<T>(descend: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 64 << 10;
    const SEGMENT: usize = 4 << 20;
    stacker::maybe_grow(RED_ZONE, SEGMENT, descend)
}
