"""A bot's process and everything it starts: one shell command in a group of its own that can be ended as a whole."""

import os
import shlex
import shutil
import subprocess
import sys
from typing import Any

from . import guard

WINDOWS = sys.platform == "win32"

_GUARD = guard.Guard()
_PIPED: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}


class Bot(subprocess.Popen[bytes]):
    """A bot's shell or the bot itself, and the mark by which all that it starts can be found."""

    def __init__(self, command: list[str] | str, mark: str, **options: Any) -> None:
        self.mark = mark
        super().__init__(command, env={**os.environ, guard.MARK: mark}, bufsize=0, **_PIPED, **options)


def start(command: str) -> Bot:
    """Run the command through the system's shell with both ends piped, stderr merged into stdout.

    The group of its own keeps Ctrl-C away from the bot, so that the environment decides when it ends,
    and makes the shell, the bot and its children one thing that `end` can kill.
    Raises OSError when the system cannot start another process.
    """
    mark = _GUARD.expect()
    if sys.platform == "win32":  # spelt out here and below: mypy knows this condition, but not a name for it
        return Bot(command, mark, shell=True, creationflags=subprocess.CREATE_NEW_PROCESS_GROUP)
    shell = ["/bin/sh", "-c", f"exec {command}" if _is_one_program(command) else command]
    bot = Bot(shell, mark, start_new_session=True)
    _GUARD.watch(mark, bot.pid)
    return bot


def _is_one_program(command: str) -> bool:
    """Return whether the command is a program with arguments and nothing that needs the shell to stay.

    A shell that stays holds the pipes open too, and hides that the bot closed them. Some shells
    replace themselves without being told, Debian's does not.
    """
    try:
        words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
    except ValueError:  # quotes that do not close: let the shell complain
        return False
    is_plain = "\n" not in command and not any(set(word) <= set(";<>|&") for word in words if word)
    return is_plain and bool(words) and shutil.which(words[0]) is not None


def end(bot: Bot) -> None:
    """Kill the bot with all that it has started, and collect it; harmless when it is already gone."""
    if sys.platform == "win32":
        tree = ["taskkill", "/T", "/F", "/PID", str(bot.pid)]
        subprocess.run(tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    else:
        guard.end(bot.mark, bot.pid)
        _GUARD.forget(bot.mark)
    bot.wait()
