"""Tables of whole numbers in JSON text, by hand."""

import numpy as np
import pytest

from engine import tables


@pytest.mark.parametrize(
    "text",
    [
        b"[1,2",
        b"[[1,2],[3]]",
        b"[[1,2],3]",
        b"[[1],[2],[]]",
        b"[1,]",
        b"[,1]",
        b"[[]]",
        b"[[1,2]]5",
        b"[[1]2]",
        b"[1 2]",
        b"[1:2]",
        b"[:]",
    ],
)
def test_what_is_no_regular_table_is_refused(text):
    """Digits in the wrong place would otherwise slip into the neighbouring number."""
    with pytest.raises(ValueError, match="rows differ in length or depth"):
        tables.read(text)


def test_blanks_between_the_parts_mean_nothing():
    """Files that other programs rewrote are indented."""
    assert tables.read(b" [ [1, 20],\n\t[300,4 ] ]\r\n").tolist() == [[1, 20], [300, 4]]


def test_an_empty_list_is_a_table_without_numbers():
    """As in the moves of a game that ended on its map."""
    assert tables.read(b"[]").shape == (0,)


def test_only_members_that_hold_nothing_but_numbers_are_cut_out():
    """A player may call itself like a member, and a member may hold something else: both stay for the JSON reader."""
    content = b'{"a":[1,2],"name":"\\"a\\":[5],","b":[1,-2],"c" : [[3]] }'
    rest, texts = tables.cut(content, ("a", "b", "c"))
    assert rest == b'{"a":null,"name":"\\"a\\":[5],","b":[1,-2],"c":null }'
    assert texts == {"a": b"[1,2]", "c": b"[[3]]"}


def test_a_number_beyond_64_bits_stays_large():
    """It must not wrap around to a small one that would pass for a strength."""
    assert tables.read(b"[%d]" % 10**30)[0] == np.iinfo(np.int64).max
