//! What is said while another process has the results open.

use std::path::Path;
use std::time::Duration;

use super::print::say;

/// Says that it is waited for, so long and no longer.
pub(crate) fn begins(results: &Path, time: Duration) {
    let (results, seconds) = (results.display(), time.as_secs_f64());
    say(format_args!(
        "{results} is in use by another process; waiting for its end, at most {seconds} s"
    ));
}
