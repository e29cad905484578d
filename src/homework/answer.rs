//! From a problem to its answer, with and without its log; and task 4, the strongest turn that is found
//! within a time, which has no log.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::parallel::{Split, search_split};
use super::problem::{HomeworkPosition, Problem, Searcher};
use super::row_text::NodeName;
use super::traverse_log::{Log, LogWriter, OptionalRows};
use crate::game::{Kalah, Position};
use crate::search::{Algorithm, Choice, Limits, Observer, Value, search};
use crate::solve::best_play::strongest_turn;
use crate::solve::{Control, Engine, Resources};

/// The answer to a problem; of Kalah, unless another game is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<P: HomeworkPosition = Kalah> {
    /// The chosen turn, move by move; empty if there is nothing to choose.
    pub turn: Vec<P::Move>,
    /// The value of the root for the problem's player.
    pub value: Value,
    /// Nodes of the tree that were entered.
    pub nodes: u64,
    /// The board after the whole turn. If that ended a game of Kalah, all seeds are in the stores.
    pub board: P::Board,
}

impl<P: HomeworkPosition> Answer<P> {
    /// The answer that plays the chosen turn from the problem's position.
    fn new(problem: &Problem<P>, Choice { value, turn, nodes }: Choice<P::Move>) -> Self {
        let end = turn.iter().fold(problem.start(), |here, &choice| here.play(choice));
        Self { turn, value, nodes, board: end.board() }
    }

    /// The text of `next_state.txt`.
    pub fn next_state(&self) -> String {
        P::next_state(&self.board)
    }
}

/// Answers `problem`.
///
/// ```
/// use mancala::game::PitName;
/// use mancala::homework::{answer, parse};
///
/// let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n")?;
/// let answer = answer(&problem);
/// let names = answer.turn.iter().map(|&pit| PitName(problem.player(), pit).to_string());
/// assert_eq!(names.collect::<Vec<_>>(), ["B4", "B2"]);
/// assert_eq!(answer.value.finite(), Some(4));
/// # Ok::<(), mancala::homework::input::InputError>(())
/// ```
///
/// The competition has no one right answer, and is answered as greedy search would.
pub fn answer<P: HomeworkPosition>(problem: &Problem<P>) -> Answer<P> {
    let ControlFlow::Continue(answer) = answer_to(problem, &mut ());
    answer
}

/// Answers `problem`, and tells `log` of every visit of the search.
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
///
/// use mancala::game::Pit;
/// use mancala::homework::{answer_to, parse};
/// use mancala::search::{Observer, Stage, Visit};
///
/// /// Counts leaves.
/// struct Leaves(u32);
///
/// impl Observer<Pit> for Leaves {
///     type Stop = Infallible;
///
///     fn visit(&mut self, visit: &Visit<Pit>) -> ControlFlow<Infallible> {
///         self.0 += u32::from(visit.stage == Stage::Leaf);
///         ControlFlow::Continue(())
///     }
/// }
///
/// let problem = parse(b"2\n1\n1\n1 0 2\n2 0 1\n0\n0\n")?;
/// let mut leaves = Leaves(0);
/// let ControlFlow::Continue(_answer) = answer_to(&problem, &mut leaves);
/// assert_eq!(leaves.0, 2);
/// # Ok::<(), mancala::homework::input::InputError>(())
/// ```
///
/// Greedy is minimax with cutoff 1: the best of all complete turns. It has no log; the observer hears nothing of it.
///
/// # Errors
/// `Break` with the observer's reason if it stopped the search.
pub fn answer_to<P: HomeworkPosition, O: Observer<P::Move>>(
    problem: &Problem<P>,
    log: &mut O,
) -> ControlFlow<O::Stop, Answer<P>> {
    let (start, limits) = (problem.start(), problem.limits());
    let choice = match problem.task.logged_algorithm() {
        Some(algorithm) => start.searched_by(Observed { limits, algorithm, observer: log })?,
        None => {
            let unlogged = Observed { limits, algorithm: Algorithm::Minimax, observer: &mut () };
            let ControlFlow::Continue(choice) = start.searched_by(unlogged);
            choice
        }
    };
    ControlFlow::Continue(Answer::new(problem, choice))
}

/// A search with an observer.
struct Observed<'o, O> {
    limits: Limits,
    algorithm: Algorithm,
    observer: &'o mut O,
}

impl<M: Copy + Eq + std::fmt::Debug, O: Observer<M>> Searcher<M> for Observed<'_, O> {
    type Output = ControlFlow<O::Stop, Choice<M>>;

    fn search<P: Position<Move = M> + Send>(self, root: P) -> Self::Output {
        search(root, self.limits, self.algorithm, self.observer)
    }
}

/// Answers `problem`, with the whole text of its log; `None` for a task that has none.
///
/// The library's [first page](crate) has an example. A log may have millions of rows:
/// [`answer_with_log`] writes it in a fixed memory.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`] and the like, if the threads that put a long log together cannot begin.
pub fn answer_and_log<P: HomeworkPosition>(
    problem: &Problem<P>,
    optional: OptionalRows,
) -> io::Result<(Answer<P>, Option<String>)> {
    let memory = || io::Result::Ok(Vec::new());
    let (answer, log) = answer_with_log(problem, optional, memory)?;
    let log = log.map(|log| String::from_utf8(log.out).map_err(io::Error::other));
    Ok((answer, log.transpose()?))
}

/// Answers `problem` and writes its log to what `open` gives. A task that has no log opens nothing.
///
/// # Errors
/// Those of `open` and of writing; then there is no answer either.
pub fn answer_with_log<P: HomeworkPosition, W: Write + Send + 'static, E: From<io::Error>>(
    problem: &Problem<P>,
    optional: OptionalRows,
    open: impl FnOnce() -> Result<W, E>,
) -> Result<(Answer<P>, Option<Log<W>>), E> {
    let Some(algorithm) = problem.task.logged_algorithm() else {
        return Ok((answer(problem), None));
    };
    let (choice, log) = problem.start().searched_by(Logged {
        limits: problem.limits(),
        algorithm,
        optional,
        out: open()?,
    })?;
    Ok((Answer::new(problem, choice), Some(log)))
}

/// A search that writes its log.
struct Logged<W> {
    limits: Limits,
    algorithm: Algorithm,
    optional: OptionalRows,
    out: W,
}

impl<M: NodeName + Eq + std::fmt::Debug + Send, W: Write + Send + 'static> Searcher<M>
    for Logged<W>
{
    type Output = io::Result<(Choice<M>, Log<W>)>;

    fn search<P: Position<Move = M> + Send>(self, root: P) -> Self::Output {
        let (limits, algorithm) = (self.limits, self.algorithm);
        if let Some(split) = Split::of(root, limits, algorithm) {
            return search_split(root, limits, split, self.optional, self.out);
        }
        let mut log = LogWriter::new(self.out, algorithm, self.optional);
        match search(root, limits, algorithm, &mut log) {
            ControlFlow::Continue(choice) => Ok((choice, log.finish()?)),
            ControlFlow::Break(error) => Err(error),
        }
    }
}

/// How far the search for an answer to task 4 came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookahead {
    /// There was no time to search.
    Nothing,
    /// This many turns ahead.
    Turns(u8),
    /// The end of the game: the value is proved.
    Proved,
}

/// Answers `problem` by the strongest turn that is found before `control` stops the search, which
/// uses no more than `resources`. Neither the problem's task nor its cutoff counts.
///
/// The answer's value is the lead at the end of the game, as far as the search saw.
pub fn compete(
    problem: &Problem,
    resources: Resources,
    control: &impl Control,
) -> (Answer, Lookahead) {
    let start = problem.start();
    let mut engine = Engine::new(&start, resources);
    let advice = strongest_turn(&mut engine, &start, control);
    let value = advice.assessment.bounds.value();
    let lookahead = match (value, advice.turns) {
        (None, _) => Lookahead::Nothing,
        (Some(_), Some(turns)) => Lookahead::Turns(turns),
        (Some(_), None) => Lookahead::Proved,
    };
    let value = value.map_or(Value::NEG_INFINITY, Value::score);
    let choice = Choice { value, turn: advice.turn, nodes: advice.nodes };
    (Answer::new(problem, choice), lookahead)
}
