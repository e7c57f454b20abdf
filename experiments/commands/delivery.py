"""Ends a command whose output cannot be written: no traceback, and not exit code 1, which means an answer."""

import contextlib
import io
import os
import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from .options import WRONG

UNREAD = 141  # exit code: who read the output has left (`| head -1`), as shells report SIGPIPE


class Commands(TyperGroup):
    """All commands; what they have printed is written out before they end."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the words in `ctx` name."""
        try:
            return self._delivered(ctx)
        except BrokenPipeError:
            _leave(UNREAD)
        except OSError as error:  # what a verb can tell more of, it has told
            print(f"The system refused to read or write: {error}.", file=sys.stderr)
            _leave(WRONG)

    def _delivered(self, ctx: Any) -> Any:
        try:
            answer = super().invoke(ctx)
        except typer.Exit:
            _deliver()
            raise
        except SystemExit as ended:
            if isinstance(ended.__context__, BrokenPipeError):  # rich ends a program with 1 then
                raise ended.__context__ from None
            raise
        _deliver()
        return answer


def _deliver() -> None:
    if sys.stdout:  # None where a program has none
        sys.stdout.flush()


def _leave(code: int) -> NoReturn:
    """End with this code, and let Python's own last write go nowhere: it would complain of the same again."""
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):  # no stdout, or one without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(code) from None
