with open("next_state.txt", "w") as out:
    out.write("3 1 3\n2 1 0\n0\n1\n")
