"""`prove`: do the tests and intervals keep what they promise?"""

from typing import Annotated

import typer

SIMULATED = (2, 3, 4, 6)  # players of the games that experiments.stats.simulation has worlds for


def prove(
    matches: Annotated[int, typer.Option(min=1, help="simulated matches for each figure; 10000 take minutes")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="seed of the simulated luck; it determines the figures")] = 1,
    players: Annotated[
        list[int] | None, typer.Option(help="only games of this many players: 2, 3, 4 or 6; repeat for more")
    ] = None,
) -> None:
    """Check that the sequential test and the intervals keep what they promise.

    Simulates matches between players of known strength, in worlds in which the games of a block differ or are alike,
    and counts how often the test is wrong and how often the interval holds the truth. Each row is printed when it is
    ready. Page 6 of the docs explains the columns.
    """
    wanted = players or SIMULATED
    if unknown := set(wanted) - set(SIMULATED):
        raise typer.BadParameter(
            f"there is no simulated world of {unknown.pop()} players, only of {', '.join(map(str, SIMULATED))}",
            param_hint="--players",
        )
    from experiments.stats import simulation  # imported here: it loads slowly

    worlds = [world for world in simulation.PROOF_WORLDS if world.players in wanted]
    for line in simulation.proof_lines(worlds, matches, seed):
        typer.echo(line)
    error = simulation.Share(0.05, matches, 0).error(0.05)
    typer.echo(
        f"\nTest [0, 30], alpha = beta = 5 %; intervals 95 %. Monte-Carlo error of a share of 5 %: {100 * error:.1f} %."
    )
