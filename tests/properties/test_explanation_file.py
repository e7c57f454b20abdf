"""read(write(x)) = x for explanation files; every other file is read or refused with an ExplanationError."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import preset
from experiments.recordings.explanations import ExplanationError, parse, read
from tests.support.drawings import drawn, strip
from tests.support.examples import examples
from tests.support.explanations import assert_same, write
from tests.support.views import conversations, parameters

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("explanations") / "game.explain.gz"


@examples(60)
@given(frames=conversations(), chosen=parameters())
def test_what_is_read_is_what_was_written(path, frames, chosen):
    written = write(path, frames, chosen)
    file = read(path)
    assert (file.source, file.differs, file.is_complete) == ("bot", None, True)
    assert (file.player, file.name, file.parameters) == (frames[0].me, chosen.name, chosen)
    assert (file.height, file.width) == frames[0].owner.shape
    for one, other in zip(file.turns, written, strict=True):
        assert_same(one, other)


@given(frames=conversations(), share=st.floats(0, 1))
def test_a_file_that_ends_anywhere_gives_its_whole_turns(path, frames, share):
    """A killed game: those turns that were flushed, or a message where not even the header was."""
    written = write(path, frames, preset("v26"))
    packed = path.read_bytes()
    cut = packed[: int(share * (len(packed) - 1))]
    try:
        file = parse(cut)
    except ExplanationError as error:
        assert "header" in str(error)  # noqa: PT017 - a short file has nothing else to say, a longer one raises nothing
        return
    assert not file.is_complete
    for one, other in zip(file.turns, written, strict=False):
        assert_same(one, other)


@given(st.binary(max_size=200))
def test_bytes_that_are_no_explanation_file_are_refused(content):
    for packed in (content, gzip.compress(content)):
        with pytest.raises(ExplanationError):
            parse(packed)


@pytest.fixture(scope="module")
def lines(path):
    write(path, [drawn(strip("# a9 .5 .0 b9 #"), turn=turn) for turn in range(2)], preset("v26"))
    return gzip.decompress(path.read_bytes()).splitlines()


@given(st.data())
def test_a_file_with_one_foreign_value_is_read_or_refused(lines, data):
    lines = [json.loads(line) for line in lines]
    line = data.draw(st.sampled_from(lines))
    name = data.draw(st.sampled_from(sorted(line)))
    if isinstance(line[name], list) and line[name] and data.draw(st.booleans()):
        line[name][data.draw(st.integers(0, len(line[name]) - 1))] = data.draw(JSON)
    else:
        line[name] = data.draw(JSON)
    content = "".join(json.dumps(line) + "\n" for line in lines)
    try:
        parse(gzip.compress(content.encode()))
    except ExplanationError as error:
        assert str(error)  # noqa: PT017 - a value that happens to fit is no error
