"""Runs lessons in processes that fork from one which has loaded their libraries and the players' kernels already.

Started as a program of its own it loads them; `Forks` starts it and hands it commands. A command forks twice: into
what `python -m jupyter execute` is, and into the kernel that this one asks for. Both are real. Such a kernel loads the
files beside the lessons, but not the libraries and the packages of this project again. It is forked before the other
begins, which needs threads and an event loop: a process with these cannot be forked safely.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]


class Forks:
    """The process that has loaded everything; ends with the `with` block.

    seconds   of CPU that the commands took, without what was loaded before
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.seconds = 0.0
        around = {**os.environ, **environment, "PYTHONPATH": str(ROOT / "notebooks")}
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__], env=around, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Forks:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def run(self, command: Sequence[str], cwd: Path, env: Mapping[str, str], **_: Any) -> Any:
        """What subprocess.run returns for `python -m jupyter execute ...`, with stderr as text."""
        assert tuple(command[1:4]) == ("-m", "jupyter", "execute"), command
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        order = {"words": [str(word) for word in command[4:]], "cwd": str(cwd), "env": dict(env)}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        self.seconds += answer["seconds"]
        return subprocess.CompletedProcess(command, answer["code"], stdout="", stderr=answer["said"])


def main() -> None:
    """Load, then answer one line of JSON by another until there is none."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints is no answer
    _load()
    gc.freeze()  # the collector of a child does not touch, and so copy, what all of them share
    for line in sys.stdin:
        order = json.loads(line)
        with tempfile.TemporaryFile("w+") as said:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            code = _answered(order, said)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            said.seek(0)
            print(json.dumps({"code": code, "seconds": seconds, "said": said.read()}), file=answers, flush=True)


def _load() -> None:
    """What lessons import, and a small game of every player who is compiled."""
    path = list(sys.path)
    for name in ("ipykernel.kernelapp", "nbclient.cli", "show"):  # show puts the root onto the path
        import_module(name)
    from experiments.arena.arena import Arena
    from experiments.arena.players import player
    from experiments.arena.schedule import Map
    from experiments.opponents.registry import NAMES

    state = Map(16, 16, 0, 2).state()
    for name in ("champion", *NAMES):
        Arena(state.height, state.width).play([player(name).parameters, player("v12").parameters], state)
    sys.path[:] = path  # each lesson imports the files beside it itself, and through them finds the root
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "").parent == ROOT / "notebooks":
            del sys.modules[name]
    threads = len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 1
    assert threads == 1, f"{threads} threads run: a process with several cannot be forked safely"


def _answered(order: Mapping[str, Any], said: IO[str]) -> int:
    """The exit code of a command, which is carried out in a child."""
    child = os.fork()
    if child == 0:
        _end_as(lambda: _execute(order, said))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _execute(order: Mapping[str, Any], said: IO[str]) -> None:
    """`jupyter execute`, whose kernel is a child that was forked at once."""
    os.dup2(said.fileno(), 1)
    os.dup2(said.fileno(), 2)
    kernel = _Kernel()
    _become(order["cwd"], order["env"], ["jupyter-execute", *order["words"]])
    import nbclient.cli
    from jupyter_client.provisioning import local_provisioner

    local_provisioner.launch_kernel = kernel.launch  # type: ignore[assignment]
    nbclient.cli.main()


class _Kernel:
    """A kernel that waits for its command line; to jupyter_client it is what subprocess.Popen returns."""

    stdin = stdout = stderr = None

    def __init__(self) -> None:
        self.returncode: int | None = None
        waiting, telling = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(telling)
            with os.fdopen(waiting) as orders:
                order = orders.read()
            _end_as(lambda: order and self._begin(json.loads(order)))
        os.setpgid(self.pid, self.pid)  # jupyter_client sends its signals to the kernel's group
        os.close(waiting)
        self._telling = telling

    def launch(self, command: Sequence[str], *, env: Mapping[str, str], cwd: str | None = None, **_: Any) -> _Kernel:
        """Begin as `python -m ipykernel_launcher ...` would."""
        order = {"words": [str(word) for word in command], "env": dict(env), "cwd": str(cwd or os.getcwd())}
        with os.fdopen(self._telling, "w") as telling:
            telling.write(json.dumps(order))
        return self

    @staticmethod
    def _begin(order: Mapping[str, Any]) -> None:
        words = order["words"]
        assert "ipykernel_launcher" in words, words
        _become(order["cwd"], order["env"], words[words.index("ipykernel_launcher") :])
        from ipykernel import kernelapp

        kernelapp.launch_new_instance()

    def poll(self) -> int | None:
        """The exit code, None while it runs."""
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if ended else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        """The exit code; jupyter_client calls this when `poll` has given one."""
        return self.poll()

    def send_signal(self, number: int) -> None:
        """As Popen does."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """As Popen does."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """As Popen does."""
        self.send_signal(signal.SIGTERM)


def _become(folder: str, environment: Mapping[str, str], words: Sequence[str]) -> None:
    """Give this process what one that is started gets: folder, environment, command line, start-up file."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = list(words)
    sys.path[:0] = [part for part in environment.get("PYTHONPATH", "").split(os.pathsep) if part]
    sys.modules.pop("sitecustomize", None)
    with suppress(ModuleNotFoundError):
        import_module("sitecustomize")


def _end_as(act: Any) -> None:
    """End this process with the exit code of `act`, as Python does, but without what the parent has to clean up."""
    code = 1
    try:
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        act()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
