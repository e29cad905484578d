#!/usr/bin/env python3
"""Mancala by greedy search, minimax and alpha-beta; MISTAKE is what this copy does wrong, if anything."""
import sys

MISTAKE = ""
INFINITY = float("inf")


def is_wrong(mistake):
    return MISTAKE == mistake


class Board:
    """Holes as they are sown: player 1's pits and mancala, then player 2's. Players are 0 and 1."""

    def __init__(self, holes):
        self.holes = holes
        self.pits = len(holes) // 2 - 1

    def mancala(self, player):
        return self.pits + player * (self.pits + 1)

    def row(self, player):
        """The pits of a player from left to right as drawn."""
        pits = range(self.mancala(player) - self.pits, self.mancala(player))
        return pits if player == 0 else pits[::-1]

    def is_over(self):
        return any(not any(self.holes[pit] for pit in self.row(player)) for player in (0, 1))

    def sweep(self):
        for player in (0, 1):
            for pit in self.row(player):
                self.holes[self.mancala(player)] += self.holes[pit]
                self.holes[pit] = 0

    def sow(self, player, pit):
        """The board after a sow, and whether the player moves again."""
        after = Board(self.holes[:])
        holes, own, at = after.holes, self.mancala(player), pit
        stones, holes[pit] = holes[pit], 0
        while stones:
            at = (at + 1) % len(holes)
            if at == self.mancala(1 - player) and not is_wrong("sows-into-opponents-store"):
                continue
            if at == pit and is_wrong("lap-skips-start-pit"):
                continue
            holes[at] += 1
            stones -= 1
        if at in self.row(player) and holes[at] == 1 and not is_wrong("no-capture"):
            opposite = 2 * self.pits - at
            if holes[opposite] or not is_wrong("capture-needs-stones-opposite"):
                holes[own] += holes[at] + holes[opposite]
                holes[at] = holes[opposite] = 0
        if after.is_over():
            if not is_wrong("no-final-sweep"):
                after.sweep()
            return after, False
        return after, at == own and not is_wrong("no-extra-turn")


class Search:
    def __init__(self, me, cutoff, prunes):
        self.me, self.cutoff, self.prunes = me, cutoff, prunes
        self.log = ["Node,Depth,Value,Alpha,Beta" if prunes else "Node,Depth,Value"]

    def write(self, name, depth, *values):
        numbers = [str(value).replace("inf", "Infinity") for value in values]
        self.log.append(",".join([name, str(depth)] + numbers[: 3 if self.prunes else 1]))

    def visit(self, board, player, name, depth, again, alpha, beta):
        """The value of a node, and the board after the best turn from it."""
        goes_on = again and not is_wrong("extra-turn-at-cutoff-is-leaf")
        if board.is_over() or (depth >= self.cutoff and not goes_on):
            me = 0 if is_wrong("evaluates-for-player-1") else self.me
            value = board.holes[board.mancala(me)] - board.holes[board.mancala(1 - me)]
            self.write(name, depth, value, alpha, beta)
            return value, board
        sign = 1 if player == self.me else -1
        best, chosen = -sign * INFINITY, board
        if not is_wrong("no-entry-rows"):
            self.write(name, depth, best, alpha, beta)
        row = list(board.row(player))
        columns = range(len(row))
        for column in reversed(columns) if is_wrong("right-to-left") else columns:
            if not board.holes[row[column]]:
                continue
            after, more = board.sow(player, row[column])
            value, end = self.visit(
                after, player if more else 1 - player, "BA"[player] + str(column + 2),
                depth if again else depth + 1, more, alpha, beta)
            if sign * value > sign * best or (value == best and is_wrong("ties-to-last")):
                best, chosen = value, after if is_wrong("state-after-first-sow") or not more else end
            bound = beta if sign > 0 else alpha
            is_cut = sign * best > sign * bound or (best == bound and not is_wrong("strict-cut"))
            if self.prunes and (not is_cut or is_wrong("window-updated-on-cut")):
                if sign > 0:
                    alpha = best if is_wrong("window-overwritten") else max(alpha, best)
                else:
                    beta = best if is_wrong("window-overwritten") else min(beta, best)
            self.write(name, depth, best, alpha, beta)
            if self.prunes and is_cut:
                break
        return best, chosen


def main():
    lines = [[int(word) for word in line.split()] for line in sys.stdin.read().splitlines()]
    (task,), (player,), (cutoff,), upper, lower, upper_mancala, lower_mancala = lines[:7]
    board, me = Board(lower + lower_mancala + upper[::-1] + upper_mancala), player - 1
    if not any(board.holes[pit] for pit in board.row(me)):
        board.sweep()
    sys.setrecursionlimit(100000)
    search = Search(me, 1 if task == 1 else cutoff, task == 3)
    _, board = search.visit(board, me, "root", 0, False, -INFINITY, INFINITY)
    for side in (1, 0):
        print(*(board.holes[pit] for pit in board.row(side)))
    for side in (1, 0):
        print(board.holes[board.mancala(side)])
    if task > 1:
        print("\n".join(search.log))


main()
