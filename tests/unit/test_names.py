"""Names as a bot sends them, as a file stores them, and as they are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import names
from engine.replay import as_bytes, parse
from tests.support.hostile import LONE, NAMES, edited, game

ANY = st.text(st.characters(exclude_categories=[]))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plain", "plain"), ("Ünïcode 漢字 🤖", "Ünïcode 漢字 🤖"), (NAMES["half a letter"], "x" + 14 * "ü" + r"\xc3"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"), ("\u202eabc", r"\u202eabc"), ("a\tb\nc\u3000d", "a b c d"),
        ("\ud800", r"\ud800"), ("\U000e0001", r"\U000e0001"), ("x" * 201, "x" * 199 + "…"), ("x" * 200, "x" * 200),
        ("\x1b" * 200, r"\x1b" * 49 + r"\x1" + "…"),
    ],
)  # fmt: skip
def test_what_is_shown_of_a_text_from_outside(name, shown):
    assert names.shown(name) == shown


@given(ANY, st.integers(1, 300))
def test_what_is_shown_is_printable_and_short(name, most):
    said = names.shown(name, most)
    assert said.isprintable()
    assert len(said) <= most
    assert said.encode().decode() == said
    assert names.shown(said, most) == said, "what is fit to be shown stays as it is"


@given(st.binary(max_size=60))
def test_a_name_that_was_heard_is_written_as_its_bytes(line):
    """The first 30 of them, any bytes."""
    assert names.encoded(names.heard(line)) == line[:30]


@given(ANY)
def test_a_settled_name_reads_back(name):
    """Nothing that JSON can write leads to a file that cannot be written."""
    settled = names.resolved(name)
    assert names.resolved(settled) == settled
    replay = parse(as_bytes(game(name)))
    assert replay.player_names == (settled, "rest")
    assert parse(as_bytes(replay)).player_names == replay.player_names


def test_half_a_pair_in_a_file_is_no_name_that_was_heard():
    """`"\\ud800"` in a replay ended `analyse` and the page of a game played on from it in a UnicodeEncodeError."""
    replay = parse(edited(player_names=f'[{LONE},"two"]'))
    assert replay.player_names == ("\ufffd", "two")
    assert parse(as_bytes(replay)).player_names == replay.player_names
