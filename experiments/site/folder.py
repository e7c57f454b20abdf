"""The folder that a site is written into."""

from pathlib import Path

from engine import writing
from experiments.league import folder as folders

MARK = Path("assets/iframe-worker.js")
"""The file that marks the folder of a site, which may be overwritten."""


def check(folder: Path) -> None:
    """Raise UserError for a folder with other files in it: building deletes everything that is not the site's."""
    folders.check(folder, str(MARK), "a site")


def lay(built: Path, folder: Path) -> None:
    """Make `folder` hold what was built and nothing else. Hidden files stay, such as those of a host.

    The mark is written first and never deleted: a folder that a killed build leaves can be built into again.
    """
    names = {path.relative_to(built) for path in built.rglob("*") if path.is_file()}
    _write(built, folder, MARK)
    for path in sorted(folder.rglob("*"), reverse=True):  # what a folder holds comes before the folder
        name = path.relative_to(folder)
        if name.parts[0].startswith(".") and path.suffix != ".part":  # of a file that was being written
            continue
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif name not in names:
            path.unlink()
    for name in sorted(names):
        _write(built, folder, name)


def _write(built: Path, folder: Path, name: Path) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    writing.write(folder / name, (built / name).read_bytes())
