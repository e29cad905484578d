import sys
import a_package_that_nobody_has

print "reads", sys.argv[2]
