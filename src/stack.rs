//! Room for recursion: a tree is as deep as its longest game, which is for the input to say.

/// With fewer bytes left than this, a stack is continued elsewhere.
#[cfg(not(target_family = "wasm"))]
const RED_ZONE: usize = 256 << 10;

/// Goes one level down, on a stack that grows as need be.
#[cfg(not(target_family = "wasm"))]
pub fn deeper<T>(descend: impl FnOnce() -> T) -> T {
    const SEGMENT: usize = 4 << 20;
    stacker::maybe_grow(RED_ZONE, SEGMENT, descend)
}

/// Goes one level down, on the only stack that there is.
#[cfg(target_family = "wasm")]
pub fn deeper<T>(descend: impl FnOnce() -> T) -> T {
    descend()
}

/// The address from which on a stack is to be looked at before a search goes [`deeper`]: for searches
/// that do so little on each level that this takes too long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StackFloor(usize);

impl StackFloor {
    /// One that is near: to learn where a stack ends takes as long as thousands of levels, which few searches reach.
    pub(crate) fn near() -> Self {
        const NEAR: usize = 32 << 10;
        Self(address().saturating_sub(NEAR))
    }

    /// That of the stack in use.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn of_this_stack() -> Self {
        // Of a stack whose end is not known, every level is to be looked at.
        let left = stacker::remaining_stack();
        Self(left.map_or(usize::MAX, |left| address().saturating_sub(left) + RED_ZONE))
    }

    /// None: there is nothing to go on to.
    #[cfg(target_family = "wasm")]
    pub const fn of_this_stack() -> Self {
        Self(0)
    }

    /// Whether the stack, which is the one it was made of, has come down to it.
    #[inline(always)]
    pub(crate) fn is_reached(self) -> bool {
        address() < self.0
    }
}

/// Where the stack is, more or less.
#[inline(always)]
fn address() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(&here).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes down until the floor is reached; how many bytes that took.
    fn fall(floor: StackFloor, top: usize) -> usize {
        if floor.is_reached() { top - address() } else { std::hint::black_box(fall(floor, top)) }
    }

    #[test]
    fn a_floor_is_reached_before_the_end_of_a_stack() {
        const STACK: usize = 2 << 20;
        let thread = std::thread::Builder::new().stack_size(STACK);
        let falls =
            || [StackFloor::near(), StackFloor::of_this_stack()].map(|f| fall(f, address()));
        let [near, all] = thread.spawn(falls).unwrap().join().unwrap();
        assert!(near < RED_ZONE, "{near} bytes");
        assert!((STACK / 2..=STACK - RED_ZONE).contains(&all), "{all} of {STACK} bytes");
    }
}
