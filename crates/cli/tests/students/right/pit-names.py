# my solution for hw2: a state is a dict from the pit's name to its stones
import sys

NEG = float('-inf')
POS = float('inf')

class Game(object):
    def __init__(self, me, cutoff, n, prune, logging):
        self.me, self.cutoff, self.n, self.prune, self.logging = me, cutoff, n, prune, logging
        self.out = []
        self.ring = ['B%d' % i for i in range(2, n + 2)] + ['S1'] + ['A%d' % i for i in range(n + 1, 1, -1)] + ['S2']

    def row(self, who):
        return [('B' if who == 1 else 'A') + str(i) for i in range(2, self.n + 2)]

    def opposite(self, pit):
        return ('A' if pit[0] == 'B' else 'B') + pit[1:]

    def finished(self, st):
        return sum(st[p] for p in self.row(1)) == 0 or sum(st[p] for p in self.row(2)) == 0

    def collect(self, st):
        for who in (1, 2):
            for p in self.row(who):
                st['S%d' % who] += st[p]
                st[p] = 0

    def move(self, st, who, pit):
        st = dict(st)
        hand = st[pit]
        st[pit] = 0
        skip = 'S2' if who == 1 else 'S1'
        at = self.ring.index(pit)
        while hand > 0:
            at = (at + 1) % len(self.ring)
            if self.ring[at] == skip:
                continue
            st[self.ring[at]] += 1
            hand -= 1
        last = self.ring[at]
        again = last == 'S%d' % who
        if last in self.row(who) and st[last] == 1:
            o = self.opposite(last)
            st['S%d' % who] += 1 + st[o]
            st[last] = st[o] = 0
        if self.finished(st):
            self.collect(st)
        return st, again

    def score(self, st):
        return st['S%d' % self.me] - st['S%d' % (3 - self.me)]

    def text(self, v):
        return 'Infinity' if v == POS else '-Infinity' if v == NEG else str(v)

    def note(self, name, depth, v, a, b):
        if self.logging:
            cells = [name, str(depth), self.text(v)]
            if self.prune:
                cells += [self.text(a), self.text(b)]
            self.out.append(','.join(cells))

    def search(self, st, who, name, depth, again, a, b):
        """the value of the node and the board at the end of the turn"""
        over = self.finished(st)
        if over or (depth == self.cutoff and not again):
            self.note(name, depth, self.score(st), a, b)
            return self.score(st), st
        best, board = (NEG if who == self.me else POS), None
        self.note(name, depth, best, a, b)
        for pit in self.row(who):
            if st[pit] == 0:
                continue
            child, more = self.move(st, who, pit)
            nxt = who if more else 3 - who
            d = depth if again else depth + 1
            v, final = self.search(child, nxt, pit, d, more, a, b)
            if (who == self.me and v > best) or (who != self.me and v < best):
                best = v
                board = final if more else child
            if self.prune:
                if who == self.me:
                    if best >= b:
                        self.note(name, depth, best, a, b)
                        return best, board
                    a = max(a, best)
                else:
                    if best <= a:
                        self.note(name, depth, best, a, b)
                        return best, board
                    b = min(b, best)
            self.note(name, depth, best, a, b)
        return best, board

def main():
    f = open(sys.argv[2] if len(sys.argv) > 2 else 'input.txt')
    lines = [l.strip() for l in f]
    task, me, cutoff = int(lines[0]), int(lines[1]), int(lines[2])
    top = [int(x) for x in lines[3].split()]
    low = [int(x) for x in lines[4].split()]
    n = len(top)
    st = {'S2': int(lines[5]), 'S1': int(lines[6])}
    for i in range(n):
        st['A%d' % (i + 2)] = top[i]
        st['B%d' % (i + 2)] = low[i]
    g = Game(me, 1 if task == 1 else cutoff, n, task == 3, task != 1)
    sys.setrecursionlimit(100000)
    v, board = g.search(st, me, 'root', 0, False, NEG, POS)
    w = open('next_state.txt', 'w')
    w.write(' '.join(str(board[p]) for p in g.row(2)) + '\n')
    w.write(' '.join(str(board[p]) for p in g.row(1)) + '\n')
    w.write('%d\n%d\n' % (board['S2'], board['S1']))
    w.close()
    if task != 1:
        w = open('traverse_log.txt', 'w')
        w.write('Node,Depth,Value' + (',Alpha,Beta' if task == 3 else '') + '\n')
        w.write('\n'.join(g.out) + '\n')
        w.close()

main()
