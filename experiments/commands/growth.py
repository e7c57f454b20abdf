"""`growth`: how fast do these players grow where they are undisturbed?"""

from typing import Annotated

import typer

from experiments.commands import options
from experiments.commands.options import number


def growth(
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER", help="a preset (v26), with changes (v26?alpha=0.2), or tuned.toml")
    ],
    turns: Annotated[list[int] | None, typer.Option("--turn", min=1, help="a turn; repeat it for several")] = None,
    maps: Annotated[int, number("maps, each played once by every player")] = 20,
    seats: Annotated[int, number("players of a map", "--players", least=2, most=6)] = 2,
    mix: options.MixOption = options.MIX,
    first: options.First = 0,
) -> None:
    """Measure how each player grows alone: its production after some turns, as a share of the best one's.

    Every player plays the first seat of the same development maps; all others stand still. Without --turn it measures
    turn 100. The tail says more than the median: a player that is far behind on one map in ten loses there.
    """
    from experiments.arena.players import distinct, player

    asked = distinct([player(each) for each in players])
    from experiments.laboratory import growth  # here: a mistyped name does not wait for compiled kernels to load

    print(growth.table(asked, growth.measure(asked, turns or [100], maps, seats, mix, first), turns or [100]))
