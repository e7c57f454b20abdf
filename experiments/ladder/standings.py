"""Standings: ratings and scores of a ladder's players, from its blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from openskill.models import PlackettLuce

from experiments.arena.players import Player
from experiments.laboratory.laboratory import PlayedBlock
from experiments.stats import Fit, Rating, Tally, kinds, of_shares

if TYPE_CHECKING:  # pandas loads slowly, and few that import this file make a table
    import pandas as pd


class Standings:
    """Collects played blocks; no player sits twice at one table.

    Before the first block there is nothing to rate: `ratings`, `table` and `differences` raise ValueError.

    anchor   the player whose rating is 0 Elo
    seed     of the intervals' random weights
    """

    def __init__(self, players: Sequence[Player], anchor: Player, seed: int) -> None:
        self.players = tuple(players)
        self.anchor = anchor
        self._seed = seed
        self.played: list[PlayedBlock] = []
        self._fitted: Fit | None = None  # of these blocks; None until it is asked for

    def add(self, block: PlayedBlock) -> None:
        """Count a block."""
        self.played.append(block)
        self._fitted = None

    @property
    def blocks(self) -> int:
        """Blocks counted."""
        return len(self.played)

    @property
    def games(self) -> int:
        """Games of these blocks."""
        return sum(len(block.games) for block in self.played)

    def ratings(self) -> list[Rating]:
        """Return the whole-history fit of all finishing orders, the best player first."""
        return self._fit().ratings(self.anchor.notation)

    def table(self) -> pd.DataFrame:
        """Return one row per player, the best first.

        Columns: player; elo, elo_low, elo_high above the anchor with the 95 % interval of that difference; mu, sigma of
        openskill's Plackett-Luce model, which sees the games one after the other; blocks, games; score, the mean share
        of opponents beaten, 0..1; faults, games that it lost by being late, crashing or writing unreadable answers.
        """
        import pandas as pd

        skills, sums = self._skills(), self._sums()
        return pd.DataFrame([
            {
                "player": rating.name,
                "elo": rating.elo.value,
                "elo_low": rating.elo.low,
                "elo_high": rating.elo.high,
                "mu": skills[rating.name].mu,
                "sigma": skills[rating.name].sigma,
                **sums[rating.name],
            }
            for rating in self.ratings()
        ])  # fmt: skip

    def differences(self) -> pd.DataFrame:
        """Return a row per ordered pair: player, opponent; elo, elo_low, elo_high above it, with the 95 % interval.

        From the fit of `table`, so from all games and not only from those of the pair.
        """
        import pandas as pd

        return pd.DataFrame([
            {"player": one, "opponent": other, "elo": elo.value, "elo_low": elo.low, "elo_high": elo.high}
            for (one, other), elo in self._fit().differences().items()
        ])  # fmt: skip

    def head_to_head(self) -> pd.DataFrame:
        """Return a row per ordered pair that met: player, opponent, games; score, score_low, score_high.

        The score is the share of games, 0..1, that the player finished ahead; its 95 % interval is from their blocks.
        """
        import pandas as pd

        met: dict[tuple[str, str], list[float]] = defaultdict(list)
        games: dict[tuple[str, str], int] = defaultdict(int)
        for block in self.played:
            for pair, ahead in _ahead(block).items():
                met[pair].append(float(np.mean(ahead)))
                games[pair] += len(ahead)
        return pd.DataFrame([_pair_row(pair, games[pair], shares) for pair, shares in met.items()])

    def tallies(self) -> dict[str, Tally]:
        """Return the anchor's blocks against each other player of a gauntlet, counted."""
        shares: dict[str, list[tuple[float, ...]]] = defaultdict(list)
        for block in self.played:
            shares[block.block.lineup[1].notation].append(block.shares(0))
        return {name: Tally.of_games(each) for name, each in shares.items()}

    def _fit(self) -> Fit:
        if self._fitted is None:
            history = [[names for names, _ in _finishes(block)] for block in self.played]
            self._fitted = Fit.of(kinds(history), seed=self._seed)
        return self._fitted

    def _skills(self) -> dict[str, Any]:
        model = PlackettLuce()
        skills = {player.notation: model.rating(name=player.notation) for player in self.players}
        for block in self.played:
            for names, _ in _finishes(block):
                rated = model.rate([[skills[name]] for name in names], ranks=list(range(len(names))))
                skills.update(zip(names, (team[0] for team in rated), strict=True))
        return skills

    def _sums(self) -> dict[str, dict[str, float]]:
        """Return blocks, games, score and faults of every player."""
        shares: dict[str, list[float]] = defaultdict(list)
        faults: dict[str, int] = defaultdict(int)
        for block in self.played:
            for place, player in enumerate(block.block.lineup):
                shares[player.notation].append(block.score(place))
            for _, faulty in _finishes(block):
                for name in faulty:
                    faults[name] += 1
        games = {name: self._games(name) for name in shares}
        return {
            name: {"blocks": len(each), "games": games[name], "score": float(np.mean(each)), "faults": faults[name]}
            for name, each in shares.items()
        }

    def _games(self, name: str) -> int:
        lineups = [block.block.lineup for block in self.played]
        return sum(len(lineup) for lineup in lineups if name in [player.notation for player in lineup])


def _finishes(block: PlayedBlock) -> Iterator[tuple[list[str], list[str]]]:
    """Yield for each game the notations best first, and those of the players that committed a fault."""
    for game, played in zip(block.block.games, block.games, strict=True):
        names = [player.notation for player in game.seats]
        order = [name for _, name in sorted(zip(played.ranks, names, strict=True))]
        yield order, [name for name, fault in zip(names, played.faults, strict=True) if fault is not None]


def _ahead(block: PlayedBlock) -> dict[tuple[str, str], list[bool]]:
    """Return for each ordered pair of a line-up whether the first finished ahead of the second, game by game."""
    ahead: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for order, _ in _finishes(block):
        place = {name: rank for rank, name in enumerate(order)}
        for one in order:
            for other in order:
                if one != other:
                    ahead[one, other].append(place[one] < place[other])
    return ahead


def _pair_row(pair: tuple[str, str], games: int, shares: list[float]) -> dict[str, Any]:
    score = of_shares(shares)
    row = {"player": pair[0], "opponent": pair[1], "games": games}
    return {**row, "score": score.value, "score_low": score.low, "score_high": score.high}
