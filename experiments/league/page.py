"""The page that draws everything: as the server sends it, and as files of an export."""

import html
from pathlib import Path

from engine import writing
from viewer import style
from viewer.bundle import PAGE, script
from viewer.frame import module, served

from . import charts
from .folder import MARK

OWN_PAGE = PAGE.parent / "league"
TITLE = "The league · Halite"
ROOT = '<div id="league"></div>'


def live() -> str:
    """Return the page as the server sends it."""
    return served(TITLE, module("league/league.js"), "page/style.css", "league/league.css", root=ROOT)


def write(folder: Path, home: str | None) -> None:
    """Write it as files in a folder, `index.html` among them; `home` as in `exporting.write`. Raises OSError."""
    leads = f' data-home="{html.escape(home)}"' if home else ""
    code = f'<script defer src="{MARK}"></script>'  # a browser loads no module from a disk
    files = {
        MARK: f"(() => {{\n{script('league/league.js')}\n}})();\n",  # first: see folder.py
        "index.html": served(
            TITLE, code, "style.css", "league.css", root=ROOT, attributes=f"data-export{leads}"
        ),
        "style.css": style(),
        "league.css": (OWN_PAGE / "league.css").read_text(encoding="utf-8"),
        "vega.js": charts.script(),
    }  # fmt: skip
    for name, text in files.items():
        writing.write(folder / name, text)
