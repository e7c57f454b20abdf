"""`decisions`: do the presets choose what the original bots chose?"""

from pathlib import Path
from typing import Annotated

import typer


def decisions(
    paths: Annotated[list[Path], typer.Argument(help="recordings (.hlt, .hlt.gz), or folders of them")],
    compiled: Annotated[bool, typer.Option("--compiled", help="check the compiled path, not the plain one")] = False,
) -> None:
    """Check that the presets choose what the original bots chose, on every square of every frame.

    The players of a recording are named after presets. Prints a line for each file. Exit code 0: all
    agree; 1: something differs; 2: a file is damaged, foreign or not played by presets.
    """
    from experiments.recordings import decisions as recordings  # imported here: it loads slowly

    raise typer.Exit(recordings.report(paths, compiled))
