from __future__ import print_function
import sys

# Mancala: the two rows are kept exactly as they are drawn.
# A dictionary from hole name to stones, the path of a stone is a list of hole names.

NEG = '-Infinity'
POS = 'Infinity'

lines = open(sys.argv[2] if len(sys.argv) > 2 else 'input.txt').read().splitlines()
which = lines[0].strip()
player = lines[1].strip()
limit = int(lines[2])
upper = lines[3].split()
lower = lines[4].split()
size = len(upper)

UP = ['A%d' % i for i in range(2, size + 2)]
DOWN = ['B%d' % i for i in range(2, size + 2)]
PATH1 = DOWN + ['P1'] + UP[::-1]
PATH2 = UP[::-1] + ['P2'] + DOWN
OPP = dict(list(zip(UP, DOWN)) + list(zip(DOWN, UP)))

start = dict(zip(UP + DOWN, map(int, upper + lower)))
start['P2'] = int(lines[5])
start['P1'] = int(lines[6])

if which == '1':
    limit = 1

trace = ''


def less(x, y):
    if x == y:
        return False
    if x == NEG or y == POS:
        return True
    if x == POS or y == NEG:
        return False
    return x < y


def evaluate(board):
    d = board['P1'] - board['P2']
    return d if player == '1' else -d


def ended(board):
    return all(board[h] == 0 for h in UP) or all(board[h] == 0 for h in DOWN)


def drop(board, hole, path, own, store):
    new = dict(board)
    k = new[hole]
    new[hole] = 0
    at = path.index(hole)
    laps, rest = divmod(k, len(path))
    for h in path:
        new[h] += laps
    for j in range(1, rest + 1):
        new[path[(at + j) % len(path)]] += 1
    last = path[(at + rest) % len(path)]
    if last in own and new[last] == 1:
        new[store] += 1 + new[OPP[last]]
        new[last] = 0
        new[OPP[last]] = 0
    if ended(new):
        for h in UP:
            new['P2'] += new[h]
            new[h] = 0
        for h in DOWN:
            new['P1'] += new[h]
            new[h] = 0
    return new, last == store


def options(board, who):
    if who == '1':
        for h in DOWN:
            if board[h]:
                yield h, drop(board, h, PATH1, DOWN, 'P1')
    else:
        for h in UP:
            if board[h]:
                yield h, drop(board, h, PATH2, UP, 'P2')


def say(name, depth, value, a, b):
    global trace
    if which == '2':
        trace += name + ',' + str(depth) + ',' + str(value) + '\n'
    if which == '3':
        trace += name + ',' + str(depth) + ',' + str(value) + ',' + str(a) + ',' + str(b) + '\n'


def mine(board, name, depth, chain, a, b):
    if ended(board) or (depth == limit and not chain):
        say(name, depth, evaluate(board), a, b)
        return evaluate(board), []
    v = NEG
    plan = []
    say(name, depth, v, a, b)
    below = depth if chain else depth + 1
    for hole, (after, again) in options(board, player):
        if again:
            w, rest = mine(after, hole, below, True, a, b)
        else:
            w = theirs(after, hole, below, False, a, b)
            rest = []
        if less(v, w):
            v = w
            plan = [hole] + rest
        if which == '3':
            if not less(v, b):
                say(name, depth, v, a, b)
                return v, plan
            if less(a, v):
                a = v
        say(name, depth, v, a, b)
    return v, plan


def theirs(board, name, depth, chain, a, b):
    if ended(board) or (depth == limit and not chain):
        say(name, depth, evaluate(board), a, b)
        return evaluate(board)
    v = POS
    say(name, depth, v, a, b)
    below = depth if chain else depth + 1
    foe = '2' if player == '1' else '1'
    for hole, (after, again) in options(board, foe):
        if again:
            w = theirs(after, hole, below, True, a, b)
        else:
            w, ignored = mine(after, hole, below, False, a, b)
        if less(w, v):
            v = w
        if which == '3':
            if not less(a, v):
                say(name, depth, v, a, b)
                return v
            if less(v, b):
                b = v
        say(name, depth, v, a, b)
    return v


value, plan = mine(start, 'root', 0, False, NEG, POS)
board = start
for hole in plan:
    board = dict(options(board, player))[hole][0]
with open('next_state.txt', 'w') as f:
    print(*[board[h] for h in UP], file=f)
    print(*[board[h] for h in DOWN], file=f)
    print(board['P2'], file=f)
    print(board['P1'], file=f)
if which == '2':
    open('traverse_log.txt', 'w').write('Node,Depth,Value\n' + trace)
if which == '3':
    open('traverse_log.txt', 'w').write('Node,Depth,Value,Alpha,Beta\n' + trace)
