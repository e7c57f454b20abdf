"""`python -m experiments coach`."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands.options import DEFAULT_DATABASE, DatabasePath, IsOpened, number, value


def coach(
    game: Annotated[Path, typer.Argument(help="a replay (.hlt, .hlt.gz)")],
    player: Annotated[int | None, number("whom to coach; 1 is the first", default="the loser of a duel")] = None,
    html: Annotated[Path | None, value("FILE", "the page to write", default="GAME.html beside the replay")] = None,
    rollouts: Annotated[
        int | None,
        number(
            "rollouts that measure each end of a turning point and each better move in the last answer",
            "--rollouts",
            least=20,
            most=10_000,
            default="150; 75 where a player searches or is an opponent of another kind",
        ),
    ] = None,
    workers: Annotated[int, number("rollouts played at once", "--workers", "-w", most=256)] = 2,
    database: DatabasePath = DEFAULT_DATABASE,
    is_opened: IsOpened = True,
) -> None:
    """Find out why a game was lost.

    Plays the rest of a recorded game many times from its frames. The game's page shows the chance of each player over
    the turns and at most three turning points that fresh rollouts confirm, each with its reason, the best other move as
    an arrow, and whether rollouts find it better. The first answer is that of --rollouts 20; it is refined while the
    command runs. The findings are written beside the replay, GAME.playerN.coach.json, and `python -m viewer` shows them
    too. Works for any recorded game with an opponent. Rollouts are stored in laboratory-coach beside the database.

    Exit code 0: written; 2: a file or player cannot be used; 130: interrupted.
    """
    from experiments.coach import run  # imported here: it loads slowly, and other verbs do not need it

    raise typer.Exit(run.coach(game, player, html, rollouts, workers, database, is_opened))
