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

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_array, csr_array

from .elo import DECADE, Floats
from .interval import Interval

Order = Sequence[str]  # the players of one game, best first, without ties; a player with two seats is listed twice
Block = Sequence[Order]  # the games of one map
Kind = tuple[tuple[str, ...], ...]  # the same, sorted: blocks that ended alike are of one kind
Counts = npt.NDArray[np.int64]

ELO_PER_NAT = DECADE / np.log(10)  # Elo of a factor e between worths
LONGEST_STEP = 1.0  # nats; over a longer way the curvature changes too much for Newton's step to be trusted
LEAST_VIRTUAL = 1e-6  # virtual games: a draw that underflows to 0 would leave the scale of the ratings undetermined
UNSEEN = 2.0  # blocks per player; then n even pairs leave open that 3 in n are won (gamma - gamma < 3.0 in 97.5 %)
LEAST_SHARE = 1 / 4  # of them go to either player: a player that never lost may lose half a block
ENDS = (1 - 0.95) / 2, (1 + 0.95) / 2  # of the intervals, as shares of the resamples
FEW = 32  # players; the full table of so few is solved in less time than a table of pairs takes to set up
AT_ONCE = 100_000  # numbers that are worked on together: what the processor keeps near
SETTLED = 1e-12  # log-likelihood still to be gained: strengths are then right to a millionth of their standard error


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of one player."""

    name: str
    elo: Interval  # above the anchor, whose own is 0 without width
    games: int


def kinds(blocks: Sequence[Block]) -> Counter[Kind]:
    """Return blocks, counted by how they ended.

    blocks   the finishing orders of one map each, in any order
    """
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


def _likely(unseen: Mapping[Kind, float], strength: Mapping[str, float]) -> Iterator[float]:
    """Yield how many of the unseen blocks end so: as many as the strengths expect, so that draws lean to neither side.

    strength   in nats, by name; far behind, a player gets LEAST_SHARE all the same
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
        """Find the maximum of the likelihood, and that of every resample.

        kinds   from `kinds`
        seed    of the resamples' random weights
        prior   virtual games per player, above 0
        """
        if not prior > 0:
            raise ValueError(f"prior = {prior} virtual games; expected more than 0, so that every rating is finite")
        ordered = sorted(kind for kind, number in kinds.items() if number)
        unseen = _one_sided({kind: kinds[kind] for kind in ordered})
        history = History.of([*ordered, *unseen])
        seen, players = [kinds[kind] for kind in ordered], len(history.names)
        counted = np.array([[*seen, *[0.0] * len(unseen)]])
        (best,) = history.strengths(counted, np.full((1, 2, players), prior / 2), np.zeros(players))
        numbers = np.array([*seen, *_likely(unseen, dict(zip(history.names, best.tolist(), strict=True)))])
        drawn = _resampled(history, best, numbers, prior, resamples, np.random.default_rng(seed))
        played: Counter[str] = Counter()
        for kind in ordered:
            played.update({name: kinds[kind] * sum(name in order for order in kind) for name in {*chain(*kind)}})
        return cls({name: played[name] for name in history.names}, best, drawn)

    def ratings(self, anchor: str) -> list[Rating]:
        """Return all players, the best first. The anchor gets 0 Elo, which shifts all ratings and no difference."""
        if anchor not in self.games:
            raise ValueError(f"the anchor {anchor!r} played no game; those who did: {', '.join(self.games)}")
        ratings = [Rating(name, elo, self.games[name]) for name, elo in self._above(anchor).items()]
        return sorted(ratings, key=lambda rating: (-rating.elo.value, rating.name))

    def differences(self) -> dict[tuple[str, str], Interval]:
        """Return how far each player is above each other one, in Elo: its rating with the other one as the anchor."""
        above = {anchor: self._above(anchor) for anchor in self.games}
        return {(one, other): above[other][one] for one in self.games for other in self.games if one != other}

    def _above(self, anchor: str) -> dict[str, Interval]:
        """Return Elo of every player above the anchor, with the 95 % interval of that difference."""
        zero = [*self.games].index(anchor)
        # numpy's usual method takes the outermost draws for the ends of all luck: of 200 its ends leave out 6 %.
        low, high = np.quantile(self.drawn - self.drawn[:, [zero]], ENDS, axis=0, method="weibull")
        elo = np.stack([low, self.best - self.best[zero], high]) * ELO_PER_NAT
        return {name: Interval(*elo[:, i].tolist()) for i, name in enumerate(self.games)}


@dataclass(frozen=True, slots=True)
class History:
    """All games, cut into stages. Each stage ranks one player ahead of those who are left."""

    names: tuple[str, ...]  # players, in alphabetical order
    left: Counts  # (stages, most) who is left, as places in names, the next one first; a player may be left twice
    is_left: Floats  # (stages, most) 1, and 0 where a stage has fewer players; only stages that differ
    pairs: Pairs  # who was left together
    times: csr_array  # (kinds, stages) how often each stage occurred; a block has a few of thousands

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> History:
        """Make it from finishing orders, without the last stage of a game: one player is left."""
        names = tuple(sorted({name for block in blocks for order in block for name in order}))
        number = {name: i for i, name in enumerate(names)}
        stages: dict[tuple[int, ...], int] = {}  # who came next, then who else was left
        rows, homes = [], []
        for home, block in enumerate(blocks):
            for order in block:
                finish = [number[name] for name in order]
                for i in range(len(finish) - 1):
                    stage = finish[i], *sorted(finish[i + 1 :])
                    rows.append(stages.setdefault(stage, len(stages)))
                    homes.append(home)
        if not stages:
            raise ValueError(f"{len(blocks)} blocks hold no game of two or more players: there is nothing to rate")
        most = max(map(len, stages))
        left = np.array([stage + (0,) * (most - len(stage)) for stage in stages], np.int64)
        is_left = np.array([[1.0] * len(stage) + [0.0] * (most - len(stage)) for stage in stages])
        times = csr_array((np.ones(len(homes)), (homes, rows)), shape=(len(blocks), len(stages)))
        return cls(names, left, is_left, Pairs.of(len(names), left, is_left), times)

    def strengths(self, weights: Floats, virtual: Floats, start: Floats) -> Floats:
        """Return (draws, players) natural logarithms of the worths, where the virtual player's is 0.

        weights   (draws, kinds) how much all blocks of each kind count
        virtual   (draws, 2, players) won and lost against the virtual player, all above 0
        start     (players,) where the search for them begins
        """
        strength = np.tile(start, (len(weights), 1))
        often = np.asarray(weights @ self.times)
        open_ = np.arange(len(weights))  # the draws that are not settled
        for _ in range(500):
            step, gain = self._newton_step(strength[open_], often[open_], virtual[open_])
            strength[open_] += step / np.maximum(1.0, np.abs(step).max(axis=1) / LONGEST_STEP)[:, None]
            open_ = open_[gain >= SETTLED]
            if not open_.size:
                return strength
        raise ArithmeticError(f"ratings did not settle in 500 rounds; the last step was {np.abs(step).max():.3g} nats")

    def _newton_step(self, strength: Floats, often: Floats, virtual: Floats) -> tuple[Floats, Floats]:
        """Return each draw's step (draws, players) to its only maximum, and twice its gain (draws,)."""
        players = len(self.names)
        worth = np.take(np.exp(strength - strength.max(axis=1, keepdims=True)), self.left, axis=1) * self.is_left
        chance = worth / worth.sum(axis=2, keepdims=True)  # (draws, stages, most) of coming next
        ahead = 1 / (1 + np.exp(-strength))  # (draws, players) of beating the virtual player
        weighted = often[:, :, None] * chance
        came = _added_up(self.left[:, 0], often, players)
        expected = _added_up(self.left.ravel(), weighted.reshape(len(often), -1), players)
        against = virtual.sum(axis=1)
        gradient = came - expected + virtual[:, 0] - against * ahead
        own = expected + against * ahead * (1 - ahead)
        both = -weighted[:, :, :, None] * chance[:, :, None, :]  # (draws, stages, most, most)
        step = self.pairs.solved(both.reshape(len(often), -1), own, gradient)
        return step, (gradient * step).sum(axis=1)


def _added_up(places: Counts, values: Floats, size: int) -> Floats:
    """Return (draws, size) the values (draws, places) of each draw, added up in their places."""
    draws = len(values)
    apart = places + size * np.arange(draws)[:, None]
    added = np.bincount(apart.ravel(), weights=values.ravel(), minlength=draws * size)
    return np.asarray(added, np.float64).reshape(draws, size)


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of players that met: the nonzero cells of a table of players by players.

    Points of a sweep meet two rivals and never one another: in a full table nearly all time would go into zeros.
    """

    places: Counts  # (stages * most * most + players,) the cell of two who are left, then of each player with itself
    rows: Counts  # (cells,) column after column
    starts: Counts  # (players + 1,) where each column begins

    @classmethod
    def of(cls, players: int, left: Counts, is_left: Floats) -> Pairs:
        """Make it from the stages, as `History` has them; every player has a cell on the diagonal."""
        both = is_left[:, :, None] * is_left[:, None, :] > 0
        met = np.where(both, left[:, :, None] * players + left[:, None, :], 0)
        own = np.arange(players) * (players + 1)
        cells, places = np.unique(np.concatenate([met.ravel(), own]), return_inverse=True)
        starts = np.searchsorted(cells, np.arange(players + 1) * players)
        return cls(places, cells % players, starts)

    def solved(self, values: Floats, own: Floats, right: Floats) -> Floats:
        """Return (draws, players) x where table * x = right, for tables that are symmetric and positive.

        values   (draws, stages * most * most) added up in the cells
        own      (draws, players) added on the diagonal
        right    (draws, players)
        """
        players = own.shape[1]
        tables = _added_up(self.places[:-players], values, len(self.rows))
        tables[:, self.places[-players:]] += own
        if players <= FEW:
            return self._solved_in_full(tables, right)
        return np.stack([self._solved_by_pairs(*each) for each in zip(tables, right, strict=True)])

    def _solved_in_full(self, tables: Floats, right: Floats) -> Floats:
        draws, players = right.shape
        full = np.zeros((draws, players, players))
        full[:, self.rows, np.repeat(np.arange(players), np.diff(self.starts))] = tables
        return np.asarray(np.linalg.solve(full, right[:, :, None])[:, :, 0])

    def _solved_by_pairs(self, table: Floats, right: Floats) -> Floats:
        from scipy.sparse.linalg import splu

        full = csc_array((table, self.rows, self.starts), shape=(len(right), len(right)))
        # Such a table needs no exchange of rows, so the order may be chosen for few new cells alone.
        parts = splu(full, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
        return np.asarray(parts.solve(right))


def _resampled(
    history: History, best: Floats, numbers: Floats, prior: float, resamples: int, random: np.random.Generator
) -> Floats:
    """Return (resamples, players) strengths under random weights of blocks and virtual results.

    The weight of one block is exponential, so the summed weight of equal blocks is gamma.
    """
    weights = random.gamma(numbers, size=(resamples, len(numbers)))
    virtual = np.maximum(random.gamma(prior / 2, size=(resamples, 2, len(history.names))), LEAST_VIRTUAL)
    together = max(1, AT_ONCE // len(history.pairs.places))
    parts = (slice(first, first + together) for first in range(0, resamples, together))
    return np.concatenate([history.strengths(weights[part], virtual[part], best) for part in parts])
