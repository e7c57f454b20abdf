"""`python -m engine`: the official command line. Quiet output is official, byte for byte; extras go to stderr."""

import os
import sys
from io import TextIOWrapper

from . import flags, slips
from .interrupts import Interrupted, Interrupts

_CLOSED_PIPE = 141  # 128 + SIGPIPE: what a shell reports for a program whose reader went away


def main(words: list[str]) -> int:
    """Do what the command line asks for; returns the exit code."""
    _mend_streams()
    try:
        with Interrupts() as interrupts:
            return _obey(words, interrupts)
    except Interrupted as interrupted:
        print(f"\nStopped by {interrupted}; the bots were ended, no replay was written.", file=sys.stderr)
        return interrupted.exit_code
    except BrokenPipeError:
        _forget_output()
        return _CLOSED_PIPE
    except OSError as error:  # a full disk behind stdout, for example; a game's own files never come this far
        _forget_output()
        print(f"The output cannot be written: {error.strerror or error}.", file=sys.stderr)
        return 1


def _obey(words: list[str], interrupts: Interrupts) -> int:
    if slip := slips.likely_mistake(words):
        print(slip, end="", file=sys.stderr)
        return 1
    try:
        settings = flags.parse(words)
    except flags.Wanted as wanted:
        print(wanted)
        return 0
    except flags.FlagError as error:
        print(f"{error}\n{flags.brief_usage(slips.program())}", end="", file=sys.stderr)
        return 1
    problem = flags.misuse(settings)
    if (problem or settings.quiet) and not settings.override and not settings.as_json:
        # As in the official program, which shows and starts the bots before it counts them.
        print("".join(f"{command}\n" for command in settings.commands), end="", flush=True)
    if problem:
        print(problem, end="", flush=True)
        if not settings.commands:
            print(flags.example(slips.program()), end="", file=sys.stderr)
        return 1
    # Here, not above: numpy takes longer to load than all the rest, and an import may swallow what interrupts it.
    with interrupts.held():
        from .host import Host
    return Host(settings, interrupts).run()


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
