"""Panel: who takes part, read from a command line: the opponents of a sweep or a tuning, the players of a ladder."""

from collections.abc import Sequence

from .players import Player, PlayerError, is_command, player


def panel(texts: Sequence[str]) -> tuple[Player, ...]:
    """Return the players in these comma-separated lists; a command counts as one player, commas and all.

    Raises PlayerError, also for a player that is named twice and would count twice.
    """
    names = [name for text in texts for name in ([text] if is_command(text) else text.split(","))]
    players = [player(name.strip()) for name in names]
    for number, each in enumerate(players):
        if each.identity in [other.identity for other in players[:number]]:
            raise PlayerError(f"{each.notation} is among the opponents twice")
    return tuple(players)


def distinct(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players, if there are two or more that play differently; else raise PlayerError."""
    for number, each in enumerate(players):
        if same := next((other for other in players[:number] if other.identity == each.identity), None):
            raise PlayerError(f"{same.notation} and {each.notation} are the same player; a ladder rates each once")
    if len(players) < 2:
        got = " ".join(player.notation for player in players)
        raise PlayerError(f"a ladder has two players or more; got only {got}. For example: v26 v17 v12")
    return tuple(players)
