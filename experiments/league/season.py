"""A season: the stored games as three pandas tables. All SQL of the league is in this file."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain

import pandas as pd

from engine.errors import UserError
from engine.names import printable
from experiments.laboratory.database import Database

SMALL, MEDIUM = 25, 35  # squares of a side: the largest board of a class
SIZES = ("small", "medium", "large")
LONGEST_NAME = 200  # characters of a name on a page

COUNT = "SELECT count(*), (SELECT count(*) FROM replays) FROM games"
GAMES = """
SELECT games.id, lower(hex(key)), width, height, map_seed, players, turns, stored, replays.game IS NOT NULL
FROM games LEFT JOIN replays ON replays.game = games.id ORDER BY stored, games.id
"""
SEATS = """
SELECT game, seat, player, rank, territory, last_frame_alive, fault, mean_answer, worst_answer
FROM seats ORDER BY game, seat
"""
PLAYERS = "SELECT id, notation, identity FROM players ORDER BY id"
REPLAY = "SELECT content FROM replays JOIN games ON games.id = game WHERE key = ?"

GAME = ["game", "key", "width", "height", "seed", "players", "turns", "stored", "recorded"]
SEAT = ["game", "seat", "player", "rank", "territory", "alive", "fault", "mean_answer", "worst_answer"]


@dataclass(frozen=True, slots=True)
class Season:
    """All games that were stored when it was read."""

    games: pd.DataFrame  # a row for each game, in the order of time, with its class of size
    seats: pd.DataFrame  # a row for each player of each game, by game and seat
    players: pd.DataFrame  # a row for each that played, by number: name on the page, notation, bot, first game, games

    @classmethod
    def read(cls, database: Database) -> "Season":
        """Read a database. Raises UserError where its rows contradict one another."""
        games = pd.DataFrame(database.query(GAMES), columns=GAME)
        seats = pd.DataFrame(database.query(SEATS), columns=SEAT)
        seats = seats[seats["game"].isin(games["game"])]  # others were stored after the games were read
        players = pd.DataFrame(database.query(PLAYERS), columns=["player", "notation", "identity"])
        _check(games, seats, players, database)
        side = (games["width"] * games["height"]).astype(float) ** 0.5
        games["size"] = pd.cut(side, [0, SMALL, MEDIUM, float("inf")], labels=SIZES).astype(str)
        return cls(games, seats, _with_names(players, games, seats))


def count(database: Database) -> tuple[int, int]:
    """Return how many games are stored, and how many replays."""
    games, replays = database.query(COUNT)[0]
    return games, replays


def replay(database: Database, key: str) -> bytes:
    """Return the stored replay of a game, .hlt.gz."""
    return bytes(database.query(REPLAY, bytes.fromhex(key))[0][0])


def bot_of(notation: str) -> str:
    """Return what versions of one bot share.

    A preset or an opponent is known by its name, a program by its command without digits: anna1 and anna2 are versions
    of one bot. All revisions of this project are one.
    """
    kind, colon, command = notation.partition(":")
    if colon and kind.partition("@")[0] == "cmd":
        return "cmd:" + re.sub(r"\d+", "", command)
    return "git" if colon and kind == "git" else notation.partition("?")[0]


def _check(games: pd.DataFrame, seats: pd.DataFrame, players: pd.DataFrame, database: Database) -> None:
    """Raise UserError unless every game has its seats, with the ranks 1, 2, … and known players."""
    ranks = seats.sort_values(["game", "rank"]).groupby("game").cumcount() + 1
    seated = seats.groupby("game").size().reindex(games["game"]).to_numpy()
    sound = (
        (games["players"].to_numpy() == seated).all()
        and (ranks == seats["rank"].reindex(ranks.index)).all()
        and seats["player"].isin(players["player"]).all()
    )
    if not sound:
        raise UserError(f"{database.path} contradicts itself: the seats of some games are missing or have wrong ranks")


def _with_names(players: pd.DataFrame, games: pd.DataFrame, seats: pd.DataFrame) -> pd.DataFrame:
    """Return the players that played, with names that differ.

    The newest player with a notation has it as its name; older ones add the day, the minute or the number.
    """
    played = seats[["game", "player"]].drop_duplicates().merge(games[["game", "stored"]])
    counted = played.groupby("player")["stored"].agg(first="min", games="size").reset_index()
    named = players.merge(counted).sort_values(["first", "player"], ascending=False)
    taken: dict[str, int] = {}
    for number, notation, first in zip(named["player"], named["notation"], named["first"], strict=True):
        plain, day = printable(str(notation), LONGEST_NAME), datetime.fromtimestamp(first, UTC)
        dated = f"{plain} of {day.day} {day:%b}"
        names = chain([plain, dated, f"{dated}, {day:%H:%M}"], (f"{plain} · {number}" + "'" * i for i in range(99)))
        taken[next(name for name in names if name not in taken)] = number
    named["name"] = named["player"].map({number: name for name, number in taken.items()})
    named["bot"] = named["notation"].map(lambda notation: printable(bot_of(str(notation)), LONGEST_NAME))
    named["notation"] = named["notation"].map(lambda notation: printable(str(notation), LONGEST_NAME))
    return named.sort_values("player", ignore_index=True)
