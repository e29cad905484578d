#!/usr/bin/env python3
"""Judges what a program printed: validator.py INPUT ANSWER FEEDBACK < OUTPUT, exit code 42 right, 43 wrong.

An answer file holds the right rows; a row marked OPTIONAL may be there, with either sign and with or
without its last two columns, or not. Where the answer is not shown to students, a line of dashes follows,
and then the fingerprint of what each known mistake prints. So a wrong output can be called by its name.

Blanks and empty lines do not count. judgemessage.txt is for staff; teammessage.txt is for students and
quotes neither the answer, nor the output, into which a program can copy the secret input.
"""
import os
import sys
import zlib

# Of each mistake, what a student reads and what staff read.
MISTAKES = {}
# What known mistakes print for the samples, whose answers are shown to students.
SAMPLES = {}

STATE = ["player 2's pits", "player 1's pits", "player 2's mancala", "player 1's mancala"]
# So many wrong rows of a log are no coincidence.
ENOUGH = 2
# More mistakes than these are no help to a student.
MOST_TOLD = 3


def rows(data):
    """Lines that hold something, each with its number and with single blanks."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    words = [(number, line.split()) for number, line in enumerate(lines, 1)]
    return [(number, b" ".join(line)) for number, line in words if line]


def fingerprint(question, output):
    return "%08x" % zlib.crc32(b"\n".join([*question, b"", *output]))


def is_optional(row, found):
    """Whether a row is one of the forms of an optional one."""
    node, _, window = row.removesuffix(b" OPTIONAL").partition(b",+/-Infinity")
    forms = [node + b"," + sign + rest for sign in (b"Infinity", b"-Infinity", b"+/-Infinity") for rest in (b"", window)]
    return found.removesuffix(b" OPTIONAL") in forms


def aligned(right, found):
    """Which row of the output stands where each row of the answer should; optional ones are left out."""
    pairs, at = [], 0
    for row in right:
        there = found[at] if at < len(found) else None
        if not row.endswith(b" OPTIONAL"):
            pairs.append((row, at))
        elif there is None or not is_optional(row, there):
            continue
        at += 1
    return pairs + [(None, extra) for extra in range(at, len(found))]


def readable(row):
    return "nothing" if row is None else "`%s`" % row[:100].decode("ascii", "backslashreplace")


def place(at, wanted):
    """What is printed in a row, from 0."""
    if wanted is None:
        return "more than there should be"
    return STATE[at] if at < len(STATE) else "line %d of the log" % (at - len(STATE) + 1)


def judge(question, answer, output):
    """What to tell staff and students; nothing if the output is right, or the answer file as it stands."""
    if output == answer:
        return None
    lines = [line for _, line in rows(answer)]
    end = lines.index(b"--------") if b"--------" in lines else len(lines)
    right, numbered = lines[:end], rows(output)
    found = [row for _, row in numbered]
    there = lambda at: found[at] if at < len(found) else None
    wrong = [(wanted, at) for wanted, at in aligned(right, found) if wanted != there(at)]
    if not wrong:
        return None
    wanted, at = wrong[0]
    if at < len(found):
        here = "Line %d (%s) is wrong" % (numbered[at][0], place(at, wanted))
    else:
        here = "The output ends before %s" % place(at, wanted)
    staff = ["%s: expected %s, found %s." % (here, readable(wanted), readable(there(at)))]
    student = [here + "."]

    marks = [line.decode().split() for line in lines[end + 1 :]] or SAMPLES.items()
    printed = fingerprint([row for _, row in rows(question)], found)
    names = [name for mark, known in marks if mark == printed for name in known.split(",")]
    staff = ["Printed as by %s: %s" % (name, MISTAKES[name][1]) for name in names] + staff
    if 1 <= len(names) <= MOST_TOLD:
        is_sure = len(names) == 1 and sum(at >= len(STATE) for _, at in wrong) >= ENOUGH
        student = [("" if is_sure else "Perhaps: ") + MISTAKES[name][0] for name in names] + student
    return "\n".join(staff), "\n".join(student)


def main():
    question, answer = (open(path, "rb").read() for path in sys.argv[1:3])
    messages = judge(question, answer, sys.stdin.buffer.read())
    if messages is None:
        sys.exit(42)
    for name, message in zip(("judgemessage.txt", "teammessage.txt"), messages):
        with open(os.path.join(sys.argv[3], name), "w", encoding="utf-8") as file:
            file.write(message + "\n")
    sys.exit(43)


if __name__ == "__main__":
    main()
