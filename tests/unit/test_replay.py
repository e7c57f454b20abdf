"""Replay files: exact output, and the error for each damaged input."""

import gzip
import json

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


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"version": 12}, "version 11 expected, found 12"),
        ({"frames": []}, "frames must be whole numbers 0..255, nested as 2 x 1 x 2 x 2"),
        ({"frames": [[[[0, 7], [1, 20]]], [[[1, 13]]]]}, "frames must be .* was the file edited"),
        ({"frames": [[[[0, 7, 1], [1, 20, 1]]]]}, "nested as 2 x 1 x 2 x 2"),
        ({"frames": [[[[0, 7], [1, 20]]], [[[1, 256], [1, 0]]]]}, r"0\.\.255, .* but one is 256 or more"),
        ({"frames": [[[[0, 7], [1, 20]]], [[[2, 1], [1, 0]]]]}, "1 players, but a square belongs to 2"),
        ({"width": 1}, "frames must be whole numbers 0..255, nested as 2 x 1 x 1 x 2"),
        ({"width": -2}, "width cannot be -2"),
        ({"height": 10**9}, "height cannot be 1000000000"),
        ({"frames": [[[[0, 7], [1, "a"]]]]}, "no whole replay"),
        ({"moves": [[[0, -4]]]}, "moves must be whole numbers 0"),
        ({"moves": [[[0, 4]]] * 2}, "nested as 1 x 1 x 2"),
        ({"moves": [[[0, 10**30]]]}, "moves must be .* or more"),
        ({"moves": [[0, 4]]}, "nested as 1 x 1 x 2"),
        ({"moves": [[[0, 1.5]]]}, "moves must be whole numbers"),
        ({"frames": None}, "frames must be whole numbers"),
        ({"productions": [[True, 2]]}, "productions must be whole numbers"),
        ({"productions": [[3], [2]]}, "productions must be .* nested as 1 x 2"),
        ({"num_frames": 3}, "nested as 3 x 1 x 2 x 2"),
        ({"num_players": "1"}, 'num_players cannot be "1"'),
        ({"num_players": 7, "player_names": ["a"] * 7}, "1 to 6 players, not 7"),
        ({"player_names": []}, "player_names must be a list of 1 texts"),
        ({"player_names": "one"}, "player_names must be a list of 1 texts"),
    ],
)
def test_a_replay_that_contradicts_itself_is_refused(changes, complaint):
    """The text names the part, what was expected and what came."""
    with pytest.raises(ReplayError, match=complaint):
        parse(json.dumps(json.loads(WRITTEN) | changes).encode())


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "cannot be read"),
        (WRITTEN.encode()[:-9], "no whole replay"),
        (b"", "no whole replay"),
        (b"[1, 2]", "found a list"),
        (b'{"version":11}', "no frames, moves,"),
        (WRITTEN.replace("0,7", "0 7").encode(), "frames must be"),
        (WRITTEN.replace("0,7", "0,,7").encode(), "frames must be"),
        (WRITTEN.replace("[0,7]", "[0,7").encode(), "frames must be"),
        (WRITTEN.replace('"moves"', '"moves":[],"moves"').encode(), "moves must be"),
        (b"[" * 100_000, "no whole replay"),
        pytest.param(b"\x1f\x8b\x08\x00", "damaged gzip", id="the head of a gzip"),
        pytest.param(gzip.compress(WRITTEN.encode())[:-5], "damaged gzip", id="a gzip cut short"),
    ],
)
def test_a_damaged_foreign_or_missing_file_is_refused_by_name(tmp_path, content, complaint):
    """The path comes first, so that one bad file among many is found."""
    path = tmp_path / "game.hlt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ReplayError, match=complaint) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: ")
