import sys
from board import Board

Board().save("next_state.txt")
