"""`python -m experiments VERB …`: every command answers one question."""

import sys
from pathlib import Path
from typing import Annotated

try:
    import typer

    from bot import DEFAULT

    from . import commands as verbs
    from .commands import reference
    from .commands.delivery import Commands
    from .recordings import decisions as recordings
except ImportError as error:
    sys.exit(f"{error}; the laboratory needs what requirements-all.lock names: `./test` puts it into .venv")
except KeyboardInterrupt:  # loading takes a second, in which people notice what they have mistyped
    sys.exit(130)  # options.INTERRUPTED, if it is loaded by now

laboratory = typer.Typer(cls=Commands, add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@laboratory.callback()
def _about() -> None:
    """The laboratory: what is measured about the bot and the engine, and how."""


@laboratory.command()
def decisions(
    paths: Annotated[list[Path], typer.Argument(help="recordings (.hlt, .hlt.gz), or folders of them")],
    compiled: Annotated[bool, typer.Option("--compiled", help="check the compiled path, not the plain one")] = False,
) -> None:
    """Do the presets choose what the original bots chose, on every square of every frame?

    The players of a recording are named after presets. Prints a line for each file. Exit code 0: all
    agree; 1: something differs; 2: a file is damaged, foreign or not played by presets.
    """
    raise typer.Exit(recordings.report(paths, compiled))


@laboratory.command()
def parameters() -> None:
    """Every parameter of the bot with its presets, range, unit and reason: page 4 of the docs."""
    typer.echo(reference.page(), nl=False)


@laboratory.command()
def picture(
    game: Annotated[Path, typer.Argument(help="a replay (.hlt, .hlt.gz)")],
    output: Annotated[Path, typer.Option("--output", "-o", help="the PNG file to write")],
    turn: Annotated[int, typer.Option(help="turns played before the frame; 0 is the map")] = 0,
    player: Annotated[int, typer.Option(help="whose view of the field to draw")] = 1,
    preset: Annotated[str, typer.Option(help="which preset looks at the field")] = DEFAULT,
) -> None:
    """Draw one frame: the board, and the potential field as a preset sees it."""
    from .recordings import pictures  # here, because matplotlib takes longer to load than any other verb to answer

    raise typer.Exit(pictures.make(game, output, turn, player, preset))


@laboratory.command()
def speed(
    only: Annotated[
        list[str] | None, typer.Option(help="turns, first, steps, games, growth or lab; again for more")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="a smoke run of some seconds on small boards")] = False,
    out: Annotated[Path | None, typer.Option(help="the CSV file to append to; a quick run has none by default")] = None,
    plot: Annotated[Path | None, typer.Option(help="draw the growth with the board into this PNG file")] = None,
    table: Annotated[
        bool, typer.Option("--table", help="measure nothing; print the last recorded run for the docs")
    ] = False,
) -> None:
    """What does a turn cost? Prints a table and appends it to experiments/speed/history.csv; see page 2 of the docs."""
    from .speed import history, run  # here, because this verb alone needs the compiled kernels

    if table:
        raise typer.Exit(run.show(out or history.HISTORY))
    raise typer.Exit(run.run(only or [], quick, out or (None if quick else history.HISTORY), plot))


for verb in verbs.VERBS:
    laboratory.command()(verb)
laboratory.add_typer(verbs.database, name="database")


if __name__ == "__main__":
    laboratory(prog_name="python -m experiments")
