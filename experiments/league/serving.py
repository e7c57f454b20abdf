"""Starts the league: checks the options, prints the address, and runs the server."""

from contextlib import closing
from pathlib import Path

from experiments.serving.starting import address, check_guarded, listening_on, run


def serve(
    database: Path, anchor: str | None, host: str, port: int, token: str | None, opens: bool, studied: int = 0
) -> None:
    """Serve the pages of a database until Ctrl-C. Raises UserError. `studied` as in `exporting.export`."""
    check_guarded(host, token)
    with listening_on(host, port) as listening:
        from .server import League, application  # imported here: a mistyped name should not have to wait for libraries

        if studied:
            _study(database, studied)
        with closing(League(database, anchor)) as league:
            run(application(league, host, token), listening, address(host, listening.getsockname()[1], token), opens)


def _study(database: Path, number: int) -> None:
    from . import again
    from .season import Season
    from .server import opened

    with opened(database) as stored:
        season = Season(stored)
        season.refresh()
        again.study(season, number, print)
