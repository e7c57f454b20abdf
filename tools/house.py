"""The drawing of the house: the rooms of the project on their floors, and the imports between them.

`make house` writes docs/pictures/house.svg. A test in tests/architecture compares the file with the code, so the
picture in docs/README is never out of date.
"""

import ast
import html
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine import writing
from tests.support.project import ROOT, sources

PICTURE = ROOT / "docs" / "pictures" / "house.svg"
INNER = {"bot", "experiments"}  # folders whose folders are rooms of their own
LESSONS = "The lessons: each asks a question about the bot and answers it with games and pictures."
WIDTH, HEIGHT, GAP, FLOOR = 204, 96, 26, 150  # px: a room, the space beside it, and from one floor to the next
MARGIN = 24
COLOURS = {"bot": "#e6f3e6", "engine": "#fdf1d8", "viewer": "#f3e6f5", "experiments": "#e8f0f9", "notebooks": "#f2f2f2"}
"""Of the rooms, by their top-level folder."""


def room(module: str) -> str:
    """Return the room of a dotted module name: a folder of bot or experiments, or a top-level folder."""
    words = module.split(".")
    is_inner = words[0] in INNER and (ROOT / words[0] / "".join(words[1:2])).is_dir()
    return ".".join(words[:2]) if is_inner else words[0]


@cache
def rooms() -> dict[str, str]:
    """Return every room with the sentence at its door."""
    doors = [path for path in sources() if path.name == "__init__.py" and path.parent != ROOT / "experiments"]
    known = {room(_module(path.parent)): _sentence(path) for path in doors if _is_room(path.parent)}
    return {**known, "notebooks": LESSONS}


@cache
def arrows() -> set[tuple[str, str]]:
    """Return pairs of rooms of which the first imports the second."""
    known = rooms()
    pairs = {(room(_module(path)), room(name)) for path in sources() for name in _imported(path)}
    return {(a, b) for a, b in pairs if a != b and a in known and b in known}


def direct(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the arrows without those that a way over other rooms implies: few enough to be followed by eye."""

    def reached(start: str) -> set[str]:
        beside = {b for a, b in pairs if a == start}
        return beside.union(*map(reached, beside))

    return {(a, b) for a, b in pairs if not any(b in reached(c) for d, c in pairs if d == a)}


def floors() -> list[list[str]]:
    """Return the rooms from the ground up: each stands above everything that it imports. ValueError for a circle."""
    left, below, tower = set(rooms()), set[str](), list[list[str]]()
    pairs = arrows()
    while left:
        floor = sorted(name for name in left if all(b in below for a, b in pairs if a == name))
        if not floor:
            raise ValueError(f"these rooms import one another in a circle: {', '.join(sorted(left))}")
        tower.append(floor)
        below |= set(floor)
        left -= set(floor)
    return tower


def drawing() -> str:
    """Return the SVG file."""
    tower = floors()
    width = max(len(floor) for floor in tower) * (WIDTH + GAP) - GAP + 2 * MARGIN
    height = (len(tower) - 1) * FLOOR + HEIGHT + 2 * MARGIN
    texts, led = rooms(), sorted(direct(arrows()))
    place = dict(_places(_ordered(tower, led), width, height))
    body = [_arrow(place[a], place[b]) for a, b in led]
    body += [_box(name, texts[name], *place[name]) for name in place]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return (
        "\n".join([head, "<title>The rooms of the project and who imports whom</title>", ground, *body, "</svg>"])
        + "\n"
    )


def _is_room(folder: Path) -> bool:
    parts = folder.relative_to(ROOT).parts
    return parts[0] != "tests" and len(parts) <= (2 if parts[0] in INNER else 1)


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _sentence(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n\n")[0].replace("\n", " ")


def _imported(path: Path) -> Iterator[str]:
    """Absolute dotted names that a file imports, with the names behind `from package import`."""
    package = _module(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _ordered(tower: list[list[str]], led: list[tuple[str, str]]) -> list[list[str]]:
    """Return the floors with few crossings: each room lies below the mean of the rooms that import it."""
    across: dict[str, float] = {}
    ordered = []
    for floor in reversed(tower):
        above = {name: [across[a] for a, b in led if b == name] or [0.0] for name in floor}
        row = sorted(floor, key=lambda name: (sum(above[name]) / len(above[name]), name))
        across |= {name: number - (len(row) - 1) / 2 for number, name in enumerate(row)}
        ordered.append(row)
    return ordered[::-1]


def _places(tower: list[list[str]], width: int, height: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the upper left corner of every room; the ground floor is at the bottom, each floor in the middle."""
    for level, floor in enumerate(tower):
        left = (width - len(floor) * (WIDTH + GAP) + GAP) // 2
        for number, name in enumerate(floor):
            yield name, (left + number * (WIDTH + GAP), height - MARGIN - HEIGHT - level * FLOOR)


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    x1, y1, x2, y2 = start[0] + WIDTH // 2, start[1] + HEIGHT, end[0] + WIDTH // 2, end[1]
    bend = (y2 - y1) // 2
    way = f"M{x1} {y1} C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}"
    tip = f'<circle cx="{x2}" cy="{y2}" r="3" fill="#7a8794"/>'
    return f'<path d="{way}" fill="none" stroke="#7a8794" stroke-width="1.2"/>{tip}'


def _box(name: str, sentence: str, x: int, y: int) -> str:
    fill = COLOURS[name.partition(".")[0]]
    lines = textwrap.wrap(sentence, 30, max_lines=4, placeholder=" …")
    text = "".join(
        f'<text x="{x + 10}" y="{y + 38 + 14 * row}" font-size="11" fill="#33404d">{html.escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    frame = f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{fill}" stroke="#44596d"/>'
    title = name.replace(".", "/")
    return (
        f'{frame}<text x="{x + 10}" y="{y + 20}" font-size="14" font-weight="bold" fill="#17222d">{title}</text>{text}'
    )


if __name__ == "__main__":
    writing.write(PICTURE, drawing())
