"""Where machine code is kept, which of it counts, and the processes that make it."""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import types
from pathlib import Path

import pytest

from bot.ground.sources import BOT
from bot.program import compiling, warm
from bot.program.compiling import Compilation
from engine import generate, wire
from tests.support.processes import PATIENCE


def test_a_cache_that_was_emptied_is_not_filled_while_the_environment_waits(tmp_path):
    """A clean-up of temporary files may leave the marks alone: the bot compiled, and was ejected before its name."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    for mark in compiling.marks(folder):
        mark.touch()
    state = generate(10, 10, 2, 1)
    done = subprocess.run(
        [sys.executable, "MyBot.py", "--log", str(tmp_path / "log")], cwd=compiling.BOT.parent, timeout=PATIENCE,
        input=wire.handshake(state, 1).encode(), capture_output=True, env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
    )  # fmt: skip
    assert done.stdout == b"champion\n"
    assert "is not in numba's cache, which was emptied; the next game compiles it" in (tmp_path / "log").read_text()
    assert not any(mark.exists() for mark in compiling.marks(folder))


def test_marks_are_waited_for_and_forgotten_together_and_belong_to_one_kind_of_processor(tmp_path, monkeypatch):
    """Where one mark was cleaned away, the half waited for it; a container runs on another machine."""
    compiling.mark(tmp_path, compiling.GREEDY).touch()
    compiling._wait_for(tmp_path, compiling.DECISION)
    for what in (*compiling.HALVES, compiling.DECISION):
        compiling.mark(tmp_path, what).touch()
    for _ in range(2):  # another game may have deleted them
        compiling.forget(tmp_path)
    assert not list(tmp_path.iterdir())
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    for mark in compiling.marks(tmp_path):
        assert not warm.is_compiled(tmp_path)
        mark.touch()
    assert warm.is_compiled(tmp_path)
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path)  # numba is to look there
    for owner, name in ((compiling, "_processor"), (platform, "python_version"), (compiling.metadata, "version")):
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(owner, name, lambda *_: "another")
            assert not warm.is_compiled(tmp_path)


def test_a_kind_of_processor_is_the_same_at_every_speed_and_in_any_number(tmp_path, monkeypatch):
    """Of one machine a container may have fewer; where the system does not say, all are one kind."""

    def kind(*processors):
        tell = tmp_path / "cpuinfo"
        tell.write_text("".join(f"model name: {name}\ncpu MHz: {speed}\n\n" for name, speed in processors))
        monkeypatch.setattr(compiling, "Path", lambda _: tell)
        return compiling._processor.__wrapped__()

    assert kind(("one", 1), ("one", 2)) == kind(("one", 3)) != kind(("two", 3))
    monkeypatch.setattr(compiling, "Path", lambda _: tmp_path / "missing")
    assert compiling._processor.__wrapped__() == "any"


IS_COMPILED = "from bot.program import warm; print(warm.is_compiled(warm.cache_folder()))"
MARK_ALL = "from bot.program import compiling as c, warm\nfor m in c.marks(warm.cache_folder()): m.touch()"


def test_a_renamed_or_copied_folder_compiles_again(tmp_path):
    """The marks were there, but numba found no code under the new folder: the first game was greedy to its end."""

    def said(root, program):
        environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
        return subprocess.check_output([sys.executable, "-c", program], cwd=root, env=environment, text=True)

    tree, two = tmp_path / "one", tmp_path / "two"
    shutil.copytree(BOT, tree / "bot", ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "bot" / "__pycache__").mkdir(mode=0o700)
    said(tree, MARK_ALL)
    assert said(tree.rename(two), IS_COMPILED) == "False\n"
    assert said(two.rename(tree), IS_COMPILED) == "True\n"
    assert said(shutil.copytree(tree, two), IS_COMPILED) == "False\n"


class Child:
    """A process that has ended with this exit code, or runs (None)."""

    def __init__(self, code):
        self.code, self.pid, self.is_waited_for = code, id(self), False

    def poll(self):
        """The exit code."""
        return self.code

    def kill(self):
        """End it."""
        self.code = -9

    def communicate(self):
        """Note that its end was waited for."""
        self.is_waited_for = self.code is not None


def of(*codes):
    """A compilation of such processes."""
    compilation = Compilation.__new__(Compilation)
    compilation.children = [Child(code) for code in codes]
    return compilation


@pytest.mark.parametrize(
    ("codes", "is_over", "has_failed"),
    [((None, None), False, False), ((0, None), False, False), ((0, 0), True, False), ((1, None), True, True)],
)
def test_a_compilation_is_over_when_all_have_ended_or_one_has_failed(codes, is_over, has_failed):
    """Half of the machine code is none; a failure is told at once."""
    assert (of(*codes).is_over, of(*codes).has_failed) == (is_over, has_failed)


def test_a_compilation_that_is_stopped_leaves_no_process():
    """The machine code so far stays, so each end is waited for: a file may be half written until then."""
    compilation = of(None, 1)
    compilation.stop()
    assert all(child.is_waited_for for child in compilation.children)


@pytest.mark.skipif(not hasattr(os, "setpriority"), reason="Windows has no such call")
def test_only_a_process_that_runs_steps_back_and_a_refusal_is_no_defect(monkeypatch):
    """The number of one that has ended may be that of another program by now."""
    lowered = []

    def refuse(*asked):
        lowered.append(asked)
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    compilation = of(0, None)
    compilation.step_back()
    assert lowered == [(os.PRIO_PROCESS, compilation.children[1].pid, compiling.LOWEST_PRIORITY)]


def test_the_processes_write_where_this_one_reads(tmp_path, monkeypatch):
    """Into the folder that was found, whatever the variable says that they inherit."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    monkeypatch.setattr(subprocess, "Popen", lambda words, env, **_: env["NUMBA_CACHE_DIR"])
    assert Compilation(tmp_path).children == [str(tmp_path)] * len(compiling.HALVES)


BESIDE = """
import fcntl, gc, signal
from bot.program import compiling

def compile_it(what, folder):
    print(what, folder, gc.isenabled(), signal.getsignal(signal.SIGINT) is signal.SIG_IGN, flush=True)
    print(open("/proc/self/oom_score_adj").read().strip(), flush=True)
    with open(compiling.mark(folder, f"{what}-lock")) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("alone", flush=True)

compiling.beside("school", compile_it)
"""


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="Linux alone says who goes first")
def test_what_compiles_beside_a_game_does_it_once_and_spares_the_game(tmp_path):
    """Ctrl-C is for the game, memory too; a compiler leaves nothing behind that is worth looking for.

    Another game that begins meanwhile waits for the machine code, it does not compile the same beside it.
    """

    def said():
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        with subprocess.Popen(
            [sys.executable, "-c", BESIDE], cwd=BOT.parent, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        ) as process:  # fmt: skip
            return process.stdout.read()  # its input stays open: it would end with it

    assert said() == f"school {tmp_path} False True\n{compiling.FIRST_TO_GO}\nalone\n"
    assert said() == ""


def test_machine_code_goes_to_one_folder_for_every_process_or_to_a_temporary_one(tmp_path, monkeypatch):
    """A relative name had a second folder beside bot/; a HOME that cannot be written still plays in full."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "here")
    assert warm.cache_folder() == tmp_path / "here"
    usable = []
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(warm, "_is_ours", lambda folder: usable.append(folder))
    folder = warm.cache_folder()
    assert folder.is_dir()
    assert usable[0] == BOT / "__pycache__"
    folder.rmdir()


def test_compiling_by_hand_is_announced_before_it_is_waited_for():
    """The first ./play showed no sign of life for up to a minute. Where nothing is left to do, nothing is said."""
    said, stopped = [], []

    class Compiling:
        wait = staticmethod(lambda: said == ["Compiling the search, once; this takes a minute or more ..."])
        stop = staticmethod(lambda: stopped.append(True))

    assert warm.compile_now("the search", lambda folder: Compiling(), said.append)
    assert len(stopped) == 1
    assert not warm.compile_now("the search", lambda folder: Compiling(), said.append)  # more was said than before
    assert said[-1] == "The search does not compile, for the reason above; greedy moves play instead."
    assert len(stopped) == 2, "of two processes one may go on when the other has failed"
    assert warm.compile_now("the search", lambda folder: None, pytest.fail)


def test_compiling_by_hand_says_why_it_did_nothing(monkeypatch, capsys):
    """One line, and an exit code that differs where it should have worked."""
    monkeypatch.setattr(warm, "cache_folder", lambda: Path(os.devnull, "folder").mkdir())
    assert warm.main() == 1
    assert capsys.readouterr().err.startswith("The search cannot be compiled here: ")
    monkeypatch.setattr(warm.util, "find_spec", lambda name: None)
    assert warm.main() == 0
    assert "needs numba, which is not installed" in capsys.readouterr().err

    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(warm, "compile_here", interrupted)
    assert warm.main() == warm.INTERRUPTED


def test_a_folder_for_all_games_is_used_again_and_one_of_another_user_never(tmp_path, monkeypatch):
    """A new folder every game would compile every game; in a stranger's, the machine code may be anything."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(warm, "BOT", tmp_path / os.devnull)  # the code is where nothing can be written
    ours = warm.cache_folder()
    assert ours.parent == tmp_path
    assert ours.stat().st_mode & 0o077 == 0 or os.name == "nt"
    assert warm.cache_folder() == ours
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named" / "below"))
    assert warm.cache_folder() == tmp_path / "named" / "below"
    stranger = ours.stat().st_uid + 1
    monkeypatch.setattr(os, "getuid", lambda: stranger, raising=False)
    assert not warm._is_ours(ours)
    monkeypatch.undo()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert not warm._is_ours(ours)


def test_a_numba_that_cannot_be_looked_for_is_none(monkeypatch):
    """Importlib raises where a module of this name has no spec; the greedy moves need no numba."""
    monkeypatch.setitem(sys.modules, "numba", types.ModuleType("numba"))
    sys.modules["numba"].__spec__ = None
    assert not warm._has_numba()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_not_used(tmp_path, monkeypatch):
    """Then the machine code goes to a folder for temporary files."""
    tmp_path.chmod(0o500)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "below"))
    assert not warm.cache_folder().is_relative_to(tmp_path)
