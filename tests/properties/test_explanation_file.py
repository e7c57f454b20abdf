"""read(write(x)) = x for explanation files; every other file is read or refused with an ExplanationError."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import preset
from experiments.recordings.explanations import ExplanationError, parse, read
from tests.support.examples import examples
from tests.support.explanations import assert_same, write
from tests.support.views import conversations, parameters


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
