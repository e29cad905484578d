def next_state(board:
