"""The homework of game search: Kalah and Nimcala, minimax and alpha-beta with their logs, exact values, and the
mistakes behind wrong logs.

Players are 1 (South, the lower row, B2 B3 ..) and 2 (North, the upper row, A2 A3 ..). Rows are lists with the
leftmost pit first.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Any, Literal, final

__all__ = [
    "Answer",
    "Choice",
    "InputError",
    "Kalah",
    "Nimcala",
    "Problem",
    "Rows",
    "Solution",
    "Trace",
    "answer",
    "explain",
    "parse",
    "search",
    "solve",
]

class InputError(ValueError):
    """A text that is no input or no name of rules; `line` and `column` count from 1."""

    line: int
    column: int

@final
class Kalah:
    """A position of Kalah. It never changes: `play` gives another one."""

    def __new__(
        cls,
        rules: str = "usc",
        pits: int = 6,
        seeds: int = 4,
        *,
        south: list[int] | None = None,
        north: list[int] | None = None,
        stores: tuple[int, int] = ...,
        mover: int = 1,
    ) -> Kalah:
        """An opening of 1 to 12 pits, or the position with these rows and stores (player 1's first).

        Raises InputError at a name of rules that is none, and ValueError at a board that cannot be played.
        """

    @property
    def rules(self) -> str:
        """The name of the rules, such as "usc" or "uw,capture=home"."""
    @property
    def pits(self) -> int:
        """Pits in a row."""
    @property
    def south(self) -> list[int]:
        """Player 1's pits B2, B3, .., leftmost first."""
    @property
    def north(self) -> list[int]:
        """Player 2's pits A2, A3, .., leftmost first."""
    @property
    def stores(self) -> tuple[int, int]:
        """Seeds in the stores, player 1's first."""
    @property
    def mover(self) -> int:
        """The player to move, 1 or 2; of no meaning once the game is over."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def moves(self) -> list[str]:
        """The legal moves by the names of their pits, leftmost first."""
    def play(self, *moves: str) -> Kalah:
        """The position after these sows, one after the other. Raises ValueError at an illegal one."""
    def score(self, player: int = 1) -> int:
        """The player's store minus the other store."""
    def problem(self, task: Literal["greedy", "minimax", "alpha-beta"] = "alpha-beta", cutoff: int = 4) -> Problem:
        """The homework's question about this position: `task` is greedy, minimax or alpha-beta."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class Nimcala:
    """A position of Nimcala. It never changes: `play` gives another one."""

    def __new__(cls, pits: int = 4, tokens: int = 5, *, row: list[int] | None = None, mover: int = 1) -> Nimcala:
        """All tokens in the first of `pits` pits, or the row with these tokens."""

    @property
    def row(self) -> list[int]:
        """Tokens in the pits, pit 1 first."""
    @property
    def mover(self) -> int:
        """The player to move, 1 or 2."""
    @property
    def over(self) -> bool:
        """Whether all tokens are gone: then the player to move has lost."""
    @property
    def moves(self) -> list[tuple[int, int]]:
        """The legal moves as (pit, tokens); pits count from 1."""
    def play(self, pit: int, tokens: int) -> Nimcala:
        """The position after this many tokens of this pit are sown."""
    def score(self, player: int = 1) -> int:
        """1 if the player has won, -1 if the player has lost, 0 before the end."""
    def solve(self) -> dict[str, Any]:
        """Who wins, in how many moves, by which moves, and a game of best play.

        The keys are `wins` (whether the player to move does), `moves` (until the end), `winning` (the moves that
        win) and `line`.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class Problem:
    """What an input file asks. `str()` gives the text of that file."""

    @property
    def task(self) -> str:
        """greedy, minimax, alpha-beta or competition."""
    @property
    def player(self) -> int:
        """The player to move, 1 or 2."""
    @property
    def cutoff(self) -> int | None:
        """The cutoff depth in turns; None for the end of the game."""
    @property
    def start(self) -> Kalah | Nimcala:
        """The position to begin from."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Answer:
    """The answer to a problem."""

    @property
    def problem(self) -> Problem: ...
    @property
    def state(self) -> str:
        """The text of next_state.txt."""
    @property
    def turn(self) -> list[str]:
        """The moves of the chosen turn, by name."""
    @property
    def value(self) -> int | None:
        """The value of the root for the problem's player; None where no turn is possible."""
    @property
    def nodes(self) -> int:
        """Nodes that the search entered."""
    def rows(self) -> Rows:
        """The rows of the log as tuples (node, depth, value) or (node, depth, value, alpha, beta).

        They are found while they are asked for, so a log may be of any length. An infinity is a float, any other
        value an int.
        """
    def columns(self) -> dict[str, list[str] | array[int] | array[float]]:
        """The rows of the log as columns: node is a list of names, the others are arrays that NumPy takes as they are.

        The keys are those of the log's header in small letters. A row takes about 36 bytes.
        """
    def log(self) -> str | None:
        """The text of traverse_log.txt; None for a task without a log."""
    def trace(self, first: int = 1, last: int = 20) -> Trace:
        """Rows first to last of the log, each with its reason; row 1 is the first after the header."""

@final
class Rows(Iterator[tuple[Any, ...]]):
    """An iterator over the rows of a log. The search runs beside it, never far ahead."""

    def __iter__(self) -> Rows: ...
    def __next__(self) -> tuple[Any, ...]: ...

@final
class Trace:
    """Rows of a log, each with its reason."""

    @property
    def rows(self) -> list[tuple[int, str, str]]:
        """The number of the row, the row, and its reason."""
    def page(self) -> str:
        """The whole search as a page for a browser: HTML to be written to a file."""
    def _repr_html_(self) -> str: ...

@final
class Choice:
    """The turn that a search chose."""

    @property
    def turn(self) -> list[str]:
        """The moves, by name; empty if the game is over or the cutoff 0."""
    @property
    def value(self) -> int | None:
        """The value of the root for the player to move."""
    @property
    def nodes(self) -> int:
        """Nodes that were entered."""

@final
class Solution:
    """A position with its exact value."""

    @property
    def value(self) -> int:
        """The lead of the player to move at the end of the game, if both play as well as possible."""
    @property
    def turn(self) -> list[str]:
        """A turn that keeps it."""
    @property
    def moves(self) -> dict[str, int]:
        """The same lead after each move."""
    @property
    def line(self) -> list[tuple[int, list[str]]]:
        """A game of best play: (player, moves of the turn)."""
    @property
    def nodes(self) -> int:
        """Positions that were visited."""

def parse(text: str | bytes | Problem) -> Problem:
    """Reads the text of an input file. Raises InputError at the first place that is wrong."""

def answer(problem: str | bytes | Problem) -> Answer:
    """Answers a problem, or the text of an input file. Task 4 is answered as greedy search would."""

def search(
    game: Kalah,
    algorithm: Literal["minimax", "alpha-beta"] = "alpha-beta",
    cutoff: int = 4,
    evaluate: Callable[[Kalah, int], int] | None = None,
) -> Choice:
    """Searches as the homework does, `cutoff` turns deep.

    `evaluate(game, player)` values every leaf for the player to move at the root, an int. Without it the value is
    the player's store minus the other one. What it raises ends the search.
    """

def solve(game: Kalah, *, memory: int = 268435456, threads: int = 1) -> Solution:
    """Solves a position to the end of the game, in at most `memory` bytes of tables and by so many threads.

    At most 7 pits in a row and 127 seeds in all pits. The interpreter is released, and Ctrl-C ends the search.
    """

def explain(outputs: dict[str, tuple[str | None, str | None]], cases: dict[str, str]) -> dict[str, Any]:
    """Names the mistake that explains outputs: a dictionary as `mancala explain --format json` prints it.

    Both are by the name of the case: `cases` has texts of input files, `outputs` pairs of next_state.txt and
    traverse_log.txt, None for what was not written.
    """
