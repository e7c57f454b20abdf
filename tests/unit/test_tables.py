"""Tables of whole numbers in JSON text, by hand."""

import numpy as np
import pytest

from engine import tables


@pytest.mark.parametrize("text", [
    b"[1,2", b"[[1,2],[3]]", b"[[1,2],3]", b"[[1],[2],[]]", b"[1,]", b"[,1]", b"[[]]", b"[[1,2]]5", b"[[1]2]", b"[1 2]",
    b"[1:2]", b"[:]",
])  # fmt: skip
def test_what_is_no_regular_table_is_refused(text):
    """Digits in the wrong place would otherwise slip into the neighbouring number."""
    with pytest.raises(ValueError, match="rows differ in length or depth"):
        tables.read(text)


def test_blanks_empty_lists_and_large_numbers_are_read():
    """Files that other programs rewrote are indented."""
    assert tables.read(b" [ [1, 20],\n\t[300,4 ] ]\r\n").tolist() == [[1, 20], [300, 4]]
    assert tables.read(b"[]").shape == (0,)
    assert tables.read(b"[%d]" % 10**30)[0] == np.iinfo(np.int64).max


def test_tables_are_cut_out_of_a_text():
    """A player may be called like a table; of two under one key the second stays; an unclosed one has no end."""
    text = b'{"a":[1,2],"name":"\\"a\\":[5],","c" : [[3],[4], [5]] ,"d":[],"e":[[[1]], [[2]]]\n}'
    rest, cut = tables.cut_out(text, ("a", "c", "d", "e"))
    assert rest == b'{"a":null,"name":"\\"a\\":[5],","c" : null ,"d":null,"e":null\n}'
    assert cut == {"a": b"[1,2]", "c": b"[[3],[4], [5]]", "d": b"[]", "e": b"[[[1]], [[2]]]"}
    rest, cut = tables.cut_out(b'{"frames":[1],"frames":[2]}', ["frames"])
    assert rest == b'{"frames":null,"frames":[2]}'
    assert cut == {"frames": b"[1]"}
    text = b'{"frames":[1,"moves":[2]}'
    rest, cut = tables.cut_out(text, ["frames", "moves"])
    assert rest == b'{"frames":null'
    assert cut == {"frames": text.removeprefix(b'{"frames":')}


@pytest.mark.parametrize(
    ("text", "strange"), [(b'{"a":[[1,"x"]]}', '"x"'), (b'{"a":[{"b":1}]}', '{"b":1}'), (b'{"a":[1,}', "}")]
)
def test_what_is_no_number_stays_with_its_table(text, strange):
    """So that a message can show it."""
    assert tables.foreign(tables.cut_out(text, ("a",))[1]["a"]) == strange


@pytest.mark.parametrize(
    ("table", "strange"), [(b"[[1,-2]]", "-2"), (b"[[1.5],[2]]", "1.5"), (b"[[true]]", "true"), (b"[[1,2]]", None)]
)
def test_the_first_strange_thing_in_a_table_is_shown_whole(table, strange):
    """A number with its digits, a word with its letters."""
    assert tables.foreign(table) == strange
