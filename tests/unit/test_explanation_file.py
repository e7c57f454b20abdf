"""The explanation file as docs/pages/explanations.md describes it."""

import gzip
import json
import zlib
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from bot import Reason, changed, preset
from bot.parameters.declaration import plain
from bot.parameters.presets import DEFINITIONS
from bot.program.explanation_file import ARRAYS, GZIP, ExplanationFile, header
from engine import State
from experiments.recordings.explanations import parse, read
from tests.support.explanations import assert_same, explained, write
from tests.support.project import ROOT
from tests.support.views import view_of

PAGE = (ROOT / "docs" / "pages" / "explanations.md").read_text(encoding="utf-8")
ROW = State(*(np.array([layer], np.uint8) for layer in ([1, 1, 0, 0, 2], [9, 200, 8, 3, 0], [1, 2, 3, 0, 4])))
V26 = preset("v26")


@pytest.fixture
def lines(tmp_path):
    write(tmp_path / "a.gz", [view_of(ROW, 1)], V26)
    return [json.loads(line) for line in gzip.decompress((tmp_path / "a.gz").read_bytes()).splitlines()]


def packed(lines):
    return gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode())


def test_the_header_says_what_the_numbers_mean_as_the_page_does(lines):
    head = lines[0]
    assert (head["format"], head["version"], head["source"]) == ("halite-explanation", 3, "bot")
    assert (head["player"], head["name"], head["width"], head["height"]) == (1, "v26", 5, 1)
    assert head["parameters"] == plain(V26)
    assert head["definitions"].keys() == DEFINITIONS.keys()
    assert [reason["name"] for reason in head["reasons"]] == [reason.name for reason in Reason]
    assert head["options"] == ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
    for line in lines:
        for key in line:
            assert f"`{key}`" in PAGE, key
    assert ARRAYS.keys() == lines[1].keys() - {"turn", "hold", "hurdle", "mining_remains"} | {"differs", "rise"}
    lines[0]["mood"], lines[1]["mood"] = "good", [1, 2, 3]
    assert len(parse(packed(lines)).turns) == 1


def test_a_turn_can_be_read_as_soon_as_it_is_written(tmp_path):
    file = ExplanationFile(tmp_path / "a.gz")
    for turn in range(3):
        file.add(turn, {})
        text = zlib.decompressobj(GZIP).decompress((tmp_path / "a.gz").read_bytes()).decode()
        assert [json.loads(line)["turn"] for line in text.splitlines()] == [*range(turn + 1)]
    file.close()


def test_the_same_turns_give_the_same_bytes_with_words_for_infinity_and_nothing(tmp_path):
    """No time and no name inside; 1e999 and null, for JSON has no other."""
    for name in ("a.gz", "b.gz"):
        write(tmp_path / name, [view_of(ROW, 2)], V26)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    write(tmp_path / "a.gz", [view_of(ROW, 1)], changed(V26, {"name": "Ключ β"}))
    assert read(tmp_path / "a.gz").name == "Ключ β"
    write(tmp_path / "a.gz", [view_of(ROW, 1)], V26)
    text = gzip.decompress((tmp_path / "a.gz").read_bytes()).decode()
    assert "1e999" in text
    assert "Infinity" not in text
    assert "NaN" not in text
    turn = json.loads(text.splitlines()[1])
    assert turn["value"][3] == np.inf  # land that produces nothing


def test_values_are_told_by_their_rise_and_a_file_is_small(tmp_path):
    """A game of 30 x 30 took 1.8 MB: seventeen digits a number, a potential and scores that follow from the rest."""
    views = [view_of(ROW, 1)] * 18
    written = write(tmp_path / "a.gz", views, V26)
    turns = [json.loads(line) for line in gzip.decompress((tmp_path / "a.gz").read_bytes()).splitlines()[1:]]
    assert [turn for turn, each in enumerate(turns) if "value" in each] == [0, 16]
    assert turns[1]["rise"] == [0] * 5
    assert not any({"potential", "score"} & turn.keys() for turn in turns)
    for one, other in zip(read(tmp_path / "a.gz").turns, written, strict=True):
        assert_same(one, other)


def test_a_potential_that_does_not_follow_from_the_value_is_written_and_an_extra_score(tmp_path):
    (thought,) = explained([view_of(ROW, 1)], V26)
    score = np.full_like(thought.score, np.nan)
    score[0, 1] = [7.5, np.nan, 104.25, 4, 5]
    odd = replace(thought, potential=np.array([[1.0, 9.5, 4.25, np.inf, 3.0]]), score=score)
    with closing(ExplanationFile(tmp_path / "a.gz")) as file:
        file.begin(header(view_of(ROW, 1), V26, "bot"))
        file.add(0, odd)
    assert_same(read(tmp_path / "a.gz").turns[0], odd)


def test_every_reason_names_parameters_that_exist():
    for reason in Reason:
        assert set(reason.parameters) <= DEFINITIONS.keys()
