"""A scheduler and workers started by hand, as docs/lab/machines.md says."""

import shutil
import subprocess
from contextlib import closing
from itertools import islice

import dask
import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Block, Seeds, maps
from experiments.laboratory.cluster import connect
from experiments.laboratory.database import Database
from experiments.laboratory.games import ExecutorError, ForeignCodeError, code_here
from experiments.laboratory.laboratory import Executor, Laboratory, Order
from experiments.laboratory.progress import Progress
from tests.support.bots import ROOT
from tests.support.machines import Machines, certificates

BLOCKS = 80


def schedule(seeds=Seeds.DEVELOPMENT):
    drawn = maps("16x16", 2, seeds)
    return [Block(each, (player("v26"), player("v17"))) for each in islice(drawn, BLOCKS)]


def test_a_worker_that_is_killed_takes_no_game_with_it(tmp_path):
    """Every game is counted once, the blocks are the same; without a scheduler the user is told."""
    watch = Progress(2 * BLOCKS, "a test")
    with Machines(tmp_path) as machines, Database.open(tmp_path / "many.db") as database:
        victim, _ = machines.worker(), machines.worker()
        with closing(connect(machines.address)) as executor:
            laboratory = Laboratory(database, executor)
            playing = laboratory.play(schedule(), watch)
            played = [next(playing)]
            victim.kill()
            played += playing
            machines.scheduler.kill()
            with pytest.raises(ExecutorError, match="lost"):
                next(laboratory.play(schedule(Seeds.HELD_OUT)))
    assert watch.played == 2 * BLOCKS
    with Database.open(tmp_path / "one.db") as database:
        assert played == list(Laboratory(database, Executor()).play(schedule()))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made with the openssl program")
def test_a_connection_can_be_encrypted(tmp_path):
    files = certificates(tmp_path)
    words = zip(("--tls-ca-file", "--tls-cert", "--tls-key"), map(str, files), strict=True)
    with Machines(tmp_path, tuple(word for pair in words for word in pair)) as machines:
        machines.worker()
        settings = zip(("ca-file", "client.cert", "client.key"), map(str, files), strict=True)
        ours = {f"distributed.comm.tls.{name}": file for name, file in settings}
        with dask.config.set(ours), closing(connect(machines.address)) as executor:
            executor.waiting += [Order(each, False) for each in schedule()[0].games]
            assert len(executor.collect()) in (1, 2)
        with pytest.raises(ExecutorError, match="three certificates"):
            connect(machines.address)


def test_a_worker_with_other_code_is_refused(tmp_path):
    other = foreign_copy(tmp_path / "copy")
    with Machines(tmp_path) as machines, closing(connect(machines.address)) as executor:
        machines.worker(other)
        executor.waiting += [Order(each, False) for each in schedule()[0].games]
        with pytest.raises(ForeignCodeError, match=rf"not {code_here()}.*bring both to the same revision"):
            executor.collect()


def foreign_copy(folder):
    """This repository's code with one constant changed, as a clone of its own."""
    for part in ("bot", "engine", "experiments"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "bot" / "greedy" / "nap.py").open("a", encoding="utf-8") as file:
        file.write("\nOTHER = 1\n")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "-c", "user.name=x", "-c", "user.email=x", "commit", "-q", "-m", "Another bot")
    return folder


def git(folder, *words):
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()
