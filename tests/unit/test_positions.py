"""Tagged positions: their files, the verdict on an answer, and one-line refusals."""

import re

import numpy as np
import pytest

from bot import Memory
from experiments.positions.position import (
    LARGEST,
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


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("turn = 7", 'turn = "7"'), "Expected `int`, got `str` - at `$.turn`"),
        (("turn = 7", "turn = 9999"), "turn: 0..33 expected on this board, it is 9999"),
        (('player = "a"', 'player = "g"'), "Invalid enum value 'g' - at `$.player`"),
        (('player = "a"', 'player = "f"'), "player: f owns no square"),
        (('theme = "dodge"', 'them = "dodge"'), "unknown field `them`"),
        (('right = ["STILL", "WEST"]', 'right = ["UP"]'), "Invalid enum value 'UP' - at `$.square[0].right[0]`"),
        (('right = ["STILL", "WEST"]', 'right = ["EAST"]'), "square[0]: x 1 y 0: right or wrong moves expected"),
        (("x = 1", "x = 4"), "square[0]: x 4 y 0: outside the board"),
        (("x = 1", "x = -1"), "at `$.square[0].x`"),
        (("x = 1", "x = 3"), "square[0]: x 3 y 0: a has no piece there"),
        (('"...b"', '"...x"'), "board.owner[1]: 'x' is none of .abcdef"),
        (('"...b"', '"...bb"'), "board.owner[1]: 4 characters expected"),
        ((', "...b", "...."', ""), "board.strength: 3 rows, but owner has 1"),
        (('["aa.b", "...b", "...."]', "[]"), "board.owner: at least one row"),
        (('met = ["b", ""]', 'met = ["b"]'), "memory.met: of every player expected, it has 1"),
        (("started = 2", "started = -5"), "at `$.memory.started`"),
        (('met = ["b", ""]', 'met = ["q", ""]'), "at `$.memory.met[0]`"),
        (('"ff090028"', '"ff0900"'), "board.strength[0]: 8 characters expected"),
        (('"ff090028"', '"ff0900zz"'), "board.strength[0]: 'z' is none of 0123456789abcdef"),
        (("turn = 7", 'turn = 7\n"\\u001b[31mred" = 1'), "unknown field"),
        (("turn = 7", "turn = " + "9" * 6_000), "6000 digits"),
        (("turn = 7", "turn = " + "[" * 20_000), "nested too deeply"),
        (("turn = 7", "#" * LARGEST), "more than 2,097,152 bytes"),
        (("turn = 7", "turn = ["), ""),
    ],
    ids=lambda value: None,
)
def test_a_bad_file_is_refused_in_one_line_with_file_and_field(tmp_path, change, message):
    path = keep(made(), tmp_path)
    before = path.read_text(encoding="utf-8")
    assert change[0] in before
    path.write_text(before.replace(*change), encoding="utf-8")
    with pytest.raises(PositionError) as refused:
        read(path)
    said = str(refused.value)
    assert said.startswith(f"{path}: ")
    assert message in said
    assert said.isprintable()


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
