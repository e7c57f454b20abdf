"""Panel: parses the opponents of a sweep or a tuning from a command line."""

from collections.abc import Sequence

from .players import Player, PlayerError, is_command, player


def panel(texts: Sequence[str]) -> tuple[Player, ...]:
    """Players from lists with commas; a program's command may itself have commas and is not cut.

    Raises PlayerError, also for an opponent that is named twice and would count twice.
    """
    names = [name for text in texts for name in ([text] if is_command(text) else text.split(","))]
    players = [player(name.strip()) for name in names]
    for number, each in enumerate(players):
        if each.identity in [other.identity for other in players[:number]]:
            raise PlayerError(f"{each.notation} is among the opponents twice")
    return tuple(players)
