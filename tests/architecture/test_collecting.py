"""Collecting the tests plays no game and loads little, and the quick tier tries few examples."""

import os
import sys
from pathlib import Path

from hypothesis import settings

from tests.support.examples import examples
from tests.support.project import ROOT


def test_no_test_file_loads_or_plays_at_its_top_what_is_slow(request):
    assert request.config.loaded_with_the_tests == ()
    assert request.config.played_with_the_tests == ()


def test_what_was_compiled_is_kept():
    """Also where PYTHONDONTWRITEBYTECODE is set: every run of pytest would compile all test files again."""
    assert not sys.dont_write_bytecode
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ


def test_no_property_asks_for_examples_that_quick_does_not_cut():
    """`./test quick` would try all of them: write @examples(40), from tests.support.examples."""
    asking = {
        path for path in (ROOT / "tests").rglob("test_*.py") if "max_examples=" in path.read_text(encoding="utf-8")
    }
    assert asking == {Path(__file__)}


def test_quick_tries_a_fifth_of_the_examples():
    assert settings.get_profile("quick").max_examples == settings.get_profile("halite").max_examples / 5
    assert examples(300).max_examples == 3 * settings.default.max_examples
    assert examples(1).max_examples == 1
    assert "--hypothesis-profile quick" in (ROOT / "test").read_text(encoding="utf-8")


def test_no_test_is_named_after_compressed_bytes(request):
    """One was named after `gzip.compress(b"{}")`, which holds its second: workers had two names for it."""
    assert [item.nodeid for item in request.session.items if "\\x1f\\x8b\\x08" in item.nodeid] == []
