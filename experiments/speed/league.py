"""How long the league's pages and updates take with many games: `python -m experiments.speed.league DATABASE`.

The games are played by the laboratory itself, on small boards between changes of the presets, until the database has
as many as are asked for; the same command goes on where it was ended.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, count
from pathlib import Path
from time import perf_counter, thread_time

from experiments.arena.players import player
from experiments.arena.schedule import Block, Game, Map
from experiments.laboratory.database import Database
from experiments.laboratory.executor import play_game
from experiments.league.documents import Documents
from experiments.league.server import documents_of
from experiments.stats.text_table import text_table

PLAYERS = [
    player(f"{preset}{change}")
    for preset in ("v12", "v17", "v26")
    for change in ("", "?alpha=0.05", "?alpha=0.3", "?hold_until=3", "?hold_until=8", "?potential_degradation_step=0.5")
]
SIDE, SIDE_OF_FOUR = 5, 8  # squares: games of 50 and 80 turns
TABLE = 4  # players of every fifth block
AT_ONCE = 500  # games that are stored together
UPDATE = 10  # games that come between two updates
UPDATES = 25
LATER = 10**6  # map seeds that no earlier game had

PAGES = {
    "leaderboard": "leaderboard/all-all",
    "leaderboard of four": "leaderboard/4-small",
    "what beats what": "matrix/all-all",
    "a player": "bot/1",
    "live feed": "feed/all",
    "questions": "questions",
    "records": "records",
    "history": "history",
    "versions": "versions",
}


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds."""

    clock: float
    processor: float  # of the thread that answers, which ratings behind the pages do not hold up


def blocks(first: int) -> Iterator[Block]:
    """Endless, from a map seed on: pairs in turn, and every fifth block a table of four."""
    pairs = list(combinations(PLAYERS, 2))
    for seed in count(first):
        for number, pair in enumerate(pairs):
            if number % 5 == 4:
                others = [PLAYERS[(number + step) % len(PLAYERS)] for step in range(TABLE)]
                yield Block(Map(SIDE_OF_FOUR, SIDE_OF_FOUR, seed * len(pairs) + number, TABLE), tuple(others))
            else:
                yield Block(Map(SIDE, SIDE, seed, 2), pair)


def play(database: Database, games: int, at_once: int = AT_ONCE, first: int = 0) -> None:
    """Play until this many are stored, from a map seed on; says how far it is."""
    (stored,) = database.query("SELECT count(*) FROM games")[0]
    waiting: list[Game] = []
    for block in blocks(first):
        if stored >= games:
            return
        waiting += block.games
        if len(waiting) >= at_once:
            known = database.find(game.key for game in waiting)
            fresh = {game.key: game for game in waiting if game.key not in known}
            database.store([(game, play_game(game)) for game in fresh.values()])
            stored, waiting = stored + len(fresh), []
            print(f"\r{stored:,} of {games:,} games", end="", file=sys.stderr, flush=True)


def measure(path: Path) -> list[tuple[str, Took]]:
    """Opening, every page for the first time, and updates while another connection stores games."""
    opened: list[Documents] = []
    took = [("opening the database", _timed(lambda: opened.append(documents_of(path))))]
    (documents,) = opened
    with documents.season.database, Database.open(path) as other:
        took += [(name, _timed(partial(documents.document, document))) for name, document in PAGES.items()]
        took += [("ratings, behind the pages", _timed(lambda: _ratings(documents)))]
        updates = sorted((_updated(documents, other, number) for number in range(UPDATES)), key=lambda each: each.clock)
    return [*took, (f"update after {UPDATE} games: median", updates[UPDATES // 2]), ("the slowest", updates[-1])]


def _ratings(documents: Documents) -> None:
    documents.waits = True
    documents.document("leaderboard/all-all")
    documents.waits = False


def _updated(documents: Documents, other: Database, number: int) -> Took:
    """Time the requests of a page after new games: the season, the summary and its own document."""
    ((stored,),) = other.query("SELECT count(*) FROM games")
    play(other, stored + UPDATE, at_once=UPDATE, first=LATER + stored + number)

    def update() -> None:
        documents.season.refresh()
        documents.document("summary")
        documents.document("leaderboard/all-all")

    return _timed(update)


def _timed(act: Callable[[], object]) -> Took:
    clock, processor = perf_counter(), thread_time()
    act()
    return Took(perf_counter() - clock, thread_time() - processor)


def main() -> int:
    """Play, measure, print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("database", type=Path)
    asked.add_argument("--games", type=int, default=200_000)
    chosen = asked.parse_args()
    with Database.open(chosen.database) as database:
        play(database, chosen.games)
        ((games, players),) = database.query("SELECT count(*), (SELECT count(*) FROM players) FROM games")
    rows = [
        [name, f"{1000 * took.clock:.0f} ms", f"{1000 * took.processor:.0f} ms"]
        for name, took in measure(chosen.database)
    ]
    print(f"\n{games:,} games between {players} players, {chosen.database.stat().st_size / 1e6:.0f} MB")
    print(text_table(["what", "clock", "processor"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
