"""The pages as files: a folder that opens from a disk or any web host, without a network, replays included."""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import writing
from experiments.arena import links
from experiments.arena.schedule import referee
from experiments.laboratory.database import Database

from . import again, damage, feed, page, replays, searches, studies
from .documents import Documents
from .folder import check
from .season import Season
from .server import opened

MOST_TRIED = 3  # games that are looked at for each recording that is wanted: some cannot be played again


def export(path: Path, folder: Path, anchor: str | None, most: int, studied: int = 0) -> None:
    """Write the pages of a database into `folder`. Raises UserError, OSError.

    most      recordings that are written
    studied   games of each of those who played most that are studied, played again where no recording was kept
    """
    check(folder)
    with opened(path) as database:
        written = write(database, path, folder, anchor, most=most, studied=studied)
    print(f"{folder / 'index.html'}: the league with {written} recordings. Open it, or copy the folder to a web host.")


def write(
    database: Database,
    path: Path,
    folder: Path,
    anchor: str | None = None,
    *,
    most: int = 40,
    home: str | None = None,
    studied: int = 0,
) -> int:
    """Write the pages of an open database; return how many recordings were written. Raises OSError.

    home   an address from `folder` to which every page has a link: the site that the league is a part of
    """
    with damage.told(database):
        documents = Documents.of(database, path, anchor, waits=True)
        folder.mkdir(parents=True, exist_ok=True)
        page.write(folder, home)
        kept = _recordings(documents.season, folder, most)
        again.study(documents.season, studied, lambda line: print(line, file=sys.stderr))
        documents.study()
        with database.snapshot():
            documents.season.refresh()
            for name in names(documents):
                _data(folder, name, documents.document(name))
            for key in kept:
                _data(folder, f"game/{key}", documents.document(f"game/{key}"))
            known = documents.season.contestants
            players = {n: each.notation for n, each in known.items() if links.is_playable(each.notation, each.text)}
            playable = {"rules": referee(), "players": players}  # those that a page plays as they played here
            summary = documents.document("summary")
            _data(folder, "summary", {**summary, "replays": kept, "playable": playable})
    return len(kept)


def names(documents: Documents) -> Iterator[str]:
    """Yield the names of all documents but the summary."""
    yield from ("records", "questions", "history", "versions", "feed/all")
    for view in documents.document("summary")["views"]:
        yield from (f"leaderboard/{view}", f"matrix/{view}")
    yield from (f"feed/{one}/{other}" for one, other in sorted(documents.season.table().pairs) if one < other)
    for number in documents.season.contestants:
        yield from (f"bot/{number}", f"feed/{number}", f"habits/{number}", f"curves/{number}")
    yield from (f"run/{number}" for number in searches.names(documents.season))


def _recordings(season: Season, folder: Path, most: int) -> list[str]:
    """Write recordings, of records and of the newest games, and study them; returns the keys of the sound ones."""
    kept: list[str] = []
    for key in list(_candidates(season))[: MOST_TRIED * most]:
        if len(kept) == most:
            break
        try:
            content = replays.recording(season, key)
            studies.study_recording(season.database.path, key, content)
        except (replays.NoReplayError, *studies.DAMAGED):
            continue
        _file(folder, f"replay/{key}", content)
        kept.append(key)
    return kept


def _candidates(season: Season) -> Iterator[str]:
    """Keys of games that pages link to, each once: records by their boards, and the feed."""
    from .records import records

    recorded = [row["key"] for kind in records(season)["kinds"] for row in kind["rows"]]
    recent = [game["key"] for game in feed.newest(season)]
    pairs = [key for both in zip(recorded, recent, strict=False) for key in both]
    yield from dict.fromkeys([*pairs, *recorded, *recent])


def _file(folder: Path, name: str, content: bytes) -> None:
    _data(folder, name, base64.b64encode(content).decode())


def _data(folder: Path, name: str, content: Any) -> None:
    """Write a document as a script that hands it over: a page that was opened from a file may read nothing else."""
    path = folder / "data" / f"{name}.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    writing.write(path, f"leagueData({json.dumps(name)}, {text});\n")
