//! The `mancala` program: everything is in the library, see `mancala::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    mancala::cli::main()
}
