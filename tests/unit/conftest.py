"""What several tests of the laboratory begin with."""

import pytest


@pytest.fixture
def database(tmp_path):
    """A new database."""
    from experiments.laboratory.database import Database  # here: collecting loads this file for every test

    with Database.open(tmp_path / "laboratory.db") as opened:
        yield opened
