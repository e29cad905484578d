"""A server of the Kalah Game Protocol, written from its text, for one client. server.py SCENE

Prints its port; then asks, and looks at what is answered: exit code 0 if all is as it should be."""

import re
import socket
import sys

SCENE = sys.argv[1]

door = socket.create_server(("127.0.0.1", 0))
print("port", door.getsockname()[1], flush=True)
wire, _ = door.accept()
wire.settimeout(60)
stream = wire.makefile("rb")
number = 2
odd = set()


def say(text, reference=None):
    global number
    own, number = number, number + 2
    at = f"@{reference}" if reference else ""
    wire.sendall(f"{own}{at} {text}\r\n".encode())
    return own


def hear():
    """The next line of the client: its number, what it refers to, the command, and what follows."""
    line = stream.readline()
    assert line.endswith(b"\r\n"), line
    own, reference, command, rest = re.fullmatch(r"(\d+)(?:@(\d+))? (\w+) ?(.*)\r\n", line.decode()).groups()
    assert int(own) % 2 == 1 and own not in odd, f"numbers of clients are odd and their own: {line}"
    odd.add(own)
    return own, int(reference) if reference else None, command, rest


def told():
    """What the client tells about itself before it says its mode."""
    wire.sendall(b"kgp 1 0 1\r\n")
    options = {}
    while True:
        own, _, command, rest = hear()
        if command == "mode":
            assert rest == "freeplay", rest
            say("ok", own)
            return options
        assert command == "set", command
        name, value = rest.split(" ", 1)
        options[name] = re.sub(r"\\(.)", r"\1", re.fullmatch(r'"((?:\\.|[^"\\])*)"', value)[1])


def literal(stores, rows):
    return "<" + ",".join(map(str, [len(rows[0]), *stores, *rows[0], *rows[1]])) + ">"


def sow(stores, rows, pit):
    """Player 0 sows; both rows in the order in which their owners sow. Whether the same player goes on."""
    width, seeds = len(rows[0]), rows[0][pit]
    rows[0][pit] = 0
    side, at = 0, pit + 1
    while seeds:
        seeds -= 1
        if side == 0 and at == width:
            stores[0] += 1
            if not seeds:
                return True
            side, at = 1, 0
            continue
        if at == width:
            side, at = 0, 0
        rows[side][at] += 1
        at += 1
    at -= 1
    opposite = width - 1 - at
    if side == 0 and rows[0][at] == 1 and rows[1][opposite]:
        stores[0] += 1 + rows[1][opposite]
        rows[0][at] = rows[1][opposite] = 0
    return False


def answer(asked, rows):
    """All moves for a position, up to the last."""
    moves = []
    while True:
        _, reference, command, rest = hear()
        assert reference == asked, (reference, asked)
        if command == "yield":
            return moves
        assert command == "move", command
        assert rows[0][int(rest) - 1] > 0, f"{rest} is no move in {rows}"
        moves.append(int(rest) - 1)


def game(width, seeds):
    """The client against a player of the last pit."""
    stores, rows, player, improved = [0, 0], [[seeds] * width, [seeds] * width], 0, 0
    while any(rows[0]) and any(rows[1]):
        if player == 0:
            moves = answer(say("state " + literal(stores, rows)), rows)
            improved = max(improved, len(moves))
            pit = moves[-1]
        else:
            pit = max(at for at in range(width) if rows[0][at])
        if not sow(stores, rows, pit):
            stores.reverse()
            rows.reverse()
            player = 1 - player
    if player == 1:
        stores.reverse()
        rows.reverse()
    scores = [stores[side] + sum(rows[side]) for side in (0, 1)]
    assert sum(scores) == 2 * width * seeds, scores
    return scores, improved


def whole():
    options = told()
    assert options["info:name"] == 'Deep "Pit" \\o/', options
    assert options["info:authors"] == "Ann, Bob" and options["auth:token"] == "s3cret", options
    asked = say("ping")
    assert hear()[1:3] == (asked, "pong")
    say("set time:mode none")
    say("frobnicate <1,2> 3.5 \"what later versions may say\"")
    (mine, others), improved = game(6, 4)
    print(f"{mine}-{others}, improved {improved}")
    assert mine > others and improved > 1
    # The last stage of the protocol's course.
    (mine, others), _ = game(12, 12)
    assert mine > others
    # Nobody can play this board.
    asked = say("state <13,0,0" + ",13" * 26 + ">")
    assert hear()[1:3] == (asked, "error")
    say("goodbye")
    assert stream.readline() == b""


def several():
    told()
    rows = [[6] * 6, [6] * 6]
    asked = []
    for name in ("one", "two", "three"):
        say(f'set game:id "{name}"')
        asked.append(say("state " + literal([0, 0], rows)))
    # Only the second is to be stopped, once all have answered something; nobody yields before.
    answered = set()
    while answered != set(asked):
        _, reference, command, rest = hear()
        assert command == "move" and rows[0][int(rest) - 1], command
        answered.add(reference)
    say("stop", asked[1])
    ping = say("ping")
    while hear()[1:3] != (ping, "pong"):
        pass
    say("stop", asked[0])
    last = say("state <3,5,5,0,0,0,1,0,0>")
    while True:
        _, reference, command, _ = hear()
        assert reference != asked[1], "an answer after stop"
        if (reference, command) == (last, "yield"):
            break
    say("stop", asked[2])
    say("goodbye")
    # What was on its way.
    for line in stream:
        assert f"@{asked[2]} move".encode() in line, line


def early():
    """As a published server does: a position is sent before an answer to it is expected."""
    told()
    again = 0
    for _ in range(10):
        asked = say("state <3,0,0,3,3,3,3,3,3>")
        own, reference, command, first = hear()
        assert (reference, command) == (asked, "move"), command
        say('error "No state associated with id"', own)
        while (line := hear())[2] != "yield":
            assert line[1:] == (asked, "move", first), line
            again += 1
    # Each time, but on a machine with a lot to do.
    assert again >= 2, again
    say("goodbye")


def strange():
    if SCENE == "leaves":
        told()
        say("state <3,0,0,3,3,3,3,3,3>")
    elif SCENE == "refuses":
        told()
        say('error "no \x1b[31mroom"')
    elif SCENE == "web":
        wire.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    elif SCENE == "version":
        wire.sendall(b"kgp 7 0 0\r\n")
    elif SCENE == "endless":
        wire.sendall(b"kgp " + b"1" * 100_000)
    elif SCENE == "rubbish":
        told()
        wire.sendall(b"\x00\xff\r\nstate <1\r\nstate <9999999999>\r\nstate <0,0,0>\r\n" * 100)
    elif SCENE == "greedy":
        told()
        try:
            for _ in range(100_000):
                say("state <10,0,0" + ",1000" * 20 + ">")
        except OSError:
            pass
    try:
        wire.shutdown(socket.SHUT_WR)
        while wire.recv(65536):
            pass
    except OSError:
        pass


{"whole": whole, "several": several, "early": early}.get(SCENE, strange)()
