"""`games`: how many games does a question cost?"""

from typing import Annotated

import typer

from experiments.commands import options

EFFECT = 10.0  # Elo


def games(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A B [C ...]]",
            help="players whose stored games tell how much blocks vary; without them, games count as unrelated",
        ),
    ] = None,
    effect: Annotated[
        float | None, typer.Option(min=0.1, help="the difference that matters, Elo: tests 0,EFFECT (default: 10)")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="the bounds of the test, in place of --effect")
    ] = None,
    seats: options.Players = None,
    mix: options.MixOption = options.MIX,
    database: options.DatabasePath = options.DEFAULT_DATABASE,
) -> None:
    """Calculate how many games it takes to detect an effect.

    Prints how long a sequential test takes on average for several true
    strengths, how often it then accepts the higher bound, and how many blocks a
    fixed match takes for an interval of half the effect on either side.

    The answer depends on how much the scores of blocks vary: less if their games are unrelated, more if both games of
    a pair tend to end alike. Name players whose games are stored to measure it.
    """
    from experiments.match import words

    options.players_called(players or [])
    if sprt is not None and effect:
        raise typer.BadParameter(f"--sprt {sprt} already says what --effect would: 0,{effect:g}", param_hint="--effect")
    if sprt is not None:
        words.bounds(sprt)
    lineup = words.lineup(players, seats) if players else ()
    from experiments.match import calculator, plan  # imported here: they load slowly
    from experiments.stats import planning

    effect = effect or EFFECT
    test = plan.sprt(f"0,{effect}" if sprt is None else sprt, options.ERRS, options.ERRS)
    number = seats or max(2, len(lineup))
    plan.check(test, number)
    if lineup:
        words.check_opponents(lineup)
        tally = calculator.measured(database, lineup, mix)
        deviation, number, source = tally.deviation, len(lineup), f"measured on {tally.blocks:,} stored blocks"
    else:
        deviation, source = planning.unrelated_games(number), "as in games that have nothing in common"
    typer.echo(f"Blocks of {number} games; deviation of a block's score {deviation:.3f}, {source}.\n")
    typer.echo(calculator.report(test, effect / 2, deviation, number))
