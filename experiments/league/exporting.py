"""The pages as files: a folder that opens from a disk or any web host, without a network, replays included."""

import base64
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine import writing
from engine.names import shown_in_full
from experiments.laboratory.database import Database, DatabaseError

from . import again, charts, damage, feed, games, page, questions, replays, searches, studies
from .documents import Documents
from .folder import FolderError, check
from .season import Season
from .server import opened

WRITTEN, REFUSED = 0, 2
"""Exit codes."""

MOST_TRIED = 3  # games that are looked at for each recording that is wanted: some cannot be played again


def export(path: Path, folder: Path, anchor: str | None, most: int, studied: int = 0, reasons: int = 0) -> int:
    """Write the pages of a database into `folder`, with this many recordings; returns the exit code.

    reasons   recordings with the reasons of a player
    studied   games of each of those who played most that are studied, played again where no recording was kept
    """
    try:
        check(folder)
        with opened(path) as database:
            written = write(database, path, folder, anchor, most=most, studied=studied, reasons=reasons)
    except (DatabaseError, FolderError, charts.ChartsError) as error:
        print(f"No export: {shown_in_full(str(error))}")
        return REFUSED
    except OSError as error:
        print(f"No export: {folder} cannot be written: {error.strerror or error}")
        return REFUSED
    print(f"{folder / 'index.html'}: the league with {written} recordings. Open it, or copy the folder to a web host.")
    return WRITTEN


def write(
    database: Database,
    path: Path,
    folder: Path,
    anchor: str | None = None,
    *,
    most: int = 40,
    home: str | None = None,
    studied: int = 0,
    reasons: int = 0,
) -> int:
    """Return the same for an open database; returns how many recordings were written. Raises OSError.

    home   an address from `folder`, to which every page has a link: the site that the league is a part of
    """
    with damage.told(database):
        documents = Documents.of(database, path, anchor, waits=True)
        folder.mkdir(parents=True, exist_ok=True)
        page.write(folder, home)
        kept = _recordings(documents.season, folder, most)
        told = _reasons(documents.season, folder, kept, reasons)
        again.study(documents.season, studied, lambda line: print(line, file=sys.stderr))
        documents.study()
        with database.snapshot():
            documents.season.refresh()
            for name in names(documents):
                _data(folder, name, documents.document(name))
            for key in kept:
                _data(folder, f"game/{key}", documents.document(f"game/{key}"))
            _data(folder, "summary", {**documents.document("summary"), "replays": list(kept), "reasons": told})
    return len(kept)


def names(documents: Documents) -> Iterator[str]:
    """Yield the names of all documents but the summary."""
    yield from ("records", "questions", "history", "versions", "feed/all")
    for view in documents.document("summary")["views"]:
        yield from (f"leaderboard/{view}", f"matrix/{view}")
    for number in documents.season.contestants:
        yield from (f"bot/{number}", f"feed/{number}", f"habits/{number}", f"curves/{number}")
    yield from (f"run/{number}" for number in searches.names(documents.season))
    yield from (f"question/{name}" for name in questions.names(documents.season, documents.books))


def _recordings(season: Season, folder: Path, most: int) -> dict[str, bytes]:
    """Write recordings, of records and of the newest games, and study them; returns all sound ones by their keys."""
    kept: dict[str, bytes] = {}
    for key in list(_candidates(season))[: MOST_TRIED * most]:
        if len(kept) == most:
            break
        try:
            content = replays.recording(season, key)
            studies.study_recording(season.database.path, key, content)
        except (replays.NoReplayError, *studies.DAMAGED):
            continue
        _file(folder, f"replay/{key}", content)
        kept[key] = content
    return kept


def _reasons(season: Season, folder: Path, kept: Mapping[str, bytes], most: int) -> dict[str, list[int]]:
    """Write the reasons of one player of so many recorded games; returns the seats by the keys of the games.

    Of each game it is the best of those that can be asked. The other games have none: a player thinks longer than
    its game took, and its reasons are several times as large as the recording.
    """
    told: dict[str, list[int]] = {}
    for key, content in kept.items():
        if len(told) == most:
            break
        seated = games.players(season, key)
        if seats := games.askable(seated):
            ranks = games.ranks(season, key)
            seat = min(seats, key=lambda each: ranks[each])
            _file(folder, f"reasons/{key}/{seat}", games.reasons(content, seat, games.values(seated, key, seat)))
            told[key] = [seat]
    return told


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
