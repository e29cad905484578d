# A log that has no end.
with open("traverse_log.txt", "w") as log:
    log.write("Node,Depth,Value\nroot,0,-Infinity\n")
    while True:
        log.write("B2,1,3\n" * 10000)
