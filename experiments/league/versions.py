"""Versions: players that are one bot with other parameters, of other revisions, or with another program."""

import re
from collections import defaultdict
from typing import Any

from bot.knobs.knob import spoken
from experiments.arena.players import is_command

from . import bots as pages
from .ratings import Rated
from .season import Contestant, Season
from .standings import rounded

LISTED_VERSIONS = 24  # versions of a bot, those that played most
TOLD_CHANGES = 4  # parameters in which an older version differs
REVISIONS = "git: revisions of this project"

PLAYED = """
SELECT id, (SELECT min(game) FROM seats WHERE player = players.id),
       (SELECT sum(games) FROM lengths WHERE player = players.id)
FROM players
"""
STORED = "SELECT stored FROM games WHERE id = ?"


def bots(season: Season, ratings: Rated | None) -> list[dict[str, Any]]:
    """Return every bot of which several versions played, most first; versions by their first games, with ratings."""
    played = {number: (first, games) for number, first, games in season.database.query(PLAYED) if games}
    of: dict[str, list[Contestant]] = defaultdict(list)
    for each in season.contestants.values():
        if each.number in played:
            of[bot_of(each.notation)].append(each)
    told = []
    for name, contestants in of.items():
        often = sorted(contestants, key=lambda each: -played[each.number][1])[:LISTED_VERSIONS]
        if len(often) > 1:
            ordered = sorted(often, key=lambda each: played[each.number][0])
            rows = [_version(season, each, *played[each.number], ratings) for each in ordered]
            told.append({"name": name, "count": len(contestants), "isHistory": _is_history(often), "versions": rows})
    return sorted(told, key=lambda bot: (-bot["count"], bot["name"]))


def bot_of(notation: str) -> str:
    """Return the bot that a notation is a version of: a preset, a school, a file, or the command of a program."""
    if is_command(notation):
        return notation.partition(":")[2]
    if notation.startswith("git:"):
        return REVISIONS
    return notation.partition("?")[0]


def _is_history(versions: list[Contestant]) -> bool:
    """Return whether each came after the one before: revisions and programs do, the points of a sweep do not."""
    return all(is_command(each.notation) or each.notation.startswith("git:") for each in versions)


def _version(season: Season, player: Contestant, first: int, games: int, ratings: Rated | None) -> dict[str, Any]:
    elo = ratings.elo.get(player.name) if ratings else None
    return {
        "id": player.number, "name": player.name, "change": change(player), "games": games,
        "stored": season.database.query(STORED, first)[0][0], "elo": rounded(elo, 1) if elo else None,
    }  # fmt: skip


def change(player: Contestant) -> str:
    """Return what distinguishes a version: its parameters, its revision, or the signature of older code.

    Empty for a command whose files were changed without a new version: only its first game's time tells them apart.
    """
    bot, suffix = bot_of(player.notation), player.name.removeprefix(player.notation)
    if is_command(player.notation):
        _, at, version = player.notation.partition(":")[0].partition("@")
        return f"version {version}" if at else ""
    if bot == REVISIONS:
        return player.name.removeprefix("git:")
    known = player.notation.removeprefix(bot).removeprefix("?") or "as it is"
    return f"{known}{suffix}: {_difference(player)}" if suffix else known


def _difference(player: Contestant) -> str:
    """Return how an older version differs from what its notation means today: some parameters, or its code."""
    changed = [each for each in pages.parameters(player) if each["changed"]]
    rows = [each for each in changed if not re.search(rf"\b{each['name']}=", player.notation)]
    told = [_other(each["name"], each["value"]) for each in rows[:TOLD_CHANGES]]
    more = [f"{len(rows) - TOLD_CHANGES} more"] if len(rows) > TOLD_CHANGES else []
    return ", ".join(told + more) or "other code"


def _other(name: str, value: Any) -> str:
    return f"without {name}" if value is None else f"{name}={spoken(value)}"
