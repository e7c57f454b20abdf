"""Writes README.md, the index of the notebooks: the question, the answer and a picture of each, as they stand in it.

python notebooks/index.py
"""

import hashlib
import io
import json
import re
import sys
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

FOLDER = Path(__file__).resolve().parent
QUESTION, ANSWER = "**Question.**", "## The answer"
WIDTH = 360  # pixels of a picture in the index
COLOURS = 96  # of a picture in the index: enough for a heat map; fewer colours make a smaller file
ENOUGH = 240  # characters after which the index tells no further sentence

# The figure that represents a notebook, where it is not the first: number of the notebook -> place, 0 first.
SHOWN = {1: 2, 2: 6, 3: 4, 4: 5, 6: 2, 7: 1, 8: 4, 9: 7, 11: 1, 13: 1, 14: 3, 17: 1}

TOP = """\
# The lessons

<!-- Written by `python notebooks/index.py`. -->

Each opens with its question, ends with its answer, and asserts claims on the way. `make jupyter` opens copies,
`make notebooks` runs them all; [lessons](../docs/extras/lessons.md) says how to work with them.

| | |
| --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A notebook as the index tells of it."""

    path: Path
    title: str  # with its number: "1 · One turn by hand"
    question: str
    answer: str
    figure: bytes  # a PNG as large as in the notebook

    @property
    def picture(self) -> Path:
        """Where its picture is."""
        return self.path.parent / "pictures" / f"{self.path.name[:2]}.png"

    @property
    def row(self) -> str:
        """Its line in the table."""
        told = f"**[{self.title}]({self.path.name})**<br>{self.question}<br><br>**Answer.** {self.answer}"
        shown = f"[![{self.title}](pictures/{self.picture.name})]({self.path.name})"
        return f"| {shown} | {told.replace('|', chr(92) + '|')} |\n"


def main() -> None:
    """Write the index, and the pictures that changed."""
    lessons = [lesson(path) for path in sorted(FOLDER.glob("[0-9][0-9]-*.ipynb"))]
    (FOLDER / "pictures").mkdir(exist_ok=True)
    for each in lessons:
        if not is_of(each.picture, each.figure):
            each.picture.write_bytes(thumbnail(each.figure))
    (FOLDER / "README.md").write_text(text(lessons), encoding="utf-8", newline="\n")


def text(lessons: list[Lesson]) -> str:
    """Return the index of these notebooks."""
    return TOP + "".join(lesson.row for lesson in lessons)


def lesson(path: Path) -> Lesson:
    """Return what the index tells of a notebook; exit with a message where it lacks something."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    prose = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    title, _, rest = prose[0].partition("\n")
    question, answer = rest.partition(QUESTION)[2], prose[-1].partition(ANSWER)[2]
    shown = [output.get("data", {}).get("image/png") for cell in cells for output in cell.get("outputs", ())]
    figures, place = [b64decode("".join(parts)) for parts in shown if parts], SHOWN.get(int(path.name[:2]), 0)
    if not (title.startswith("# ") and question and answer and len(figures) > place):
        sys.exit(f"{path.name} has no title, no {QUESTION}, no {ANSWER} or no figure {place}; was it run?")
    return Lesson(path, title.removeprefix("# "), _opening(question), _opening(answer), figures[place])


def _opening(prose: str) -> str:
    """Whole sentences from the beginning of the first paragraph, until enough is told."""
    paragraph = " ".join(prose.strip().removeprefix("- ").split("\n\n")[0].split())
    told = ""
    for sentence in re.split(r"(?<=[.!?:])(?<!e\.g\.)(?<!i\.e\.) (?=[^a-z])", paragraph):
        if told and len(told) + len(sentence) > ENOUGH:
            break
        told = f"{told} {sentence}".strip()
    return told


def thumbnail(figure: bytes) -> bytes:
    """Return the figure as small as the index wants it; it remembers what it was made of."""
    with Image.open(io.BytesIO(figure)) as image:
        flat = image.convert("RGB")
    flat.thumbnail((WIDTH, WIDTH), Image.Resampling.LANCZOS)
    note, file = PngInfo(), io.BytesIO()
    note.add_text("of", _digest(figure))
    flat.quantize(COLOURS).save(file, "png", optimize=True, pnginfo=note)
    return file.getvalue()


def is_of(picture: Path, figure: bytes) -> bool:
    """Return whether this file shows that figure. Bytes are not compared: each release of the library packs its own."""
    if not picture.exists():
        return False
    with Image.open(picture) as image:
        return image.text.get("of") == _digest(figure)


def _digest(figure: bytes) -> str:
    return hashlib.sha256(figure).hexdigest()[:16]


if __name__ == "__main__":
    main()
