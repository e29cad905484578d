#!/usr/bin/env python3
"""Accepts (exit code 42) seven lines as the statement gives them, and nothing else (43)."""
import re
import sys

NUMBER = "(?:0|[1-9][0-9]*)"
FORM = re.compile(r"([123])\n([12])\n(%s)\n(%s(?: %s)*)\n(%s(?: %s)*)\n(%s)\n(%s)\n" % ((NUMBER,) * 7))


def is_valid(text):
    match = FORM.fullmatch(text)
    if not match:
        return False
    cutoff, *stores = (int(match[group]) for group in (3, 6, 7))
    upper, lower = ([int(seeds) for seeds in match[group].split()] for group in (4, 5))
    # The handout's bounds are 3 to 10 pits and 1000 stones; cases beyond it may have others.
    return cutoff <= 1000000 and len(upper) == len(lower) >= 1 and max(upper + lower + stores) < 1 << 32


sys.exit(42 if is_valid(sys.stdin.buffer.read().decode("ascii", "replace")) else 43)
