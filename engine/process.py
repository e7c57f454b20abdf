"""A bot's process and everything it starts: one shell command in a group of its own that can be ended as a whole."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress

WINDOWS = sys.platform == "win32"


def start(command: str) -> subprocess.Popen[bytes]:
    """Run the command through the system's shell with both ends piped, stderr merged into stdout.

    The group of its own keeps Ctrl-C away from the bot, so that the environment decides when it ends,
    and makes the shell, the bot and its children one thing that `end` can kill.
    Raises OSError when the system cannot start another process.
    """
    if sys.platform == "win32":  # spelt out here and below: mypy knows this condition, but not a name for it
        return subprocess.Popen(
            command,
            shell=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )
    return subprocess.Popen(
        ["/bin/sh", "-c", f"exec {command}" if _is_one_program(command) else command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
        start_new_session=True,
    )


def _is_one_program(command: str) -> bool:
    """Whether the command is a program with arguments and nothing that needs the shell to stay.

    A shell that stays holds the pipes open too, and hides that the bot closed them. Some shells
    replace themselves without being told, Debian's does not.
    """
    try:
        words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
    except ValueError:  # quotes that do not close: let the shell complain
        return False
    is_plain = "\n" not in command and not any(set(word) <= set("();<>|&") for word in words if word)
    return is_plain and bool(words) and shutil.which(words[0]) is not None


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process with all its children and collect it; harmless when it is already gone."""
    if sys.platform == "win32":
        tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    else:
        # No such group: every process has ended. macOS says "permission" when only a zombie is left.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
