//! The `mancala` program: everything is in the library, see `mancala::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::helper_main_if_requested();
    mancala::cli::main()
}
