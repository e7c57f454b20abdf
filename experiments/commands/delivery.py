"""Ends a command in whatever goes wrong: no traceback, and not exit code 1, which means an answer."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from engine.errors import UserError
from engine.names import shown_in_full

from .options import INTERRUPTED, WRONG

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
            with plain_errors():
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


@contextlib.contextmanager
def plain_errors() -> Iterator[None]:
    """End the program with a message and an exit code, without a traceback, if the user or the machine is at fault."""
    try:
        yield
    except UserError as error:
        # A message may hold file names and notations, with any characters.
        print("\n".join(map(shown_in_full, str(error).split("\n"))), file=sys.stderr)
        raise typer.Exit(WRONG) from None
    except KeyboardInterrupt as reason:
        default = "Interrupted. Every finished game is stored; run the same command again to continue."
        print(f"{reason}" or default, file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


def _deliver() -> None:
    if sys.stdout:  # None where a program has none
        sys.stdout.flush()


def _leave(code: int) -> NoReturn:
    """End with this code, and let Python's own last write go nowhere: it would complain of the same again."""
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):  # no stdout, or one without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(code) from None
