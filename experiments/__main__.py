"""`python -m experiments COMMAND …`: every command answers one question."""

import sys
from io import TextIOWrapper

try:
    import typer

    from . import commands as verbs
    from .commands.delivery import Commands
    from .commands.slips import Verb
except ImportError as error:
    sys.exit(
        f"{error}; the laboratory needs what requirements-all.lock names: `make install` puts it into .venv, and "
        "`source .venv/bin/activate` chooses the Python of that folder"
    )
except KeyboardInterrupt:  # loading takes a second, in which users notice a typing mistake
    sys.exit(130)  # options.INTERRUPTED, if it is loaded by now

laboratory = typer.Typer(cls=Commands, add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@laboratory.callback()
def _about() -> None:
    """The laboratory: plays and compares players, tunes parameters, analyses recorded games."""


for panel, group in verbs.VERBS.items():
    for verb in group:
        laboratory.command(cls=Verb, rich_help_panel=panel)(verb)
laboratory.add_typer(verbs.database, name="database", rich_help_panel=verbs.KEEP_UP)


if __name__ == "__main__":
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # an arrow in a help text must not end it on an old terminal
    laboratory(prog_name="python -m experiments")
