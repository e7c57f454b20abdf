"""Sweeps and tunes: the scores of their points, and the surface through them, while they play and afterwards.

A sweep's scores are read from the counted blocks, up to the first map that some point has not played. A tune notes its
candidates as they finish.
"""

import json
from typing import Any

import numpy as np

from experiments.arena import players
from experiments.arena.players import Player, PlayerError
from experiments.arena.space import Axis, Space, SpaceError
from experiments.laboratory.database.counting import MISSING, turned
from experiments.stats import of_blocks
from experiments.sweep import table
from experiments.sweep.playing import PointScores
from experiments.sweep.points import Design, Point
from experiments.sweep.surface import Surface, is_range

from .background import Work
from .season import Season

ALONG = 40  # points of a line of the surface

REPORT = "SELECT content FROM reports WHERE run = ?"
REPORTED = "SELECT run FROM reports"

Row = dict[str, Any]
NO_POINTS: Row = {"axes": [], "rows": [], "surface": []}
Blocks = dict[tuple[int, int, int], list[float]]  # width, height, seed: shares of opponents beaten, by game


def names(season: Season) -> list[str]:
    """Return the numbers of all commands that have a page."""
    return [str(run) for (run,) in season.database.query(REPORTED)]


def asked(season: Season, number: int) -> Row | None:
    """Return the notes of a command; None if there is no such command."""
    kept = season.database.query(REPORT, number)
    return json.loads(kept[0][0]) if kept else None


def work(season: Season, asked: Row) -> Work:
    """Read the database now, and return the work that computes a command's points and surface from it."""
    shares = _shares(season, asked) if asked["kind"] == "sweep" else None

    def do() -> Row:
        try:
            design = _design(asked)
        except (PlayerError, SpaceError) as error:  # a file of parameters that is gone
            return {**NO_POINTS, "error": str(error)}
        axes = [
            {"name": axis.name, "unit": axis.unit, "log": axis.log, "isRange": is_range(axis)} for axis in design.axes
        ]
        rows = _tuned(asked) if shares is None else _swept(asked, design, shares)
        return {"axes": axes, "rows": rows, "surface": _surface(design, rows)}

    return do


def _design(asked: Row) -> Design:
    """Return the points as the command had them; who plays them is known by identity only."""
    base = players.player(asked["base"])
    space = Space.parse(asked["axes"], base.family)
    if asked["kind"] == "sweep":
        points = [(values, identity) for values, identity in asked["points"]]
    else:
        own = [asked["values"]] if asked["values"] else []
        points = [(values, "") for values in (*own, *(trial["values"] for trial in asked["trials"]))]
    return Design(space, tuple(Point(tuple(values), Player("", program=identity)) for values, identity in points))


def _swept(asked: Row, design: Design, shares: Any) -> list[Row]:
    """Return the rows of the sweep's own table, over the maps that every point has played.

    Differences are kept within -1 to 1: after too few maps they have no ends, and JSON has no infinity.
    """
    if not len(shares):
        return []
    opponents = [Player(notation, program=identity) for notation, identity in asked["opponents"]]
    faults = np.zeros((len(design.points), len(opponents)), np.int64)
    scores = table.table(design, opponents, PointScores(shares, faults))
    pooled = table.pooled(scores).opponent.iloc[0]
    return [
        {
            "values": [row[axis.name] for axis in design.axes], "isDefault": bool(row["default"]),
            "opponent": row["opponent"], "isPooled": row["opponent"] == pooled, "isFinished": True,
            "score": [row["score_low"], row["score"], row["score_high"]],
            "difference": [max(-1.0, row["difference_low"]), row["difference"], min(1.0, row["difference_high"])],
            "blocks": int(row["blocks"]), "games": int(row["games"]),
        }
        for row in scores.astype(object).to_dict("records")
    ]  # fmt: skip


def _shares(season: Season, asked: Row) -> Any:
    """(maps, points, opponents, games) as `PointScores` has them, up to the first map that is not complete."""
    numbers = season.numbers
    rest = asked["players"] - 1
    blocks = [
        [_block(season, asked, (numbers.get(point, -1), *[numbers.get(other, -1)] * rest)) for _, other in
         asked["opponents"]]
        for _, point in asked["points"]
    ]  # fmt: skip
    complete = []
    for width, height, seed in asked["maps"]:
        played = [[each.get((width, height, seed)) for each in row] for row in blocks]
        if any(each is None for row in played for each in row):
            break
        complete.append(played)
    return np.array(complete, np.float64)


def _block(season: Season, asked: Row, seated: tuple[int, ...]) -> Blocks:
    """Return the shares of the first of a line-up in every complete block, by width, height and seed."""
    lineup, _, period = turned(seated)
    outcomes = season.outcomes(lineup, asked["referee"])
    place = lineup.index(seated[0])
    return {
        (width, height, seed): _of_words(outcome.split(), place, len(seated), period)
        for (seed, width, height), outcome in outcomes.items()
        if MISSING not in outcome.split()
    }


def _of_words(words: list[str], place: int, places: int, period: int) -> list[float]:
    """Return the share of opponents that a place beat in each game; copies have fewer different games than seats."""
    ranks = [int(words[turn % period][(place + turn - turn % period) % places]) for turn in range(places)]
    return [(places - rank) / (places - 1) for rank in ranks]


def _tuned(asked: Row) -> list[Row]:
    """Return the base, where it lies in the space, and every candidate that was finished or given up."""
    base = [{**asked, "is_finished": True, "number": None}] if asked["values"] else []
    return [
        {
            "values": each["values"], "isDefault": each["number"] is None, "isPooled": True, "number": each["number"],
            "isFinished": each["is_finished"], "score": _interval(each, asked["players"]), "blocks": each["blocks"],
            "games": each["blocks"] * asked["players"],
        }
        for each in (*base, *asked["trials"])
    ]  # fmt: skip


def _interval(each: Row, players: int) -> list[float]:
    known = of_blocks(each["score"], each["variance"], each["blocks"], players)
    return [known.low, known.value, known.high]


def _surface(design: Design, rows: list[Row]) -> list[Row]:
    """Return the fitted score along every range, the other parameters being the default's; empty for too few points."""
    pooled = [row for row in rows if row["isPooled"]]
    if len(pooled) != len(design.points) or not pooled or not pooled[0]["isDefault"]:
        return []
    import pandas as pd  # here, because it loads slowly

    frame = pd.DataFrame({"score": [row["score"][1] for row in pooled], "games": [row["games"] for row in pooled]})
    surface = Surface.fitted(design, frame)
    if surface is None:
        return []
    shares = np.linspace(0, 1, ALONG + 1)
    return [
        {"axis": design.axes[number].name,
         "points": [[_at(design.axes[number], share), round(float(score), 5)] for share, score in
                    zip(shares.tolist(), surface.along({number: shares}), strict=True)]}
        for number in surface.axes
    ]  # fmt: skip


def _at(axis: Axis, share: float) -> float:
    """Return the place on the axis, between its values."""
    if axis.log:
        return float(axis.low * (axis.high / axis.low) ** share)
    return float(axis.low + share * (axis.high - axis.low))
