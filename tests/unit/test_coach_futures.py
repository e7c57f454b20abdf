"""Futures of a recorded game."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from bot import preset
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.coach import futures as coaching
from experiments.coach.answer import Coach
from experiments.coach.futures import HESITANT, Futures, Line, hesitantly
from experiments.coach.game import CoachedGame
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
        tell = seen.append if seen is not None else (lambda _: None)
        return Futures(CoachedGame(replay, 1), players, Journal(folder / "futures.jsonl"), workers, tell)

    def test_any_number_of_workers_plays_the_same(self, replay, tmp_path):
        with self.futures(replay, tmp_path / "one") as one, self.futures(replay, tmp_path / "three", 3) as three:
            first = one.rankings(one.recorded(FRAME), Purpose.SEARCH, 0, 6)
            assert three.rankings(three.recorded(FRAME), Purpose.SEARCH, 0, 6) == first
            assert one.won(FRAME, Purpose.SEARCH, 0, 6) == [ranking[0] == 1 for ranking in first]
        seen = []
        with self.futures(replay, tmp_path / "one", seen=seen) as again:
            assert again.rankings(again.recorded(FRAME), Purpose.SEARCH, 0, 6) == first
        assert seen == []
        assert Journal(tmp_path / "one" / "futures.jsonl").count == 6

    def test_what_was_played_is_refined_and_not_played_again(self, replay, tmp_path):
        seen = []
        with self.futures(replay, tmp_path, seen=seen) as futures:
            line = futures.recorded(FRAME)
            few = futures.rankings(line, Purpose.SEARCH, 0, 4)
            many = futures.rankings(line, Purpose.SEARCH, 0, 10)
        assert many[:4] == few
        assert seen == [4, 6]
        assert all(sorted(each) == [1, 2] for each in many)

    def test_a_duel_that_is_decided_is_not_played_on(self, replay, tmp_path, monkeypatch):
        outcomes, play = [], Arena.play
        monkeypatch.setattr(Arena, "play", lambda *args, **known: outcomes.append(play(*args, **known)) or outcomes[-1])
        with self.futures(replay, tmp_path / "one") as futures:
            rankings = futures.rankings(futures.recorded(FRAME), Purpose.SEARCH, 0, 20)
        monkeypatch.setattr(coaching, "LEAD", np.inf)
        with self.futures(replay, tmp_path / "whole") as futures:
            assert futures.rankings(futures.recorded(FRAME), Purpose.SEARCH, 0, 20) == rankings
        stopped, whole = outcomes[:20], outcomes[20:]
        assert any(one.turns < other.turns for one, other in zip(stopped, whole, strict=True))
        for one, other in zip(stopped, whole, strict=True):
            np.testing.assert_array_equal(one.territory, other.territory[: one.turns + 1])

    def test_an_opponent_plays_on_with_what_it_remembers(self, tmp_path, monkeypatch):
        replay, outcomes, play = game(("planner", "v17")), [], Arena.play
        monkeypatch.setattr(Arena, "play", lambda *args, **known: outcomes.append(play(*args, **known)) or outcomes[-1])
        monkeypatch.setattr(coaching, "LEAD", np.inf)
        players = [player(name).parameters for name in replay.player_names]
        with Futures(CoachedGame(replay, 1), players, Journal(tmp_path / "futures.jsonl"), 2, hesitant=0) as futures:
            line, seed = futures.recorded(FRAME), preset("v17").seed
            for _ in range(2):  # one future leaves no trace in the next
                futures._ranking(line, seed)
                np.testing.assert_array_equal(outcomes[-1].territory, territory(replay)[FRAME:])
            # What it saw is forgotten: it cannot play on as it did.
            monkeypatch.setattr(CoachedGame, "player", lambda self, frame, seat, who: families.mover(who, 16, 16))
            futures._ranking(line, seed)
            assert not np.array_equal(outcomes[-1].territory, territory(replay)[FRAME:])


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
    coach.game = SimpleNamespace(places=[place] * 6, place=place, seat=1, last=40)
    coach.futures = SimpleNamespace(recorded=lambda frame: frame, rankings=lambda *_: [[end] for end in ends])
    assert coach._goal(4) == goal


class TestAHundredFuturesWereOneGame:
    """Luck broke ties and did nothing else: where no tie was left, all futures were one game, counted twenty times."""

    def opened(self, replay, seed, turns=HESITANT):
        """The first turns of a future of players whose ties are always broken alike."""
        watched, players = Watched(replay), [replace(preset(name), ties="fixed") for name in replay.player_names]
        line = Line("recorded", FRAME, replay.state(FRAME), tuple(players))
        memories = [watched.memory(FRAME, seat) for seat in (1, 2)]
        return hesitantly(line, players, memories, turns, np.random.default_rng(seed))

    def test_futures_differ_without_ties_by_one_piece_of_each_player_and_end_with_the_game(self, replay, monkeypatch):
        boards = {self.opened(replay, seed)[0][-1].strength.tobytes() for seed in range(20)}
        assert len(boards) >= 15
        made, choose = [], coaching._moves
        monkeypatch.setattr(coaching, "_moves", lambda *known: made.append(choose(*known)) or made[-1])
        for seed in range(20):
            self.opened(replay, seed, 1)
        first = made
        usual = np.max(first, axis=0)  # every piece moves in most futures
        for moves in first:
            for seat in (1, 2):
                assert np.count_nonzero((moves != usual) & (replay.owner[FRAME] == seat)) <= 1
        watched, players = Watched(replay), [preset(name) for name in replay.player_names]
        last = turn_limit(*replay.production.shape) - 1
        line = Line("recorded", last, replay.state(FRAME), tuple(players))
        memories = [watched.memory(FRAME, seat) for seat in (1, 2)]
        assert len(hesitantly(line, players, memories, HESITANT, np.random.default_rng(1))[0]) == 2
