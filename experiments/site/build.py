"""Builds the site: documents and lessons through mkdocs, the league's pages, the board on the front page."""

import logging
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import UserError
from experiments.arena import fingerprint
from experiments.arena.fingerprint import ROOT
from experiments.laboratory.database import Database
from experiments.league import exporting
from experiments.league.server import opened

from . import kept
from .contents import contents
from .folder import check, lay
from .front import Front, front
from .lessons import BOARD
from .reach import START, Reach, reach

HERE = Path(__file__).parent
LEAGUE, GAME = "league", "game.html"
FIRST = f"{BOARD}#24x24&seed=7&a=v26&b=v17&turn=64&layers=potential&player=1&as=v26&view=brief&play=on"
NEED_A_HOST = ("404.html", "sitemap.xml", "sitemap.xml.gz")  # made for one address, which a folder has not
ALONE = "---\nhide: [navigation, toc]\n---\n\n"  # the front page is on no branch of the contents
PLAYING = """\
<div class="front" markdown>
<iframe src="{board}" title="A board that plays: drag a number, and the field follows"></iframe>

**[The lessons](notebooks/README.md)**. What each number does, as a question with its answer.<br>
**[Who is good: the league](league/index.html)**. Every player against every other, and their games.<br>
**[Why a square moved]({game}#{link})**. {told}, with the reason of every move.
</div>

"""
LEAGUE_IS_HERE = """\
!!! tip "Here"
    [The league of this site](../{league}/index.html) shows the pages that are described below.

"""
LEAGUE_PAGE = "docs/21-league.md"
GAMES_ARE_HERE = """\
!!! tip "Here"
    [The league's questions](../{league}/index.html#/questions) have a page for each entry, which plays its games again.

"""
LEDGER_PAGE = "experiments/LEDGER.md"


@dataclass(frozen=True, slots=True)
class SitePlan:
    """The contents of a site besides the documents."""

    database: Path
    recordings: int  # games that the league's pages can open
    studied: int = 0  # games of each of those who played most, played again for curves and habits
    front: Callable[[Path], Front] = front
    parts: Path | None = None  # where what took long is kept; None: in the project

    def key(self, code: str) -> str:
        """Return what the league's pages are made of: database, programs, numbers of games."""
        numbers = (self.recordings, self.studied)
        return fingerprint.of_text(f"{code} {kept.of_a_database(self.database)} {numbers}")


def site(folder: Path, plan: SitePlan) -> None:
    """Write the site, and say how large it is. Raises as `build` does."""
    build(folder, plan)
    files = [path for path in folder.rglob("*") if path.is_file()]
    weight = sum(path.stat().st_size for path in files) / 1e6
    print(f"{folder / 'index.html'}: {len(files)} files, {weight:.1f} MB. Open it, or copy the folder to a web host.")


def build(folder: Path, plan: SitePlan) -> None:
    """Write the site into `folder`, new or an earlier site's. Raises UserError, OSError."""
    check(folder)
    with opened(plan.database) as database, tempfile.TemporaryDirectory() as work:
        staged = Path(work) / "pages"
        reached = reach(ROOT)
        listed = navigation(reached)
        code = kept.of_the_code()
        _stage(reached, Front.read(kept.kept("front", code, lambda part: _front(plan, part), plan.parts)), staged)
        shutil.copytree(
            kept.kept("league", plan.key(code), lambda part: _league(database, plan, part), plan.parts), staged / LEAGUE
        )
        _say("Writing the pages ...")
        built = Path(work) / "site"
        _mkdocs(staged, built, listed)
        for name in NEED_A_HOST:
            (built / name).unlink(missing_ok=True)
        lay(built, folder)


def _front(plan: SitePlan, part: Path) -> None:
    _say("Playing the champion's game ...")
    with tempfile.TemporaryDirectory() as work:
        plan.front(Path(work)).write(part)


def _league(database: Database, plan: SitePlan, part: Path) -> None:
    _say("Writing the league: ratings of every view, and games that have no recording played again ...")
    exporting.write(
        database, plan.database, part,
        most=plan.recordings, home="../index.html", studied=plan.studied,
    )  # fmt: skip


def navigation(reached: Reach) -> list[dict[str, object]]:
    """Return the navigation as mkdocs wants it, behind the front page. Takes in the pages that it lists."""
    listed: list[dict[str, object]] = [
        {group.title: [{title: reached.place(path)} for title, path in group.pages]} for group in contents(ROOT)
    ]
    return [{"Home": START}, *listed]


def _stage(reached: Reach, playing: Front, staged: Path) -> None:
    told = {
        START: with_game(reached.pages[START], playing),
        LEAGUE_PAGE: below_title(reached.pages[LEAGUE_PAGE], LEAGUE_IS_HERE.format(league=LEAGUE)),
        LEDGER_PAGE: below_title(reached.pages[LEDGER_PAGE], GAMES_ARE_HERE.format(league=LEAGUE)),
    }
    for name, text in {**reached.pages, **told}.items():
        _written(staged / name, text.encode())
    for name, content in reached.files.items():
        _written(staged / name, content)
    _written(staged / GAME, playing.html.encode())
    shutil.copytree(HERE / "assets", staged / "assets")


def with_game(readme: str, playing: Front) -> str:
    """Return the front page: a board that plays stands below the title, and below it what leads on."""
    return ALONE + below_title(readme, PLAYING.format(board=FIRST, game=GAME, link=playing.link, told=playing.told))


def below_title(page: str, text: str) -> str:
    """Return a page with a paragraph more below its title."""
    title, _, rest = page.partition("\n\n")
    return f"{title}\n\n{text}{rest}"


def _say(text: str) -> None:
    """Print progress to stderr; stdout has only the result."""
    print(text, file=sys.stderr, flush=True)


def _written(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _mkdocs(staged: Path, folder: Path, nav: list[dict[str, object]]) -> None:
    """Pages from Markdown. Raises UserError when mkdocs warns of anything, a broken link for example."""
    from mkdocs.commands.build import build as built  # here: a mistyped folder should not have to wait for it
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, ConfigurationError

    said = _Said()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(said)
    try:
        config = load_config(str(HERE / "mkdocs.yml"), docs_dir=str(staged), site_dir=str(folder), nav=nav, strict=True)
        built(config)
    except (Abort, ConfigurationError) as error:
        raise UserError("\n".join([f"mkdocs refuses the pages: {error}", *said.warnings])) from None
    finally:
        logger.removeHandler(said)


class _Said(logging.Handler):
    """Keeps what mkdocs warned of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note it."""
        self.warnings.append(record.getMessage())
