"""Ladders of the ledger: the ratings of a plan's players, from the blocks of the plan alone."""

from collections import Counter
from functools import cache, lru_cache
from typing import Any

from experiments.arena.players import Player
from experiments.laboratory.database.counting import MISSING, turned
from experiments.ladder.plan import blocks_of
from experiments.match.plan import MatchPlan
from experiments.stats import Fit, Rating

from . import scores
from .ratings import kinds_of
from .season import Season
from .standings import rounded

Ended = tuple[tuple[int, ...], str]  # line-up, outcome


def is_met(season: Season, plan: MatchPlan) -> bool:
    """Return whether players of this ladder met here, as many as it seats."""
    members = {season.numbers.get(identity, -1) for identity in plan.identities.values()}
    return any(plan.seats in (None, len(lineup)) and members.issuperset(lineup) for lineup in season.lineups.values())


def in_full(season: Season, plan: MatchPlan) -> dict[str, Any]:
    """Rating, score and games of each player, the best first; and how many blocks of the plan were played."""
    ended = played(season, plan)
    blocks = ended.total()
    return {"standings": _rows(season, plan, ended), "played": blocks, "left": plan.blocks - blocks}


def played(season: Season, plan: MatchPlan) -> Counter[Ended]:
    """Return the complete blocks of a plan, by line-up and outcome."""
    players = [Player(notation, program=plan.identities[notation]) for notation in plan.lineup]
    outcomes = cache(lambda lineup: season.outcomes(lineup, plan.referee))
    ended: Counter[Ended] = Counter()
    for block in blocks_of(plan, players):
        lineup, _, _ = turned(tuple(season.numbers.get(player.identity, -1) for player in block.lineup))
        board = block.map.seed, block.map.width, block.map.height
        outcome = outcomes(lineup).get(board, MISSING)
        if MISSING not in outcome.split():
            ended[lineup, outcome] += 1
    return ended


def _rows(season: Season, plan: MatchPlan, ended: Counter[Ended]) -> list[dict[str, Any]]:
    """Return the ranked players, an empty list until the player at 0 Elo has played."""
    assert plan.ladder is not None  # for mypy: the plan is that of a ladder
    numbers = {name: season.numbers.get(identity, -1) for name, identity in plan.identities.items()}
    beaten = _beaten(ended)
    if numbers[plan.lineup[0]] not in beaten:
        return []
    orders = kinds_of({number: name for name, number in numbers.items()}, ended)
    return [
        {
            "id": numbers[rating.name],
            "name": rating.name,
            "elo": rounded(rating.elo),
            "score": rounded(beaten[numbers[rating.name]].interval),
            "games": rating.games,
        }
        for rating in _rated(frozenset(orders.items()), plan.lineup[0], plan.ladder.seed)
    ]


@lru_cache(32)
def _rated(orders: frozenset[tuple[Any, int]], anchor: str, seed: int) -> list[Rating]:
    """Rate once: a page asks after every game that is stored, and few of them are of this ladder."""
    return Fit.of(dict(orders), seed=seed).ratings(anchor)


def _beaten(ended: Counter[Ended]) -> dict[int, scores.Score]:
    """Return the share of opponents beaten by each player, by its number."""
    found: dict[int, scores.Score] = {}
    for (lineup, outcome), blocks in ended.items():
        for player, (share, games) in scores.read(lineup, outcome).players.items():
            found.setdefault(player, scores.Score()).add(share, games, blocks)
    return found
