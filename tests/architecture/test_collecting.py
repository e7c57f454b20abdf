"""All test files are loaded before one test is chosen, so what they load is what `./test -k mapgen` waits for."""


def test_no_test_file_loads_at_its_top_what_is_slow_to_load(request):
    """Import it inside the function that needs it, in tests and in what they import."""
    assert request.config.loaded_with_the_tests == ()
