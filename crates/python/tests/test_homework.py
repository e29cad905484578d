"""Answers, their logs, and the mistakes behind logs."""

from pathlib import Path

import numpy
import pytest

from mancala_lab import InputError, Kalah, Nimcala, answer, explain, parse

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "inputs" / "usc" / "statement"


def cases():
    for path in sorted(CASES.glob("*.txt")):
        yield path.read_text(), ROOT / "expected" / "usc" / "statement" / path.stem


def test_every_case_of_the_statement_is_answered():
    count = 0
    for text, folder in cases():
        found = answer(text)
        assert found.state == (folder / "next_state.txt").read_text()
        log = folder / "traverse_log.txt"
        assert (found.log() is not None) == log.exists()
        count += 1
    assert count >= 10


@pytest.mark.parametrize(("task", "cutoff"), [("minimax", 5), ("alpha-beta", 7)])
def test_rows_and_columns_are_those_of_the_log(task, cutoff):
    # 4096 rows go to the iterator at once: here there are some more.
    found = answer(Kalah("usc", pits=4, seeds=3).problem(task, cutoff))
    lines = found.log().splitlines()
    rows = list(found.rows())
    assert len(rows) > 5000

    def cell(value):
        if isinstance(value, float):
            return "Infinity" if value > 0 else "-Infinity"
        return str(value)

    assert [",".join(map(cell, row)) for row in rows] == lines[1:]
    columns = found.columns()
    assert list(columns) == lines[0].lower().split(",")
    assert list(zip(*columns.values())) == rows
    assert numpy.asarray(columns["depth"]).dtype == numpy.uint32
    assert numpy.asarray(columns["value"]).dtype == numpy.float64


def test_rows_need_not_be_read_to_the_end():
    rows = answer(Kalah().problem("minimax", cutoff=8)).rows()
    assert next(rows) == ("root", 0, float("-inf"))
    assert next(rows)[:2] == ("B2", 1)


def test_nimcala_has_rows_too():
    found = answer("rules nimcala\n2\n1\nnone\n0 0 0 2\n")
    assert isinstance(found.problem.start, Nimcala) and found.problem.cutoff is None
    assert list(found.rows())[:2] == [("root", 0, float("-inf")), ("B4-1", 1, float("inf"))]


def test_what_is_wrong_with_an_input_has_a_place():
    with pytest.raises(InputError) as caught:
        parse("2\n3\n1\n1 0 2\n2 0 1\n0\n0\n")
    assert (caught.value.line, caught.value.column) == (2, 1)
    assert str(caught.value).splitlines()[1:] == ["  3", "  ^"]
    for wrong in ["", b"\xff\xfe1\x00", b"2\n1\n1\n1 \xff", "rules chess\n", "rules usc,x=y\n"]:
        with pytest.raises(InputError):
            parse(wrong)


def test_a_task_without_a_log_has_no_rows():
    found = answer("1\n1\n1\n1 0 2\n2 0 1\n0\n0\n")
    assert found.log() is None and found.problem.task == "greedy"
    for ask in (found.rows, found.columns, found.trace):
        with pytest.raises(ValueError, match="the task greedy has no log"):
            ask()


def test_a_trace_has_a_reason_for_every_row():
    trace = answer(Kalah(pits=3, seeds=1).problem(cutoff=2)).trace(2, 4)
    assert [row for row, _, _ in trace.rows] == [2, 3, 4]
    assert all(reason for _, _, reason in trace.rows)
    assert trace._repr_html_().count("<tr>") == 4
    assert trace.page().startswith("<!DOCTYPE html>") or trace.page().startswith("<!doctype html>")
    with pytest.raises(ValueError, match="expected rows from 1 on"):
        answer(Kalah().problem()).trace(0)


def test_a_right_program_has_no_mistake_and_a_wrong_one_is_told():
    inputs = {path.stem: path.read_text() for path in CASES.glob("*.txt")}
    right = {name: (answer(text).state, answer(text).log()) for name, text in inputs.items()}
    assert explain(right, inputs)["wrong"] == 0
    # Depth that begins at 1.
    def shifted(log):
        header, *rows = log.splitlines()
        cells = [row.split(",") for row in rows]
        return "\n".join([header, *(",".join([c[0], str(int(c[1]) + 1), *c[2:]]) for c in cells)])

    wrong = {name: (state, log and shifted(log)) for name, (state, log) in right.items()}
    found = explain(wrong, inputs)
    assert found["wrong"] > 0 and found["sentences"]


def test_an_explanation_needs_outputs_and_inputs():
    with pytest.raises(ValueError, match="no output belongs to any of the cases"):
        explain({}, {"one": "2\n1\n1\n1 0 2\n2 0 1\n0\n0\n"})
    with pytest.raises(InputError, match="^one: line 1, column 1: ") as caught:
        explain({}, {"one": "x"})
    assert caught.value.line == 1
