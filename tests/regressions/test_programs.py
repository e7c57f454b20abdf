"""Programs in the laboratory: a fault is named and nothing runs on; stored games are those of the same version."""

import gc
import shutil
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from experiments.__main__ import laboratory
from experiments.arena import players
from experiments.arena.players import player
from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Database
from experiments.laboratory.games import ExecutorError
from experiments.laboratory.laboratory import Order
from tests.support.bots import FIXTURES, bot
from tests.support.project import PATIENCE

TOKEN = "HALITE_TEST_OF_HOSTILE_PROGRAMS"
CRASHES = ["warn", "leave_a_child"]  # which faults there are is test_program's
MEASURED = {"hang": "= [0, 4, ", "crash_second": "= [2, 0, "}


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """`match v17 PROGRAM` in an empty folder, and the ledger, if any. Afterwards no program runs and all is sound."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(TOKEN, str(tmp_path))

    def ask(command, *more):
        words = ["match", "v17", f"cmd:{command}", "--mix", "10x10", "--blocks", "2", *more]
        done = CliRunner().invoke(laboratory, words)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        with Database.open("laboratory.db", read_only=True) as database:
            assert database.query("PRAGMA integrity_check") == [("ok",)]
        (written,) = (tmp_path / "laboratory-results").glob("*.toml")
        text = written.read_text(encoding="utf-8")
        return done, text if "[result]" in text else ""

    yield ask
    end = time.monotonic() + PATIENCE
    while left := list(_alive(tmp_path)):
        assert time.monotonic() < end, f"still running: {left}"
        time.sleep(0.05)


def _alive(folder):
    """Programs of this test and their children, which all have its folder in their environment."""
    mark = f"{TOKEN}={folder}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            is_bot = any(name in (process / "cmdline").read_bytes() for name in (b"_bot.py", b"time.sleep("))
            if is_bot and mark in (process / "environ").read_bytes().split(b"\0"):
                yield process.name


class TestNoGame:
    """`match v26 "cmd:java -jar Theirs.jar"` gave "Elo +inf", an entry and exit code 0: Java said so and ended."""

    @pytest.mark.parametrize(("command", "last_words"), [
        (bot("faulty", "crash", 0), "ZeroDivisionError"),
        (f'"{sys.executable}" no-such-bot.py', "No such file or directory"),
    ], ids=["at once", "no script"])  # fmt: skip
    def test_a_program_that_ends_before_its_first_move_stops_the_match(self, asked, command, last_words):
        done, ledger = asked(command)
        assert done.exit_code == 2
        assert "ended before its first move" in done.stderr
        assert last_words in done.stderr
        assert ledger == ""

    @pytest.mark.parametrize("behaviour", CRASHES)
    def test_a_program_that_crashes_in_every_game_stops_the_match(self, asked, behaviour):
        for _ in range(2):
            done, ledger = asked(bot("faulty", behaviour))
            assert done.exit_code == 2
            assert "crashed in every game" in done.stderr
            assert ledger == ""

    @pytest.mark.parametrize("behaviour", MEASURED)
    def test_a_program_that_is_late_or_crashes_now_and_then_is_measured(self, asked, behaviour):
        done, ledger = asked(bot("faulty", behaviour, 5))
        assert done.exit_code == 0
        assert MEASURED[behaviour] in ledger


@pytest.mark.parametrize("seed", range(2))
def test_noise_is_told_or_measured_and_nothing_of_it_reaches_the_terminal(asked, seed):
    done, ledger = asked(bot("noisy", seed))
    assert done.exit_code in (0, 2)
    assert (done.exit_code == 0) == bool(ledger)
    assert not set(done.stdout + done.stderr) & set(map(chr, [*range(9), *range(11, 13), 27, 127]))


@pytest.mark.slow  # it starts workers
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_program_that_ends_its_worker_is_named(tmp_path, monkeypatch):
    import dask  # here, because it loads slowly

    from experiments.laboratory import cluster

    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n")
    game = Block(Map(10, 10, 7, 2), (player("cmd:python3 bad.py"), player("cmd:python3 bad.py --again"))).games[0]
    gc.collect()  # a client that never connected, as in test_laboratory_run.py
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), closing(cluster.local(2)) as executor:
        executor.waiting.append(Order(game, False))
        with pytest.raises(ExecutorError) as refused:
            executor.collect()
    message = str(refused.value)
    played = "cmd:python3 bad.py against cmd:python3 bad.py --again on map 7 of 10 x 10"
    assert message.startswith(f"a worker could not play {played}: KilledWorker")
    assert message.endswith("is there enough memory, and does no program end who started it?")
    assert len(message) < 1000


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    shutil.copy(FIXTURES / "scripted_bot.py", tmp_path / "sub" / "bot.py")
    return tmp_path


class TestStaleResults:
    """An edited bot had "4 games stored before". Nothing is guessed any more: the user says which version it is."""

    @pytest.mark.parametrize("command", ["cd sub && python3 bot.py", "python3 -u sub/bot.py", "java -cp sub Bot", ""])
    def test_a_program_without_a_version_is_another_player_in_each_run(self, folder, command, monkeypatch):
        notation = f"cmd:{command or chr(34) * 2}"
        chosen = player(notation)
        assert chosen.is_unversioned
        assert chosen == player(notation)
        monkeypatch.setattr(players, "_this_run", lambda: "another run")
        assert player(notation).identity != chosen.identity

    def test_the_second_match_plays_the_edited_bot(self, folder):
        asked = ["match", "cmd:cd sub && python3 bot.py", "v17", "--blocks", "1", "--mix", "10x10"]
        for after in ("raise SystemExit(3)", ""):
            players._this_run.cache_clear()  # as a new process
            done = CliRunner().invoke(laboratory, asked)
            assert "of them stored before" not in done.stderr
            assert '"cmd@1:cd sub && python3 bot.py"' in done.stderr
            (folder / "sub" / "bot.py").write_text(after)
