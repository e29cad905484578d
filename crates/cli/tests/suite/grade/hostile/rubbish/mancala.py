# Outputs of which no line can be read.
import os

for name in "next_state.txt", "traverse_log.txt":
    with open(name, "wb") as output:
        for _ in range(30):
            output.write(os.urandom(1 << 20))
