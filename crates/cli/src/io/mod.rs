//! Between the program and the world: files, standard output, errors, interrupts, the terminal.

pub mod error;
pub mod input;
pub mod interrupt;
pub mod output;
pub mod print;
pub mod progress;

pub use error::{BadInputFile, EnvironmentError, failed};
pub use input::{parse_input, parse_record, read_file, read_input, read_on_disk, read_piped_log};
pub use interrupt::{interrupted, listen_for_interrupt};
pub use output::{Draft, NewFolder, Outputs, write_file};
#[cfg(feature = "full")]
pub use print::laid_out;
pub use print::{
    print, print_as, print_json, print_line, print_with, report, say, terminal_width, versioned,
    warn,
};
pub use progress::{Budget, Playing, UntilInterrupted, bar, begin_part, from_now};
