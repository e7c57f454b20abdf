"""A scheduler and workers started by hand, as docs/lab/machines.md says."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Block, Seeds, maps
from experiments.laboratory.cluster import connect
from experiments.laboratory.database import Database
from experiments.laboratory.games import ExecutorError, ForeignCodeError, code_here
from experiments.laboratory.laboratory import Executor, Laboratory, Order
from experiments.laboratory.progress import Progress
from tests.support.bots import ROOT
from tests.support.project import PATIENCE


class Machines:
    def __init__(self, folder: Path, ends: ExitStack) -> None:
        self._folder, self._ends, file = folder, ends, folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        self.address = _address(file, self.scheduler)

    def worker(self, code: Path = ROOT) -> "subprocess.Popen[bytes]":
        return self._start("worker", self.address, "--nthreads", "1", "--no-nanny", code=code)

    def _start(self, *words: str, code: Path = ROOT) -> "subprocess.Popen[bytes]":
        environment = {**os.environ, "DASK_TEMPORARY_DIRECTORY": str(self._folder)}
        environment.pop("PYTHONPATH", None)  # the folder in which it is started must do
        log = self._ends.enter_context((self._folder / f"{words[0]}.log").open("ab"))
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--no-dashboard", "--dashboard-address", ":0"],
            cwd=code, env=environment, stdout=log, stderr=log,
        )  # fmt: skip
        self._ends.callback(process.wait)
        self._ends.callback(process.kill)
        return process


@contextmanager
def start(folder: Path) -> Iterator[Machines]:
    with ExitStack() as ends:
        yield Machines(folder, ends)


def _address(file: Path, scheduler: "subprocess.Popen[bytes]") -> str:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and scheduler.poll() is None:
        try:
            return json.loads(file.read_text(encoding="utf-8"))["address"]
        except (FileNotFoundError, json.JSONDecodeError):  # not yet, or not yet all of it
            time.sleep(0.05)
    raise TimeoutError(f"the scheduler did not start: {file.with_name('scheduler.log').read_text()}")


BLOCKS = 80


def schedule(seeds=Seeds.DEVELOPMENT):
    drawn = maps("16x16", 2, seeds)
    return [Block(each, (player("v26"), player("v17"))) for each in islice(drawn, BLOCKS)]


def test_a_worker_that_is_killed_takes_no_game_with_it(tmp_path):
    watch = Progress(2 * BLOCKS, "a test")
    with start(tmp_path) as machines, Database.open(tmp_path / "many.db") as database:
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


def test_a_worker_with_other_code_is_refused(tmp_path):
    other = foreign_copy(tmp_path / "copy")
    with start(tmp_path) as machines, closing(connect(machines.address)) as executor:
        machines.worker(other)
        executor.waiting += [Order(each, False) for each in schedule()[0].games]
        with pytest.raises(ForeignCodeError, match=rf"not {code_here()}.*bring both to the same revision"):
            executor.collect()


def foreign_copy(folder):
    for part in ("bot", "engine", "experiments"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "bot" / "greedy" / "nap.py").open("a", encoding="utf-8") as file:
        file.write("\nOTHER = 1\n")
    for words in ("init -q", "add .", "-c user.name=x -c user.email=x commit -q -m Other"):
        subprocess.run(["git", *words.split()], cwd=folder, check=True)
    return folder
