"""The folder that a site is written into."""

from pathlib import Path

MARK = "assets/iframe-worker.js"
"""The file that marks the folder of a site, which may be overwritten. It is one of the first files that mkdocs writes,
so the folder of an interrupted build has it too.
"""


class SiteError(Exception):
    """The site cannot be built; the message says why."""


def check(folder: Path) -> None:
    """SiteError for a folder with other things in it: mkdocs empties it first."""
    if folder.is_file():
        raise SiteError(f"{folder} is a file; expected a folder, which is made when it is missing")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise SiteError(f"{folder} holds files that are not a site's; name a new or an empty folder")
