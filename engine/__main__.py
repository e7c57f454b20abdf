"""`python -m engine`: the official command line. Quiet output is official, byte for byte; extras go to stderr."""

import os
import signal
import sys
from io import TextIOWrapper
from types import FrameType

from . import flags

_STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
_CLOSED_PIPE = 141  # 128 + SIGPIPE: what a shell reports for a program whose reader went away


def main(words: list[str]) -> int:
    """Play the game that the command line asks for; returns the exit code."""
    _mend_streams()
    for name in _STOPPING:
        number = getattr(signal, name, signal.SIGINT)
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup leaves it
            signal.signal(number, _stop)
    try:
        settings = flags.parse(words)
        from . import host  # here, because numpy loads slowly, and --help needs none

        return host.play(settings)
    except BrokenPipeError:
        _forget_output()
        return _CLOSED_PIPE
    except OSError as error:  # a full disk behind stdout, for example; a game's own files never come this far
        _forget_output()
        print(f"The output cannot be written: {error.strerror or error}.", file=sys.stderr)
        return 1


def _stop(number: int, frame: FrameType | None) -> None:
    """End the game by an exit, on which every bot is ended; a second Ctrl-C must not stop that halfway."""
    for name in _STOPPING:
        signal.signal(getattr(signal, name, signal.SIGINT), signal.SIG_IGN)
    print(f"\nStopped by {signal.Signals(number).name}; no replay was written.", file=sys.stderr)
    sys.exit(128 + number)  # as shells report it


def _mend_streams() -> None:
    """Make stdout and stderr accept any text."""
    # A stream that was closed before the start is None in Python, and what is printed to None goes to stdout.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - to stay open until the end
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115 - as above
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a bot's odd name must not end a game on an old terminal


def _forget_output() -> None:
    """Drop what is still buffered: Python would try to write it once more at the very end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
