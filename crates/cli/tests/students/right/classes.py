"""Homework 2: Mancala.  Object oriented version: Board, Node, one Player class for each algorithm."""
import argparse


class Board(object):
    """grid[0] is player 2's row, grid[1] is player 1's row, stores[0] / stores[1] likewise."""

    def __init__(self, grid, stores):
        self.grid = grid
        self.stores = stores
        self.size = len(grid[0])

    def copy(self):
        return Board([list(self.grid[0]), list(self.grid[1])], list(self.stores))

    def legal(self, row):
        return [c for c in range(self.size) if self.grid[row][c] != 0]

    def is_over(self):
        return not any(self.grid[0]) or not any(self.grid[1])

    def collect(self):
        for row in (0, 1):
            self.stores[row] += sum(self.grid[row])
            self.grid[row] = [0] * self.size

    def move(self, row, col):
        """Plays one pit in place. True if the same player moves again."""
        stones = self.grid[row][col]
        self.grid[row][col] = 0
        r, c = row, col
        in_store = False
        while stones > 0:
            # next hole
            if in_store:
                in_store = False
                r = 1 - r
                c = 0 if r == 1 else self.size - 1
            else:
                c += 1 if r == 1 else -1
                if c < 0 or c >= self.size:
                    if r == row:
                        in_store = True
                    else:
                        r = 1 - r
                        c = 0 if r == 1 else self.size - 1
            if in_store:
                self.stores[row] += 1
            else:
                self.grid[r][c] += 1
            stones -= 1
        if not in_store and r == row and self.grid[r][c] == 1:
            self.stores[row] += 1 + self.grid[1 - r][c]
            self.grid[0][c] = 0
            self.grid[1][c] = 0
        if self.is_over():
            self.collect()
        return in_store

    def __str__(self):
        rows = [' '.join(str(x) for x in row) for row in self.grid]
        return '\n'.join(rows + [str(s) for s in self.stores]) + '\n'


class Node(object):
    def __init__(self, board, row, name='root', depth=0, free=False):
        self.board = board
        self.row = row          # who is to move here
        self.name = name
        self.depth = depth
        self.free = free        # the move that led here earned a free turn
        self.value = None
        self.choice = None

    def children(self):
        for col in self.board.legal(self.row):
            b = self.board.copy()
            free = b.move(self.row, col)
            depth = self.depth
            if not self.free:
                depth += 1
            yield Node(b, self.row if free else 1 - self.row, 'AB'[self.row] + str(col + 2), depth, free)


class Minimax(object):
    header = 'Node,Depth,Value'

    def __init__(self, me, limit):
        self.me = me
        self.limit = limit
        self.lines = [self.header]

    def terminal(self, node):
        if node.board.is_over():
            return True
        return node.depth >= self.limit and not node.free

    def utility(self, board):
        return board.stores[self.me] - board.stores[1 - self.me]

    @staticmethod
    def text(v):
        if v == float('inf'):
            return 'Infinity'
        if v == float('-inf'):
            return '-Infinity'
        return str(v)

    def record(self, node):
        self.lines.append(','.join([node.name, str(node.depth), self.text(node.value)]))

    def solve(self, node):
        if self.terminal(node):
            node.value = self.utility(node.board)
            self.record(node)
            return node.value
        maximizing = node.row == self.me
        node.value = float('-inf') if maximizing else float('inf')
        self.record(node)
        for child in node.children():
            v = self.solve(child)
            if (maximizing and v > node.value) or (not maximizing and v < node.value):
                node.value = v
                node.choice = child
            self.record(node)
        return node.value


class Greedy(Minimax):
    def __init__(self, me, limit):
        Minimax.__init__(self, me, 1)


class AlphaBeta(Minimax):
    header = 'Node,Depth,Value,Alpha,Beta'

    def record(self, node):
        self.lines.append(','.join([node.name, str(node.depth), self.text(node.value),
                                    self.text(node.alpha), self.text(node.beta)]))

    def solve(self, node, alpha=float('-inf'), beta=float('inf')):
        node.alpha, node.beta = alpha, beta
        if self.terminal(node):
            node.value = self.utility(node.board)
            self.record(node)
            return node.value
        if node.row == self.me:
            return self.max_value(node)
        return self.min_value(node)

    def max_value(self, node):
        node.value = float('-inf')
        self.record(node)
        for child in node.children():
            v = self.solve(child, node.alpha, node.beta)
            if v > node.value:
                node.value = v
                node.choice = child
            if node.value >= node.beta:
                self.record(node)
                return node.value
            node.alpha = max(node.alpha, node.value)
            self.record(node)
        return node.value

    def min_value(self, node):
        node.value = float('inf')
        self.record(node)
        for child in node.children():
            v = self.solve(child, node.alpha, node.beta)
            if v < node.value:
                node.value = v
                node.choice = child
            if node.value <= node.alpha:
                self.record(node)
                return node.value
            node.beta = min(node.beta, node.value)
            self.record(node)
        return node.value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-i', dest='input', default='input.txt')
    name = parser.parse_args().input
    with open(name) as f:
        rows = f.read().split('\n')
    me = 1 if int(rows[1]) == 1 else 0
    grid = [[int(x) for x in rows[3].split()], [int(x) for x in rows[4].split()]]
    board = Board(grid, [int(rows[5]), int(rows[6])])
    task = int(rows[0])
    player = {1: Greedy, 2: Minimax, 3: AlphaBeta}[task](me, int(rows[2]))
    root = Node(board, me)
    player.solve(root)
    best = root.choice
    while best.free and best.choice is not None:
        best = best.choice
    with open('next_state.txt', 'w') as f:
        f.write(str(best.board))
    if task != 1:
        with open('traverse_log.txt', 'w') as f:
            for line in player.lines:
                f.write(line + '\n')


if __name__ == '__main__':
    main()
