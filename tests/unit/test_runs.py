"""Commands that play list themselves in the database, and end when `stop` is set there."""

import pytest

from experiments.arena.schedule import Block, Map
from experiments.laboratory.executor.executor import InProcess
from experiments.laboratory.laboratory import Laboratory, Stopped
from experiments.laboratory.progress import Progress
from experiments.league import runs
from tests.support.results import V17, V26


def blocks(count):
    """On the smallest boards."""
    return (Block(Map(8, 8, seed, 2), (V26, V17)) for seed in range(count))


def test_a_command_can_be_followed_while_it_plays_and_afterwards(database):
    """Games that were played, games that were found, and that it has ended; two calls of play are one command."""
    for stored in (0, 6):
        laboratory = Laboratory(database, InProcess())
        with Progress(6, "v26 against v17") as progress:
            played = laboratory.play(blocks(3), progress)
            next(played)
            (run, *_) = runs.listed(database)
            if not stored:
                assert (run["title"], run["total"], run["ended"], run["running"]) == ("v26 against v17", 6, None, True)
                assert run["played"] > 0
            list(played)
            list(laboratory.play(blocks(1), progress))
        laboratory.close()
    last, first = runs.listed(database)
    assert (first["played"], first["found"], first["running"]) == (6, 2, False)
    assert (last["played"], last["found"]) == (0, 8)
    assert first["ended"] is not None


def test_a_command_ends_when_it_is_asked_to_without_loss(database):
    """As by Ctrl-C: what is finished is stored, and the same command goes on from there."""
    laboratory = Laboratory(database, InProcess())
    with Progress(None, "a long one") as progress:
        played = laboratory.play(blocks(500), progress)
        next(played)
        assert runs.stop(database.path, 1)
        with pytest.raises(Stopped, match="Every finished game is stored"):
            list(played)
    laboratory.close()
    ((stored,),) = database.query("SELECT count(*) FROM games")
    assert 2 <= stored < 1000
    (run,) = runs.listed(database)
    assert (run["played"], run["running"]) == (stored, False)
    assert not runs.stop(database.path, 1)
    assert not runs.stop(database.path, 99)
