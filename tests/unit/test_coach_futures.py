"""Futures of a recorded game: the same for any number of workers, each with its own luck."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from bot import Memory, View, preset
from bot.ground.board import Board
from bot.kernels import Decider
from engine import step
from engine.ranking import ranks
from engine.rules import turn_limit
from experiments.arena.players import player
from experiments.coach import futures as coaching
from experiments.coach.answer import Coach, Effort
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
        """Futures of the recorded presets, for player 1."""
        players = [preset(name) for name in replay.player_names]
        tell = (lambda *counts: seen.append(counts)) if seen is not None else (lambda *_: None)
        return Futures(Watched(replay), players, 1, Journal(folder), workers, tell, HESITANT)

    def test_any_number_of_workers_plays_the_same(self, replay, tmp_path):
        """One and three workers play the same futures, and a second run reads them from the journal."""
        with self.futures(replay, tmp_path / "one") as one, self.futures(replay, tmp_path / "three", 3) as three:
            first = one.places(one.recorded(FRAME), Purpose.SEARCH, 0, 6)
            assert three.places(three.recorded(FRAME), Purpose.SEARCH, 0, 6) == first
        seen = []
        with self.futures(replay, tmp_path / "one", seen=seen) as again:
            assert again.places(again.recorded(FRAME), Purpose.SEARCH, 0, 6) == first
        assert seen == [(0, 6)]

    @pytest.mark.parametrize("hesitant", [0, HESITANT])
    def test_a_future_is_recorded_whole(self, replay, tmp_path, hesitant):
        """With its first turns; every frame follows from the one before, and its end is the place that was counted."""
        with self.futures(replay, tmp_path) as futures:
            line = futures.recorded(FRAME)
            futures.hesitant = hesitant
            recorded = futures.replay(line, 7)
            assert futures._place(line, 7) == ranks(territory(recorded))[0]
        np.testing.assert_array_equal(recorded.owner[0], replay.owner[FRAME])
        for turn in range(recorded.turns):
            np.testing.assert_array_equal(
                step(recorded.state(turn), recorded.moves[turn]).strength, recorded.strength[turn + 1]
            )

    def test_a_duel_that_is_decided_is_not_played_on(self, replay, tmp_path):
        """Its place is that of the whole game; a future that is shown is played to its end."""
        with self.futures(replay, tmp_path) as futures:
            line = futures.recorded(FRAME)
            played = {seed: [futures._outcome(line, seed, record) for record in (False, True)] for seed in range(20)}
        turns = np.array([[rest.turns for _, rest in both] for both in played.values()])
        assert (turns[:, 0] <= turns[:, 1]).all()
        assert (turns[:, 0] < turns[:, 1]).any()
        for (_, stopped), (_, whole) in played.values():
            assert stopped.ranks == whole.ranks
            np.testing.assert_array_equal(stopped.territory, whole.territory[: stopped.turns + 1])

    def test_among_three_all_is_played(self, tmp_path):
        """Who leads is first, and says nothing of the places behind."""
        replay = game(("v26", "v17", "v12"))
        with self.futures(replay, tmp_path) as futures:
            line = futures.recorded(replay.turns // 3)
            (_, counted), (_, shown) = (futures._outcome(line, 1, record) for record in (False, True))
        assert counted.turns == shown.turns

    def test_a_school_plays_on_with_what_it_remembers(self, tmp_path):
        """With the recorded luck its future is the recorded game; without its memory it is another one."""
        replay = game(("planner", "v17"))
        players = [player(name).parameters for name in replay.player_names]
        with Futures(Watched(replay), players, 1, Journal(tmp_path), 2, lambda *_: None) as futures:
            line = futures.recorded(FRAME)
            for _ in range(2):  # one future leaves no trace in the next
                rest = futures.replay(line, preset("v17").seed)
                np.testing.assert_array_equal(rest.owner, replay.owner[FRAME:])
            futures.watched._players.clear()
            assert not np.array_equal(futures.replay(line, 0).moves, replay.moves[FRAME:])

    @pytest.mark.parametrize("seat", [1, 2])
    def test_what_is_left_out_changes_nothing(self, replay, seat, monkeypatch):
        """A lucky player is not checked again; who knows everybody alive, or is greedy, does not look at the board."""
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
        """No two purposes and no two frames share a seed."""
        seeds = []
        with self.futures(replay, tmp_path) as futures:
            futures._place = lambda line, seed: seeds.append(seed) or 1
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
    coach.effort = Effort(4, 30)
    futures = SimpleNamespace(recorded=lambda frame: frame, places=lambda *_: ends)
    assert coach._goal(futures) == goal


class TestAHundredFuturesWereOneGame:
    """Luck broke ties and did nothing else: where no tie was left, all futures were one game, counted twenty times."""

    def opened(self, replay, seed):
        """The first turns of a future of players whose ties are always broken alike."""
        watched, players = Watched(replay), [replace(preset(name), ties="fixed") for name in replay.player_names]
        line = Line("recorded", FRAME, replay.state(FRAME), tuple(players))
        memories = [watched.memory(FRAME, seat) for seat in (1, 2)]
        return hesitantly(line, players, memories, HESITANT, np.random.default_rng(seed))

    def test_futures_differ_without_ties_by_one_piece_of_each_player_and_end_with_the_game(self, replay):
        """Another piece hesitates in nearly each; of one turn that is left one is played."""
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
