"""Futures of a recorded game, and the levels of a curve."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from bot import preset
from engine.rules import turn_limit
from experiments.arena.players import player
from experiments.coach import futures as coaching
from experiments.coach import levels
from experiments.coach.answer import Coach, Effort
from experiments.coach.futures import HESITANT, Futures, Line, hesitantly
from experiments.coach.journal import Journal
from experiments.coach.procedure import Purpose
from experiments.recordings.watched import Watched
from tests.support.watching import game

FRAME = 60


def territory(replay):
    """(frames, 2) squares owned."""
    return np.stack([(replay.owner == seat).sum(axis=(1, 2)) for seat in (1, 2)], axis=-1)


class TestFutures:
    """Futures of one frame."""

    def futures(self, replay, folder, workers=1, seen=None):
        players = [preset(name) for name in replay.player_names]
        tell = (lambda *counts: seen.append(counts)) if seen is not None else (lambda *_: None)
        return Futures(Watched(replay), players, 1, Journal(folder), workers, tell, HESITANT)

    def test_any_number_of_workers_plays_the_same(self, replay, tmp_path):
        with self.futures(replay, tmp_path / "one") as one, self.futures(replay, tmp_path / "three", 3) as three:
            first = one.places(one.recorded(FRAME), Purpose.SEARCH, 0, 6)
            assert three.places(three.recorded(FRAME), Purpose.SEARCH, 0, 6) == first
        seen = []
        with self.futures(replay, tmp_path / "one", seen=seen) as again:
            assert again.places(again.recorded(FRAME), Purpose.SEARCH, 0, 6) == first
        assert seen == [(FRAME, 0, 6)]

    def test_what_was_played_is_refined_and_not_played_again(self, replay, tmp_path):
        seen = []
        with self.futures(replay, tmp_path, seen=seen) as futures:
            line = futures.recorded(FRAME)
            few = futures.rankings(line, Purpose.SEARCH, 0, 4)
            many = futures.rankings(line, Purpose.SEARCH, 0, 10)
        assert many[:4] == few
        assert seen == [(FRAME, 4, 0), (FRAME, 6, 0)]
        assert all(sorted(each) == [1, 2] for each in many)

    def test_a_duel_that_is_decided_is_not_played_on(self, replay, tmp_path, monkeypatch):
        with self.futures(replay, tmp_path) as futures:
            line = futures.recorded(FRAME)
            stopped = [futures._outcome(line, seed)[1] for seed in range(20)]
            monkeypatch.setattr(coaching, "LEAD", np.inf)
            whole = [futures._outcome(line, seed)[1] for seed in range(20)]
        assert any(one.turns < other.turns for one, other in zip(stopped, whole, strict=True))
        for one, other in zip(stopped, whole, strict=True):
            assert one.ranks == other.ranks
            np.testing.assert_array_equal(one.territory, other.territory[: one.turns + 1])

    def test_an_opponent_plays_on_with_what_it_remembers(self, tmp_path, monkeypatch):
        monkeypatch.setattr(coaching, "LEAD", np.inf)
        replay = game(("planner", "v17"))
        players = [player(name).parameters for name in replay.player_names]
        with Futures(Watched(replay), players, 1, Journal(tmp_path), 2) as futures:
            line = futures.recorded(FRAME)
            seed = preset("v17").seed
            for _ in range(2):  # one future leaves no trace in the next
                np.testing.assert_array_equal(futures._outcome(line, seed)[1].territory, territory(replay)[FRAME:])
            futures.watched = Watched(replace(replay, owner=np.zeros_like(replay.owner)))
            assert not np.array_equal(futures._outcome(line, seed)[1].territory, territory(replay)[FRAME:])


@pytest.mark.parametrize(
    ("place", "ends", "goal"),
    [
        (5, [3, 3, 4, 5], 3),  # never better than third, which half of its futures are
        (5, [1, 5, 5, 5], 1),  # a quarter is enough
        (3, [3, 3, 4, 4], 1),  # the goal is better than what was reached; there was no such hope
        (1, [1, 1, 2, 2], 1),
    ],
)
def test_the_best_place_within_reach(place, ends, goal):
    """The coach of a player who came in fifth showed a curve at 0 %, and said that no turn stood out."""
    coach = object.__new__(Coach)  # only what the goal depends on
    coach.asked = SimpleNamespace(players=6, places=[place], seat=1, last=40)
    coach.futures = SimpleNamespace(recorded=lambda frame: frame, places=lambda *_: ends)
    assert coach._goal(Effort(4, 30)) == goal


class TestAHundredFuturesWereOneGame:
    """Luck broke ties and did nothing else: where no tie was left, all futures were one game, counted twenty times."""

    def opened(self, replay, seed):
        """The first turns of a future of players whose ties are always broken alike."""
        watched, players = Watched(replay), [replace(preset(name), ties="fixed") for name in replay.player_names]
        line = Line("recorded", FRAME, replay.state(FRAME), tuple(players))
        memories = [watched.memory(FRAME, seat) for seat in (1, 2)]
        return hesitantly(line, players, memories, HESITANT, np.random.default_rng(seed))

    def test_futures_differ_without_ties_by_one_piece_of_each_player_and_end_with_the_game(self, replay):
        boards = {self.opened(replay, seed).state.strength.tobytes() for seed in range(20)}
        assert len(boards) >= 15
        first = [self.opened(replay, seed).moves[0] for seed in range(20)]
        usual = np.max(first, axis=0)  # every piece moves in most futures
        for moves in first:
            for seat in (1, 2):
                assert np.count_nonzero((moves != usual) & (replay.owner[FRAME] == seat)) <= 1
        watched, players = Watched(replay), [preset(name) for name in replay.player_names]
        last = turn_limit(*replay.production.shape) - 1
        line = Line("recorded", last, replay.state(FRAME), tuple(players))
        memories = [watched.memory(FRAME, seat) for seat in (1, 2)]
        assert len(hesitantly(line, players, memories, HESITANT, np.random.default_rng(1)).moves) == 1


def test_falls_lie_between_levels_and_one_of_several_levels_is_one():
    assert levels.parts([0.1] * 30) == [(0, 30)]
    assert levels.falls([0.1] * 30) == []
    assert levels.parts([]) == []
    assert levels.parts([0.4]) == [(0, 1)]
    assert levels.falls([0.6] * 10 + [0.2] * 10) == [(9, 10)]
    assert levels.falls([0.9] * 5 + [0.4] * 5 + [0.8] * 5 + [0.1] * 5) == [(4, 5), (14, 15)]
    curve = [0.9] * 6 + [0.7, 0.6, 0.5, 0.4, 0.3] + [0.1] * 6
    [(first, last)] = levels.falls(curve)
    assert first in {5, 6}
    assert last in {10, 11}


@pytest.mark.parametrize("seed", range(5))
def test_the_parts_explain_the_curve_best(seed):
    curve = np.random.default_rng(seed).random(9).round(2)

    def cost(cuts):
        ends = [0, *cuts, len(curve)]
        spans = [curve[a:b] for a, b in pairwise(ends)]
        return sum(((span - span.mean()) ** 2).sum() + levels.PRICE for span in spans)

    every = [[place + 1 for place in range(8) if ways >> place & 1] for ways in range(256)]
    best = min(map(cost, every))
    assert cost([end for _, end in levels.parts(curve)[:-1]]) == pytest.approx(best)
