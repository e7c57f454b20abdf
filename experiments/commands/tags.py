"""`python -m experiments tags`."""

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import UserError
from experiments.commands.options import IsOpened, value


def tags(
    folder: Annotated[Path, typer.Argument(exists=True, help="tagged positions: a folder of them, or one file")],
    players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER", help="the players to ask", show_default="champion")
    ] = None,
    show: Annotated[str | None, value("NAME", "show this position in the viewer")] = None,
    rule: Annotated[
        Path | None, typer.Option(exists=True, metavar="FILE", help="judge the function move(view, x, y) of this file")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="judge the rule again whenever it changes")] = False,
    is_opened: IsOpened = True,
) -> None:
    """Show which tagged positions are found by players, or by a rule of your own.

    Prints how many positions each player finds, by theme and tag, and those that one of them does not find. With
    --watch a page shows the same of the rule, and each missed position opens in the viewer; Ctrl-C ends it.

    Exit code 0: judged; 2: a file or player that cannot be used.
    """
    from experiments.arena.players import player

    named = players or ([] if rule else ["champion"])
    for each in named:  # a mistyped name does not wait for libraries to load
        player(each)
    if watch and not rule:
        raise UserError("--watch needs a rule: --rule mine.py")
    from experiments.positions import run  # here, because what answers takes a second to load

    if rule:
        run.rule(folder, rule, named, watch, is_opened)
    else:
        run.tags(folder, named, show, is_opened)
