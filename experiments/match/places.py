"""Places: how a block ended, as a word in the experiment's file, and the block's scores from that word.

12          two players: the first one won from the first seat and was second from the other
1423        four: its places from every seat against three copies of one opponent
1234…       against different opponents: the places of all, in the order of the line-up, game after game
03:1221     a ladder: who sat there, numbers of players in base 36, and their places
"""

from collections.abc import Iterator, Sequence

from experiments.laboratory.laboratory import PlayedBlock
from experiments.stats import Tally

from .experiment import Experiment

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def word(block: PlayedBlock, players: Sequence[str], is_ladder: bool) -> str:
    """Return how a block ended."""
    lineup = [player.notation for player in block.block.lineup]
    alike = len(set(lineup[1:])) == 1 and not is_ladder
    places = (
        str(played.ranks[block.block.seat(place, rotation)])
        for rotation, played in enumerate(block.games)
        for place in range(1 if alike else len(lineup))
    )
    who = "".join(DIGITS[players.index(name)] for name in lineup) + ":" if is_ladder else ""
    return who + "".join(places)


def lineups(asked: Experiment) -> Iterator[tuple[tuple[str, ...], list[tuple[int, ...]]]]:
    """Yield for each block the line-up and, game by game, its places; of copies of one opponent only the first place.

    Raises ValueError for an experiment without a result
    """
    if asked.result is None:
        raise ValueError(f"{asked.question} has no result yet")
    for each in asked.result.games.split():
        who, colon, places = each.rpartition(":")
        lineup = tuple(asked.players[DIGITS.index(one)] for one in who) if colon else asked.players
        told = len(places) // len(lineup)  # places of a game; a block has as many games as players
        ended = [tuple(map(int, places[at : at + told])) for at in range(0, len(places), told)]
        yield lineup, [(first, 3 - first) for (first,) in ended] if len(lineup) == 2 and told == 1 else ended


def shares(asked: Experiment) -> list[tuple[float, ...]]:
    """Return (blocks)(games) the share of opponents that the first player of a match beat."""
    return [
        tuple((len(lineup) - places[0]) / (len(lineup) - 1) for places in games) for lineup, games in lineups(asked)
    ]


def tallies(asked: Experiment) -> tuple[Tally, Tally | None]:
    """Return the first player's blocks until the test stopped, or all of a fixed number; and the further ones."""
    assert asked.result  # for the type checker: the caller has an answered match
    assert asked.result.blocks
    found, decided = shares(asked), sum(asked.result.blocks)
    return Tally.of_games(found[:decided]), Tally.of_games(found[decided:]) if found[decided:] else None


def games(asked: Experiment) -> int:
    """Return how many games a result counts."""
    return sum(len(lineup) for lineup, _ in lineups(asked))
