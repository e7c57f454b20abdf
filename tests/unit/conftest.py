"""What several tests of the laboratory begin with."""

import pytest


@pytest.fixture
def database(tmp_path):
    from experiments.laboratory.database import Database  # here: collecting loads this file for every test

    with Database.open(tmp_path / "laboratory.db") as opened:
        yield opened


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "mine.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.fixture(scope="module")
def replay():
    from tests.support.watching import game

    return game()
