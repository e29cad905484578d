# Outputs that nobody can read to the end.
import os

os.mkfifo("next_state.txt")
os.mkdir("traverse_log.txt")
