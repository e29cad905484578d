//! The page: the library, compiled for a browser, with what draws and listens, in one HTML file.
//!
//! In reading order: `html` (the file, put together), [`comparison`] (a log of one's own beside the
//! search).
//!
//! Left out: the WebAssembly and the scripts, which stand in `crates/page`, and writing files
//! ([`cli`](crate::cli)).

pub mod comparison;
#[cfg(feature = "cli")]
pub mod html;
