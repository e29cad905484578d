#!/usr/bin/env python3
"""Draws the values of the atlas: atlas/draw.py > docs/src/images/atlas.svg"""
import csv
import pathlib

PANELS = {"cits3001": "cits3001, standard Kalah", "usc": "usc, empty capture", "uw": "uw"}
PITS = range(1, 9)
SEEDS = range(1, 14)
CELL, LEFT, TOP = (46, 26), 62, 66
PANEL = TOP + len(PITS) * CELL[1] + 14
# The first player's win and loss, as colours that also differ for people who are colour-blind.
WIN, LOSS = (33, 102, 172), (178, 90, 24)
# A lead of so many seeds, and every greater one, has the full colour.
FULL = 16


def values(rules):
    """The value of each opening, by pits and seeds."""
    with open(pathlib.Path(__file__).with_name(f"{rules}.tsv"), newline="") as file:
        for line in csv.DictReader(file, delimiter="\t"):
            row = line["board"].split(" / ")[0].split(" ")
            yield (len(row), int(row[0])), int(line["value"])


def colour(value):
    strength = min(abs(value) / FULL, 1) ** 0.6
    mixed = [round(255 + (part - 255) * strength) for part in (WIN if value > 0 else LOSS)]
    return "#" + "".join(f"{part:02x}" for part in mixed), "#fff" if strength > 0.6 else "#222"


def text(x, y, words, more=""):
    return f'<text x="{x}" y="{y}"{more}>{words}</text>'


def panel(rules, title, top):
    """The parts of one rule set's map."""
    known = dict(values(rules))
    yield text(8, top + 20, title, ' class="title"')
    yield text(8, top + TOP - 10, "pits", ' class="axis"')
    yield text(LEFT + 4, top + TOP - 28, "seeds in each pit", ' class="axis"')
    for seeds in SEEDS:
        yield text(LEFT + (seeds - 0.5) * CELL[0], top + TOP - 10, seeds, ' class="axis middle"')
    for pits in PITS:
        y = top + TOP + (pits - 1) * CELL[1]
        yield text(LEFT - 14, y + 18, pits, ' class="axis middle"')
        for seeds in SEEDS:
            x = LEFT + (seeds - 1) * CELL[0]
            value = known.get((pits, seeds))
            fill, ink = ("#e4e4e4", "") if value is None else colour(value)
            yield f'<rect x="{x}" y="{y}" width="{CELL[0] - 2}" height="{CELL[1] - 2}" fill="{fill}"/>'
            if value is not None:
                yield text(x + CELL[0] / 2 - 1, y + 17, value, f' class="middle" fill="{ink}"')


def main():
    width, height = LEFT + len(SEEDS) * CELL[0] + 8, len(PANELS) * PANEL + 20
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">')
    print("<title>The first player's lead with best play, by pits in a row and seeds in each pit</title>")
    print("<style>text { font: 13px sans-serif } .title { font-weight: bold } .axis { fill: #555 }")
    print(".middle { text-anchor: middle }</style>")
    print(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    for number, (rules, title) in enumerate(PANELS.items()):
        for part in panel(rules, title, number * PANEL):
            print(part)
    print(text(LEFT, height - 14, "grey: not solved", ' class="axis"'))
    print("</svg>")


if __name__ == "__main__":
    main()
