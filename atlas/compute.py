#!/usr/bin/env python3
"""Prints the atlas of one rule set: atlas/compute.py cits3001 > atlas/cits3001.tsv

Calls `mancala solve` for each board, from few seeds to many; a board that takes longer than LIMIT seconds is left out, and
so are the boards with as many pits and more seeds.
"""
import datetime
import json
import subprocess
import sys

LIMIT = 300
MOST_SEEDS = 72
WIDTHS = range(1, 8)
PRESETS = {
    "cits3001": "landing=own-row,takes=opposite+last,empty-opposite=no-capture,end-test=every-sow,remainder=row-owner",
    "usc": "landing=own-row,takes=opposite+last,empty-opposite=captures-last,end-test=every-sow,remainder=row-owner",
    "uw": "landing=either-row,takes=opposite,empty-opposite=no-capture,end-test=every-turn,remainder=player-out",
}
COLUMNS = "rules board value pie moves line nodes seconds bytes version date"


def row(rules, pits, seeds, solved, version, date):
    """One line of the atlas from what `solve --values turns --format json` prints."""
    board = " ".join([str(seeds)] * pits)
    moves = {}
    for turn in solved["values"]:
        first = turn["turn"][0]
        moves[first] = max(moves.get(first, turn["value"]), turn["value"])
    cells = [
        PRESETS[rules],
        f"{board} / {board} / 0 / 0",
        solved["value"],
        -min(abs(turn["value"]) for turn in solved["values"]),
        ", ".join(f"{name} {moves[name]}" for name in sorted(moves)),
        ", ".join(" ".join(turn["turn"]) for turn in solved["line"]),
        solved["nodes"],
        f"{solved['seconds']:.2f}",
        solved["table_bytes"],
        version,
        date,
    ]
    return "\t".join(map(str, cells))


def main(rules):
    version = subprocess.check_output(["mancala", "--version"], text=True).split()[1]
    date = datetime.date.today().isoformat()
    print(COLUMNS.replace(" ", "\t"))
    for pits in WIDTHS:
        for seeds in range(1, MOST_SEEDS // (2 * pits) + 1):
            command = ["mancala", "solve", "--rules", rules, "--pits", str(pits), "--seeds", str(seeds)]
            try:
                text = subprocess.check_output([*command, "--values", "turns", "--format", "json"], timeout=LIMIT)
            except subprocess.TimeoutExpired:
                break
            print(row(rules, pits, seeds, json.loads(text), version, date), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
