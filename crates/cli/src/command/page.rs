//! `mancala page`.

use std::path::PathBuf;

use clap::Args;

use crate::io::{say, write_file};
use page::html;

/// Write the page: play, analyse and explain a search in a browser, in one file
#[derive(Debug, Args)]
pub struct PageArguments {
    /// Where the page goes
    #[arg(short, long, value_name = "FILE", default_value = "mancala.html")]
    output: PathBuf,
}

pub fn run(arguments: &PageArguments) -> anyhow::Result<()> {
    write_file(html(None), &arguments.output)?;
    say(format_args!("Wrote {}; open it in any browser.", arguments.output.display()));
    Ok(())
}
