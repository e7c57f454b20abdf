"""Simulation: matches between players of known strength, to check the tests and the intervals.

Every player performs with its strength, plus luck, plus what the seat gives on this map, plus how its style suits this
map; the best performance wins. Seat and style are drawn once per map, so games of a block are correlated in both
directions. All are normal, hence the candidate can be given any Elo exactly (L. L. Thurstone, A Law of Comparative
Judgment, 1927). `python -m experiments prove` prints the table of docs/6-statistics.md; it takes some minutes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri  # the normal quantile; scipy.stats asks it too, and takes a second to load

from . import elo, interval
from .elo import Floats
from .planning import expected_blocks
from .sprt import Sprt
from .tally import Counts, support

BLOCKS_AT_ONCE = 32  # of a match between two looks at who has finished


@dataclass(frozen=True, slots=True)
class World:
    """The parameters of simulated games. Spreads are in units of the luck of one player in one game."""

    players: int = 2
    elo: float = 0.0  # of the candidate, against opponents that are all equal
    seat: float = 0.7  # spread of what a map gives to a seat: the games of a block differ
    style: float = 0.3  # spread of how a map suits a player: the games of a block are alike

    def games(self, shape: tuple[int, ...], random: np.random.Generator) -> Floats:
        """Return (*shape, players) the candidate's share of opponents beaten, a row being the games of one block."""
        seats, size = self.players, (*shape, self.players)
        performance = random.standard_normal((*size, self.players))  # (..., game, player)
        performance += self.style * random.standard_normal((*shape, 1, self.players))
        turned = (np.arange(seats)[:, None] + np.arange(seats)) % seats  # game g puts player i on seat (g + i) % seats
        performance += self.seat * random.standard_normal(size)[..., turned]
        performance[..., 0] += self._strength
        return np.asarray((performance[..., :1] > performance[..., 1:]).mean(axis=-1))

    def deviation(self, random: np.random.Generator) -> float:
        """Return the standard deviation of a block's score, measured on enough blocks to plan with."""
        return float(self.games((100_000,), random).mean(axis=-1).std())

    def counts(self, shape: tuple[int, ...], blocks: int, random: np.random.Generator) -> Counts:
        """Return (*shape, outcomes) tallies of `blocks` blocks each."""
        outcomes = len(support(self.players))
        score = self.games((*shape, blocks), random).mean(axis=-1)
        return _histogram(np.rint(score * (outcomes - 1)).astype(np.int64), outcomes)

    @property
    def _strength(self) -> float:
        spread = np.sqrt(2 * (1 + self.seat**2 + self.style**2))  # of the difference of two performances
        return float(ndtri(elo.to_score(self.elo)) * spread)


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened in simulated matches."""

    value: float  # 0..1
    matches: int
    blocks: float  # played per match, on average

    def error(self, expected: float) -> float:
        """Return the Monte-Carlo standard error if the true share is `expected`."""
        return float(np.sqrt(expected * (1 - expected) / self.matches))


def stopped(world: World, test: Sprt, matches: int, seed: int) -> tuple[Counts, npt.NDArray[np.bool_]]:
    """Return (matches, outcomes) tallies where the test ended matches, and (matches,) whether H1 was accepted."""
    random = np.random.default_rng(seed)
    counts = np.zeros((matches, len(support(world.players))), dtype=np.int64)
    passed = np.zeros(matches, dtype=bool)
    running = np.arange(matches)
    while len(running):
        seen = counts[running, None] + world.counts((len(running), BLOCKS_AT_ONCE), 1, random).cumsum(axis=1)
        llr = test.llrs(world.players, seen)  # (matches still running, blocks)
        decided = (llr <= test.bounds[0]) | (llr >= test.bounds[1])
        end = np.where(decided.any(axis=1), decided.argmax(axis=1), BLOCKS_AT_ONCE - 1)
        passed[running] = np.take_along_axis(llr, end[:, None], axis=1)[:, 0] > 0
        counts[running] = seen[np.arange(len(running)), end]
        running = running[~decided.any(axis=1)]
    return counts, passed


def pass_share(world: World, test: Sprt, matches: int, seed: int) -> Share:
    """Return how often H1 is accepted in matches that go on until a bound is reached."""
    counts, passed = stopped(world, test, matches, seed)
    return Share(float(passed.mean()), matches, float(counts.sum(axis=1).mean()))


def coverage(world: World, blocks: int, matches: int, seed: int, confidence: float = 0.95) -> Share:
    """Return how often the interval of the score covers the true one after a fixed number of blocks."""
    counts = world.counts((matches,), blocks, np.random.default_rng(seed))
    covered = interval.covers(world.players, counts, elo.to_score(world.elo), confidence)
    return Share(float(covered.mean()), matches, blocks)


PROOF_TEST = Sprt(0, 30)
PROOF_RESULTS = ["wrongly passes", "wrongly fails", "blocks", "planned", "covers 20", "covers 200"]
PROOF_HEADER = ["players", "seat", "style", *PROOF_RESULTS]
PROOF_WORLDS = tuple(
    World(players, seat=seat, style=style) for players in (2, 3, 4, 6) for seat, style in ((0.7, 0.0), (0.3, 1.0))
)


def proof_lines(worlds: Iterable[World], matches: int, seed: int) -> Iterator[str]:
    """Yield a table in Markdown, line by line: how often the test and the intervals err in these worlds."""
    for cells in (PROOF_HEADER, ["---:"] * len(PROOF_HEADER)):
        yield f"| {' | '.join(cells)} |"
    for world in worlds:
        yield f"| {' | '.join(_proof_row(world, matches, seed))} |"


def _proof_row(world: World, matches: int, seed: int) -> list[str]:
    better = replace(world, elo=PROOF_TEST.elo1)
    passes, fails = (pass_share(each, PROOF_TEST, matches, seed) for each in (world, better))
    planned = expected_blocks(PROOF_TEST, 0, world.deviation(np.random.default_rng(seed)))
    shares = [passes.value, 1 - fails.value, *(coverage(better, blocks, matches, seed).value for blocks in (20, 200))]
    percent = [f"{100 * share:.1f} %" for share in shares]
    setting = [f"{number:g}" for number in (world.players, world.seat, world.style)]
    return [*setting, *percent[:2], f"{passes.blocks:.0f}", f"{planned:.0f}", *percent[2:]]


def _histogram(values: npt.NDArray[np.int64], outcomes: int) -> Counts:
    """Return (..., outcomes) how often each outcome occurs in the last axis."""
    rows = values.reshape(-1, values.shape[-1])
    shifted = rows + outcomes * np.arange(len(rows))[:, None]
    return np.bincount(shifted.ravel(), minlength=len(rows) * outcomes).reshape(*values.shape[:-1], outcomes)
