"""Builds the site: documents and lessons through mkdocs, the league's pages, a game, the board on the front page."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from engine import generate
from engine.errors import UserError
from engine.replay import write as write_replay
from experiments.laboratory.database import Database
from experiments.league import export
from experiments.league.folder import check
from viewer import page

from . import MARK
from .staging import BOARD, START, Staging

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PLAYERS, SIDE, SEED, TURN = ("champion", "v26"), 24, 7, 64
FIRST = f"{BOARD}#24x24&seed=7&a=v26&b=v17&turn=64&layers=potential&player=1&as=v26&view=brief&play=on"
NEED_A_HOST = ("404.html", "sitemap.xml", "sitemap.xml.gz")  # made for one address, which a folder has not
ALONE = "---\nhide: [navigation, toc]\n---\n\n"  # the front page is on no branch of the contents
LEAGUE_IS_HERE = "> [The league of this site](../../league/index.html) shows the pages described below.\n\n"


def build(folder: Path, path: Path, replays: int) -> None:
    """Write the site into `folder`, new or an earlier site's.

    Args:
        path: the database whose league is shown
        replays: how many of its games can be opened
    """
    check(folder, MARK, "a site")
    with tempfile.TemporaryDirectory() as work:
        staged, built = Path(work) / "pages", Path(work) / "site"
        Staging(ROOT, staged).place(START)
        front = (HERE / "front.md").read_text(encoding="utf-8").format(first=FIRST, turn=TURN)
        _below_title(staged / START, front, ALONE)
        _below_title(staged / "docs" / "extras" / "league.md", LEAGUE_IS_HERE)
        shutil.copytree(HERE / "assets", staged / "assets")
        (staged / "game.html").write_text(_game(Path(work)), encoding="utf-8")
        print("Writing the league ...", file=sys.stderr)
        with Database.open(path, read_only=True) as database:
            export.write(database, staged / "league", replays=replays, home="../index.html")
        with Console(stderr=True).status("Writing the documents and lessons ..."):
            _mkdocs(staged, built)
        _replace(folder, built)
    files = [each for each in folder.rglob("*") if each.is_file()]
    size = sum(each.stat().st_size for each in files) / 1e6
    print(f"{folder / 'index.html'}: {len(files)} files, {size:.1f} MB. Open it, or copy the folder to a web host.")


def _below_title(file: Path, text: str, head: str = "") -> None:
    title, _, rest = file.read_text(encoding="utf-8").partition("\n\n")
    file.write_text(f"{head}{title}\n\n{text}{rest}", encoding="utf-8")


def _game(work: Path) -> str:
    from experiments.arena.arena import record  # here and below: a mistyped folder does not wait for compiled code
    from experiments.arena.families import presets

    replay = work / "champion-v26.hlt"
    write_replay(record([presets()[name] for name in PLAYERS], generate(SIDE, SIDE, len(PLAYERS), SEED)), replay)
    return page(replay)


def _replace(folder: Path, built: Path) -> None:
    """Put a site in the place of an earlier one. Hidden files stay, such as those of a host."""
    for name in NEED_A_HOST:
        (built / name).unlink(missing_ok=True)
    for each in folder.glob("[!.]*"):
        if each.is_dir():
            shutil.rmtree(each)
        else:
            each.unlink()
    shutil.copytree(built, folder, dirs_exist_ok=True)


def _mkdocs(staged: Path, folder: Path) -> None:
    """Write pages from Markdown. Raises UserError when mkdocs warns of anything, a broken link for example."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    command += ["--config-file", HERE / "mkdocs.yml", "--site-dir", folder]
    around = os.environ | {"STAGED": str(staged), "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise UserError(f"mkdocs refuses the pages: {ended.stderr.strip()}")
