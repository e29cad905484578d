"""OpenSpiel's mancala is Kalah by the rules cits3001 with six pits and four seeds."""

import random

import pyspiel

from mancala_lab import Kalah

GAMES = 150


def board(state):
    """South's row and North's, leftmost first, and the stores: OpenSpiel numbers the holes along the ring."""
    holes = [int(seeds) for seeds in state.observation_tensor(0)]
    return holes[1:7], holes[8:14][::-1], (holes[7], holes[0])


def named(action):
    return f"B{action + 1}" if action < 7 else f"A{15 - action}"


def held(state, position):
    south, north, stores = board(state)
    assert state.is_terminal() == position.over
    if position.over:
        # OpenSpiel leaves in the pits what it counts for their owner.
        assert position.stores == (stores[0] + sum(south), stores[1] + sum(north))
        south, north = position.stores
        won = (south > north) - (south < north)
        assert state.returns() == [won, -won]
    else:
        assert (south, north, stores) == (position.south, position.north, position.stores)
        assert state.current_player() + 1 == position.mover
        assert sorted(map(named, state.legal_actions())) == position.moves


def test_random_games_agree_in_every_successor():
    choose = random.Random(35)
    game = pyspiel.load_game("mancala")
    positions = 0
    for _ in range(GAMES):
        state, position = game.new_initial_state(), Kalah("cits3001")
        held(state, position)
        while not state.is_terminal():
            for action in state.legal_actions():
                held(state.child(action), position.play(named(action)))
                positions += 1
            action = choose.choice(state.legal_actions())
            state.apply_action(action)
            position = position.play(named(action))
    assert positions > 100 * GAMES
