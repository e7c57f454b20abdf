"""The body of a request is a JSON object, or it is refused in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.serving.requests import Refusal, members


@given(st.binary(max_size=50))
def test_a_body_is_an_object_or_refused(body):
    """Any bytes."""
    try:
        assert isinstance(members(body), dict)
    except Refusal as error:
        assert "the request should be" in str(error)  # noqa: PT017 - what is an object by chance raises nothing


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"\xff", b"[" * 60_000], ids=repr)
def test_what_is_no_json_object_is_refused(content):
    """Empty, broken, another JSON value, no UTF-8, or nested too deep."""
    with pytest.raises(Refusal, match="the request should be "):
        members(content)
