"""Strategic stilling: how many enemies make a square stand still."""

import pytest

from bot import PRESETS, Reason, changed
from tests.support.drawings import asked, explained, strip

V26 = changed(PRESETS["v26"], {"ties": "fixed"})


def stands(text, **changes):
    """Whether square A stands still to strike back."""
    why = explained(text, changed(V26, changes))
    return bool(why.reason[asked(text)] == Reason.STILLING)


CORNER = """
    # #   #   #  #
    # A20 .0  b9 #
    # .0  b50 #  #
    # #   #   #  #
"""


def test_two_empties_and_two_enemies_across_them():
    """Squares are counted, each once, of any players: b50 alone is no crowd."""
    assert stands(strip("b50 .0 A20 .0 b50 #"))
    assert not stands(strip("# # A20 .0 b50 #"))
    assert stands(CORNER)
    assert not stands(CORNER.replace("b9", "# "))
    assert stands(CORNER.replace("b9", "c9"))


@pytest.mark.parametrize(("enemy", "crowd"), [("b9/3", True), ("b8/3", False), ("b0/0", True), ("b0/1", False)])
def test_an_enemy_that_has_just_moved_is_not_ready(enemy, crowd):
    """Under three turns of its own production it will not step in."""
    assert stands(CORNER.replace("b9", enemy)) is crowd


@pytest.mark.parametrize(
    ("changes", "expected"),
    [({"stilling_ratio": 10}, False), ({"stilling_enemies": 3}, False), ({"stilling_empties": 3}, False),
     ({"strategic_stilling": "off"}, False), ({"stilling_enemies": 1}, True)],
)  # fmt: skip
def test_how_large_a_crowd_is_can_be_said(changes, expected):
    """Each number of the rule is a parameter."""
    assert stands(CORNER, **changes) is expected


def test_losses_and_danger_come_before_stilling():
    """a210 comes in. Only without the dodge, which asks first, does this step of the list see such a square."""
    crowded = CORNER.replace("# #   #   #  #", "# a210 # #  #", 1).replace("A20", "A200")
    assert not stands(crowded, dodge="off")
    assert stands(CORNER.replace("A20", "A200"), dodge="off")
    assert not stands(CORNER.replace("# #   #   #  #", "# #   a30 #  #", 1))
