"""`python -m experiments propose`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from experiments.commands.options import missing, plain_errors, players_called

DEEP = "Measuring what was proposed"


class Filter(StrEnum):
    """The filters that propose decisions."""

    DISPUTED = "disputed"
    UNUSUAL = "unusual"
    COSTLY = "costly"


class By(StrEnum):
    """The measure by which futures are compared, as a word of the command line."""

    BEATEN = "beaten"
    LEAD = "lead"
    SQUARES = "squares"


def propose(
    games: Annotated[list[Path], typer.Argument(help="recorded games (.hlt, .hlt.gz)")],
    by: Annotated[
        Filter,
        typer.Option("--filter", help="players dispute a move; it is unusual in the combat database; it was costly"),
    ] = Filter.DISPUTED,
    player: Annotated[
        list[str] | None,
        typer.Option(help="a player to ask; again for more", show_default="v26 and the greedy champion"),
    ] = None,
    combat: Annotated[
        Path | None, typer.Option(help="a combat database (analyse --combat)", show_default="counted from these games")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="proposals of each game that are printed")] = 10,
    deep: Annotated[
        By | None,
        typer.Option(
            help="measure decisions by futures: opponents beaten at the end, the lead after 10 turns, or, in the last "
            "turns, squares at the end",
            rich_help_panel=DEEP,
        ),
    ] = None,
    into: Annotated[
        Path, typer.Option(help="the folder for positions that are worth keeping", rich_help_panel=DEEP)
    ] = Path("positions"),
) -> None:
    """Find decisions of recorded games that are worth tagging.

    Prints, for every game, the decisions that a filter proposes. With --deep it draws some of the disputed and the
    costly ones, plays futures of all five moves, and stores those on which a move wins or loses, with the evidence.
    Exit code 0: done; 2: a file or player that cannot be used.
    """
    from engine import ReplayError
    from engine.replay import read

    with plain_errors(ReplayError):
        if complaint := missing(*games, *([combat] if combat else [])):
            raise ReplayError(complaint)
        replays = [(game, read(game)) for game in games]  # now: what follows loads slowly
    players_called(player or [])
    from experiments.positions.position import PositionError
    from experiments.recordings.combat import CombatError

    with plain_errors(PositionError, ReplayError, CombatError):
        from experiments.positions import propose as verb

        if deep is None:
            verb.propose(replays, by.value, player or (), combat, most)
        else:
            verb.deepen(replays, deep.name, player or (), into)
