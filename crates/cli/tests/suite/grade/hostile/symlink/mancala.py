# Outputs that are links to what others wrote.
import os

os.symlink("/etc/passwd", "next_state.txt")
os.symlink("input.txt", "traverse_log.txt")
