"""The plan of a match, and the file it is written to."""

from datetime import date

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.arena.players import PlayerError, player
from experiments.arena.schedule import Seeds
from experiments.match import plan as plans
from experiments.match.plan import MatchPlan, PlanError
from experiments.stats import Sprt

LINES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).filter(str.strip)


def between(mine="v26", theirs="v17", question="Is v26 better than v17?", today=date(2026, 9, 3), **rest) -> MatchPlan:
    """A plan, complete where a test does not care."""
    usual = {"mix": "30x30", "seeds": Seeds.DEVELOPMENT, "first": 0, "blocks": 100, "test": Sprt(0, 10)}
    return plans.between([player(mine), player(theirs)], question, today, **{**usual, **rest})


@given(question=LINES, command=LINES, test=st.sampled_from([None, Sprt(0, 10), Sprt(-5, 5, 0.1, 0.2)]))
def test_a_plan_is_read_as_it_was_written(tmp_path_factory, question, command, test):
    """With any text as the question and as the command line."""
    plan = between(theirs=f"cmd:{command}", question=question, test=test)
    path = tmp_path_factory.getbasetemp() / "plan.toml"
    path.write_text(plans.write(plan), encoding="utf-8", newline="\n")
    assert plans.read(path) == plan


def test_words_that_no_file_can_hold_are_refused():
    """Bytes of a command line that are not UTF-8 arrive as lone surrogates; a player refuses them, too."""
    with pytest.raises(PlanError, match="bytes that are not UTF-8"):
        between(question="Is v26 \udcff better?")
    with pytest.raises(PlayerError, match="is UTF-8 text, but this holds other bytes"):
        between(theirs="cmd:./caf\udce9")


def test_a_plan_is_readable():
    """The head of the file says what is asked in a few short lines."""
    assert plans.write(msgspec.structs.replace(between(), revision="3f2c1a", referee="0ab1")).split("[identities]")[
        0
    ] == (
        'question = "Is v26 better than v17?"\n'
        'date = "2026-09-03"\n'
        'revision = "3f2c1a"\n'
        'lineup = ["v26", "v17"]\n'
        'referee = "0ab1"\n'
        'mix = "30x30"\n'
        'seeds = "development"\n'
        "first = 0\n"
        "blocks = 100\n"
        "size = 0\n\n"
    )


@pytest.mark.parametrize("change", [
    {"question": "Is v17 worse?"}, {"theirs": "v12"}, {"theirs": "v17?alpha=0.2"}, {"mix": "20x20"},
    {"seeds": Seeds.HELD_OUT}, {"first": 100}, {"blocks": 101}, {"test": Sprt(0, 11)}, {"test": None}, {"size": 10},
])  # fmt: skip
def test_a_plan_asks_the_same_on_another_day_and_with_any_other_condition_something_else(change):
    """A match that goes on the next morning has its plan; with other bounds it would be two half answers."""
    assert not between().asks_the_same(between(**change))
    later = msgspec.structs.replace(between(today=date(2026, 9, 4)), revision="another")
    assert between().asks_the_same(later)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"question": " "}, "one line that can be answered"),
        ({"question": "two\nlines"}, "one line that can be answered"),
        ({"blocks": 0}, "blocks = 0"),
        ({"size": -1}, "size = -1"),
        ({"size": 5, "test": None}, "a fixed number of blocks measures the size already"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(change, problem):
    """The refusal comes before the first game."""
    with pytest.raises(PlanError, match=problem):
        between(**change)


def test_a_file_that_is_no_plan_is_named(tmp_path):
    """With the place in it, and not with a traceback."""
    path = tmp_path / "0001-a.toml"
    path.write_text(plans.write(between()).replace("elo1 = 10", "elo1 = -10"), encoding="utf-8")
    with pytest.raises(PlanError, match=r"0001-a\.toml is not a plan: elo0 = 0.*`\$\.test`"):
        plans.read(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(PlanError, match="is not a plan"):
        plans.read(path)


def test_a_question_becomes_a_file_name():
    """Lower case, no signs, not too long; never empty."""
    assert plans.slug("Do strong squares (200+) choose first?") == "do-strong-squares-200-choose-first"
    assert len(plans.slug("Why? " * 50)) <= 60
    assert plans.slug("???") == "plan"
