//! The border of the WebAssembly module: numbers in and out, texts as pointer and length.
//!
//! The caller asks for memory with [`reserve`], writes a request there and hands it to [`answer`], which frees it. The
//! answer lies where the result says, length in the lower half and address in the upper one, until the next request.

#![expect(unsafe_code, reason = "exports and imports are unsafe by nature; each use is proved")]

use std::cell::RefCell;
use std::sync::Once;

use crate::json::{object, string};

thread_local! {
    /// The last answer, kept alive for its reader.
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Before the module traps, the host is told why.
static HOOK: Once = Once::new();

mod imports {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        pub fn now() -> f64;
        /// Takes note of a text of `length` bytes at `start`.
        pub fn tell(start: *const u8, length: usize);
        /// Writes at most `length` bytes of the open file, from byte `at` on, to `start`. Says how many
        /// bytes that were, 0 at the end of the file, or a negative number if it cannot be read.
        pub fn read(at: f64, start: *mut u8, length: usize) -> i32;
    }
}

pub fn now() -> f64 {
    // SAFETY: it takes nothing and gives a number; every caller of the module has to provide it, or
    // the module cannot be instantiated.
    unsafe { imports::now() }
}

pub fn tell(text: &str) {
    // SAFETY: the bytes are those of `text`, which outlives the call, and the host only reads them.
    unsafe { imports::tell(text.as_ptr(), text.len()) }
}

/// Reads the host's open file from byte `at` on; `None` if it cannot be read.
pub fn read(at: u64, buffer: &mut [u8]) -> Option<usize> {
    // SAFETY: the bytes are those of `buffer`, which nobody else has during the call, and the host writes
    // no more than its length: JavaScript's view of the memory ends there, and refuses more.
    let read = unsafe { imports::read(at as f64, buffer.as_mut_ptr(), buffer.len()) };
    usize::try_from(read).ok()
}

/// Memory for a request of `length` bytes, to be handed to [`answer`].
// SAFETY: no other symbol of the module has the name.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    // A boxed slice has no memory beyond its length, so its length is all that `answer` must know.
    let memory: Box<[u8]> = vec![0; length].into_boxed_slice();
    Box::into_raw(memory).cast()
}

/// Answers the request of `length` bytes at `start`, which came from [`reserve`] with this length and is freed here.
// SAFETY: no other symbol of the module has the name.
#[unsafe(no_mangle)]
pub extern "C" fn answer(start: *mut u8, length: usize) -> u64 {
    let slice = std::ptr::slice_from_raw_parts_mut(start, length);
    // SAFETY: `reserve` made this very slice from a box and nobody else has it: the page calls the two
    // in pairs, and JavaScript wrote plain bytes into it, so all of them are initialized.
    let request = unsafe { Box::from_raw(slice) };
    let told = |why: &str| tell(&object(&[("panic", string(why))]));
    HOOK.call_once(|| std::panic::set_hook(Box::new(move |panic| told(&panic.to_string()))));
    let text = crate::call(&String::from_utf8_lossy(&request));
    ANSWER.with_borrow_mut(|answer| {
        *answer = text;
        (answer.as_ptr() as u64) << 32 | answer.len() as u64
    })
}
