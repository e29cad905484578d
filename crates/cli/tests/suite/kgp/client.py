"""A client of the Kalah Game Protocol, written from its text. client.py PORT STYLE [NAME] [TOKEN]

STYLE is how it plays, or what it does that no client should. It prints what the server complains about."""

import os
import re
import socket
import sys
import time

PORT, STYLE = int(sys.argv[1]), sys.argv[2]
NAME = sys.argv[3] if len(sys.argv) > 3 else STYLE
TOKEN = sys.argv[4] if len(sys.argv) > 4 else None

wire = socket.create_connection(("127.0.0.1", PORT), timeout=60)
number = 1


def say(text, reference=None):
    """Sends a command with a number of its own."""
    global number
    at = f"@{reference}" if reference else ""
    wire.sendall(f"{number}{at} {text}\r\n".encode())
    number += 2


def quoted(text):
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def lines():
    with wire.makefile("rb") as stream:
        for line in stream:
            assert line.endswith(b"\r\n") and len(line) <= 16384, line
            yield line[:-2].decode()


def play():
    seen = 0
    for line in lines():
        own, command, rest = re.fullmatch(r"(?:(\d+)?(?:@\d+)? )?(\w+) ?(.*)", line).groups()
        if command == "kgp":
            assert rest == "1 0 1" and not own, line
            # Words may be quoted, and what nobody knows is no reason to end.
            say(f'set "info:name" {quoted(NAME)}')
            say("set info:mood cheerful")
            if TOKEN:
                say(f"set auth:token {quoted(TOKEN)}")
            say('mode "freeplay"')
        elif command == "state":
            seen += 1
            size, south, north, *pits = map(int, rest.strip("<>").split(","))
            assert len(pits) == 2 * size and all(pit >= 0 for pit in pits), line
            answer(own, [pit + 1 for pit in range(size) if pits[pit]], size, seen)
        elif command == "ping":
            say("pong", own)
        elif command == "error":
            print(rest, flush=True)
        elif command == "goodbye":
            return


def answer(own, legal, size, seen):
    if STYLE == "improving":
        # The last one counts, and one that comes after it does not.
        say(f"move {legal[0]}", own)
        say(f"move {legal[-1]}", own)
        say("yield", own)
        say(f"move {legal[0]}", own)
    elif STYLE == "illegal":
        say(f"move {size + 1}", own)
        say("yield", own)
    elif STYLE == "huge":
        say("move 9223372036854775807", own)
        say("yield", own)
    elif STYLE == "leaver" and seen == 3:
        os._exit(0)
    elif STYLE != "silent":
        say(f"move {legal[-1]}", own)
        say("yield", own)


def misbehave():
    if STYLE == "rubbish":
        wire.sendall(bytes(range(256)) * 4 + b"\r\n" + b"\xff\xfe\x00\r\n" * 100)
    elif STYLE == "endless":
        wire.sendall(b"mode " + b"x" * 100_000)
    elif STYLE == "flood":
        while True:
            wire.sendall(b"ping\r\n" * 1000)
    elif STYLE == "unread":
        # Asks much and reads no answer.
        while True:
            wire.sendall(b"ping " + b"9" * 18 + b"\r\n")
    elif STYLE == "numbers":
        wire.sendall(b"99999999999999999999999 mode freeplay\r\n@" + b"9" * 400 + b" move 1\r\n")
        wire.sendall(b"3 move -9223372036854775809\r\n5 set x " + b"1" * 300 + b".5\r\n" * 30)
    elif STYLE == "web":
        wire.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    elif STYLE.startswith("socket"):
        return misbehave_as_websocket()
    elif STYLE == "torn":
        wire.sendall(b"mode free")
        os._exit(0)
    elif STYLE == "slow":
        for byte in b"set info:description " + b"x" * 10_000:
            wire.sendall(bytes([byte]))
            time.sleep(0.02)
    # "mute" says nothing at all. All wait until they are sent away.
    for line in lines():
        if " error " in line:
            print(line.split(" error ", 1)[1], flush=True)


def misbehave_as_websocket():
    """A frame has 0x80 in its first byte where it ends a message, and in its second where it is masked."""
    wire.sendall(b"GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n")
    if STYLE != "socket-late":
        wire.sendall(b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    masked = b"\x81\x84" + bytes(4) + b"ping"
    if STYLE == "socket-endless":
        wire.sendall(b"\x81\xff" + b"\x7f" + b"\xff" * 7 + bytes(4) + b"x" * 20_000)
    elif STYLE == "socket-parts":
        while True:
            wire.sendall(b"\x01\x84" + masked[2:] + (b"\x00\x84" + masked[2:]) * 1000)
    elif STYLE == "socket-unmasked":
        wire.sendall(b"\x81\x04ping")
    elif STYLE == "socket-flood":
        while True:
            wire.sendall(masked * 1000)
    elif STYLE == "socket-pings":
        while True:
            wire.sendall((b"\x89" + masked[1:]) * 1000)
    while wire.recv(4096):
        pass
    print("sent away", flush=True)


try:
    play() if STYLE in ("last", "improving", "illegal", "huge", "leaver", "silent") else misbehave()
except (BrokenPipeError, ConnectionResetError):
    print("sent away", flush=True)
