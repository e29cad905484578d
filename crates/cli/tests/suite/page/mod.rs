//! The page: its engine natively, in Node and in a browser.

#[cfg(unix)]
mod browser;
#[cfg(unix)]
mod chromium;
mod engine;
mod walk;
