"""Futures of a recorded game: the same for any number of workers, each with its own luck."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from bot import Memory, View, preset
from bot.board.board import Board
from bot.kernels import Decider
from engine.rules import turn_limit
from experiments.arena.players import player
from experiments.coach import futures as coaching
from experiments.coach.answer import Coach, Effort, TimeLeft
from experiments.coach.futures import HESITANT, Futures, Line, _after, _hesitant, _lucky, hesitantly
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

    def test_a_school_plays_on_with_what_it_remembers(self, tmp_path, monkeypatch):
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

    @pytest.mark.parametrize("seat", [1, 2])
    def test_what_is_left_out_changes_nothing(self, replay, seat, monkeypatch):
        assert _lucky(preset("v26"), 7) == replace(preset("v26"), seed=7, ties="seeded")
        mover, looked = Decider(preset("v26"), *replay.production.shape), []
        monkeypatch.setattr(coaching, "Board", lambda view: looked.append(view.turn) or Board(view))
        memory, kept = Memory(), 0
        for turn in range(replay.turns):
            state = replay.state(turn)
            view, alive = (
                View(state.owner, state.strength, state.production, seat, turn),
                set(np.unique(state.owner)) - {0},
            )
            mover.moves(view)
            found = _after(memory, view, None, alive)
            kept += found is memory
            noted = _after(memory, view, mover, alive)
            memory = memory.after(Board(view))
            assert found == noted == memory
        assert kept == replay.turns - len(looked) > replay.turns / 4

    def test_purposes_and_frames_have_seeds_of_their_own(self, replay, tmp_path):
        seeds = []
        with self.futures(replay, tmp_path) as futures:
            futures._ranking = lambda line, seed: seeds.append(seed) or [1, 2]
            for frame in (FRAME, FRAME + 1):
                for purpose in Purpose:
                    futures.places(futures.recorded(frame), purpose, 0, 50)
                    futures.places(futures.recorded(frame), purpose, 50, 50)
        assert len(set(seeds)) == len(seeds) == 2 * len(Purpose) * 100
        assert max(seeds) < 2**63


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


def test_the_time_left_falls():
    """30 minutes were promised, and more after ten of them. Slower futures raise nothing."""
    now = [0.0]
    left, seen = TimeLeft(100, 1000, lambda: now[0]), []
    assert left.seconds is None
    for seconds, futures, expected in ((1, 100, 1000), (1, 100, 900), (9, 100, 900), (1, 100, 100)):
        now[0] += seconds
        left.advance(50, futures)
        left.expect(expected)
        seen.append(left.seconds)
    assert seen[0] == pytest.approx(9, rel=0.05)
    assert seen[0] > seen[1] == seen[2] > seen[3] > 0
    left.advance(50, 0, 10_000)
    assert left.seconds == 0


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


def test_a_single_piece_hesitates_once_in_eight_turns():
    """To stand still is no small thing for a player who has nothing else: it would change what the frame is worth."""
    owner = np.zeros((3, 3), np.uint8)
    owner[1, 1] = 1
    view, mover = View(owner, owner, owner, 1, 0), SimpleNamespace(moves=lambda view: view.owner * 2)
    lots = np.random.default_rng(1)
    still = [_hesitant([mover], [view], lots)[1, 1] == 0 for _ in range(2000)]
    assert np.mean(still) == pytest.approx(1 / 8, abs=0.03)
