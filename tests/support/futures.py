"""Games played on from a frame of a recording, in the arena."""

from collections.abc import Sequence

from bot import Parameters
from bot.search.champion import Champion
from engine import Replay
from experiments.arena.arena import Arena, Outcome
from experiments.recordings.watched import Watched


def played_on(replay: Replay, turn: int, usual: Sequence[Parameters], players: Sequence[Parameters]) -> Outcome:
    """The rest of the game, played by these; whoever searches has watched it up to there as `usual`."""
    watched = Watched(replay)
    seats = range(1, len(players) + 1)
    return Arena(*replay.production.shape).play(
        players, replay.state(turn), record=True, turn=turn,
        memories=[watched.memory(turn, seat) for seat in seats], seated=_searching(watched, turn, usual, players),
    )  # fmt: skip


def _searching(
    watched: Watched, turn: int, usual: Sequence[Parameters], players: Sequence[Parameters]
) -> dict[int, Champion]:
    """Those who search, by seat."""
    sitting = {}
    for seat, (before, after) in enumerate(zip(usual, players, strict=True), 1):
        if turn and after.has_search:
            sitting[seat] = watched.player(turn, seat, before if before.has_search else after)
            sitting[seat].seat(after)
    return sitting
