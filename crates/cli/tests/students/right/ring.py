# CSCI 561 hw2
# the whole board is ONE list that goes around:
#   0 .. n-1 are my lower pits, n is player 1's mancala,
#   n+1 .. 2n the upper pits from right to left, 2n+1 player 2's mancala
import sys

INF = float('inf')
out = []


def read_input(fname):
    global task, me, cutoff, n, start
    lines = [l.strip() for l in open(fname)]
    task = int(lines[0])
    me = int(lines[1])
    cutoff = int(lines[2])
    top = [int(x) for x in lines[3].split()]
    bottom = [int(x) for x in lines[4].split()]
    n = len(top)
    start = bottom + [int(lines[6])] + top[::-1] + [int(lines[5])]


def num(v):
    if v == INF:
        return 'Infinity'
    if v == -INF:
        return '-Infinity'
    return str(v)


def pit_name(player, col):
    return ('B' if player == 1 else 'A') + str(col + 2)


def index(player, col):
    return col if player == 1 else 2 * n - col


def moves(board, player):
    return [c for c in range(n) if board[index(player, c)] > 0]


def sow(board, player, col):
    b = board[:]
    home = n if player == 1 else 2 * n + 1
    away = 2 * n + 1 if player == 1 else n
    i = index(player, col)
    hand = b[i]
    b[i] = 0
    while hand:
        i = (i + 1) % (2 * n + 2)
        if i == away:
            continue
        b[i] += 1
        hand -= 1
    again = (i == home)
    mine = i < n if player == 1 else n < i <= 2 * n
    if mine and b[i] == 1:
        b[home] += b[i] + b[2 * n - i]
        b[i] = b[2 * n - i] = 0
    if finished(b):
        b[n] += sum(b[:n])
        b[2 * n + 1] += sum(b[n + 1:2 * n + 1])
        for k in range(n):
            b[k] = b[n + 1 + k] = 0
    return b, again


def finished(b):
    return sum(b[:n]) == 0 or sum(b[n + 1:2 * n + 1]) == 0


def score(b):
    if me == 1:
        return b[n] - b[2 * n + 1]
    return b[2 * n + 1] - b[n]


def log(name, depth, v, alpha, beta):
    if task == 2:
        out.append('%s,%d,%s' % (name, depth, num(v)))
    elif task == 3:
        out.append('%s,%d,%s,%s,%s' % (name, depth, num(v), num(alpha), num(beta)))


def search(board, player, name, depth, extra, alpha, beta):
    """returns (value, board after the rest of this turn)"""
    if finished(board) or (depth == cutoff and not extra):
        v = score(board)
        log(name, depth, v, alpha, beta)
        return v, board
    best = -INF if player == me else INF
    result = board
    log(name, depth, best, alpha, beta)
    for col in moves(board, player):
        child, again = sow(board, player, col)
        nxt = player if again else 3 - player
        v, after = search(child, nxt, pit_name(player, col), depth if extra else depth + 1, again, alpha, beta)
        if player == me:
            if v > best:
                best = v
                result = after
        else:
            if v < best:
                best = v
                result = after
        if task == 3:
            if player == me:
                if best >= beta:
                    log(name, depth, best, alpha, beta)
                    break
                alpha = max(alpha, best)
            else:
                if best <= alpha:
                    log(name, depth, best, alpha, beta)
                    break
                beta = min(beta, best)
        log(name, depth, best, alpha, beta)
    if name != 'root' and not extra:
        result = board
    return best, result


def main():
    global cutoff
    fname = 'input.txt'
    if '-i' in sys.argv:
        fname = sys.argv[sys.argv.index('-i') + 1]
    read_input(fname)
    if task == 1:
        cutoff = 1
    sys.setrecursionlimit(100000)
    v, b = search(start, me, 'root', 0, False, -INF, INF)
    f = open('next_state.txt', 'w')
    f.write(' '.join(map(str, b[n + 1:2 * n + 1][::-1])) + '\n')
    f.write(' '.join(map(str, b[:n])) + '\n')
    f.write('%d\n%d\n' % (b[2 * n + 1], b[n]))
    f.close()
    if task > 1:
        f = open('traverse_log.txt', 'w')
        f.write('Node,Depth,Value\n' if task == 2 else 'Node,Depth,Value,Alpha,Beta\n')
        f.write('\n'.join(out) + '\n')
        f.close()


main()
