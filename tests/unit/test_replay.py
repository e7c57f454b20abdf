"""Replay files: exact output, and the error for each damaged input."""

import numpy as np
import pytest

from engine import Replay, ReplayError
from engine.replay import parse, read, text, write

SMALL = Replay(
    owner=np.array([[[0, 1]], [[1, 1]]], np.uint8),
    strength=np.array([[[7, 20]], [[13, 0]]], np.uint8),
    production=np.array([[3, 2]], np.uint8),
    moves=np.array([[[0, 4]]], np.int32),
    player_names=('says "hi"',),
)
WRITTEN = (
    '{"frames":[[[[0,7],[1,20]]],[[[1,13],[1,0]]]],"height":1,"moves":[[[0,4]]],"num_frames":2,"num_players":1,'
    '"player_names":["says \\"hi\\""],"productions":[[3,2]],"version":11,"width":2}'
)


def test_a_replay_is_compact_json_in_alphabetical_order_also_without_a_turn():
    """The text has no space and no newline, as the official program writes it."""
    assert text(SMALL) == WRITTEN
    replay = Replay(SMALL.owner[:1], SMALL.strength[:1], SMALL.production, SMALL.moves[:0], ("one",))
    again = parse(text(replay).encode())
    assert again.turns == 0
    assert again.moves.shape == (0, 1, 2)


@pytest.mark.parametrize("name", ["game.hlt", "game.hlt.gz"])
def test_a_file_reads_back_and_nothing_else_is_left_in_the_folder(tmp_path, name):
    """It is written under another name first, so that no reader finds half a game; the same game is the same bytes."""
    write(SMALL, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert text(read(tmp_path / name)) == WRITTEN
    write(SMALL, tmp_path / f"again-{name}")
    assert (tmp_path / f"again-{name}").read_bytes() == (tmp_path / name).read_bytes()


def test_a_write_that_fails_leaves_no_file_behind(tmp_path):
    (tmp_path / "game.hlt").mkdir()
    with pytest.raises(OSError):
        write(SMALL, tmp_path / "game.hlt")
    assert [path.name for path in tmp_path.iterdir()] == ["game.hlt"]
    wrong = Replay(SMALL.owner, SMALL.strength, SMALL.production, SMALL.moves[:0], ("one",))
    with pytest.raises(ReplayError, match=r"moves of 2 frames"):
        text(wrong)
    with pytest.raises(ReplayError, match=r"moves of 2 frames"):
        write(wrong, tmp_path / "other.hlt")
    assert [path.name for path in tmp_path.iterdir()] == ["game.hlt"]


def test_a_name_that_is_not_utf_8_survives(tmp_path):
    name = b"caf\xe9".decode("utf-8", "surrogateescape")
    write(Replay(SMALL.owner, SMALL.strength, SMALL.production, SMALL.moves, (name,)), tmp_path / "game.hlt")
    assert b"caf\xe9" in (tmp_path / "game.hlt").read_bytes()
    assert read(tmp_path / "game.hlt").player_names == (name,)
