"""What the live window said wrongly once."""

import pytest

from bot import changed, preset
from engine import generate
from experiments.arena.arena import Arena
from experiments.watch.futures import futures
from experiments.watch.question import Question
from experiments.watch.watched import Watched

SIDE, SEED, TURN = 30, 1616622808, 60


class TestFasterWinsWereCalledLosses:
    """`./play -d '30 30' -s 1616622808 'python3 MyBot.py' 'python3 MyBot.py --preset v17'`, then Play on from turn 60
    with alpha 0.15 and 8 seeds: every game ends with v17 eliminated, with the change as without, the last one 26 turns
    sooner with it. The page said -29.5 squares (-44.2 to -14.8): it compared squares at the end of games that end on
    different turns, where a slower hunt leaves more time to grow.
    """

    @pytest.fixture(scope="class")
    @classmethod
    def future(cls):
        """The answer to that question."""
        v26 = preset("v26")
        state = generate(SIDE, SIDE, 2, SEED)
        replay = Arena(SIDE, SIDE).play([v26, preset("v17")], state, record=True).replay
        return futures(Watched(replay), Question(TURN, 1, v26, changed(v26, {"alpha": 0.15})), seeds=8)

    def test_both_futures_win_every_game(self, future):
        """The story as it happened, or the test tests nothing."""
        assert [future[side]["players"][0]["wins"] for side in ("unchanged", "changed")] == [8, 8]
        assert [future[side]["players"][1]["eliminated"] for side in ("unchanged", "changed")] == [8, 8]
        last = [TURN + len(future[side]["mean"][0]) - 1 for side in ("unchanged", "changed")]
        assert last == [211, 185]

    def test_no_squares_are_compared(self, future):
        """No game reaches the last turn, so there is no turn on which squares would mean the same."""
        assert future["verdict"]["squares"] is None
        assert future["unchanged"]["full"] == future["changed"]["full"] == 0
        assert "gain" not in future

    def test_the_sooner_win_is_the_better_one(self, future):
        """Six of eight pairs are won sooner, which luck alone does in 29 of 100 cases: no loss, and no proof."""
        verdict = future["verdict"]
        assert (verdict["better"], verdict["worse"], verdict["same"]) == (6, 2, 0)
        assert verdict["chance"] == pytest.approx(0.2890625)
        assert verdict["sooner"]["mean"] == pytest.approx(6.875)
        assert verdict["sooner"]["low"] < 0 < verdict["sooner"]["high"]
