"""Playing time: estimates how long games will take, before the first one is played."""

from collections.abc import Sequence

from experiments.arena.schedule import Game

from .executor import Order
from .progress import spoken

STORED = "Games that are stored take no time."
AT_LEAST = 10.0  # s; shorter times are not printed


def duration(games: float, like: Sequence[Game], workers: int | None) -> str:
    """Return `, roughly 1:20:00 with 2 workers`; empty for a few seconds.

    games     how many
    like      some of them, whose boards and players stand for all
    workers   of this machine; None for other machines, whose number may change at any time: empty, too
    """
    if workers is None or not like:
        return ""
    return roughly(games * sum(Order(game, replay=False).seconds for game in like) / len(like) / workers, workers)


def roughly(seconds: float, workers: int) -> str:
    """Return `, roughly 1:20:00 with 2 workers`; nothing for a few seconds."""
    if seconds < AT_LEAST:
        return ""
    return f", roughly {spoken(seconds)} with {workers} worker{'' if workers == 1 else 's'}"
