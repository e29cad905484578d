//! Any bytes are a problem that prints and parses back to itself, or an error within the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala::homework::parse;

fuzz_target!(|bytes: &[u8]| match parse(bytes) {
    Ok(problem) => {
        assert_eq!(parse(problem.to_string().as_bytes()), Ok(problem));
        assert!(problem.position().is_ok());
    }
    Err(error) => assert!(error.span.start <= error.span.end && error.span.end <= bytes.len()),
});
