"""Simulated matches between players of known strength, to check tests and intervals."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from experiments.stats import to_score
from experiments.stats.tally import support


@dataclass(frozen=True, slots=True)
class World:
    """Every player performs with its strength, luck, what the seat and what the map gives its style; the best wins.

    Seat and style are drawn once per map: games of a block are correlated in both directions. All are normal, hence the
    first player can be given any Elo exactly (L. L. Thurstone, A Law of Comparative Judgment, 1927).
    """

    players: int = 2
    elo: float = 0.0  # of the first, against opponents that are all equal
    seat: float = 0.7  # spread of what a map gives to a seat, in units of a game's luck: the games of a block differ
    style: float = 0.3  # spread of how a map suits a player: the games of a block are alike

    @property
    def score(self):
        """The true one."""
        return to_score(self.elo)

    def games(self, shape, random):
        """(*shape, players) the first player's share of opponents beaten, a row being the games of one block."""
        seats, size = self.players, (*shape, self.players)
        performance = random.standard_normal((*size, self.players))  # (..., game, player)
        performance += self.style * random.standard_normal((*shape, 1, self.players))
        turned = (np.arange(seats)[:, None] + np.arange(seats)) % seats  # game g puts player i on seat (g + i) % seats
        performance += self.seat * random.standard_normal(size)[..., turned]
        performance[..., 0] += ndtri(self.score) * np.sqrt(2 * (1 + self.seat**2 + self.style**2))
        return (performance[..., :1] > performance[..., 1:]).mean(axis=-1)

    def counts(self, matches, blocks, random):
        """(matches, outcomes) tallies of so many blocks."""
        outcomes = len(support(self.players))
        place = np.rint(self.games((matches, blocks), random).mean(axis=-1) * (outcomes - 1)).astype(int)
        return (place[..., None] == np.arange(outcomes)).sum(axis=1)

    def deviation(self, random):
        """The standard deviation of a block's score."""
        return self.games((50_000,), random).mean(axis=-1).std()


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs that end so, with these probabilities of 0 to 2 points: near-copies, or players that are far apart."""

    chances: tuple[float, float, float, float, float]
    players: int = 2

    @classmethod
    def near_copies(cls, uneven, won, games=2):
        """All pairs are even but for a share, of which the first wins a part, by one game or by both."""
        chances = np.zeros(5)
        chances[[2 - games, 2, 2 + games]] = uneven * (1 - won), 1 - uneven, uneven * won
        return cls(tuple(chances))

    @property
    def score(self):
        """The true one."""
        return float(np.dot(self.chances, support(2)))

    def counts(self, matches, blocks, random):
        """(matches, 5) tallies of so many pairs."""
        return random.multinomial(blocks, self.chances, matches)


def stopped(world, test, matches, random, at_once=8):
    """(matches, outcomes) tallies where the test ended matches, and (matches,) whether H1 was accepted."""
    counts = np.zeros((matches, len(support(world.players))), np.int64)
    running = np.arange(matches)
    while len(running):
        counts[running] += world.counts(len(running), at_once, random)
        llr = test.llrs(world.players, counts[running])
        running = running[(llr > test.bounds[0]) & (llr < test.bounds[1])]
    return counts, test.llrs(world.players, counts) > 0
