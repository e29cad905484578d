//! `mancala draw`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::io::{
    NewFolder, Outputs, parse_input, parse_record, print, read_file, write_file_unless_read,
};
use crate::options::Look;
use arena::draw::svg::{self, Labels};
use arena::draw::{Frame, frames, text};
use arena::{Game, GameRecord, record};
use mancala::game::Side;
use mancala::homework::Input;
use mancala::nimcala::Nimcala;

/// Draw a position or a game
#[derive(Debug, Args)]
pub struct DrawArguments {
    /// A game record, or an input file of the homework
    #[arg(value_name = "FILE", required_unless_present = "input")]
    file: Option<PathBuf>,
    /// The same as FILE
    #[arg(short, long, value_name = "FILE", conflicts_with = "file")]
    input: Option<PathBuf>,
    /// The file for the picture, or, with --frames each, the folder for the pictures [default: standard output]
    #[arg(short, long, value_name = "PATH", required_if_eq("frames", "each"))]
    output: Option<PathBuf>,
    /// Which moments of the game
    #[arg(long, value_enum, default_value_t = Frames::Last)]
    frames: Frames,
    /// SVG, or the board as text
    #[arg(long, value_enum, default_value_t = DrawFormat::Svg)]
    format: DrawFormat,
    #[command(flatten)]
    look: Look,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Frames {
    /// The last position
    Last,
    /// A file for the start and one for each sow: 000.svg, 001.svg, ..
    Each,
    /// All of them in one animation
    Animated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DrawFormat {
    /// A picture
    Svg,
    /// Letters
    Text,
}

pub fn run(arguments: &DrawArguments) -> anyhow::Result<()> {
    refuse_other_pictures(arguments)?;
    let file = arguments.file();
    let bytes = read_file(file)?;
    let record = match record::is_record(&bytes) {
        true => parse_record(file, &bytes)?,
        false => match parse_input(file, &bytes)? {
            // A game of which nothing has been played.
            Input::Kalah(problem) => GameRecord::new(Game::new(problem.start())),
            Input::Nimcala(problem) => return draw_row(&problem.start(), arguments),
        },
    };
    let title = title(&record);
    let player = |side: Side| record.player(side).unwrap_or(side.name());
    let labels = Labels { title: &title, players: Side::BOTH.map(player) };
    let style = arguments.look.style();
    let frames: Vec<_> = frames(&record.game).collect();
    let one = |frame: &Frame| match arguments.format {
        DrawFormat::Svg => svg::still(frame, &labels, style),
        DrawFormat::Text => format!("{}\n{}", frame.caption, text::grid(&frame.board)),
    };
    match arguments.frames {
        Frames::Each => {
            let folder = arguments.output.as_deref().unwrap_or(Path::new("."));
            let ending = match arguments.format {
                DrawFormat::Svg => "svg",
                DrawFormat::Text => "txt",
            };
            write_each(frames.iter().map(one), ending, folder)
        }
        Frames::Last => put(frames.last().map(one).unwrap_or_default(), arguments),
        Frames::Animated => match arguments.format {
            DrawFormat::Svg => put(svg::animated(&frames, &labels, style), arguments),
            DrawFormat::Text => put(frames.iter().map(one).collect(), arguments),
        },
    }
}

fn put(drawn: String, arguments: &DrawArguments) -> anyhow::Result<()> {
    match &arguments.output {
        Some(to) => write_file_unless_read(drawn, to, &[arguments.file()]),
        None => print(drawn),
    }
}

impl DrawArguments {
    /// One of them is there.
    fn file(&self) -> &Path {
        self.file.as_deref().or(self.input.as_deref()).unwrap_or(Path::new("-"))
    }
}

/// Fails if the name of the file asks for a picture of another kind than SVG.
fn refuse_other_pictures(arguments: &DrawArguments) -> anyhow::Result<()> {
    const OTHERS: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "pdf"];
    let Some(output) = arguments.output.as_deref() else { return Ok(()) };
    let ending = output.extension().and_then(|it| it.to_str()).unwrap_or_default();
    anyhow::ensure!(
        !OTHERS.contains(&ending.to_ascii_lowercase().as_str()),
        "{}: draw writes SVG, not {}\nhelp: mancala draw {} -o {}",
        output.display(),
        ending.to_ascii_uppercase(),
        arguments.file().display(),
        output.with_extension("svg").display()
    );
    Ok(())
}

/// Writes a file for each of these: into a folder that is there, or a new one, all of them or none; not between those of a longer game.
fn write_each(
    drawn: impl ExactSizeIterator<Item = String>,
    ending: &str,
    folder: &Path,
) -> anyhow::Result<()> {
    let new = if folder.exists() { None } else { Some(NewFolder::beside(folder)?) };
    let place = new.as_ref().map_or(folder, NewFolder::path);
    let next = place.join(format!("{:03}.{ending}", drawn.len()));
    anyhow::ensure!(!next.exists(), "{}: a picture of a longer game; remove it", next.display());
    let mut outputs = Outputs::default();
    for (number, text) in drawn.enumerate() {
        outputs.add_bytes(text, place.join(format!("{number:03}.{ending}")))?;
    }
    outputs.publish()?;
    new.map_or(Ok(()), |new| new.publish(folder))
}

/// A row of Nimcala, of which there is one moment.
fn draw_row(position: &Nimcala, arguments: &DrawArguments) -> anyhow::Result<()> {
    anyhow::ensure!(arguments.frames == Frames::Last, "--frames: a row of Nimcala is one picture");
    let drawn = match arguments.format {
        DrawFormat::Svg => svg::token_row(position, "Nimcala", arguments.look.style()),
        DrawFormat::Text => text::token_row(position.row()),
    };
    put(drawn, arguments)
}

/// "human against minimax:6", or what else is known.
fn title(record: &GameRecord) -> String {
    match Side::BOTH.map(|side| record.player(side)) {
        [Some(south), Some(north)] => format!("Mancala: {south} (South) against {north} (North)"),
        _ => "Mancala".to_owned(),
    }
}
