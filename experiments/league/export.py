"""Writes a season as a folder of pages: index.html with tables and charts, board.html, and games/ with the replays."""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

import viewer
from engine import writing
from engine.errors import UserError
from engine.names import printable
from experiments.arena import links
from experiments.laboratory import published
from experiments.laboratory.database import Database
from experiments.recordings.drawing import chart_script

from . import scores, season
from .folder import BOARD, check
from .records import KINDS, records
from .season import Season

TITLE = "The league · Halite"
NEWEST, OWN = 500, 20  # games that are listed: of all players, and of each
DECIMALS = 4
TENS = 10  # turns: the width of a bar
FAULT = 500  # characters of a program's last words


def follow(
    path: Path, folder: Path, anchor: str | None, replays: int, every: int, opened: Callable[[], object]
) -> None:
    """Write the pages of a database, and again when games were stored; Ctrl-C ends it. Raises as `write` does.

    Args:
        every: seconds between two looks at the database; 0: write once
    """
    with Database.open(path, read_only=True) as database:
        before = _write_pages(database, folder, anchor, replays, every)
        opened()
        with suppress(KeyboardInterrupt):
            while every:
                time.sleep(every)
                if season.count(database) != before:
                    before = _write_pages(database, folder, anchor, replays, every)


def _write_pages(database: Database, folder: Path, anchor: str | None, replays: int, every: int) -> tuple[int, int]:
    """Write the pages and say so; return how many games and replays they are of."""
    now = season.count(database)
    print(f"Rates the players of {now[0]:,} games; a hundred thousand take a minute.", file=sys.stderr, flush=True)
    write(database, folder, anchor, replays=replays, every=every)
    print(f"{folder / 'index.html'}: {now[0]} games.", flush=True)
    return now


def write(
    database: Database, folder: Path, anchor: str | None = None, *, replays: int = 40, every: int = 0, home: str = ""
) -> None:
    """Write the pages of an open database.

    Args:
        anchor: the name of the player with 0 Elo; without one it is the player with the most games
        replays: how many games get a page: those of records, and the newest, where a replay is stored
        every: seconds after which the page loads itself again; 0: never
        home: the address of a site that the pages belong to
    """
    check(folder)
    stored = Season.read(database)
    if anchor and anchor not in set(stored.players["name"]):
        raise UserError(
            f"no player {printable(anchor)!r} has played; players: {', '.join(stored.players['name'][:20])}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    writing.write(folder / BOARD, viewer.page())
    best = records(stored)
    listed = _games_to_list(stored, best)
    opened = _games(database, stored, folder, [*best["game"], *reversed(stored.games["game"].tolist())], replays)
    file = "the project's published results" if database.path.parent == published.home() else database.path.name
    content = document(stored, anchor, listed, best) | {
        "file": file, "every": every, "home": home, "opened": opened,
    }  # fmt: skip
    writing.write(folder / "index.html", page(content))


def page(content: dict[str, Any]) -> str:
    """Return index.html. Names come from strangers: they stay inside JSON here, and become text nodes in the page."""
    script, charts = _scripts()
    files = [
        f'<script type="application/json" id="season">{_json(content)}</script>',
        f'<script type="application/json" id="charts">{_json(charts)}</script>',
        viewer.inline(script, ""),
        viewer.inline(viewer.script("league/league.js")),
    ]
    style = viewer.style("ui/base.css", "league/league.css")
    return viewer.alone(TITLE, style, '<div id="league"></div>', "\n".join(files))


@cache
def _scripts() -> tuple[str, dict[str, Any]]:
    from . import charts  # here: its libraries take seconds, and a wrong anchor should not wait for them

    return chart_script(), charts.charts()


def _json(content: Any) -> str:
    """Return JSON that cannot end or open an element, whatever a name holds."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def document(stored: Season, anchor: str | None, listed: pd.DataFrame, best: pd.DataFrame) -> dict[str, Any]:
    """Return what the page shows: tables as their columns and rows."""
    games = scores.with_blocks(stored) if len(stored.games) else stored.games
    players = stored.players.merge(_faults_and_times(stored), on="player", how="left").drop(columns="identity")
    tables = {"players": players, "games": listed, "records": best}
    if len(games):
        numbers = stored.players.set_index("name")["player"]
        rated = [
            (players, size, zero, numbers[name], elo.low, elo.value, elo.high)
            for players, size, zero, ratings in scores.ratings(games, anchor)
            for name, elo in ratings.items()
        ]
        elo = pd.DataFrame(rated, columns=["players", "size", "anchor", "player", "elo_low", "elo", "elo_high"])
        past = scores.history(games, anchor)
        tables |= {
            "scores": scores.players(stored, games).merge(elo, on=["players", "size", "player"], how="left"),
            "pairs": scores.pairs(stored, games),
            "history": past.assign(player=past["name"].map(numbers)).drop(columns="name"),
            "ranks": _ranks(stored),
            "turns": _turns(stored),
        }
    last = int(stored.games["stored"].iloc[-1]) if len(stored.games) else None
    return {
        "count": len(stored.games), "last": last, "newest": NEWEST, "own": OWN, "ownGames": scores.OWN_GAMES,
        "kinds": [{"title": kind.title, "unit": kind.unit, "note": kind.note} for kind in KINDS],
        "tables": {name: _table(frame) for name, frame in tables.items()},
    }  # fmt: skip


def _table(frame: pd.DataFrame) -> dict[str, Any]:
    split: dict[str, Any] = json.loads(frame.to_json(orient="split", index=False, double_precision=DECIMALS))
    return {"columns": split["columns"], "rows": split["data"]}


def _games_to_list(stored: Season, best: pd.DataFrame) -> pd.DataFrame:
    """Return the games that the page lists, the newest first, each with its seats: player, rank, squares, fault."""
    seats = stored.seats.merge(stored.games[["game", "stored"]]).sort_values(["stored", "game"], kind="stable")
    own = seats.groupby("player").tail(OWN)["game"]
    chosen = {*stored.games["game"].tail(NEWEST), *own, *best["game"]}
    games = stored.games[stored.games["game"].isin(chosen)].iloc[::-1]
    seated: dict[int, list[list[Any]]] = {game: [] for game in games["game"]}
    rows = stored.seats[stored.seats["game"].isin(chosen)].sort_values(["game", "rank"])
    for game, *seat, fault in rows[["game", "player", "rank", "territory", "fault"]].itertuples(index=False):
        seated[game].append([*seat, printable(fault, FAULT) if isinstance(fault, str) else None])
    again = _links(stored, games)
    columns = games[["game", "key", "width", "height", "size", "players", "turns", "stored"]]
    return columns.assign(seats=games["game"].map(seated), link=[again.get(game) for game in games["game"]])


def _links(stored: Season, games: pd.DataFrame) -> dict[int, str]:
    """Return the links of those games that the board plays today as they were played."""
    rows = stored.players[["player", "notation", "identity"]].itertuples(index=False)
    presets = {player: notation for player, notation, identity in rows if links.is_playable(notation, identity)}
    today = games.set_index("game")[["width", "height", "seed"]]
    seats = stored.seats[stored.seats["game"].isin(today.index)]
    lineups = seats["player"].map(presets).groupby(seats["game"]).agg(list)
    playable = lineups[lineups.map(lambda notations: all(isinstance(each, str) for each in notations))]
    maps = {game: map_ for game, *map_ in today.itertuples()}
    return {
        game: links.link(width, height, seed, playable[game])
        for game, (width, height, seed) in maps.items()
        if game in playable.index
    }


def _games(database: Database, stored: Season, folder: Path, wanted: list[int], most: int) -> list[int]:
    """Write pages of games with a stored replay, the most wanted first; return the numbers of those that can be opened.

    A page that an earlier export wrote stays: a stored replay never changes.
    """
    keys = stored.games[stored.games["recorded"] == 1].set_index("game")["key"].to_dict()
    there = folder / "games"
    opened = []
    for game in [game for game in dict.fromkeys(wanted) if game in keys][:most]:
        file = there / f"{keys[game]}.html"
        if file.is_file() or _game(season.replay(database, keys[game]), file):
            opened.append(game)
    for file in there.glob("*.html"):
        if file.stem not in {keys[game] for game in opened}:
            file.unlink()
    return [int(game) for game in opened]


def _game(replay: bytes, file: Path) -> bool:
    """Write the page of a game; return whether its replay could be read."""
    with tempfile.TemporaryDirectory() as work:
        path = Path(work) / f"{file.stem}.hlt.gz"
        path.write_bytes(replay)
        try:
            text = viewer.page(path)
        except UserError:
            return False
    file.parent.mkdir(exist_ok=True)
    writing.write(file, text)
    return True


def _faults_and_times(stored: Season) -> pd.DataFrame:
    """Return faults with the last one's words, and answer times in seconds, of the players that have either."""
    timed = stored.seats.sort_values("game").dropna(subset=["fault", "worst_answer"], how="all")
    found = timed.groupby("player").agg(
        faults=("fault", "count"), last_fault=("fault", "last"),
        mean_answer=("mean_answer", "mean"), worst_answer=("worst_answer", "max"),
    )  # fmt: skip
    return found.assign(
        last_fault=found["last_fault"].map(lambda text: printable(text, FAULT), na_action="ignore")
    ).reset_index()


def _ranks(stored: Season) -> pd.DataFrame:
    """Return the share of each rank, and how many games each player had, by number of players and seat."""
    seats = stored.seats.merge(stored.games[["game", "players"]])
    counts = seats.groupby(["player", "players", "seat"])["rank"].value_counts().unstack(fill_value=0)
    games = counts.sum(axis=1)
    return counts.div(games, axis=0).add_prefix("rank").assign(games=games).reset_index()


def _turns(stored: Season) -> pd.DataFrame:
    """Return how long the games were that each player won or did not."""
    seats = stored.seats.merge(stored.games[["game", "turns"]])
    seats = seats.assign(won=seats["rank"] == 1, turns=seats["turns"] // TENS * TENS)
    return seats.groupby(["player", "won", "turns"]).size().reset_index(name="games")
