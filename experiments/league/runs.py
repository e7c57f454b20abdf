"""Running commands: their status in the database, and the request to end."""

import time
from pathlib import Path
from typing import Any

from experiments.laboratory.database import Database

QUIET = 60  # s after which a command that stored nothing counts as ended or waiting
LISTED_RUNS = 200

COLUMNS = ("id", "title", "started", "seen", "ended", "played", "found", "total", "status", "stop")
ROWS = f"SELECT {', '.join(COLUMNS)}, EXISTS (SELECT 1 FROM reports WHERE run = runs.id) FROM runs"
NEWEST = f"{ROWS} ORDER BY id DESC LIMIT ?"
OF_NUMBER = f"{ROWS} WHERE id = ?"


def listed(database: Database, now: float | None = None) -> list[dict[str, Any]]:
    """Return the last commands, the newest first."""
    moment = time.time() if now is None else now
    return [_run(row, moment) for row in database.query(NEWEST, LISTED_RUNS)]


def of_number(database: Database, number: int) -> dict[str, Any]:
    """Return one command, of any age."""
    return _run(database.query(OF_NUMBER, number)[0], time.time())


def stop(path: Path, number: int) -> bool:
    """Ask a command to end after the games in flight, which are stored; whether there is such a one."""
    with Database.open(path, create=False) as database:
        return database.ask_to_stop(number)


def _run(row: tuple[Any, ...], now: float) -> dict[str, Any]:
    run: dict[str, Any] = dict(zip((*COLUMNS, "reported"), row, strict=True))
    run["running"] = run["ended"] is None and now - run["seen"] < QUIET
    if run["running"] and run["total"] and run["played"]:
        left = max(0, run["total"] - run["played"] - run["found"])
        run["left"] = round(left * max(1, run["seen"] - run["started"]) / run["played"])
    return run
