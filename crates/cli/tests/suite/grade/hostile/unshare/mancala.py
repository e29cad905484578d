# A new user namespace.
import ctypes

ctypes.CDLL(None).unshare(0x10000000)
