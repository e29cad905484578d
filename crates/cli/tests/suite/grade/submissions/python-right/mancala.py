"""The homework as a student might hand it in: right, and slow."""
import sys

INFINITY = float("inf")


def shown(value):
    if value == INFINITY:
        return "Infinity"
    if value == -INFINITY:
        return "-Infinity"
    return str(value)


class Board:
    def __init__(self, pits, stores):
        self.pits = pits
        self.stores = stores

    def moves(self, player):
        return [i for i, stones in enumerate(self.pits[player]) if stones]

    def play(self, player, pit):
        """The board after a move, and whether the player moves again."""
        board = Board([row[:] for row in self.pits], self.stores[:])
        width = len(board.pits[0])
        ring = [(0, i) for i in range(width)] + [(0, None)]
        ring += [(1, i) for i in reversed(range(width))] + [(1, None)]
        ring.remove((1 - player, None))
        at = ring.index((player, pit))
        stones = board.pits[player][pit]
        board.pits[player][pit] = 0
        for _ in range(stones):
            at = (at + 1) % len(ring)
            row, column = ring[at]
            if column is None:
                board.stores[row] += 1
            else:
                board.pits[row][column] += 1
        row, column = ring[at]
        if row == player and column is not None and board.pits[row][column] == 1:
            board.stores[player] += 1 + board.pits[1 - player][column]
            board.pits[row][column] = board.pits[1 - player][column] = 0
        if not any(board.pits[0]) or not any(board.pits[1]):
            for side in (0, 1):
                board.stores[side] += sum(board.pits[side])
                board.pits[side] = [0] * width
            return board, False
        return board, column is None

    def over(self):
        return not any(self.pits[0]) and not any(self.pits[1])


class Search:
    def __init__(self, me, cutoff, pruning, log):
        self.me = me
        self.cutoff = cutoff
        self.pruning = pruning
        self.log = log

    def row(self, name, depth, value, alpha, beta):
        cells = [name, str(depth), shown(value)]
        if self.pruning:
            cells += [shown(alpha), shown(beta)]
        self.log.append(",".join(cells))

    def visit(self, board, mover, name, depth, again, alpha, beta):
        """The value of a node and the board after the best turn from it."""
        if board.over() or (depth == self.cutoff and not again):
            value = board.stores[self.me] - board.stores[1 - self.me]
            self.row(name, depth, value, alpha, beta)
            return value, board
        largest = mover == self.me
        best = -INFINITY if largest else INFINITY
        choice = board
        self.row(name, depth, best, alpha, beta)
        for pit in board.moves(mover):
            after, more = board.play(mover, pit)
            following = mover if more else 1 - mover
            child = "BA"[mover] + str(pit + 2)
            child_depth = depth if again else depth + 1
            value, turn = self.visit(after, following, child, child_depth, more, alpha, beta)
            if (largest and value > best) or (not largest and value < best):
                best = value
                choice = turn if more else after
            if self.pruning:
                if (largest and best >= beta) or (not largest and best <= alpha):
                    self.row(name, depth, best, alpha, beta)
                    return best, choice
                if largest:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
            self.row(name, depth, best, alpha, beta)
        return best, choice


def main():
    sys.setrecursionlimit(100000)
    words = open(sys.argv[2]).read().split("\n")
    task, player, cutoff = (int(word) for word in words[:3])
    upper = [int(word) for word in words[3].split()]
    lower = [int(word) for word in words[4].split()]
    board = Board([lower, upper], [int(words[6]), int(words[5])])
    me = player - 1
    if not board.moves(me):
        for side in (0, 1):
            board.stores[side] += sum(board.pits[side])
            board.pits[side] = [0] * len(upper)
    log = []
    search = Search(me, 1 if task == 1 else cutoff, task == 3, log)
    _, turn = search.visit(board, me, "root", 0, False, -INFINITY, INFINITY)
    with open("next_state.txt", "w") as out:
        for row in (turn.pits[1], turn.pits[0], [turn.stores[1]], [turn.stores[0]]):
            out.write(" ".join(str(stones) for stones in row) + "\n")
    if task > 1:
        header = "Node,Depth,Value" + (",Alpha,Beta" if task == 3 else "")
        with open("traverse_log.txt", "w") as out:
            out.write(header + "\n")
            for row in log:
                out.write(row + "\n")


main()
