# Kills all that it may, and itself.
import os

os.kill(-1, 9)
os.kill(0, 9)
