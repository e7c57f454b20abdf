"""What holds for any replay that is written and any bytes that are read."""

import contextlib
import dataclasses
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Replay, ReplayError
from engine.replay import parse, text, write
from tests.support.boards import replays

ARRAYS = ("owner", "strength", "production", "moves")
WHOLE = text(
    Replay(
        owner=np.array([[[0, 1], [2, 0]], [[1, 1], [2, 2]]], np.uint8),
        strength=np.array([[[10, 20], [30, 40]], [[0, 1], [254, 255]]], np.uint8),
        production=np.array([[1, 2], [3, 4]], np.uint8),
        moves=np.array([[[0, 4], [2, 0]]], np.int32),
        player_names=("north", "süd"),
    )
).encode()


def read_or_refuse(content):
    with contextlib.suppress(ReplayError):
        parse(content).check()


@given(replays())
def test_a_replay_reads_back_as_it_was_written(replay):
    """read(write(x)) = x, types included."""
    again = parse(text(replay).encode("utf-8"))
    assert again.player_names == replay.player_names
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(again, name), getattr(replay, name), err_msg=name)
        assert getattr(again, name).dtype == getattr(replay, name).dtype


def test_a_packed_file_keeps_neither_its_name_nor_its_time(tmp_path, monkeypatch):
    """The same game gives the same bytes, so that a published file changes only with its game."""
    replay = parse(WHOLE)
    write(replay, tmp_path / "one.hlt.gz")
    monkeypatch.setattr("time.time", lambda: 2e9)
    write(replay, tmp_path / "two.hlt.gz")
    assert (tmp_path / "one.hlt.gz").read_bytes() == (tmp_path / "two.hlt.gz").read_bytes()


@given(replays(), st.sampled_from([(",", ":"), (", ", ": "), (" ,\n", ":")]))
def test_a_replay_that_another_program_wrote_is_read(replay, separators):
    """Files that were rewritten hold blanks, and a player may be called like a table."""
    replay = dataclasses.replace(replay, player_names=('"frames":[1]', *replay.player_names[1:]))
    again = parse(json.dumps(json.loads(text(replay)), separators=separators).encode())
    assert text(again) == text(replay)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_replay_or_a_replay_error(content):
    read_or_refuse(content)


@given(st.integers(0, len(WHOLE) - 1))
def test_a_replay_that_was_cut_short_is_refused(length):
    with pytest.raises(ReplayError, match="no whole replay"):
        parse(WHOLE[:length])


@given(st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 2), st.binary(max_size=3)), max_size=4))
def test_a_damaged_replay_is_read_whole_or_refused(damages):
    content = WHOLE
    for place, removed, inserted in damages:
        content = content[:place] + inserted + content[place + removed :]
    read_or_refuse(content)


@given(
    st.sampled_from(["frames", "moves", "productions", "player_names", "num_frames", "version", "width"]),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=2), inner, max_size=2)),
        max_leaves=8,
    ),
)
def test_a_replay_with_one_foreign_value_is_refused_or_whole(key, value):
    """Valid JSON under the right key, but a number, text, table or object where another was expected."""
    read_or_refuse(json.dumps(json.loads(WHOLE) | {key: value}).encode())
