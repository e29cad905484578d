"""Searches and exact values; what Python raises ends them."""

import signal
import subprocess
import sys

import pytest

from mancala_lab import Kalah, search, solve


def lead(game, player):
    return game.score(player)


def test_an_evaluation_that_is_the_score_changes_nothing():
    start = Kalah("cits3001", pits=4, seeds=3)
    for algorithm in ("minimax", "alpha-beta"):
        plain, own = search(start, algorithm, 3), search(start, algorithm, 3, evaluate=lead)
        assert (plain.turn, plain.value, plain.nodes) == (own.turn, own.value, own.nodes)
    assert search(start, "alpha-beta", 4).nodes < search(start, "minimax", 4).nodes


def test_an_evaluation_is_for_the_player_at_the_root():
    asked = set()
    search(Kalah(pits=3, seeds=2, mover=2), cutoff=2, evaluate=lambda game, player: asked.add(player) or 0)
    assert asked == {2}


def test_what_an_evaluation_raises_ends_the_search():
    calls = []

    def broken(game, player):
        calls.append(game)
        raise KeyError("no such feature")

    with pytest.raises(KeyError, match="no such feature"):
        search(Kalah(), "minimax", 6, evaluate=broken)
    assert len(calls) == 1
    for wrong in (lambda game, player: "much", lambda game, player: 2**31 - 1, lambda game: 0):
        with pytest.raises((TypeError, ValueError)):
            search(Kalah(), cutoff=1, evaluate=wrong)
    with pytest.raises(ValueError, match="minimax or alpha-beta, not best"):
        search(Kalah(), "best")


def test_values_of_all_moves_and_a_game_of_best_play():
    start = Kalah("cits3001", pits=4, seeds=3)
    found = solve(start, threads=2)
    assert found.value == 6
    assert max(found.moves.values()) == found.value
    assert sorted(found.moves) == start.moves and found.moves[found.turn[0]] == found.value
    here = start
    for player, turn in found.line:
        assert here.mover == player
        here = here.play(*turn)
    assert here.over and here.score(1) == found.value


def test_the_same_value_by_minimax_to_the_end():
    start = Kalah("uw", pits=3, seeds=2)
    assert solve(start).value == search(start, "alpha-beta", cutoff=1000).value


def test_a_board_that_cannot_be_solved_is_refused():
    with pytest.raises(ValueError, match="at most 8 pits"):
        solve(Kalah(pits=9))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        "solve(Kalah('cits3001', pits=6, seeds=6))",
        "search(Kalah(), 'minimax', 30)",
        "answer(Kalah().problem('minimax', 30))",
        "search(Kalah(), 'minimax', 30, evaluate=lambda game, player: 0)",
    ],
)
def test_control_c_ends_what_takes_long(work):
    script = f"from mancala_lab import *\nprint('begun', flush=True)\n{work}"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout.readline() == "begun\n"
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.5)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=20)
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
