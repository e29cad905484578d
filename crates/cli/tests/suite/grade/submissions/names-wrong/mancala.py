# Writes something, but not where it is looked for.
import os

os.mkdir("output")
open("Next_State.txt", "w").write("0 0 0\n0 0 0\n3\n3\n")
open("output/traverse_log.txt", "w").write("Node,Depth,Value\n")
