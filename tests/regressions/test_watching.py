"""Wrong answers that the live window once gave."""

from dataclasses import replace

import pytest

from bot import changed, preset
from bot.knobs.knob import plain
from engine import generate
from experiments.arena.arena import Arena
from experiments.watch.futures import futures
from experiments.watch.margins import margins
from experiments.watch.question import Question
from experiments.watch.thinking import think
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


class TestTheOpeningPlanWasNotShown:
    """Until contact the champion plays by its opening plan, with an alpha of 0.042 where its slider said 0.1. The
    window did not say so, the square's panel listed the slider's numbers, and margins were those of a field that was
    not played.
    """

    TURN, SEED = 5, 12  # a plan other than the usual numbers is found, and no enemy is near

    @pytest.fixture(scope="class")
    @classmethod
    def watched(cls):
        """A game between greedy bots, as a champion would see it."""
        players = [preset("v26"), preset("v17")]
        replay = Arena(20, 20).play(players, generate(20, 20, 2, cls.SEED), record=True).replay
        return Watched(replay)

    def asked(self, **changes):
        """The question, with these changes."""
        champion = preset("champion").settled(2, 20, 20)
        return Question(self.TURN, 1, champion, changed(champion, changes))

    def numbers(self, watched, question):
        """The plan's numbers in the answer."""
        return think(watched, question).turn["search"]["opening"]["numbers"]

    def test_a_plan_plays_with_other_numbers(self, watched):
        """The plan and the usual numbers play differently: otherwise the tests below show nothing."""
        usual = plain(self.asked().usual)
        assert any(value != usual[name] for name, value in self.numbers(watched, self.asked()).items())

    def test_a_value_that_was_asked_for_replaces_the_plans(self, watched):
        """The changed value replaces the plan's, as in play; the other numbers stay the plan's."""
        planned = self.numbers(watched, self.asked())
        assert self.numbers(watched, self.asked(alpha=0.3)) == planned | {"alpha": 0.3}

    def test_margins_are_those_of_the_field_that_is_played(self, watched):
        """They start from the plan's numbers, and after contact from the player's own."""
        for question in (self.asked(), self.asked(enemy_ROI=0.5)):
            numbers = self.numbers(watched, question)
            knobs = margins(watched, question)["knobs"]
            assert round(knobs["alpha"]["value"], 4) == numbers["alpha"]
            assert knobs["enemy_ROI"]["value"] == question.parameters.enemy_ROI
        late = replace(self.asked(), turn=watched.replay.turns - 1)
        assert margins(watched, late)["knobs"]["alpha"]["value"] == late.usual.alpha
