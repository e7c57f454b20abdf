"""The cost of a run in games and time, printed before the first game and after the last one."""

import re
from types import SimpleNamespace

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Game, Map
from experiments.laboratory.playing_time import duration
from experiments.match import report
from experiments.match import run as match
from experiments.stats import Tally, planning
from tests.unit.test_match import LINEUP, planned

GAME = Game(Map(30, 30, 1, 2), (player("v26"), player("v17")))
PIPED = Game(Map(30, 30, 1, 2), (player("v26"), player("cmd:theirs")))
SEARCHED = Game(Map(30, 30, 1, 2), (player("champion"), player("champion?alpha=0.2")))
SCHOOL = Game(Map(30, 30, 1, 2), (player("unifier"), player("champion")))


def test_games_take_longer_with_programs_and_searches_and_seconds_are_not_worth_a_word():
    """With units; the figure is what one such game usually takes: of two champions a second, not two hundredths."""
    assert duration(4000, [GAME], 1) == ", roughly 3 min with 1 worker"
    assert duration(4000, [GAME], 2) == ", roughly 90 s with 2 workers"
    assert re.fullmatch(r", roughly 1 h 4\d min with 1 worker", duration(4000, [PIPED], 1))
    assert duration(6401, [SEARCHED], 2) == duration(6401, [SCHOOL], 2) == ", roughly 53 min with 2 workers"
    assert duration(20, [GAME], 1) == duration(10_000, [GAME], None) == ""


def test_a_match_knows_its_games_and_a_test_its_average_length():
    """Two in a block of two players; as `games` computes it, and never more than the most blocks."""
    assert match.cost(planned(blocks=7), LINEUP, 1) == "14 games. Games that are stored take no time."
    plan = planned(bounds="0,10", most=20_000)
    spread = planning.unrelated_games(2)
    least, longest = (2 * planning.expected_blocks(plan.test, truth, spread) for truth in (10, 5))
    assert match.cost(plan, LINEUP, 2) == (
        f"About {least:,.0f} games where the truth is one of the bounds; about {longest:,.0f} half way between. "
        "Games that are stored take no time."
    )
    assert match.cost(planned(bounds="0,10", most=20), LINEUP, 2).startswith("At most 40 games. ")


def sentence(*counts, further=None, stopped=False):
    """The last line of a match with these pairs."""
    result = SimpleNamespace(
        plan=SimpleNamespace(lineup=("v26?pact=off", "v26")),
        sheet=SimpleNamespace(tally=Tally.pairs(*counts)),
        further=SimpleNamespace(tally=Tally.pairs(*further)) if further else None,
        was_stopped_by_test=stopped,
    )
    return report.sentence(result)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((40, 0, 60, 0, 150), "beats v26 in about 7 of 10 games; sure to 95 % that it is more than 6."),
        ((150, 0, 60, 0, 40), "loses to v26 in about 7 of 10 games; sure to 95 % that it is more than 6."),
        ((118, 0, 316, 0, 178), "beats v26 in about 55 of 100 games; sure to 95 % that it is more than 52."),
        ((200, 0, 20, 0, 30), "loses to v26 in about 8 of 10 games; sure to 95 % that it is more than 7."),
        ((200, 0, 0, 0, 0), "loses to v26 in about 10 of 10 games; sure to 95 % that it is more than 9."),
    ],
)
def test_a_match_ends_with_one_plain_sentence(counts, said):
    """Tenths where they tell it, hundredths where value, bound and one half would be one number."""
    assert sentence(*counts) == f"v26?pact=off {said}"


def test_the_sentence_says_what_is_possible_and_whether_it_leans():
    """Both ends where neither is surely better; a test that stopped leans, its further blocks do not."""
    assert sentence(10, 0, 20, 0, 8) == (
        "Neither side is surely better: v26?pact=off beats v26 in about 47 of 100 games, "
        "and anything from 36 to 59 is possible (95 %)."
    )
    assert sentence(0, 0, 0, 0, 4) == (
        "Neither side is surely better: v26?pact=off beats v26 in about 100 of 100 games, "
        "and anything from 28 to 100 is possible (95 %)."
    )
    assert sentence(40, 0, 60, 0, 150, stopped=True).endswith("so this leans towards its verdict.")
    assert "loses to v26 in about 7 of 10" in sentence(40, 0, 60, 0, 150, further=(150, 0, 60, 0, 40), stopped=True)
