"""The words of a match, read before anything slow is loaded: who sits where, and the bounds of the test."""

from collections.abc import Iterable, Sequence

from engine.errors import UserError
from engine.state import MOST_PLAYERS
from experiments.arena import schedule
from experiments.arena.players import Player, PlayerError, player


class PlanError(UserError, ValueError):
    """A file is not a plan, or a plan contradicts itself; the message says where."""


def lineup(notations: Sequence[str], seats: int | None = None) -> tuple[Player, ...]:
    """Return the players by seat: the first against all others, or against copies of its only opponent.

    Raises   PlayerError when there is no such player, they do not fill the seats, or the first is named twice
    """
    players = [player(notation) for notation in notations]
    if len(players) == 1:
        raise PlayerError(
            f"a match needs two players or more; got only {players[0].notation}. "
            f"For example: {players[0].notation} {'v17' if players[0].notation != 'v17' else 'v26'}"
        )
    if len(players) == 2 and seats:
        players += [players[1]] * (seats - 2)
    if not schedule.FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS or len(players) != (seats or len(players)):
        raise PlayerError(
            f"{len(players)} players for {seats or '2 to 6'} seats; "
            "expected two (the first against copies of the second) or one for each seat"
        )
    _refuse_same(players[0], [other for other in players[1:] if other.notation == players[0].notation])
    return tuple(players)


def check_opponents(lineup: Sequence[Player]) -> None:
    """Raise PlayerError when the first player would meet itself under another name.

    Called last, because it may have to compile the players.
    """
    first, *others = lineup
    _refuse_same(first, [other for other in others if other.identity == first.identity])


def _refuse_same(one: Player, same: Sequence[Player]) -> None:
    if same:
        raise PlayerError(
            f"{one.notation} and {same[0].notation} are the same player, which beats itself half the time; "
            "is a change missing, as in v26?alpha=0.2"
        )


def check_boards(mix: str, players: int) -> None:
    """Raise ScheduleError for a mix whose first map does not fit so many players.

    Called before the players' identities are asked for, which loads numba.
    """
    if schedule.FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        next(schedule.maps(schedule.Mix.parse(mix), players, schedule.Seeds.DEVELOPMENT))


def check_stop(blocks: int | None, given: Sequence[str]) -> None:
    """Raise PlanError for a number of blocks beside these options of a test, which would change nothing."""
    if blocks is not None and given:
        raise PlanError(
            f"--blocks {blocks} plays that number and measures the size; {' and '.join(given)} "
            f"{'is' if len(given) == 1 else 'are'} for a test. Leave out one of the two; --most caps a test"
        )


def check_claim(missing: Iterable[str], example: str) -> None:
    """Raise PlanError for --publish without the options that say what is asked and when the games end.

    missing   those options that the command was not given
    example   the options, with values
    """
    if absent := " and ".join(missing):
        raise PlanError(
            f"--publish writes a claim of the project into experiments/, and needs {absent}. Nothing was written or "
            f"played. For example: --publish {example}"
        )


def bounds(text: str) -> tuple[float, float]:
    """Return (elo0, elo1) of a text such as `0,10`. Raises PlanError when it is not a pair of numbers."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise PlanError(f"{text!r} is not a pair of bounds; expected ELO0,ELO1 as in 0,10 or --sprt=-5,5") from None
    return elo0, elo1
