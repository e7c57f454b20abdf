"""The folder that a site is written into."""

from pathlib import Path

from experiments.league import folder as folders

MARK = "assets/iframe-worker.js"
"""The file that marks the folder of a site, which may be overwritten. It is one of the first files that mkdocs writes,
so the folder of an interrupted build has it too.
"""


def check(folder: Path) -> None:
    """FolderError for a folder with other files in it: mkdocs empties it first."""
    folders.check(folder, MARK, "a site")
