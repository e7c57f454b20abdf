"""Collecting the tests plays no game: pytest imports every test file before `./test -k mapgen` runs one test."""


def test_no_test_file_loads_at_its_top_what_is_slow_to_load(request):
    """Import it inside the function that needs it, in tests and in what they import."""
    assert request.config.loaded_with_the_tests == ()


def test_no_test_file_plays_when_it_is_loaded(request):
    """A game or a signature at the top of a file costs every run half a second, of any test."""
    assert request.config.played_with_the_tests == ()


class TestWorkersCollectedDifferentTests:
    """A test was named after the bytes of `gzip.compress(b"{}")`, which hold the second in which they were made.

    Workers that loaded the file in different seconds had different names for it, and `./test` ended without a test.
    """

    def test_no_test_is_named_after_compressed_bytes(self, request):
        """A parameter of compressed bytes needs an id of its own."""
        assert [item.nodeid for item in request.session.items if "\\x1f\\x8b\\x08" in item.nodeid] == []
