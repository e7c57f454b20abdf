"""`contact`: who gains in the turns after two players meet?"""

from itertools import islice
from typing import Annotated

import typer

from experiments.commands import options


def contact(
    players: Annotated[
        list[str],
        typer.Argument(metavar="A [B ...]", help="players of this process: a preset, a school, either with changes"),
    ],
    against: Annotated[str, typer.Option(help="the opponent of all of them", rich_help_panel=options.WHAT)] = "unifier",
    maps: Annotated[
        int, typer.Option(min=2, help="one contact each, played from both seats", rich_help_panel=options.WHAT)
    ] = 40,
    turns: Annotated[
        int, typer.Option(min=1, help="turns that are played after the contact", rich_help_panel=options.WHAT)
    ] = 60,
    mix: options.MixOption = "30x30",
    first: options.First = 0,
) -> None:
    """Measure who gains in the turns after two players meet: many small duels on the same frames.

    The first player and the opponent play each map until they stand three steps apart. From that frame every player
    plays the opponent from both seats. A lead in 12 times the production plus the strength counts as points: 50 % is an
    even trade. Development maps only; nothing is stored. It tells where to look: whether a player is stronger is for
    `match` to say.

    Exit code 0: done; 2: something cannot be played.
    """
    from experiments.match.words import check_in_process

    called = options.players_called([*players, against])
    with options.plain_errors():
        check_in_process(called)
    from experiments.arena.ready import prepare
    from experiments.arena.schedule import Mix, Seeds  # imported here, as below: they load slowly
    from experiments.arena.schedule import maps as drawn
    from experiments.laboratory.progress import Progress
    from experiments.match import contact as verb

    with options.plain_errors():
        prepare([each.parameters] for each in called)
        boards = islice(drawn(Mix.parse(mix), verb.SEATS, Seeds.DEVELOPMENT, first), maps)
        with Progress(maps * len(players) * verb.SEATS, f"From contact on, against {against}") as progress:
            scores = verb.scores(called[:-1], called[-1], boards, turns, progress)
        typer.echo(verb.report(called[:-1], called[-1], scores, turns))
