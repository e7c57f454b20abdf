"""A notebook as a page: its prose, code and outputs as they are kept in it, and how to run it."""

import html
import json
import re
from base64 import b64decode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import UserError
from viewer.planes import LINK

from . import sizes

MOVING = "*Something to move: run this cell."  # how a notebook's still output for a slider begins
BOARD = "league/board.html"  # the page that shows what a link names, from the site's first folder
THINKING = '<iframe class="board" src="../{board}{link}" title="A board to drag on: {told}" loading="lazy"></iframe>'
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
GLANCE = 3  # lines of code that are shown without a click
FENCE = "~~~~~~"  # longer than any in a cell

HOW_TO_RUN = """\
!!! tip "Run this lesson"
    You read what its last full run showed. `make jupyter` opens a copy, `my-lessons/{name}`, {why}.
    `python notebooks/run.py {number}` runs it from top to bottom. [More about the lessons](../docs/17-notebooks.md)
    {{ data-search-exclude }}
"""
TO_DRAG = "with sliders where this page has only figures"
TO_CHANGE = "where you can change every number"


@dataclass(slots=True)
class Lesson:
    """The page of a notebook."""

    name: str  # of the notebook's file
    text: str = ""  # Markdown
    figures: dict[str, bytes] = field(default_factory=dict)  # file name to PNG


def lesson(path: Path) -> Lesson:
    """Return the page of this notebook. Raises UserError."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: not a notebook: {error}") from None
    made = Lesson(path.name)
    heading = made.name
    parts = []
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = (HEADING.findall(source) or [heading])[-1]
            parts.append(source)
        else:
            parts += [_code(source), *(_output(made, each, heading) for each in cell["outputs"])]
    parts.insert(1, _how_to_run(path.name, MOVING in "".join(parts)))
    made.text = "\n\n".join(part for part in parts if part) + "\n"
    return made


def _how_to_run(name: str, has_sliders: bool) -> str:
    return HOW_TO_RUN.format(name=name, number=name[:2], why=TO_DRAG if has_sliders else TO_CHANGE)


def _output(made: Lesson, output: dict[str, Any], heading: str) -> str:
    """Return a cell's output as Markdown; a figure becomes a file beside the page."""
    data = output.get("data", {})
    if LINK in data:
        return THINKING.format(board=BOARD, link=html.escape("".join(data[LINK])), told=html.escape(heading))
    if "image/png" in data:
        return _figure(made, b64decode("".join(data["image/png"])), output["metadata"].get("image/png", {}), heading)
    if "text/markdown" in data:
        return "".join(data["text/markdown"])
    return _fenced("".join(output.get("text") or data.get("text/plain", "")).rstrip(), "text")


def _figure(made: Lesson, content: bytes, size: dict[str, int], heading: str) -> str:
    name = f"{Path(made.name).stem}-{len(made.figures) + 1}.png"
    made.figures[name] = content
    width, height = sizes.size(content) or (1, 1)
    shown = size.get("width", width)  # a figure has two pixels for each one of the page
    told = heading.replace("[", "").replace("]", "").replace("`", "")
    tall = round(shown * height / width)
    return f"![Figure {len(made.figures)}: {told}]({name}){{ .figure loading=lazy width={shown} height={tall} }}"


def _code(source: str) -> str:
    lines = source.count("\n") + 1
    if lines <= GLANCE:
        return _fenced(source, "python")
    summary = f"<summary>Code, {lines} lines</summary>"
    return f'<details class="code" markdown>\n{summary}\n\n{_fenced(source, "python")}\n\n</details>'


def _fenced(text: str, language: str) -> str:
    return f"{FENCE}{language}\n{text}\n{FENCE}" if text else ""
