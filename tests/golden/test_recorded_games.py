"""The rules, plain and compiled, against every frame that the official environment recorded."""

import gzip

import numpy as np
import pytest

from engine import kernels, mapgen, ranking, rules
from engine.replay import text
from tests.support.boards import assert_same_squares
from tests.support.recordings import FAULTS, GAMES, outcome, recording

every_game = pytest.mark.parametrize("path", GAMES + FAULTS, ids=lambda path: path.name.removesuffix(".hlt.gz"))


def assert_same(turn, replay, owner, strength):
    assert_same_squares(owner, replay.owner[turn], f"owner on turn {turn}")
    assert_same_squares(strength, replay.strength[turn], f"strength on turn {turn}")


def test_there_are_recordings():
    """The tests below would pass on an empty folder."""
    assert len(GAMES) == 8
    assert len(FAULTS) == 4


@every_game
def test_rules_and_kernels_reach_every_recorded_frame(path):
    """A drop-in has no square that differs; the kernels play on in place, so that an error would carry over."""
    replay, ejected = recording(path), outcome(path).ejected
    for turn in range(1, replay.turns + 1):
        before, moves, gone = replay.state(turn - 1), replay.moves[turn - 1], ejected.get(turn, ())
        assert_same_squares(rules.applied(before, moves, gone), moves, "orders that count")
        state = rules.step(before, moves, gone)
        state.check(len(replay.player_names))
        assert_same(turn, replay, state.owner, state.strength)
    owner, strength = replay.owner[0].copy(), replay.strength[0].copy()
    memory = kernels.memory_for(*owner.shape)
    for turn in range(1, replay.turns + 1):
        for player in ejected.get(turn, ()):
            kernels.eject(owner, player)
        kernels.step(owner, strength, replay.production, replay.moves[turn - 1], memory)
        assert_same(turn, replay, owner, strength)


@every_game
def test_ranking_and_end_of_a_game_are_the_official_ones(path):
    replay = recording(path)
    territory = np.array([replay.state(turn).territory(len(replay.player_names)) for turn in range(replay.turns + 1)])
    assert ranking.ranks(territory) == outcome(path).ranks
    assert ranking.last_frames_alive(territory) == outcome(path).last_frames_alive
    alive = [len(set(np.unique(frame)) - {0}) for frame in replay.owner]
    _, height, width = replay.owner.shape
    assert replay.turns <= rules.turn_limit(width, height)
    if len(replay.player_names) > 1:
        assert min(alive[:-1]) > 1
        assert alive[-1] < 2 or replay.turns == rules.turn_limit(width, height)


@every_game
def test_the_first_frame_is_the_map_of_the_seed_and_a_replay_written_as_the_official_program_does(path):
    replay, known = recording(path), outcome(path)
    state = mapgen.generate(*known.requested, len(replay.player_names), known.seed)
    assert_same(0, replay, state.owner, state.strength)
    assert_same_squares(state.production, replay.production, "production")
    assert text(recording(path)).encode() == gzip.decompress(path.read_bytes())
