"""A player's page: its scores by board and by opponent, and how its games end."""

from collections import Counter, defaultdict
from typing import Any

from bot.knobs.identity import telling
from bot.knobs.knob import specs
from experiments.arena import families, schedule
from experiments.laboratory.database.counting import TENS

from . import clocks, scores
from .ratings import Rated
from .scores import Score
from .season import Contestant, Season
from .standings import rounded

LOST_MAPS = 12  # of a head-to-head that are listed

LENGTHS = "SELECT players, won, tens, sum(games) FROM lengths WHERE player = ? GROUP BY players, won, tens"
LOST = """
SELECT map_seed, width, height, version, outcome FROM blocks JOIN engines ON engines.id = blocks.engine
WHERE lineup = ? AND outcome = ? LIMIT ?
"""


def page(season: Season, player: Contestant, ratings: Rated | None) -> dict[str, Any]:
    """Return everything about one player."""
    elo = ratings.elo.get(player.name) if ratings else None
    counted = _Counted.of(season, player.number)
    return {
        "id": player.number,
        "name": player.name,
        "newest": player.plain if player.name != player.plain else None,
        "playsAlike": _plays_alike(player, season.named(player.plain)),
        "notation": player.notation,
        "program": player.is_program,
        "elo": rounded(elo, 3) if elo else None,
        "anchor": ratings.anchor if ratings else None,
        "games": counted.whole.games,
        "blocks": counted.whole.blocks,
        "score": rounded(counted.whole.interval),
        "cells": [[*cell, *_row(score)] for cell, score in sorted(counted.cells.items())],
        "seats": [[*seat, *_row(score)] for seat, score in sorted(counted.seats.items())],
        "ranks": [[*rank, games] for rank, games in sorted(counted.ranks.items())],
        "opponents": _opponents(season, player.number, counted),
        "lengths": [
            [players, won, tens * TENS, games]
            for players, won, tens, games in season.database.query(LENGTHS, player.number)
        ],
        "conduct": clocks.conduct(season, player.number),
        "parameters": parameters(player),
    }


def _plays_alike(player: Contestant, newest: Contestant | None) -> bool:
    """Return whether the newest of this name makes the same moves: a knob that changed nothing has gone since."""
    play = player.identity.get("play")
    return newest is not None and play is not None and play == newest.identity.get("play")


def parameters(player: Contestant) -> list[dict[str, Any]]:
    """Return the player's parameters that do something, beside those of its preset; empty for a program.

    What its preset has of a knob that the player turned off is left out: that knob's own row says it.
    """
    known = player.identity.get("parameters")
    if not isinstance(known, dict):
        return []
    presets = families.presets()
    names = (player.notation.partition("?")[0], player.identity.get("school"), known.get("generation"))
    preset = next((presets[name] for name in names if name in presets), None)
    base = telling(preset) if preset else {}
    owner = {name: spec.metadata["of"] for name, spec in specs(preset).items()} if preset else {}
    idle = {name for name in {*base} - {*known} if owner.get(name) and owner[name] not in known}
    return [
        {"name": name, "value": known.get(name), "base": base.get(name), "changed": known.get(name) != base.get(name)}
        for name in sorted({*known, *base} - idle - {"generation"})
    ]


class _Counted:
    """The blocks of one player."""

    def __init__(self) -> None:
        self.whole = Score()
        self.cells: dict[tuple[int, int, int], Score] = defaultdict(Score)  # players, width, height
        self.seats: dict[tuple[int, int], Score] = defaultdict(Score)  # players, seat
        self.ranks: Counter[tuple[int, int]] = Counter()  # players, rank
        self.opponents: dict[int, Score] = defaultdict(Score)
        self.lost: dict[int, list[tuple[int, str]]] = defaultdict(list)  # opponent: line-up, outcome without a win

    @classmethod
    def of(cls, season: Season, player: int) -> "_Counted":
        """Count a player in the season's outcomes."""
        counted = cls()
        for (lineup, width, height, outcome), number in season.groups().items():
            if player in season.lineups[lineup]:
                counted._add(player, season.lineups[lineup], lineup, (width, height), outcome, number)
        scores.prepare([*counted.cells.values(), *counted.seats.values(), *counted.opponents.values()])
        return counted

    def _add(
        self, player: int, seated: tuple[int, ...], lineup: int, board: tuple[int, int], outcome: str, number: int
    ) -> None:
        block, players = scores.read(seated, outcome), len(seated)
        share, games = block.players[player]
        self.whole.add(share, games, number)
        self.cells[players, *board].add(share, games, number)
        for who, seat, rank in block.seats:
            if who == player:
                self.seats[players, seat].add((players - rank) / (players - 1), 1, number)
                self.ranks[players, rank] += number
        for (who, opponent), (won, met) in block.pairs.items():
            if who == player:
                self.opponents[opponent].add(won, met, number)
                if won == 0 and players == 2:
                    self.lost[opponent].append((lineup, outcome))


def _opponents(season: Season, player: int, counted: _Counted) -> list[dict[str, Any]]:
    """Head to head, the one that was met most first, with maps on which no game was won."""
    rows = [
        {
            "id": opponent,
            "name": season.contestants[opponent].name,
            "games": score.games,
            "score": rounded(score.interval),
            "lost": _lost(season, counted.lost[opponent]) if opponent in counted.lost else [],
        }
        for opponent, score in counted.opponents.items()
    ]
    return sorted(rows, key=lambda row: (-row["games"], row["name"]))


def _lost(season: Season, outcomes: list[tuple[int, str]]) -> list[dict[str, Any]]:
    """Return maps on which a pair was lost from both seats, and the key of the first game."""
    maps: list[dict[str, Any]] = []
    for lineup, outcome in dict.fromkeys(outcomes):
        for seed, width, height, engine, _ in season.database.query(LOST, lineup, outcome, LOST_MAPS - len(maps)):
            maps.append(
                {
                    "seed": seed,
                    "width": width,
                    "height": height,
                    "key": _key(season, lineup, outcome, (seed, width, height), engine),
                }
            )
    return maps


def _key(season: Season, lineup: int, outcome: str, board: tuple[int, int, int], engine: str) -> str:
    """Return the key of the first game of a block that was played."""
    seed, width, height = board
    seated = season.lineups[lineup]
    turn = next(turn for turn, word in enumerate(outcome.split()) if word != "-")
    seats = [seated[(seat - turn) % len(seated)] for seat in range(len(seated))]
    identities = [season.contestants[player].text for player in seats]
    return schedule.key(schedule.Map(width, height, seed, len(seats)), identities, engine)


def _row(score: Score) -> list[float]:
    """Low, value, high, games."""
    return [*rounded(score.interval), score.games]
