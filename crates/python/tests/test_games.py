"""Positions: by value, drawn, and refused where they are none."""

import pytest

from mancala_lab import InputError, Kalah, Nimcala, Problem


def test_a_move_leaves_the_position_as_it_was():
    start = Kalah("cits3001", pits=6, seeds=4)
    after = start.play("B4")
    assert start.south == [4] * 6 and after.south == [4, 4, 0, 5, 5, 5]
    assert after.stores == (1, 0) and after.score() == 1 and after.score(2) == -1
    assert after.mover == 1 and not after.over, "the last seed earns another sow"
    assert start.play("B4", "B2").mover == 2
    assert hash(start) == hash(Kalah("cits3001")) and start == Kalah("cits3001") != after


def test_a_position_is_made_from_its_representation():
    position = Kalah("uw", south=[1, 0, 2], north=[0, 3, 0], stores=(4, 5), mover=2)
    assert eval(repr(position)) == position
    assert position.moves == ["A3"] and position.pits == 3
    nimcala = Nimcala(row=[2, 1, 1, 1], mover=2)
    assert eval(repr(nimcala)) == nimcala


def test_boards_are_drawn():
    assert "B2" in str(Kalah(pits=3, seeds=1))
    assert Kalah(pits=3, seeds=1)._repr_svg_().startswith("<svg")
    assert Nimcala()._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    "wrong",
    [
        {"pits": 0},
        {"pits": 13},
        {"south": [1], "north": [1, 2]},
        {"south": []},
        {"south": [20_001]},
        {"stores": (1_000_001, 0)},
        {"mover": 3},
    ],
)
def test_a_board_that_cannot_be_played_is_refused(wrong):
    with pytest.raises(ValueError):
        Kalah(**wrong)


def test_a_wrong_name_of_rules_has_a_place():
    with pytest.raises(InputError, match="expected uw, cits3001|expected an option") as caught:
        Kalah("usc,captures=no")
    assert (caught.value.line, caught.value.column) == (1, 5)


def test_an_illegal_move_names_the_legal_ones():
    with pytest.raises(ValueError, match="A2 is no legal move: expected B2, B3, B4"):
        Kalah(pits=3, seeds=1).play("A2")
    with pytest.raises(ValueError, match=r"\(1, 6\) is no legal move"):
        Nimcala().play(1, 6)


def test_nimcala_is_played_and_solved():
    start = Nimcala(pits=4, tokens=5)
    after = start.play(1, 3)
    assert (after.row, after.mover, start.row) == ([2, 1, 1, 1], 2, [5, 0, 0, 0])
    found = start.solve()
    assert found["wins"] and found["moves"] == len(found["line"])
    assert start.play(*found["winning"][0]).solve()["wins"] is False
    with pytest.raises(ValueError, match="1 to 64 pits"):
        Nimcala(pits=65)


def test_a_problem_is_made_from_a_position():
    problem = Kalah(pits=3, seeds=2, mover=2).problem("minimax", cutoff=3)
    assert isinstance(problem, Problem) and str(problem) == "2\n2\n3\n2 2 2\n2 2 2\n0\n0\n"
    for wrong in [("best", 3), ("competition", 3), ("greedy", 1_000_001)]:
        with pytest.raises(ValueError, match="expected the task"):
            Kalah().problem(*wrong)
