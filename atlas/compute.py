#!/usr/bin/env python3
"""Computes the atlas with `mancala solve`, or computes it again and compares.

    atlas/compute.py RULES > atlas/RULES.tsv
    atlas/compute.py --check atlas/RULES.tsv > again.tsv

Goes from few seeds to many. If a board takes longer than --limit, it is left out, and so are the boards with as many
pits and more seeds. What stands behind -- goes to `mancala solve`, such as -- --threads 1.
"""
import argparse
import csv
import datetime
import json
import subprocess
import sys

MOST_SEEDS = 80
WIDTHS = range(1, 9)
PRESETS = {
    "cits3001": "landing=own-row,takes=opposite+last,empty-opposite=no-capture,end-test=every-sow,remainder=row-owner",
    "usc": "landing=own-row,takes=opposite+last,empty-opposite=captures-last,end-test=every-sow,remainder=row-owner",
    "uw": "landing=either-row,takes=opposite,empty-opposite=no-capture,end-test=every-turn,remainder=player-out",
}
COLUMNS = "rules board value pie moves line nodes seconds bytes version date reproduced".split()


def solved(rules, pits, seeds, options):
    """One line of the atlas, from what `solve --pie --format json` prints; None if that takes too long."""
    command = ["mancala", "solve", "--rules", rules, "--pits", str(pits), "--seeds", str(seeds)]
    command += ["--pie", "--format", "json", *options.solve]
    try:
        found = json.loads(subprocess.check_output(command, timeout=options.limit))
    except subprocess.TimeoutExpired:
        return None
    row = " ".join([str(seeds)] * pits)
    moves = {}
    for turn in found["values"]:
        first = turn["turn"][0]
        moves[first] = max(moves.get(first, turn["value"]), turn["value"])
    return {
        "rules": PRESETS[rules],
        "board": f"{row} / {row} / 0 / 0",
        "value": str(found["value"]),
        "pie": str(found["value_with_pie_rule"]),
        "moves": ", ".join(f"{name} {moves[name]}" for name in sorted(moves)),
        "line": ", ".join(" ".join(turn["turn"]) for turn in found["line"]),
        "nodes": str(found["nodes"]),
        "seconds": f"{found['seconds']:.2f}",
        "bytes": str(found["table_bytes"]),
        "version": options.version,
        "date": options.date,
        "reproduced": "",
    }


def compute(options, write):
    """Writes the lines of a rule set, or those of --only."""
    boards = [(pits, seeds) for pits in WIDTHS for seeds in range(1, MOST_SEEDS // (2 * pits) + 1)]
    wanted = [board for board in boards if not options.only or "%d,%d" % board in options.only]
    too_wide = set()
    for pits, seeds in own(wanted, options):
        if pits in too_wide:
            continue
        line = solved(options.rules, pits, seeds, options)
        if line is None:
            say(f"{pits} pits, {seeds} seeds: not in {options.limit} s")
            too_wide.add(pits)
        else:
            write(line)


def own(all, options):
    """Those of this machine, if several share the work: each of them in its turn."""
    first, machines = options.shard
    return list(all)[first - 1 :: machines]


def shard(text):
    first, machines = map(int, text.split("/"))
    if not 1 <= first <= machines:
        raise ValueError
    return first, machines


def check(options, write):
    """Writes a file again, with today as `reproduced` of each line that has the same values. Whether all have."""
    counts = {"equal": 0, "different": 0, "too slow": 0}
    with open(options.check, newline="") as file:
        for line in own(csv.DictReader(file, delimiter="\t"), options):
            rules = next(name for name, meaning in PRESETS.items() if meaning == line["rules"])
            row = line["board"].split(" / ")[0].split(" ")
            again = solved(rules, len(row), row[0], options)
            differ = again and [name for name in ("value", "pie", "moves") if line[name] != again[name]]
            verdict = "too slow" if again is None else "different" if differ else "equal"
            counts[verdict] += 1
            if again:
                line["reproduced"] = "" if differ else options.date
            if verdict != "equal":
                say(f"{line['board']}: {verdict}", *(f"{name} {again[name]}, not {line[name]};" for name in differ or []))
            write(line)
    say(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return counts["different"] == 0


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def main():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("rules", nargs="?", choices=PRESETS)
    what.add_argument("--check", metavar="FILE")
    parser.add_argument("--only", nargs="*", metavar="PITS,SEEDS", help="these boards")
    parser.add_argument("--shard", type=shard, default="1/1", metavar="I/N", help="the boards of machine I of N")
    parser.add_argument("--limit", type=float, default=300, metavar="SECONDS", help="for each board; default: %(default)s")
    options = parser.parse_args(words[:split])
    options.solve = words[split + 1 :]
    options.version = subprocess.check_output(["mancala", "--version"], text=True).split()[1]
    options.date = datetime.date.today().isoformat()
    writer = csv.DictWriter(sys.stdout, COLUMNS, delimiter="\t", lineterminator="\n", restval="")
    writer.writeheader()

    def write(line):
        writer.writerow(line)
        sys.stdout.flush()

    if options.check:
        sys.exit(0 if check(options, write) else 1)
    compute(options, write)


if __name__ == "__main__":
    main()
