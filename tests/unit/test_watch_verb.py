"""The command `python -m experiments watch`: the question that it writes into the page's address."""

import pytest
import typer

from engine.replay import read
from experiments.commands.watch import question
from tests.support.recordings import GOLDEN

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"

ASKED = {
    (None, 1, None): "player=1&as=v26",
    (60, 2, None): "turn=60&player=2&as=v17",
    (0, 1, "v12?alpha=0.15&dodge=off"): "turn=0&player=1&as=v12&alpha=0.15&dodge=off",
    (None, 2, "v17?wall_penalty=1e+12"): "player=2&as=v17&wall_penalty=1e%2B12",
}


@pytest.mark.parametrize(("options", "address"), ASKED.items())
def test_options_are_a_question_of_the_page(options, address):
    """As docs/pages/laboratory.md has it. Regression: the plus of 1e+12 was read as a blank."""
    assert question(read(GAME), *options) == address


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ((9999, 1, None), "turn 9999"),
        ((None, 3, None), "player 3"),
        ((None, 1, "friendly"), "--as friendly"),
        ((None, 1, "v26?players.4.alpha=0.2"), "sections"),
    ],
)
def test_what_the_page_cannot_be_asked_is_refused(options, word):
    """Regression: values of a section stood in the address, and the page passed over them."""
    with pytest.raises(typer.BadParameter, match=word):
        question(read(GAME), *options)
