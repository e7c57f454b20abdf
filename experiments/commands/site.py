"""`python -m experiments site`."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options
from experiments.commands.options import number, value


def site(
    folder: Annotated[Path, typer.Argument(help="the folder to write, replacing an earlier site")] = Path("site"),
    database: Annotated[Path | None, value("FILE", "whose league is shown", default="the published games")] = None,
    replays: Annotated[int, number("how many of its games can be opened", least=0)] = 20,
) -> None:
    """Build the site: documents, lessons, league and a game as a folder of pages, for a web host or opened from a file.

    Exit code 0: written; 2: a folder or database that cannot be used, or a link that leads nowhere.
    """
    from experiments.league.folder import check
    from experiments.site import MARK

    check(folder, MARK, "a site")  # before the published games are unpacked, which takes long the first time
    path = database or options.published_database()
    options.check_stored(path)
    from experiments.site.build import build  # here, because the other verbs need no pages

    build(folder, path, replays)
