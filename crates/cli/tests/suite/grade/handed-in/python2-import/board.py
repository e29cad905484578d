class Board(object):
    def save(self, name):
        print "saving", name
        f = open(name, "w")
        f.write("3 1 3\n2 1 0\n0\n1\n")
        f.close()
