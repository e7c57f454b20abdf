"""Python reads back the explanation files that a school writes, and refuses damaged ones with a message."""

import gzip
import json

import numpy as np
import pytest

from engine import replay as replays
from experiments.recordings import explanations
from experiments.recordings.explanations import ExplanationError
from experiments.recordings.school_explanations import parse, read
from tests.support.schools import ARROWS, LOUD, explained_game
from viewer import page


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The replay, the file and the thoughts."""
    return explained_game(tmp_path_factory.mktemp("school"))


@pytest.fixture(scope="module")
def lines(told):
    """The file as JSON objects."""
    return [json.loads(line) for line in gzip.decompress(told[1].read_bytes()).splitlines()]


def packed(lines):
    """The file again."""
    return gzip.compress("".join(f"{json.dumps(line)}\n" for line in lines).encode())


def test_what_a_school_thought_comes_back(told):
    """Names as they are, numbers to five digits, what is not finite as it was."""
    game, explained = replays.read(told[0]), read(told[1])
    assert (explained.school, explained.player, explained.source, explained.is_complete) == ("miser", 1, "bot", True)
    assert [layer.name for layer in explained.layers] == ["cost", LOUD.name]
    assert (explained.layers[0].is_low_good, explained.arrows) == (True, (ARROWS,))
    assert explained.parameters["patience"] == 5.0
    assert explained.reasons[1].knobs == ("patience",)
    assert (len(explained.turns), explained.differs) == (len(told[2]), None)
    for turn, (was, thought) in enumerate(zip(told[2], explained.turns, strict=True)):
        ours = game.owner[turn] == 1
        np.testing.assert_array_equal(thought.reason, was.reason)
        np.testing.assert_allclose(thought.layers["cost"], was.layers["cost"], rtol=1e-4)
        np.testing.assert_array_equal(thought.arrows[ARROWS.name], was.arrows[ARROWS.name])
        assert thought.figures == was.figures
        np.testing.assert_array_equal(explained.moves[turn][ours], game.moves[turn][ours])


def test_an_unclosed_file_is_read_as_far_as_it_goes_and_only_by_its_reader(told):
    """An unclosed file is read up to its last whole line, as the bot's own files are."""
    explained = parse(told[1].read_bytes()[:-40])
    assert not explained.is_complete
    assert 0 < len(explained.turns) <= len(told[2])
    with pytest.raises(ExplanationError, match="version 1 expected, found 2"):
        explanations.read(told[1])


@pytest.mark.parametrize(
    ("place", "key", "value", "complaint"),
    [
        (0, "version", 1, "version 2 expected, found 1"),
        (0, "layers", [{"name": 3}], "layers 0: name should be a str"),
        (1, "layers", {}, "turn 0, layers has no cost"),
        (1, "layers", {"cost": [1]}, "turn 0, layers: cost should hold 80 numbers, it holds 1"),
        (1, "arrows", {ARROWS.name: [[0, 80]]}, "should hold 0..79"),
        (1, "arrows", {ARROWS.name: [[0]]}, "should hold pairs of squares"),
        (1, "figures", {"a": "b"}, "turn 0, figures: a should hold numbers, it holds str"),
        (1, "reason", [2] * 80, "turn 0: reason should hold 0..1"),
        (2, "turn", 7, "turn 1 should stand here"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_in_one_line(lines, place, key, value, complaint):
    """The error names the place."""
    changed = [line | {key: value} if at == place else line for at, line in enumerate(lines)]
    with pytest.raises(ExplanationError) as caught:
        parse(packed(changed))
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_page_takes_a_schools_file_whose_layers_have_names_of_the_bots(told, lines, tmp_path):
    """A layer may be called as a list of the bot's is; the page itself compares the moves with the game."""
    assert page(told[0], explanation=told[1])
    for line in lines[1:]:
        line["layers"]["order"], line["layers"]["differs"] = [0] * 80, list(range(80))
    file = tmp_path / "school.gz"
    file.write_bytes(packed(lines))
    assert page(told[0], explanation=file)
