"""Tagged positions for tests: a small one made by hand, and one of a small game."""

import numpy as np

from bot import Memory
from engine import State
from experiments.positions.evidence import Evidence, Measure
from experiments.positions.position import Choice, Position, Source
from experiments.stats import Interval
from tests.support.watching import game


def made(**changed):
    """A board of 4 x 3 on which two players stand close, and one square of player 1 that should not go east."""
    owner = np.array([[1, 1, 0, 2], [0, 0, 0, 2], [0, 0, 0, 0]], np.uint8)
    strength = np.array([[255, 9, 0, 40], [7, 0, 12, 200], [3, 2, 1, 0]], np.uint8)
    production = np.array([[1, 0, 35, 4], [10, 2, 3, 4], [1, 2, 3, 4]], np.uint8)
    values = {
        "name": "made", "theme": "dodge", "note": 'He said "no"\\ü', "player": 1, "turn": 7,
        "state": State(owner, strength, production), "memories": (Memory(2, frozenset({2})), Memory(2)),
        "choices": (Choice(1, 0, right=(0, 4), wrong=(2,)),), "source": Source("game.hlt", ("one", "two")),
        "tags": ("by hand",),
    }  # fmt: skip
    return Position(**(values | changed))


def evidence():
    """Futures in which staying is best, north about as good, west a little worse, east bad; south is not known."""
    losses = {1: (0.0, 0.0, 0.0), 4: (-0.01, 0.025, 0.06), 3: (-0.3, 0.0, 0.3), 2: (0.35, 0.5, 0.65)}
    scores = [0.5, *(0.5 - loss for _, loss, _ in losses.values())]
    return Evidence(
        Measure.BEATEN, ("v26", "v17"), 1 << 32, 80,
        (0, *losses), tuple(scores), tuple(Interval(*ends) for ends in losses.values()),
    )  # fmt: skip


def of_game(turn=60, player=1, **changed):
    """The strongest piece of a player on a frame of a small game, which should stay where it is."""
    replay = game()
    ours = np.where(replay.owner[turn] == player, replay.strength[turn], 0)
    y, x = divmod(int(ours.argmax()), replay.production.shape[1])
    values = {"player": player, "turn": turn, "state": replay.state(turn), "choices": (Choice(x, y, right=(0,)),)}
    return made(**(values | {"name": "of-game", "source": Source("game.hlt", replay.player_names)} | changed))
