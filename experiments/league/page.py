"""The page that draws everything: as the server sends it, and as files of an export."""

import html
from pathlib import Path

import viewer
from engine import writing
from viewer import kernels, style
from viewer.bundle import PAGE, script
from viewer.frame import KERNELS, in_folder, module, served

from . import charts
from .folder import MARK

OWN_PAGE = PAGE.parent / "league"
TITLE = "The league · Halite"
BOARD = "board.html"  # the page that plays a game whose link stands behind its `#`
ROOT = '<div id="league"></div>'


def live() -> str:
    """Return the page as the server sends it."""
    code = f"{kernels.elements()}\n{module('league/league.js')}"
    return served(TITLE, code, "page/style.css", *kernels.STYLES, "league/league.css", root=ROOT)


def write(folder: Path, home: str | None) -> None:
    """Write it as files in a folder, `index.html` among them; `home` as in `exporting.write`. Raises OSError."""
    leads = f' data-home="{html.escape(home)}"' if home else ""
    # a browser loads no module from a disk
    code = f'{kernels.elements()}\n<script defer src="{MARK}"></script>'
    policy = in_folder(KERNELS)  # a game in it is asked about
    files = {
        MARK: f"(() => {{\n{script('league/league.js')}\n}})();\n",  # first: see folder.py
        "index.html": served(
            TITLE, code, "style.css", "league.css", root=ROOT, attributes=f"data-export{leads}", policy=policy
        ),
        "style.css": style() + kernels.style(),
        "league.css": (OWN_PAGE / "league.css").read_text(encoding="utf-8"),
        "vega.js": charts.script(),
        BOARD: viewer.page(),
    }  # fmt: skip
    for name, text in files.items():
        writing.write(folder / name, text)
