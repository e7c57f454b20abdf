"""Themes: what a decision is about, by the geometry of its best and its worst move. A guess for a person to check."""

from collections.abc import Collection, Iterator

import numpy as np

from engine import State
from engine.rules import turn_limit

STEPS = ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns of STILL, NORTH, EAST, SOUTH, WEST."""

LAST_TURNS = 12
"""Turns before the end in which land counts for more than strength."""


class Scene:
    """One square of a player on a frame, and what its five moves lead to.

    met   the players whom this one has met already: no wall stands between them any more
    """

    def __init__(self, state: State, turn: int, player: int, square: int, met: Collection[int] = ()):
        self.state, self.turn, self.player, self.met = state, turn, player, met
        self.y, self.x = divmod(square, state.width)
        self.is_enemy = (state.owner > 0) & (state.owner != player)

    def theme(self, best: int, worst: int) -> str:
        """Return the theme of a decision between these two moves."""
        if turn_limit(self.state.width, self.state.height) - self.turn <= LAST_TURNS:
            return "last turn"
        if self.opens(best) != self.opens(worst):
            return "pact"
        if self.struck(best) > max(1, self.struck(worst)):
            return "overkill"
        if self.exposed(worst) > max(1, self.exposed(best)):
            return "dodge"
        return "retreat" if self.distance(best) > self.distance(worst) else "breakthrough"

    def target(self, move: int) -> tuple[int, int]:
        """Row and column where the square's strength goes."""
        y, x = STEPS[move]
        return (self.y + y) % self.state.height, (self.x + x) % self.state.width

    def opens(self, move: int) -> bool:
        """Return whether the move goes onto a neutral square with strength.

        Behind which stands a player not met before.
        """
        place = self.target(move)
        is_wall = self.state.owner[place] == 0 and self.state.strength[place] > 0
        return bool(
            is_wall
            and any(self.is_enemy[near] and int(self.state.owner[near]) not in self.met for near in self._around(place))
        )

    def struck(self, move: int) -> int:
        """Enemy pieces that would lose strength if they stayed."""
        return sum(
            bool(self.is_enemy[place] and self.state.strength[place] > 0) for place in self._around(self.target(move))
        )

    def exposed(self, move: int) -> int:
        """Return the most of our pieces that one enemy move could strike, when all others stay."""
        ours = (self.state.owner == self.player) & (self.state.strength > 0)
        ours[self.y, self.x] = False
        ours[self.target(move)] = True
        entries = {
            near for place in self._around(self.target(move)) for near in self._around(place) if self._can_enter(near)
        }
        return max((sum(bool(ours[near]) for near in self._around(entry)) for entry in entries), default=0)

    def distance(self, move: int) -> int:
        """Steps from where the strength goes to the nearest enemy square."""
        y, x = np.nonzero(self.is_enemy)
        down, right = np.abs(y - self.target(move)[0]), np.abs(x - self.target(move)[1])
        steps = np.minimum(down, self.state.height - down) + np.minimum(right, self.state.width - right)
        return int(steps.min(initial=self.state.height + self.state.width))

    def _can_enter(self, place: tuple[int, int]) -> bool:
        """Return whether an enemy piece could stand there next turn without fighting a neutral square."""
        is_free = self.state.owner[place] != 0 or self.state.strength[place] == 0
        pieces = self.is_enemy & (self.state.strength > 0)
        return bool(
            is_free and self.state.owner[place] != self.player and any(pieces[near] for near in self._around(place))
        )

    def _around(self, place: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Return the square and its four neighbours."""
        return (((place[0] + y) % self.state.height, (place[1] + x) % self.state.width) for y, x in STEPS)
