"""Scoresheet: points, tallies and faults of a match's blocks, in the order in which they count."""

from collections import defaultdict
from dataclasses import dataclass, field

from engine.faults import Kind
from experiments.arena.players import Player
from experiments.laboratory.laboratory import PlayedBlock
from experiments.stats import Interval, Tally, of_shares

Size = tuple[int, int]  # width, height of a map, as its mix asked for it


@dataclass(slots=True)
class Conduct:
    """The faults and the answer times of a program."""

    timeouts: int = 0  # games lost by an answer that came too late
    crashes: int = 0  # games lost by an exception, a printed warning, or anything else that ends a program's game
    worst_answer: float | None = None  # s, of all its turns; None for a player that was asked in this process

    def add(self, fault: str | None, worst_answer: float | None) -> None:
        """Count one game."""
        if fault is not None:
            late = fault.startswith(Kind.LATE)
            self.timeouts += late
            self.crashes += not late
        if worst_answer is not None:
            self.worst_answer = max(worst_answer, self.worst_answer or 0.0)


@dataclass(slots=True)
class Scoresheet:
    """The blocks of one line-up, whose first player is the one that is asked about."""

    lineup: tuple[Player, ...]
    tally: Tally = field(init=False)  # of the first player
    by_size: dict[Size, Tally] = field(init=False, default_factory=dict)  # the same, for each board size
    shares: list[tuple[float, ...]] = field(init=False, default_factory=list)  # (blocks)(games) the first player's
    conduct: dict[str, Conduct] = field(init=False)  # by notation
    _scores: dict[str, list[float]] = field(init=False)  # notation -> (blocks) mean share over all its seats

    def __post_init__(self) -> None:
        self.tally = Tally.empty(len(self.lineup))
        self.conduct = {player.notation: Conduct() for player in self.lineup}
        self._scores = {player.notation: [] for player in self.lineup}

    def add(self, block: PlayedBlock) -> None:
        """Count the next block."""
        self.shares.append(block.shares(0))
        block_tally = Tally.of_games([block.shares(0)])
        self.tally += block_tally
        size = block.block.map.width, block.block.map.height
        self.by_size[size] = self.by_size.get(size, Tally.empty(len(self.lineup))) + block_tally
        self._add_scores(block)
        for game, played in zip(block.block.games, block.games, strict=True):
            for player, fault, worst in zip(game.seats, played.faults, played.worst_answer, strict=True):
                self.conduct[player.notation].add(fault, worst)

    @property
    def names(self) -> tuple[str, ...]:
        """The notations of the different players, in the order of the line-up."""
        return tuple(self._scores)

    def score(self, notation: str) -> Interval:
        """Return the mean share, 0..1, of opponents that a player beat, over its seats in a game. Needs a block."""
        return of_shares(self._scores[notation])

    def _add_scores(self, block: PlayedBlock) -> None:
        scores_by_name = defaultdict(list)
        for place, player in enumerate(self.lineup):
            scores_by_name[player.notation].append(block.score(place))
        for notation, scores in scores_by_name.items():
            self._scores[notation].append(sum(scores) / len(scores))
