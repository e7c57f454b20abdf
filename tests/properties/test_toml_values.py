"""A value that is written as TOML is read as itself; text with quotes needs no escapes where TOML can do without."""

from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from engine.documents import toml, toml_value

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | TEXTS


@given(PLAIN | st.lists(PLAIN).map(tuple))
@example('say "no"')
@example('it\'s "no"')
@example("a\x7fb\\")
def test_a_value_is_read_as_it_was_written(value: Any) -> None:
    """Whatever it is: text with quotes and signs that do not print, numbers, lists."""
    read = toml(f"key = {toml_value(value)}".encode())["key"]
    assert (tuple(read) if isinstance(value, tuple) else read) == value


def test_a_command_with_quotes_stays_readable() -> None:
    """Between single quotes, as people write it."""
    assert toml_value('cmd:bot "two words"') == "'cmd:bot \"two words\"'"
