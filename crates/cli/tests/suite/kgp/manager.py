"""A manager of matches, written from the text of the Universal Game Interface. manager.py MANCALA ARGUMENTS..

Two engines play a game, which a third follows; each is asked for by another limit. Exit code 0 if all is as it should be."""

import queue
import subprocess
import sys
import threading


class Engine:
    def __init__(self):
        self.process = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=lambda: [self.lines.put(line.split()) for line in self.process.stdout], daemon=True).start()
        self.send("ugi")
        assert ["id", "name"] == self.until("id")[:2]
        self.until("ugiok")
        self.send("setoption name hash value 16")
        self.send("isready")
        self.until("readyok")
        self.send("uginewgame")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        """The next line that begins so; only information may come before it."""
        while True:
            line = self.lines.get(timeout=120)
            if line[0] == word:
                return line
            assert line[0] in ("info", "id"), line

    def query(self, question):
        self.send("query " + question)
        answer, = self.until("response")[1:]
        return answer

    def end(self):
        self.send("quit")
        assert self.process.wait(timeout=120) == 0


first, second, judge = engines = Engine(), Engine(), Engine()
moves = []
turns = {"true": 0, "false": 0}
while True:
    position = "position startpos" + "".join([" moves", *(" " + move for move in moves)] if moves else [])
    judge.send(position)
    if judge.query("gameover") == "true":
        break
    assert judge.query("result") == "none"
    is_first = judge.query("p1turn")
    turns[is_first] += 1
    engine, limit = (first, "depth 2") if is_first == "true" else (second, "movetime 60")
    engine.send(position)
    assert engine.query("p1turn") == is_first
    engine.send("go " + limit)
    moves.append(engine.until("bestmove")[1])
    assert moves[-1][0] == ("B" if is_first == "true" else "A"), moves
assert min(turns.values()) > 2, turns
assert judge.query("result") in ("p1win", "p2win", "draw")

# A search without an end is stopped, and one with a clock ends by itself.
first.send("position fen 4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 / 0 / 2 moves A2")
assert first.query("p1turn") == "true"
first.send("go infinite")
first.send("isready")
first.until("readyok")
first.send("stop")
assert first.until("bestmove")[1][0] == "B"
first.send("go p1time 900 p2time 1 p1inc 0 p2inc 0")
assert first.until("bestmove")[1][0] == "B"
# What is wrong changes nothing.
for wrong in ("position startpos moves A2", "position fen 1 / 2", "position", "frobnicate"):
    first.send(wrong)
    assert first.until("info")[1] == "string"
assert first.query("p1turn") == "true" and first.query("weather") == "none"
second.send("go infinite")
for engine in engines:
    engine.end()
print(" ".join(moves))
