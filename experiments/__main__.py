"""`python -m experiments COMMAND …`: every command answers one question."""

import contextlib
import io
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

try:
    import typer
    from typer.core import TyperGroup
    from typer.main import get_command

    from engine.errors import UserError
    from engine.names import printable_in_full

    from .commands import VERBS
except ImportError as error:
    sys.exit(
        f"{error}; the laboratory needs what requirements-all.lock names: `make install` puts it into .venv, and "
        "`source .venv/bin/activate` chooses the Python of that folder"
    )
except KeyboardInterrupt:  # loading takes a moment, in which users notice a typing mistake
    sys.exit(130)

WRONG, INTERRUPTED, UNREAD = 2, 130, 141  # exit codes: bad input; Ctrl-C; who read the output has left (`| head -1`)
NAMES = [name for names in VERBS.values() for name in names]
# Help is ASCII: click writes UTF-8 to a terminal that cannot show it.
PLAIN: Any = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None}


class Commands(TyperGroup):
    """All commands, each loaded when it is named.

    They end without a traceback whatever goes wrong, and not with 1, which means an answer.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """Return their names."""
        return NAMES

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of this name; None when there is none."""
        if cmd_name not in NAMES:
            return None
        alone = typer.Typer(**PLAIN)
        alone.command(cmd_name)(getattr(import_module(f"experiments.commands.{cmd_name}"), cmd_name))
        return get_command(alone)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands below their headings."""
        for heading, names in VERBS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, self.get_command(ctx, name).get_short_help_str(200)) for name in names])

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the words in `ctx` name."""
        try:
            answer = super().invoke(ctx)
            if sys.stdout:  # None where a program has none
                sys.stdout.flush()
            return answer
        except typer.Exit:
            if sys.stdout:
                sys.stdout.flush()
            raise
        except UserError as error:
            # A message may hold file names and notations, with any characters.
            print("\n".join(map(printable_in_full, str(error).split("\n"))), file=sys.stderr)
            raise typer.Exit(WRONG) from None
        except KeyboardInterrupt as reason:
            default = "Interrupted. Stored games are found again; run the same command to continue."
            print(f"{reason}" or default, file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            _leave(UNREAD)
        except SystemExit as ended:
            if isinstance(ended.__context__, BrokenPipeError):  # rich ends a program with 1 then
                _leave(UNREAD)
            raise
        except OSError as error:  # what a verb can tell more of, it has told
            print(f"The system refused to read or write: {error}.", file=sys.stderr)
            _leave(WRONG)


def _leave(code: int) -> NoReturn:
    """End with this code, and let Python's own last write go nowhere: it would complain of the same again."""
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):  # no stdout, or one without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(code) from None


laboratory = Commands(
    help="The laboratory: plays and compares players, tunes parameters, analyses recorded games.",
    no_args_is_help=True, add_help_option=True, rich_markup_mode=None,
)  # fmt: skip
asks_for_help: Any = laboratory.get_help_option(typer.Context(laboratory))
asks_for_help.default = False  # not to be converted where it is not given: typer loads pydantic to convert a value

if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # an arrow in a help text must not end it on an old terminal
    laboratory(prog_name="python -m experiments")
