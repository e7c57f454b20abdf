"""`parameters`: page 4 of the docs."""

import typer

from experiments.commands import reference


def parameters() -> None:
    """Print every parameter of the bot with its presets, range, unit and reason: page 4 of the docs."""
    typer.echo(reference.page(), nl=False)
