//! Fair starts of Kalah: with best play nobody wins from them, though the opening itself is won.
//!
//! A start is fair if its value is 0 and it is the opening with at most [`MAX_MOVED`] seeds moved into other pits or into
//! stores. South moves first. The definition is that of Neller, "FairKalah" (Computers and Games 2022).
//!
//! A list is a text with a board on each line, as [`board_text`] has it, and lines of comment, which begin with `#`.

use std::collections::HashSet;

use super::board_text;
use super::player::searching::Random;
use mancala::game::{Board, Kalah, Position, Side};
use mancala::solve::{Control, Engine};

pub const MAX_MOVED: usize = 2;

/// The lists of these names.
macro_rules! lists {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../atlas/fair/", $name, ".txt")))),*]
    };
}

/// The lists that are known, by rules, pits and seeds. Those of six pits and four seeds are Neller's 254 under `usc`, and
/// the 323 under `cits3001` that Pham and Neller announced.
const LISTS: &[(&str, &str)] = lists!(
    "cits3001-3-3" "cits3001-4-3" "cits3001-5-3" "cits3001-5-4" "cits3001-5-5" "cits3001-6-3"
    "cits3001-6-4"
    "usc-3-3" "usc-4-3" "usc-5-3" "usc-5-4" "usc-5-5" "usc-6-3" "usc-6-4"
);

/// The list for an opening and its rules, if there is one.
pub fn list(opening: &Kalah) -> Option<&'static str> {
    let board = opening.board();
    let seeds = board.row(Side::South)[0];
    let is_opening =
        opening.mover() == Side::South && *board == Board::opening(board.width(), seeds);
    let name = format!("{}-{}-{seeds}", opening.rules(), board.width());
    LISTS.iter().find(|(known, _)| is_opening && *known == name).map(|(_, text)| *text)
}

/// The games that have a list, as `usc-6-4` for six pits and four seeds.
pub fn names() -> impl Iterator<Item = &'static str> {
    LISTS.iter().map(|(name, _)| *name)
}

pub fn starts(list: &str) -> impl Iterator<Item = Board> {
    list.lines().filter(|line| !line.starts_with('#')).flat_map(board_text::parse)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoFairOpenings {
    #[error("no list of fair starts is known for this game")]
    NoList,
    #[error("this game has {0} fair starts, for at most {games} games", games = 2 * .0)]
    TooFew(usize),
}

/// So many fair starts of the game, different ones, in an order that `seed` determines.
///
/// # Errors
/// [`NoFairOpenings`] if there are not so many.
pub fn openings(opening: &Kalah, count: usize, seed: u64) -> Result<Vec<Kalah>, NoFairOpenings> {
    let list = list(opening).ok_or(NoFairOpenings::NoList)?;
    let start = |board| Kalah::new(board, opening.rules(), Side::South).ok();
    let mut starts: Vec<_> = starts(list).filter_map(start).collect();
    if starts.len() < count {
        return Err(NoFairOpenings::TooFew(starts.len()));
    }
    let mut chance = Random::new(seed);
    Ok((0..count).map(|_| starts.swap_remove(chance.below(starts.len()))).collect())
}

/// The boards that differ from `opening` by so many moved seeds, at its index, each once; 0 to `most`.
pub fn candidates(opening: Board, most: usize) -> Vec<Vec<Board>> {
    let mut seen = HashSet::from([opening]);
    let mut levels = vec![vec![opening]];
    for moved in 0..most {
        let further = levels[moved].iter().flat_map(with_one_moved);
        levels.push(further.filter(|board| seen.insert(*board)).collect());
    }
    levels
}

/// All boards with one seed of a pit in a different pit or in a store.
fn with_one_moved(board: &Board) -> impl Iterator<Item = Board> + use<> {
    let width = board.width();
    let [south, north] = Side::BOTH.map(|side| board.row(side));
    let pits = south.iter().chain(north).map(|&seeds| u32::from(seeds));
    let holes: Vec<_> = pits.chain(Side::BOTH.map(|side| board.store(side))).collect();
    let pairs = (0..2 * width).flat_map(move |from| (0..2 * width + 2).map(move |to| (from, to)));
    let pairs = pairs.filter(|(from, to)| from != to);
    pairs.filter_map(move |(from, to)| {
        let mut holes = holes.clone();
        holes[from] = holes[from].checked_sub(1)?;
        holes[to] += 1;
        // Fits: a pit has one seed more than before.
        let pits: Vec<_> = holes[..2 * width].iter().map(|&seeds| seeds as u16).collect();
        let (south, north) = pits.split_at(width);
        Some(Board::new([south, north], [holes[2 * width], holes[2 * width + 1]]))
    })
}

/// Whether nobody wins from `start` with best play; `None` if stopped, or if `engine` cannot solve it.
pub fn is_fair(engine: &mut Engine, start: &Kalah, control: &impl Control) -> Option<bool> {
    // Who moves first wins most games, so this alone answers most of them.
    Some(!engine.reaches(start, 1, control)? && engine.reaches(start, 0, control)?)
}

/// The text of a list: the fair starts by how many seeds of `opening` were moved.
pub fn text(opening: &Kalah, starts: &[Vec<Board>]) -> String {
    let (rules, board) = (opening.rules(), opening.board());
    let counts: Vec<_> = starts.iter().map(|starts| starts.len().to_string()).collect();
    let mut text = format!(
        "# Fair starts of Kalah with {} pits and {} seeds in each, rules {rules}: worth 0 to South, who moves first.\n\
         # North's row / South's row / North's store / South's store; by seeds moved from 0 on: {}.\n",
        board.width(),
        board.row(Side::South)[0],
        counts.join(", "),
    );
    for board in starts.iter().flatten() {
        text += &format!("{}\n", board_text::text(board));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala::game::Rules;
    use mancala::solve::Resources;

    #[test]
    fn candidates_are_those_counted_by_hand() {
        // One seed: from 12 pits to 11 others or 2 stores. Two: from one pit or two, to one hole or two of the others.
        let levels = candidates(Board::opening(6, 4), 2);
        let counts: Vec<_> = levels.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 12 * 13, 12 * (13 + 13 * 12 / 2) + 66 * (12 + 12 * 11 / 2)]);
        // A pit that is empty has nothing to be moved.
        let seeds = |board: &Board| {
            Side::BOTH.map(|side| u32::from(board.row(side)[0]) + board.store(side))
        };
        let found: Vec<_> = candidates(Board::opening(1, 1), 2)[2].iter().map(seeds).collect();
        assert_eq!(found.len(), 3, "both seeds in one store, or one in each");
    }

    /// Whole for boards of up to four pits; of larger ones the first start. `mancala fair --cold` finds them whole.
    #[test]
    #[ignore = "takes long: .ci/run runs it"]
    fn the_lists_are_what_the_solver_finds() {
        for &(name, list) in LISTS {
            let [rules, pits, seeds] = name.split('-').collect::<Vec<_>>()[..] else {
                panic!("{name}")
            };
            let rules: Rules = rules.parse().unwrap();
            let opening = Board::opening(pits.parse().unwrap(), seeds.parse().unwrap());
            let start = |board| Kalah::new(board, rules, Side::South).unwrap();
            assert_eq!(super::list(&start(opening)), Some(list));
            let resources = Resources { memory: 256 << 20, endgame: 1 << 26, threads: 1 };
            let mut engine = Engine::new(&start(opening), resources);
            let mut levels = candidates(opening, MAX_MOVED);
            if opening.width() > 4 {
                let first = starts(list).next().unwrap();
                assert!(
                    is_fair(&mut engine, &start(first), &()).unwrap(),
                    "{}",
                    board_text::text(&first)
                );
                assert!(levels.iter().flatten().any(|board| *board == first));
                continue;
            }
            for boards in &mut levels {
                boards.retain(|&board| is_fair(&mut engine, &start(board), &()).unwrap());
            }
            assert_eq!(text(&start(opening), &levels), list);
        }
    }

    #[test]
    fn the_fair_starts_of_the_game_with_six_pits_and_four_seeds_are_254() {
        let opening = Kalah::new(Board::opening(6, 4), Rules::USC, Side::South).unwrap();
        let levels = candidates(*opening.board(), MAX_MOVED);
        let listed: Vec<_> = starts(list(&opening).unwrap()).collect();
        let count = |boards: &Vec<Board>| boards.iter().filter(|it| listed.contains(it)).count();
        assert_eq!(levels.iter().map(count).collect::<Vec<_>>(), [0, 3, 251]);
        assert_eq!(listed.len(), 254);
    }

    #[test]
    fn openings_are_different_and_follow_from_the_seed() {
        let opening = Kalah::new(Board::opening(4, 3), Rules::USC, Side::South).unwrap();
        let all = list(&opening).map(|list| starts(list).count()).unwrap();
        let some = openings(&opening, 20, 1).unwrap();
        assert_eq!(some.iter().collect::<HashSet<_>>().len(), 20);
        assert_eq!(openings(&opening, 20, 1).unwrap(), some);
        assert_ne!(openings(&opening, 20, 2).unwrap(), some);
        assert_eq!(openings(&opening, all + 1, 1), Err(NoFairOpenings::TooFew(all)));
        let unlisted = Kalah::new(Board::opening(4, 3), Rules::USC, Side::North).unwrap();
        assert_eq!(openings(&unlisted, 1, 1), Err(NoFairOpenings::NoList));
    }
}
