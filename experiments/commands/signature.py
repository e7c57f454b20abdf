"""`signature`: does the code still do what it did?"""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands import options

if TYPE_CHECKING:
    from experiments.arena.players import Player

CHANGED = 1  # exit code: a player moves differently from what is recorded


def signature(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLAYER...]", help="v26, v26?alpha=0.2, tuned.toml; default: all presets, rules and maps"
        ),
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="record what these players answer now, when play has changed on purpose")
    ] = False,
) -> None:
    """Check that play has not changed.

    Prints the signature of each player, a hash of its moves on fixed boards, which stored games belong to. The moves
    of a preset or a school are compared with the recorded ones, square by square.

    Exit code 0: they move as recorded; 1: one moves differently, with the first board and square; 2: there is no
    such player, it is a program, or its answers cannot be recorded. See docs/18-when-play-changes.md.
    """
    import bot
    from engine.errors import UserError
    from experiments.arena import recorded, signature  # imported here: it loads slowly

    asked = options.players_called(players or bot.PRESETS)
    unrecorded = [player.notation for player in asked if player.notation not in recorded.NAMES]
    if record and unrecorded:
        raise UserError(f"answers are recorded for {', '.join(recorded.NAMES)}; not for {', '.join(unrecorded)}")
    changes = [_printed(player, record) for player in asked]
    if not players:
        typer.echo(f"{signature.of_rules()}  rules\n{signature.of_maps()}  maps")
    raise typer.Exit(CHANGED if any(changes) else 0)


def _printed(player: "Player", record: bool) -> bool:
    from experiments.arena import bench, recorded, signature

    if player.parameters is None:
        print(f"{player.notation} is a program and has no signature: its moves are not asked here", file=sys.stderr)
        raise typer.Exit(options.WRONG)
    answers = list(bench.answers_of(player.parameters))
    typer.echo(f"{signature.of_answers(answers)}  {player.notation}")
    if player.notation not in recorded.NAMES:
        return False
    if record:
        recorded.record(player.notation, answers)
    change = recorded.change(player.notation, answers)
    if change:
        typer.echo(f"{'':12}  {change}")
    return change is not None
