//! Where a game begins: the options that commands share, and the refusal of those of another game.

use clap::{Args, ValueEnum};

use super::{Choices, number, one_of, rules};
use crate::io::warn;
use arena::game::Playable;
use arena::{board_text, fair, matches::Openings};
use explain::pluralize;
use mancala::game::board::MAX_WIDTH;
use mancala::game::rules::names::{GameName, preset_of};
use mancala::game::{Board, Kalah, Position, Rules, Side};
use mancala::nimcala::{Nimcala, TokenRow};

#[derive(Debug, Args)]
pub struct Start {
    /// Rule set by name, with options as in uw,capture=home; or nimcala
    #[arg(long, value_name = "NAME[,OPTION=VALUE]..", default_value_t = GameName::default(), value_parser = rules::<GameName>(), hide_possible_values = true)]
    pub rules: GameName,
    /// Pits in a row [default: 6, of Nimcala 4]
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=u8::MAX))]
    pub pits: Option<u8>,
    #[command(flatten)]
    pub seeds: Seeds,
    /// Who moves first
    #[arg(id = "mover", long = "first", value_parser = one_of(SIDES), default_value = "south", value_name = "SIDE")]
    first: Side,
    /// Nimcala: tokens in the first pit of the opening [default: 5]
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=u32::MAX))]
    tokens: Option<u32>,
    /// A board instead of an opening. Nimcala: tokens in each pit, as in 0,0,0,2 or "0 0 0 2". Kalah: North's row /
    /// South's row, as in "4 4 4 / 4 4 4", and their stores if they hold seeds: "4 4 4 / 4 4 4 / 0 / 3"
    #[arg(long, value_name = "ROW", conflicts_with = "tokens")]
    board: Option<String>,
}

#[derive(Debug, Args)]
pub struct Seeds {
    /// Seeds in each pit [default: 3 under cits3001, as its sheet says, 4 under the others]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1000))]
    pub seeds: Option<u16>,
}

impl Seeds {
    /// How many, if games are played by `rules`.
    pub fn under(&self, rules: Rules) -> u16 {
        self.seeds.unwrap_or(preset_of(rules).seeds)
    }
}

/// The opening of a game of Kalah in which South moves first.
#[derive(Debug, Args)]
pub struct KalahOpening {
    /// Rule set by name, with options as in uw,capture=home
    #[arg(long, value_name = "RULES", default_value_t = Rules::default(), value_parser = rules::<Rules>(), hide_possible_values = true)]
    rules: Rules,
    /// Pits in a row
    #[arg(long, value_name = "N", default_value_t = PITS, value_parser = number::<u8>(1..=MAX_WIDTH as u8))]
    pits: u8,
    #[command(flatten)]
    seeds: Seeds,
}

impl KalahOpening {
    pub fn start(&self) -> anyhow::Result<Kalah> {
        let board = Board::opening(self.pits.into(), self.seeds.under(self.rules));
        Ok(Kalah::new(board, self.rules, Side::South)?)
    }
}

const SIDES: Choices<Side> = &[
    ("south", "Player 1, the lower row", Side::South),
    ("north", "Player 2, the upper row", Side::North),
];

/// The pits of the game as most people know it.
const PITS: u8 = 6;

impl Start {
    /// The position of Kalah before the first move.
    pub fn kalah(&self, rules: Rules) -> anyhow::Result<Kalah> {
        refuse(&[("--tokens", self.tokens.is_some())], OTHER_GAME)?;
        if let Some(text) = &self.board {
            let is_bare = self.pits.is_none() && self.seeds.seeds.is_none();
            anyhow::ensure!(is_bare, "--board says what is in each pit: omit --pits and --seeds");
            let stores = if text.matches('/').count() > 1 { "" } else { " / 0 / 0" };
            let board = board_text::parse(&format!("{text}{stores}")).map_err(|error| {
                let example = "help: mancala solve --board \"4 4 4 4 / 4 4 4 4\"";
                anyhow::anyhow!("--board {text:?}: {error}\n{example}")
            })?;
            return Ok(Kalah::new(board, rules, self.first)?);
        }
        let pits = usize::from(self.pits.unwrap_or(PITS));
        anyhow::ensure!(pits <= MAX_WIDTH, "--pits: expected 1 to {MAX_WIDTH}");
        Ok(Kalah::new(Board::opening(pits, self.seeds.under(rules)), rules, self.first)?)
    }

    /// The position of Nimcala before the first move.
    pub fn nimcala(&self) -> anyhow::Result<Nimcala> {
        refuse(&[("--seeds", self.seeds.seeds.is_some())], "Nimcala")?;
        Ok(Nimcala::new(self.row()?, self.first))
    }

    /// The row of the board or of the opening, which is the handout's unless the options say otherwise.
    fn row(&self) -> anyhow::Result<TokenRow> {
        let Some(board) = &self.board else {
            let pits = self.pits.unwrap_or(PITS_OF_NIMCALA);
            return Ok(TokenRow::opening(pits.into(), self.tokens.unwrap_or(TOKENS))?);
        };
        anyhow::ensure!(self.pits.is_none(), "--board says how many pits there are: omit --pits");
        let words = board.split(|c: char| c == ',' || c.is_whitespace());
        let tokens: Result<Vec<u32>, _> =
            words.filter(|word| !word.is_empty()).map(str::parse).collect();
        let Ok(tokens) = tokens else {
            anyhow::bail!(
                "--board {board:?}: expected whole numbers with commas or blanks between them"
            );
        };
        TokenRow::new(&tokens).map_err(|error| anyhow::anyhow!("--board {board:?}: {error}"))
    }
}

/// Where the pairs of games of a contest begin.
#[derive(Debug, Args)]
pub struct OpeningOptions {
    /// Where pairs of games begin
    #[arg(long, value_enum, default_value_t = OpeningKind::Random)]
    pub openings: OpeningKind,
    /// Random turns of an opening [default: 4]
    #[arg(long, value_name = "N", value_parser = number::<u16>(0..=1000))]
    opening: Option<u16>,
    /// The seed of the openings and of all other random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OpeningKind {
    /// A few random turns into the game
    Random,
    /// The fair starts that `mancala fair` lists: with best play, nobody wins from them
    Fair,
}

impl OpeningOptions {
    /// Where so many games begin, two from each opening.
    pub fn of(&self, start: Kalah, games: u32) -> anyhow::Result<Openings<Kalah>> {
        let mut openings = self.random(start, games);
        if self.openings == OpeningKind::Fair {
            refuse(&[("--opening", self.opening.is_some())], "--openings fair")?;
            openings.turns = 0;
            openings.fair = fair::openings(&start, openings.count, self.seed).map_err(|error| {
                let lists = fair::names().collect::<Vec<_>>().join(", ");
                anyhow::anyhow!(
                    "--openings fair: {error}\nhelp: there are lists for {lists}; South moves first"
                )
            })?;
        }
        Ok(openings)
    }

    /// The same with random turns.
    pub fn random<P: Position>(&self, start: P, games: u32) -> Openings<P> {
        let (turns, count) = (self.opening.unwrap_or(4).into(), games.div_ceil(2) as usize);
        Openings { start, turns, fair: Vec::new(), count, seed: self.seed }
    }
}

/// The random turns that each of the openings really has, at least; a warning if that is less than was asked for.
pub fn fewest_turns<P: Playable>(openings: &Openings<P>) -> usize {
    let games = openings.games();
    let turns = games.iter().map(|game| game.turns().len()).min().unwrap_or_default();
    if turns < openings.turns {
        let asked = pluralize(openings.turns as u64, &format!("random {}", P::TURN));
        warn(format_args!("openings begin at the start: too few games last {asked} or longer"));
    }
    turns
}

/// The game that none of these options is for.
pub const OTHER_GAME: &str = "Kalah (--rules nimcala has it)";

/// Pits and tokens of the handout's game.
const PITS_OF_NIMCALA: u8 = 4;
const TOKENS: u32 = 5;

/// Fails if one of the options, each with whether it was given, was; `game` has none of them.
pub fn refuse(options: &[(&str, bool)], game: &str) -> anyhow::Result<()> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => anyhow::bail!("{option} is not an option of {game}"),
        None => Ok(()),
    }
}
