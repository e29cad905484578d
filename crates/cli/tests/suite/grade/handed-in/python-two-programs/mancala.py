import board

if __name__ == "__main__":
    with open("next_state.txt", "w") as out:
        out.write(board.text([3, 1, 3], [2, 1, 0], [0, 1]))
