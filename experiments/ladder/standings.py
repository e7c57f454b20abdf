"""Standings: ratings and scores of a ladder's players, from its blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from experiments.match.experiment import Experiment, Games
from experiments.stats import Fit, Rating, Tally, kinds, of_shares

if TYPE_CHECKING:  # pandas loads slowly, and few that import this file make a table
    import pandas as pd


class Standings:
    """Collects played blocks; no player sits twice at one table.

    Before the first block there is nothing to rate: `ratings` and `table` raise ValueError.
    """

    def __init__(self, asked: Experiment, blocks: Iterable[tuple[tuple[str, ...], Games]] = ()) -> None:
        """Begin a ladder with these blocks, such as `lineups(asked)` of an answered one."""
        assert asked.ladder  # for the type checker: it is one
        self.anchor = asked.players[0]
        self._seed = asked.ladder.seed
        self._faults = asked.result.faults if asked.result else {}
        self._blocks = list(blocks)

    def add(self, lineup: tuple[str, ...], games: Games) -> None:
        """Count a block: who played, and the places of each game in the same order."""
        self._blocks.append((lineup, games))

    @property
    def blocks(self) -> int:
        """Blocks counted."""
        return len(self._blocks)

    @property
    def games(self) -> int:
        """Games of these blocks."""
        return sum(len(games) for _, games in self._blocks)

    def ratings(self) -> list[Rating]:
        """Return the whole-history fit of all finishing orders, the best player first."""
        counted = kinds([
            [[name for _, name in sorted(zip(places, lineup, strict=True))] for places in games]
            for lineup, games in self._blocks
        ])  # fmt: skip
        return Fit.of(counted, seed=self._seed).ratings(self.anchor)

    def table(self) -> pd.DataFrame:
        """Return one row per player, the best first.

        Columns: player; elo, elo_low, elo_high above the anchor with the 95 % interval of that difference; blocks,
        games; score, the mean share of opponents beaten, 0..1; faults, games that it lost by being late, crashing or
        writing unreadable answers.
        """
        import pandas as pd

        shares: dict[str, list[float]] = defaultdict(list)
        games: dict[str, int] = defaultdict(int)
        for lineup, ended in self._blocks:
            for name, places in zip(lineup, np.mean(ended, axis=0), strict=True):
                shares[name].append((len(lineup) - places) / (len(lineup) - 1))
                games[name] += len(ended)
        return pd.DataFrame([
            {
                "player": rating.name,
                "elo": rating.elo.value,
                "elo_low": rating.elo.low,
                "elo_high": rating.elo.high,
                "blocks": len(shares[rating.name]),
                "games": games[rating.name],
                "score": float(np.mean(shares[rating.name])),
                "faults": sum(self._faults.get(rating.name, (0, 0, 0))[:2]),
            }
            for rating in self.ratings()
        ])  # fmt: skip

    def head_to_head(self) -> pd.DataFrame:
        """Return a row per ordered pair that met: player, opponent, games; score, score_low, score_high.

        The score is the share of games, 0..1, that the player finished ahead; its 95 % interval is from their blocks.
        """
        import pandas as pd

        met: dict[tuple[str, str], list[list[bool]]] = defaultdict(list)
        for lineup, games in self._blocks:
            for one, mine in enumerate(lineup):
                for other, theirs in enumerate(lineup):
                    if one != other:
                        met[mine, theirs].append([places[one] < places[other] for places in games])
        rows = []
        for (player, opponent), ahead in met.items():
            score = of_shares([float(np.mean(block)) for block in ahead])
            row = {"player": player, "opponent": opponent, "games": sum(map(len, ahead))}
            rows.append(row | {"score": score.value, "score_low": score.low, "score_high": score.high})
        return pd.DataFrame(rows)

    def tallies(self) -> dict[str, Tally]:
        """Return the anchor's blocks against each other player of a gauntlet, counted."""
        shares: dict[str, list[list[int]]] = defaultdict(list)
        for (_, other), games in self._blocks:
            shares[other].append([2 - mine for mine, _ in games])
        return {name: Tally.of_games(each) for name, each in shares.items()}
