"""Ratings: one strength per player, from all finishing orders at once.

Plackett and Luce: the winner of a game is drawn with probabilities proportional to the players' worths, the second in
the same way among the rest, and so on; with two players this is Bradley and Terry. So i finishes ahead of j with
probability worth_i / (worth_i + worth_j) in games of any size, and 400 * log10(worth) is logistic Elo. Our players do
not change, so strengths are constant; Coulom's whole-history rating would let them move in time.

Regularisation: against one virtual player everybody has half a win and half a loss (`prior` games in all). So a player
that never lost gets a finite rating, and players that never met can be compared.

Intervals: the Bayesian bootstrap over blocks, with random weights for blocks (exponential) and virtual results (gamma).
Drawing blocks with replacement would leave players that never lost an interval without width. Weights alone say nothing
of blocks that did not occur: near-copies whose blocks were all even would be known to be equal. So every player
also has UNSEEN blocks, of random weight too, in which one of two wins all games.

Sources: R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs (1952); R. D. Luce,
Individual Choice Behavior (1959); R. L. Plackett, The Analysis of Permutations (1975); D. R. Hunter, MM Algorithms
for Generalized Bradley-Terry Models (2004), whose iteration our tests compare with; R. Coulom, Whole-History
Rating (2008), for virtual games as a prior; D. B. Rubin, The Bayesian Bootstrap (1981).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .elo import DECADE, Floats
from .interval import Interval

if TYPE_CHECKING:  # it loads more slowly than a match begins
    from scipy.sparse import csr_array

Order = Sequence[str]  # the players of one game, best first, without ties; a player with two seats is listed twice
Block = Sequence[Order]  # the games of one map
Kind = tuple[tuple[str, ...], ...]  # the same, sorted: blocks that ended alike are of one kind

ELO_PER_NAT = DECADE / np.log(10)  # Elo of a factor e between worths
LONGEST_STEP = 1.0  # nats; over a longer way the curvature changes too much for Newton's step to be trusted
LEAST_VIRTUAL = 1e-6  # virtual games: a draw that underflows to 0 would leave the scale of the ratings undetermined
UNSEEN = 2.0  # blocks per player; then n even pairs leave open that 3 in n are won (gamma - gamma < 3.0 in 97.5 %)
LEAST_SHARE = 1 / 4  # of them go to either player: a player that never lost may lose half a block
ENDS = (1 - 0.95) / 2, (1 + 0.95) / 2  # of the intervals, as shares of the resamples
AT_ONCE = 100_000  # numbers that are worked on together: what the processor keeps near
SETTLED = 1e-12  # log-likelihood still to be gained: strengths are then right to a millionth of their standard error


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of one player."""

    name: str
    elo: Interval  # above the anchor, whose own is 0 without width
    games: int


def kinds(blocks: Sequence[Block]) -> Counter[Kind]:
    """Return blocks, counted by how they ended."""
    return Counter(tuple(sorted(map(tuple, block))) for block in blocks)


def _one_sided(kinds: Mapping[Kind, int]) -> dict[Kind, float]:
    """Return the blocks of two players that one of them wins altogether, with the number of the pair's unseen blocks.

    A player's pairs share UNSEEN blocks as they share its meetings; of two players, who met fewer decides. So a match
    has as many as each pair of a gauntlet, and as all pairs of a player in a round robin together.
    """
    pairs: Counter[tuple[str, str, int]] = Counter()  # blocks of each two, by the games in which they met
    meetings: Counter[str] = Counter()
    for kind, number in kinds.items():
        met = Counter(chain(*(combinations(sorted({*order}), 2) for order in kind)))
        for (one, other), games in met.items():
            pairs[one, other, games] += number
            meetings.update({one: number, other: number})
    shares: dict[Kind, float] = {}
    for (one, other, games), number in sorted(pairs.items()):
        share = UNSEEN * number / min(meetings[one], meetings[other])
        shares |= dict.fromkeys((((one, other),) * games, ((other, one),) * games), share)
    return shares


def _likelihoods(unseen: Mapping[Kind, float], strength: Mapping[str, float]) -> Iterator[float]:
    """Yield how many of the unseen blocks end so: as many as the strengths expect, so that draws lean to neither side.

    Args:
        strength: in nats, by name; far behind, a player gets LEAST_SHARE all the same
    """
    for ((ahead, behind), *_), number in unseen.items():
        yield number * max(1 / (1 + np.exp(strength[behind] - strength[ahead])), LEAST_SHARE)


@dataclass(frozen=True, slots=True)
class Fit:
    """The strengths of all players, and those that other weights of the blocks give."""

    games: Mapping[str, int]  # played, by name; in the order of the players below
    best: Floats  # (players,) nats, in the order of games
    drawn: Floats  # (resamples, players) nats

    @classmethod
    def of(cls, kinds: Mapping[Kind, int], *, seed: int, resamples: int = 1000, prior: float = 1.0) -> Fit:
        """Find the maximum of the likelihood, and that of every resample; `prior` is in virtual games per player."""
        if not prior > 0:
            raise ValueError(f"prior = {prior} virtual games; expected more than 0, so that every rating is finite")
        ordered = sorted(kind for kind, number in kinds.items() if number)
        unseen = _one_sided({kind: kinds[kind] for kind in ordered})
        stages = Stages.of([*ordered, *unseen])
        seen, players = [float(kinds[kind]) for kind in ordered], len(stages.names)
        counted = np.array([*seen, *[0.0] * len(unseen)])
        (best,) = stages.strengths(counted[None], np.full((1, 2, players), prior / 2), np.zeros(players))
        numbers = np.array([*seen, *_likelihoods(unseen, dict(zip(stages.names, best.tolist(), strict=True)))])
        random = np.random.default_rng(seed)
        # The weight of one block is exponential, so the summed weight of equal blocks is gamma.
        weights = random.gamma(numbers, size=(resamples, len(numbers)))
        virtual = np.maximum(random.gamma(prior / 2, size=(resamples, 2, players)), LEAST_VIRTUAL)
        parts = range(0, resamples, max(1, AT_ONCE // max(len(ordered), stages.left.nnz, stages.links.size)))
        drawn = [stages.strengths(weights[i : i + parts.step], virtual[i : i + parts.step], best) for i in parts]
        played: Counter[str] = Counter()
        for kind in ordered:
            played.update({name: kinds[kind] * sum(name in order for order in kind) for name in {*chain(*kind)}})
        return cls({name: played[name] for name in stages.names}, best, np.concatenate(drawn))

    def ratings(self, anchor: str) -> list[Rating]:
        """Return all players, the best first. The anchor gets 0 Elo, which shifts all ratings and no difference."""
        if anchor not in self.games:
            raise ValueError(f"the anchor {anchor!r} played no game; those who did: {', '.join(self.games)}")
        zero = [*self.games].index(anchor)
        # numpy's usual method takes the outermost draws for the ends of all luck: of 200 its ends leave out 6 %.
        low, high = np.quantile(self.drawn - self.drawn[:, [zero]], ENDS, axis=0, method="weibull")
        elo = ELO_PER_NAT * np.stack([low, self.best - self.best[zero], high], axis=1)
        played = zip(self.games.items(), elo.tolist(), strict=True)
        ratings = [Rating(name, Interval(*ends), games) for (name, games), ends in played]
        return sorted(ratings, key=lambda rating: (-rating.elo.value, rating.name))


@dataclass(frozen=True, slots=True)
class Stages:
    """All games, cut into stages. Each stage ranks one player ahead of those who are left."""

    names: tuple[str, ...]  # players, in alphabetical order
    links: npt.NDArray[np.intp]  # (2, pairs) players who met, each also with itself: far fewer than players * players
    next: csr_array  # (stages, players) 1 for the player that is ranked
    left: csr_array  # (stages, players) seats of each player that were left, the next one's too
    pairs: csr_array  # (stages, pairs) which of `links` were left together
    times: csr_array  # (kinds, stages) how often each stage occurred in a block

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> Stages:
        """Make them from finishing orders, without the last stage of a game: one player is left."""
        names = tuple(sorted({name for block in blocks for order in block for name in order}))
        number = {name: i for i, name in enumerate(names)}
        stages: dict[tuple[int, ...], int] = {}  # who came next, then who else was left
        found = [
            (home, stages.setdefault((number[order[i]], *sorted(number[name] for name in order[i + 1 :])), len(stages)))
            for home, block in enumerate(blocks)
            for order in block
            for i in range(len(order) - 1)
        ]
        if not stages:
            raise ValueError(f"{len(blocks)} blocks hold no game of two or more players: there is nothing to rate")
        from scipy.sparse import csr_array

        one = np.eye(len(names))
        left = np.stack([one[list(stage)].sum(axis=0) for stage in stages])
        met = [(row, a * len(names) + b) for row, stage in enumerate(stages) for a in stage for b in stage]
        links, column = np.unique([pair for _, pair in met], return_inverse=True)
        pairs = csr_array((np.ones(len(met)), ([row for row, _ in met], column)), shape=(len(stages), len(links)))
        times = np.zeros((len(blocks), len(stages)))
        np.add.at(times, tuple(np.array(found).T), 1)
        sparse = map(csr_array, (one[[stage[0] for stage in stages]], left, pairs, times))
        return cls(names, np.array(np.divmod(links, len(names))), *sparse)

    def strengths(self, weights: Floats, virtual: Floats, start: Floats) -> Floats:
        """Return (draws, players) logarithms of the worths, where the virtual player's is 0, by Newton's method.

        Args:
            weights: (draws, kinds) how much all blocks of each kind count
            virtual: (draws, 2, players) won and lost against the virtual player, all above 0
            start: (players,) where the search for them begins
        """
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import spsolve

        strength, often, against = np.tile(start, (len(weights), 1)), weights @ self.times, virtual.sum(axis=1)
        came, places = often @ self.next + virtual[:, 0], np.arange(strength.size).reshape(strength.shape)
        (one, other), (row, column) = self.links, [np.append(places, places[:, each]) for each in self.links]
        for _ in range(500):
            worth = np.exp(strength - strength.max(axis=1, keepdims=True))
            rest = worth @ self.left.T  # (draws, stages)
            ahead = 1 / (1 + np.exp(-strength))  # (draws, players) of beating the virtual player
            expected = worth * ((often / rest) @ self.left)
            both = ((often / rest**2) @ self.pairs) * worth[:, one] * worth[:, other]
            own = expected + against * ahead * (1 - ahead)
            gradient = came - expected - against * ahead
            curved = csc_array((np.append(own, -both), (row, column)))  # a block for each draw
            step = spsolve(curved, gradient.ravel(), "MMD_AT_PLUS_A").reshape(strength.shape)
            strength += step / np.maximum(1.0, np.abs(step).max(axis=1, keepdims=True) / LONGEST_STEP)
            if (gradient * step).sum(axis=1).max() < SETTLED:
                return strength
        raise ArithmeticError(f"ratings did not settle in 500 rounds; the last step was {np.abs(step).max():.3g} nats")
