//! Any bytes are a problem that prints and parses back to itself, or an error within the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala::homework::{Input, read};

fuzz_target!(|bytes: &[u8]| match read(bytes) {
    Ok(Input::Kalah(problem)) => {
        let printed = problem.to_string();
        assert_eq!(read(printed.as_bytes()), Ok(Input::Kalah(problem)));
    }
    Ok(Input::Nimcala(problem)) => {
        let printed = problem.to_string();
        assert_eq!(read(printed.as_bytes()), Ok(Input::Nimcala(problem)));
    }
    Err(error) => assert!(error.span.start <= error.span.end && error.span.end <= bytes.len()),
});
