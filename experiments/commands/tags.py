"""`python -m experiments tags`."""

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import UserError
from experiments.commands.options import check_there, players_called

Show = Annotated[str | None, typer.Option(help="open this position in the viewer: its name, or enough letters of it")]


def tags(
    folder: Annotated[Path, typer.Argument(help="tagged positions: a folder of them, or one file")],
    players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER", help="the players to ask", show_default="champion")
    ] = None,
    show: Show = None,
    rule: Annotated[
        Path | None,
        typer.Option(help="judge the function move(view, x, y) of this file, again whenever it changes, until Ctrl-C"),
    ] = None,
    follows: Annotated[bool, typer.Option("--follow/--no-follow", help="--no-follow: judge the rule once")] = True,
    is_opened: Annotated[
        bool, typer.Option("--open/--no-open", help="open the page of --show or --rule in the browser")
    ] = True,
) -> None:
    """Show which tagged positions players find, or a rule of your own.

    Asks every player on every position and prints how many they find, by theme and tag; of one player the positions
    that it does not find, of two and more those that the first two answer differently. With --rule a page lists the
    positions that the rule does not find, and each opens in the viewer.
    Exit code 0: asked; 2: a file or player that cannot be used.
    """
    asked = players or ([] if rule else ["champion"])
    if not folder.exists():
        raise UserError(f"{folder}: no such folder; expected one with tagged positions (*.toml)")
    players_called(asked)
    if rule:
        check_there(rule)
    from experiments.positions import run  # here, because what answers takes a second to load

    if rule:
        run.rule(folder, rule, asked, follows, is_opened)
    else:
        run.tags(folder, asked, show, is_opened)
