//! Between the program and the world: files, standard output, errors, interrupts, the terminal.

pub mod input;
pub mod output;
pub mod print;
pub mod progress;

pub use input::{parse_input, parse_record, read_file, read_input, read_on_disk, read_piped_log};
pub use output::{Draft, NewFolder, Outputs, interrupted, listen_for_interrupt, write_file};
#[cfg(feature = "full")]
pub use print::laid_out;
pub use print::{
    BadInputFile, EnvironmentError, Exit, failed, print, print_as, print_json, print_line,
    print_with, report, say, terminal_width, versioned, warn,
};
pub use progress::{Budget, Playing, UntilInterrupted, bar, begin_part, from_now};
