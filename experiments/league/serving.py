"""Starts the league: checks the options, prints the address, and runs the server."""

from pathlib import Path

from engine.names import shown_in_full
from experiments.laboratory.database import DatabaseError
from experiments.serving.starting import DONE, REFUSED, address, listening_on, run, unguarded


def serve(
    database: Path, anchor: str | None, host: str, port: int, token: str | None, opens: bool, studied: int = 0
) -> int:
    """Serve the pages of a database until Ctrl-C; returns the exit code. `studied` as in `exporting.export`."""
    if complaint := unguarded(host, token):
        return _refused(complaint)
    try:
        listening = listening_on(host, port)
    except OSError as error:
        return _refused(f"cannot listen on {host} port {port}: {error.strerror or error}")
    from .server import League, application  # imported here: a mistyped name should not have to wait for libraries

    try:
        if studied:
            _study(database, studied)
        league = League(database, anchor)
    except DatabaseError as error:
        listening.close()
        return _refused(str(error))
    try:
        run(application(league, host, token), listening, address(host, listening.getsockname()[1], token), opens)
    finally:
        league.close()
    return DONE


def _study(database: Path, number: int) -> None:
    from . import again
    from .season import Season
    from .server import opened

    with opened(database) as stored:
        season = Season(stored)
        season.refresh()
        again.study(season, number, print)


def _refused(complaint: str) -> int:
    print(f"No league: {shown_in_full(complaint)}")
    return REFUSED
