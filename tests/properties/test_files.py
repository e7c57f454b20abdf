"""read(write(x)) = x for frames, orders, replays and explanations; anything else is read or refused in words."""

import contextlib
import dataclasses
import gzip
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import preset
from engine import Replay, ReplayError, wire
from engine.replay import as_bytes, parse, write
from experiments.recordings import explanations
from experiments.recordings.explanations import ExplanationError
from tests.support import explanations as written
from tests.support.boards import assert_same_squares, conversations, parameters, replays, states
from tests.support.examples import examples

# Mostly answers of the right characters, with small numbers; sometimes anything at all.
TOKENS = st.one_of(st.integers(0, 13).map(str), st.from_regex("[0-9]{1,12}", fullmatch=True), st.just("0" * 5000 + "7"))
ANSWERS = st.lists(TOKENS, max_size=30).flatmap(
    lambda tokens: st.lists(st.sampled_from([" ", "  "]), min_size=len(tokens), max_size=len(tokens)).map(
        lambda gaps: "".join(token + gap for token, gap in zip(tokens, gaps, strict=True))
    )
)


def read_moves_slowly(line, state, player):
    """The rule as prose has it: token by token, stopping at the first that cannot count."""
    orders = np.zeros(state.owner.shape, int)
    tokens = iter(line.split())
    for x, y, direction in zip(tokens, tokens, tokens, strict=False):
        if any(len(token.lstrip("0")) > 10 or int(token.lstrip("0") or 0) >= 2**31 for token in (x, y, direction)):
            break
        x, y, direction = (int(token.lstrip("0") or 0) for token in (x, y, direction))
        if x >= state.width or y >= state.height:
            break
        if state.owner[y, x] == player:
            orders[y, x] = direction
    return orders


@given(states(), st.integers(1, 6), ANSWERS)
def test_answers_are_read_as_the_slow_reader_reads_them(state, player, line):
    assert_same_squares(wire.read_moves(line, state, player), read_moves_slowly(line, state, player))


ARRAYS = ("owner", "strength", "production", "moves")
WHOLE = as_bytes(
    Replay(
        owner=np.array([[[0, 1], [2, 0]], [[1, 1], [2, 2]]], np.uint8),
        strength=np.array([[[10, 20], [30, 40]], [[0, 1], [254, 255]]], np.uint8),
        production=np.array([[1, 2], [3, 4]], np.uint8),
        moves=np.array([[[0, 4], [2, 0]]], np.int32),
        player_names=("north", "süd"),
    )
)


@given(replays())
def test_a_replay_reads_back_as_it_was_written(replay):
    again = parse(as_bytes(replay))
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
    again = parse(json.dumps(json.loads(as_bytes(replay)), separators=separators).encode())
    assert as_bytes(again) == as_bytes(replay)


@given(st.integers(0, len(WHOLE) - 1))
def test_a_replay_that_was_cut_short_is_refused(length):
    with pytest.raises(ReplayError, match="no whole replay"):
        parse(WHOLE[:length])


def damaged(damages):
    content = WHOLE
    for place, removed, inserted in damages:
        content = content[:place] + inserted + content[place + removed :]
    return content


DAMAGES = st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 2), st.binary(max_size=3)), max_size=4)
KEYS = st.sampled_from(["frames", "moves", "productions", "player_names", "num_frames", "version", "width"])
# Valid JSON: a number, text, table or object where another was expected.
FOREIGN = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=2), inner, max_size=2)),
    max_leaves=8,
)


@examples(300)
@given(
    st.one_of(
        st.binary(max_size=200),
        DAMAGES.map(damaged),
        st.builds(lambda key, value: json.dumps(json.loads(WHOLE) | {key: value}).encode(), KEYS, FOREIGN),
    )
)
def test_any_bytes_are_a_whole_replay_or_a_replay_error(content):
    with contextlib.suppress(ReplayError):
        parse(content).check()


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("explanations") / "game.explain.gz"


@examples(60)
@given(frames=conversations(), chosen=parameters())
def test_what_is_read_is_what_was_written(path, frames, chosen):
    whole = written.write(path, frames, chosen)
    file = explanations.read(path)
    assert (file.source, file.differs, file.is_complete) == ("bot", None, True)
    assert (file.player, file.name, file.parameters) == (frames[0].me, chosen.name, chosen)
    assert (file.height, file.width) == frames[0].owner.shape
    for one, other in zip(file.turns, whole, strict=True):
        written.assert_same(one, other)


@given(frames=conversations(), share=st.floats(0, 1))
def test_a_file_that_ends_anywhere_gives_its_whole_turns(path, frames, share):
    whole = written.write(path, frames, preset("v26"))
    packed = path.read_bytes()
    cut = packed[: int(share * (len(packed) - 1))]
    try:
        file = explanations.parse(cut)
    except ExplanationError as error:
        assert "header" in str(error)  # noqa: PT017 - a short file has nothing else to say, a longer one raises nothing
        return
    assert not file.is_complete
    for one, other in zip(file.turns, whole, strict=False):
        written.assert_same(one, other)


@given(st.binary(max_size=200))
def test_bytes_that_are_no_explanation_file_are_refused(content):
    for packed in (content, gzip.compress(content)):
        with pytest.raises(ExplanationError):
            explanations.parse(packed)
