//! `mancala page`.

use std::path::PathBuf;

use clap::Args;

use crate::Exit;
use crate::io::output::Outputs;
use crate::io::print::say;
use page::html;

/// Write the page: play, analyse and walk through a search in a browser, in one file
#[derive(Debug, Args)]
pub(super) struct PageArguments {
    /// Where the page goes
    #[arg(short, long, value_name = "FILE", default_value = "mancala.html")]
    output: PathBuf,
}

pub(super) fn run(arguments: &PageArguments) -> anyhow::Result<Exit> {
    let mut outputs = Outputs::default();
    outputs.add_text(&html(None), arguments.output.clone())?;
    outputs.publish()?;
    say(format_args!(
        "wrote {}: open it in a browser, it needs nothing else",
        arguments.output.display()
    ));
    Ok(Exit::Success)
}
