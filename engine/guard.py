"""Ends everything that a bot has started, even when the program that started the bot is gone.

A bot and its children are a group of processes, which can be killed as one. A child that opens a session of its own
leaves the group; on Linux it is found all the same, by a mark in the environment that it has inherited. And a program
that is killed cannot end its bots any more: a second process, the guard, hears of them by a pipe, and ends them when
the pipe closes, which the system does for every program that ends, however it does.

What cannot be done: a child that opens a session of its own is not found on macOS, and on Linux only as long as it
keeps its environment. On Windows there is no guard. A bot that looks for the guard can kill it: it has the same rights.

This file is also the guard's program. It imports nothing of the engine.
"""

import atexit
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MARK = "HALITE_BOT"  # the variable in a bot's environment
_ROUNDS = 20  # looks for strays: one that is being started while another is killed is seen in the next
_FAREWELL = 1.0  # s for the guard to end


class Guard:
    """This process's line to its guard, which is started with the first bot."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0  # the process that started the guard: a fork of it needs one of its own

    def expect(self) -> str:
        """Return a mark for the environment of a bot that is about to be started."""
        mark = secrets.token_hex(8)
        self._tell(f"expect {mark}")
        return mark

    def watch(self, mark: str, group: int) -> None:
        """Tell the guard that the bot with this mark leads this group of processes."""
        self._tell(f"watch {mark} {group}")

    def forget(self, mark: str) -> None:
        """Tell the guard that the bot with this mark was ended; its group's number may soon be another's."""
        self._tell(f"forget {mark}")

    def _tell(self, line: str) -> None:
        if sys.platform == "win32":
            return
        with self._lock, suppress(OSError):  # no more processes, or the guard was killed: the game goes on without
            if self._owner != os.getpid():
                self._start()
            if self._process and self._process.stdin:
                self._process.stdin.write(f"{line}\n".encode())

    def _start(self) -> None:
        self._owner, self._process = os.getpid(), None
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(__file__).resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,  # signals that a terminal or `kill 0` sends to us must not reach it
            cwd="/",
        )
        atexit.register(self._dismiss, self._process)

    def _dismiss(self, process: "subprocess.Popen[bytes]") -> None:
        if process.stdin:
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_FAREWELL)


def end(mark: str, group: int | None) -> None:
    """Kill a bot's group of processes, and on Linux every other process that carries its mark."""
    if group:
        # No such group: every process has ended. macOS says "permission" when only a zombie is left.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
    for _ in range(_ROUNDS):
        strays = list(_marked(mark))
        for number in strays:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
        if not strays:
            return


def _marked(mark: str) -> Iterator[int]:
    """Yield the processes that have inherited this mark; none where the system does not show them."""
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        # Another's, or gone meanwhile. What has ended and is not yet collected has no environment any more.
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


def main() -> None:
    """Learn of bots until the program at the other end of the pipe is gone, then end those that it left behind."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    groups: dict[str, int | None] = {}
    for line in sys.stdin:
        word, mark, *group = line.split()
        if word == "forget":
            groups.pop(mark, None)
        else:
            groups[mark] = int(group[0]) if group else None
    for mark, leader in groups.items():
        end(mark, leader)


if __name__ == "__main__":
    main()
