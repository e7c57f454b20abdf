"""Tagged positions: their files, the verdict on an answer, and one-line refusals."""

import re

import numpy as np
import pytest

from bot import Memory
from experiments.positions.position import (
    PositionError,
    Square,
    Verdict,
    positions,
    read,
)
from tests.support.tagged import keep, made, of_game, text


@pytest.mark.parametrize(
    "tagged", [made, of_game, lambda: made(tags=(), note="", square=(Square(0, 0, wrong=("NORTH",)),))]
)
def test_a_position_is_read_as_it_was_written(tmp_path, tagged):
    assert read(keep(tagged(), tmp_path)) == tagged()


def test_the_rows_of_a_file_are_the_board_and_the_letters_the_memory():
    position = made()
    assert position.state.owner.tolist() == [[1, 1, 0, 2], [0, 0, 0, 2], [0, 0, 0, 0]]
    assert position.state.strength[0].tolist() == [255, 9, 0, 40]
    assert position.state.production[:2].tolist() == [[1, 0, 35, 4], [10, 2, 3, 4]]
    assert position.memories == (Memory(2, frozenset({2})), Memory(2))
    assert (position.view.me, position.view.turn) == (1, 7)
    assert np.array_equal(position.view.owner, position.state.owner)


def test_a_file_needs_player_turn_square_and_board_alone(tmp_path):
    sections = re.split(r"\n(?=\[)", text(made()))
    needed = [line for line in sections[0].splitlines() if line.startswith(("player", "turn"))]
    path = tmp_path / "short.toml"
    path.write_text("\n".join([*needed, *(each for each in sections if each.startswith(("[[square", "[board")))]))
    assert (read(path).theme, read(path).memories) == ("untitled", (Memory(2), Memory(2)))


def test_what_cannot_be_read_is_refused_in_one_line(tmp_path):
    (tmp_path / "bytes.toml").write_bytes(b"\xff\x00 = [")
    for name, message in (("bytes.toml", "bytes.toml: "), ("none.toml", "none.toml cannot be read: ")):
        with pytest.raises(PositionError, match=message):
            read(tmp_path / name)
    for folder, message in ((tmp_path / "none", "no such folder"), (tmp_path, "bytes.toml: ")):
        with pytest.raises(PositionError, match=message):
            positions(folder)
    (tmp_path / "bytes.toml").unlink()
    with pytest.raises(PositionError, match="no tagged position in it"):
        positions(tmp_path)


@pytest.mark.parametrize(
    ("square", "verdicts"),
    [
        (Square(0, 0, right=("NORTH",)), "wrong right wrong wrong wrong open"),
        (Square(0, 0, wrong=("NORTH", "EAST")), "right wrong wrong right right open"),
        (Square(0, 0, right=("STILL", "WEST"), wrong=("NORTH",)), "right wrong open open right open"),
    ],
)
def test_where_only_right_moves_are_named_the_rest_is_wrong_and_the_other_way_round(square, verdicts):
    moves = ("STILL", "NORTH", "EAST", "SOUTH", "WEST", None)
    assert list(map(square.verdict, moves)) == verdicts.split()


def test_one_wrong_square_makes_an_answer_wrong_and_one_open_square_leaves_it_open():
    position = made(square=(Square(0, 0, right=("NORTH",)), Square(1, 0, right=("STILL",), wrong=("EAST",))))
    cases = {
        ("NORTH", "STILL"): "right",
        ("EAST", "STILL"): "wrong",
        ("NORTH", "SOUTH"): "open",
        ("NORTH", "EAST"): "wrong",
    }
    assert {moves: position.verdict(moves) for moves in cases} == {
        moves: Verdict(name) for moves, name in cases.items()
    }
