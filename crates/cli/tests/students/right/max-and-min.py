import sys

# board: list of 2n+2 numbers, 0..n-1 = B2.., n = mancala 1, n+1..2n = A(n+1)..A2, 2n+1 = mancala 2
INF = 10**9
lines_out = []
best_board = None

def read_input():
    name = 'input.txt'
    if '-i' in sys.argv:
        name = sys.argv[sys.argv.index('-i') + 1]
    with open(name) as f:
        data = f.read().split('\n')
    global TASK, ME, CUT, N
    TASK = int(data[0]); ME = int(data[1]); CUT = int(data[2])
    a = list(map(int, data[3].split()))
    b = list(map(int, data[4].split()))
    N = len(a)
    return b + [int(data[6])] + a[::-1] + [int(data[5])]

def pits(player):
    # indices in the order of the page
    return list(range(N)) if player == 1 else list(range(2 * N, N, -1))

def pit_name(i):
    if i < N:
        return 'B' + str(i + 2)
    return 'A' + str(2 * N - i + 2)

def store(player):
    return N if player == 1 else 2 * N + 1

def empty_side(board, player):
    for i in pits(player):
        if board[i]:
            return False
    return True

def is_over(board):
    return empty_side(board, 1) or empty_side(board, 2)

def sweep(board):
    board = board[:]
    for player in (1, 2):
        for i in pits(player):
            board[store(player)] += board[i]
            board[i] = 0
    return board

def sow(board, player, i):
    board = board[:]
    stones = board[i]
    board[i] = 0
    size = 2 * N + 2
    j = i
    for _ in range(stones):
        j = (j + 1) % size
        if j == store(3 - player):
            j = (j + 1) % size
        board[j] += 1
    extra = j == store(player)
    if not extra and j in pits(player) and board[j] == 1:
        opp = 2 * N - j
        board[store(player)] += board[opp] + 1
        board[opp] = 0
        board[j] = 0
    return board, extra

def evaluate(board):
    return board[store(ME)] - board[store(3 - ME)]

def s(v):
    if v >= INF:
        return 'Infinity'
    if v <= -INF:
        return '-Infinity'
    return str(v)

def log(name, depth, value, alpha, beta):
    if TASK == 2:
        lines_out.append(name + ',' + str(depth) + ',' + s(value))
    elif TASK == 3:
        lines_out.append(name + ',' + str(depth) + ',' + s(value) + ',' + s(alpha) + ',' + s(beta))

def maximize(board, name, depth, extra, alpha, beta):
    if is_over(board):
        board = sweep(board)
        log(name, depth, evaluate(board), alpha, beta)
        return evaluate(board), []
    if depth >= CUT and not extra:
        log(name, depth, evaluate(board), alpha, beta)
        return evaluate(board), []
    value, path = -INF, []
    log(name, depth, value, alpha, beta)
    next_depth = depth + (0 if extra else 1)
    for i in pits(ME):
        if not board[i]:
            continue
        child, again = sow(board, ME, i)
        if again:
            got, rest = maximize(child, pit_name(i), next_depth, True, alpha, beta)
        else:
            got, rest = minimize(child, pit_name(i), next_depth, False, alpha, beta)
            rest = []
        if got > value:
            value, path = got, [i] + rest
        if TASK == 3:
            if value >= beta:
                log(name, depth, value, alpha, beta)
                return value, path
            alpha = max(alpha, value)
        log(name, depth, value, alpha, beta)
    return value, path

def minimize(board, name, depth, extra, alpha, beta):
    if is_over(board):
        board = sweep(board)
        log(name, depth, evaluate(board), alpha, beta)
        return evaluate(board), []
    if depth >= CUT and not extra:
        log(name, depth, evaluate(board), alpha, beta)
        return evaluate(board), []
    value = INF
    log(name, depth, value, alpha, beta)
    next_depth = depth + (0 if extra else 1)
    for i in pits(3 - ME):
        if not board[i]:
            continue
        child, again = sow(board, 3 - ME, i)
        if again:
            got, _ = minimize(child, pit_name(i), next_depth, True, alpha, beta)
        else:
            got, _ = maximize(child, pit_name(i), next_depth, False, alpha, beta)
        if got < value:
            value = got
        if TASK == 3:
            if value <= alpha:
                log(name, depth, value, alpha, beta)
                return value, []
            beta = min(beta, value)
        log(name, depth, value, alpha, beta)
    return value, []

def write_state(board):
    with open('next_state.txt', 'w') as f:
        f.write(' '.join(str(board[i]) for i in pits(2)) + '\n')
        f.write(' '.join(str(board[i]) for i in pits(1)) + '\n')
        f.write(str(board[store(2)]) + '\n' + str(board[store(1)]) + '\n')

board = read_input()
if TASK == 1:
    CUT = 1
value, path = maximize(board, 'root', 0, False, -INF, INF)
for i in path:
    board, _ = sow(board, ME, i)
if is_over(board):
    board = sweep(board)
write_state(board)
if TASK > 1:
    with open('traverse_log.txt', 'w') as f:
        f.write('Node,Depth,Value' + (',Alpha,Beta' if TASK == 3 else '') + '\n')
        for l in lines_out:
            f.write(l + '\n')
