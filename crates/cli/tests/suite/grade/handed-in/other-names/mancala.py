import os

os.mkdir("empty")
os.mkdir("out")
for name, text in [
    ("Z_next_state.txt", "3 1 3\n2 1 0\n0\n1\n"),
    ("out/Next_State.txt", "0 0 0\n0 0 0\n0\n0\n"),
    ("output.txt", "3 1 3\n2 1 0\n0\n1\n"),
]:
    with open(name, "w") as out:
        out.write(text)
