def save(name):
    f = open(name, "w")
    for line in ["3 1 3", "2 1 0", "0", "1"]:
        if line:
	    f.write(line)
            f.write("\n")
    f.close()

save("next_state.txt")
