"""`python -m experiments COMMAND …`: every command answers one question."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

try:
    import typer
    from typer.core import TyperGroup

    from engine.errors import UserError
    from engine.names import shown_in_full

    from . import commands as verbs
except ImportError as error:
    sys.exit(
        f"{error}; the laboratory needs what requirements-all.lock names: `make install` puts it into .venv, and "
        "`source .venv/bin/activate` chooses the Python of that folder"
    )
except KeyboardInterrupt:  # loading takes a second, in which users notice a typing mistake
    sys.exit(130)

WRONG, INTERRUPTED, UNREAD = 2, 130, 141  # exit codes: bad input; Ctrl-C; who read the output has left (`| head -1`)


class Commands(TyperGroup):
    """All commands. They end without a traceback whatever goes wrong, and not with 1, which means an answer."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the words in `ctx` name."""
        try:
            with plain_errors():
                answer = super().invoke(ctx)
            if sys.stdout:  # None where a program has none
                sys.stdout.flush()
            return answer
        except BrokenPipeError:
            _leave(UNREAD)
        except SystemExit as ended:
            if isinstance(ended.__context__, BrokenPipeError):  # rich ends a program with 1 then
                _leave(UNREAD)
            raise
        except OSError as error:  # what a verb can tell more of, it has told
            print(f"The system refused to read or write: {error}.", file=sys.stderr)
            _leave(WRONG)


@contextlib.contextmanager
def plain_errors() -> Iterator[None]:
    """End the program with a message and an exit code if the user or the machine is at fault."""
    try:
        yield
    except typer.Exit:
        if sys.stdout:
            sys.stdout.flush()
        raise
    except UserError as error:
        # A message may hold file names and notations, with any characters.
        print("\n".join(map(shown_in_full, str(error).split("\n"))), file=sys.stderr)
        raise typer.Exit(WRONG) from None
    except KeyboardInterrupt as reason:
        default = "Interrupted. Every finished game is stored; run the same command again to continue."
        print(f"{reason}" or default, file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


def _leave(code: int) -> NoReturn:
    """End with this code, and let Python's own last write go nowhere: it would complain of the same again."""
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):  # no stdout, or one without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(code) from None


laboratory = typer.Typer(cls=Commands, add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@laboratory.callback()
def _about() -> None:
    """The laboratory: plays and compares players, tunes parameters, analyses recorded games."""


for panel, group in verbs.VERBS.items():
    for verb in group:
        laboratory.command(rich_help_panel=panel)(verb)


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # an arrow in a help text must not end it on an old terminal
    laboratory(prog_name="python -m experiments")
