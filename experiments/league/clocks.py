"""Clocks of a program: how long its answers take, on which boards, and the faults for which it was ejected."""

from collections import Counter
from itertools import groupby
from math import floor, log10
from operator import itemgetter
from typing import Any

import numpy as np

from engine.game import TURN_TIME

from .season import Season

FAULTS = 20  # that are listed
NEWEST = 2000  # seats whose clocks are read: a page opens in the same time after any number of games
BARS = 5  # of a chart between a time and its tenfold
SHORTEST = 1e-4  # s: what is shorter is in its bar
SLOW = 95  # percentile

CONDUCT = "SELECT seats, faults, mean_answers, worst_answer FROM conduct WHERE player = ?"
FAULTY = """
SELECT lower(hex(key)), fault, games.stored, text FROM seats JOIN games ON games.id = seats.game
LEFT JOIN words ON words.game = seats.game AND words.seat = seats.seat
WHERE player = ? AND fault IS NOT NULL ORDER BY seats.game DESC LIMIT ?
"""
ANSWERS = """
SELECT width, height, mean_answer, worst_answer
FROM (SELECT game, mean_answer, worst_answer FROM seats WHERE player = ? ORDER BY game DESC LIMIT ?) AS newest
JOIN games ON games.id = newest.game WHERE mean_answer IS NOT NULL ORDER BY width * height, width
"""

AnswerTimes = tuple[int, int, float, float]  # width, height, mean and worst of a game, s


def conduct(season: Season, player: int) -> dict[str, Any] | None:
    """Clocks and faults of a program; None for a player of this process."""
    rows = season.database.query(CONDUCT, player)
    if not rows:
        return None
    seats, faults, means, worst = rows[0]
    listed = season.database.query(FAULTY, player, FAULTS) if faults else []
    answers = season.database.query(ANSWERS, player, NEWEST)
    sides = groupby(answers, key=itemgetter(0, 1))  # the smallest first
    boards = [_board(width, height, [row[2:] for row in rows]) for (width, height), rows in sides]
    return {
        "seats": seats, "faults": faults, "mean": means / seats, "worst": worst, "limit": TURN_TIME,
        "listed": [dict(zip(("key", "fault", "stored", "words"), row, strict=True)) for row in listed],
        "answers": {"seats": len(answers), "bars": _bars(answers), "boards": boards},
    }  # fmt: skip


def _bars(answers: list[AnswerTimes]) -> list[list[float]]:
    """Return bars of a histogram: from, to (s); seats whose mean answer, and whose slowest one, took so long.

    Each bar reaches from a time to a fixed multiple of it.
    """
    means, worsts = (Counter(floor(BARS * log10(max(row[column], SHORTEST))) for row in answers) for column in (2, 3))
    there = means.keys() | worsts.keys()
    return [
        [10 ** (bar / BARS), 10 ** ((bar + 1) / BARS), means[bar], worsts[bar]]
        for bar in (range(min(there), max(there) + 1) if there else ())
    ]


def _board(width: int, height: int, times: list[tuple[float, float]]) -> dict[str, Any]:
    """Return what is usual on a board, what is slow, and the worst."""
    means, worsts = np.array(times, np.float64).T
    return {
        "width": width, "height": height, "seats": len(times), "mean": float(np.median(means)),
        "slow": float(np.percentile(worsts, SLOW)), "worst": float(worsts.max()),
    }  # fmt: skip
