"""Runs notebooks from a fresh kernel, writes their outputs into them, and their index into README.md.

python notebooks/run.py            all of them
python notebooks/run.py 02 sweep   those whose names contain one of these words
python notebooks/run.py --index    none: writes the index alone, of questions, answers and pictures as they stand

With FAST=1 the notebooks run with small samples, and the files stay as they are.
"""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))  # nothing is installed

from experiments.laboratory.progress import duration
from viewer.planes import LINK

CELL_SECONDS = 1800  # that a cell may take: one that hangs is a failure, and some wait for thousands of games

WIDGET = "application/vnd.jupyter.widget-view+json"  # lives only as long as its kernel
ASIDE = "*Sliders that need Python: they move in a copy of this lesson. The figures beside them stay as they are.*"
# Stands beside the link of a board that thinks without a kernel; see dragging.py.
THINKS = "*A board to drag on: run this cell once, or open this lesson on the site, where it needs no kernel.*"

# Small samples, as games.py reads it: such outputs prove that the cells run, and are not worth keeping.
FAST = os.environ.get("FAST") == "1"

QUESTION, ANSWER = "**Question.**", "## The answer"
WIDTH = 360  # pixels of a picture in the index
COLOURS = 96  # of a picture in the index: enough for a heat map; fewer colours make a smaller file
ENOUGH = 240  # characters after which the index tells no further sentence

# The figure that represents a notebook, where it is not the first: number of the notebook -> place, 0 first.
SHOWN = {1: 2, 2: 6, 3: 4, 4: 5, 6: 2, 7: 1, 8: 4, 9: 4, 11: 1, 13: 1, 14: 3, 17: 1}

TOP = """\
# The lessons

<!-- Written by `python notebooks/run.py`. -->

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
        text = f"**[{self.title}]({self.path.name})**<br>{self.question}<br><br>**Answer.** {self.answer}"
        shown = f"[![{self.title}](pictures/{self.picture.name})]({self.path.name})"
        return f"| {shown} | {text.replace('|', chr(92) + '|')} |\n"


def main(words: Sequence[str]) -> int:
    """Run what the command line asks for; returns the exit code: 0 done, 2 there is no such notebook."""
    chosen = [] if "--index" in words else notebooks(words)
    if not chosen and "--index" not in words:
        print(f"No notebook is called so; there are {', '.join(path.stem for path in notebooks())}", file=sys.stderr)
        return 2
    for path in chosen:
        print(f"{path.name} runs ...", end=" ", flush=True)
        begun = monotonic()
        text = execute(path)
        print(duration(monotonic() - begun), flush=True)
        if not FAST:
            path.write_text(text, encoding="utf-8", newline="\n")
    if FAST:
        print("FAST=1: every cell ran; the files keep the outputs of their last full run")
    else:
        write_index(list(map(lesson, notebooks())))
    return 0


def notebooks(names: Sequence[str] = ()) -> list[Path]:
    """Return the notebooks in their order; with `names`, those whose own contain one of them."""
    paths = sorted(FOLDER.glob("[0-9][0-9]-*.ipynb"))
    return [path for path in paths if not names or any(name in path.stem for name in names)]


def execute(path: Path) -> str:
    """Return the text of a notebook after its run in a copy, so that a failure leaves the file as it was.

    Ends the program with the traceback when a cell fails.
    """
    import_module("matplotlib.font_manager")  # lists a new machine's fonts, and says so where no lesson keeps it
    # `import show` finds this folder as it does in Jupyter
    around = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(FOLDER), os.environ.get("PYTHONPATH"))))}
    flags = ["--inplace", "--kernel_name=python3", f"--timeout={CELL_SECONDS}"]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(path.read_bytes())
        command = [sys.executable, "-m", "jupyter", "execute", *flags, copy.name]
        finished = subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, check=False)
        if finished.returncode:
            sys.exit(f"{path.name} failed:\n{finished.stderr}")
        return stable_text(json.loads(copy.read_text(encoding="utf-8")))


def stable_text(notebook: dict[str, Any]) -> str:
    """Return the notebook as it is kept: the same run gives the same text, apart from what it measured.

    Without times of cells, versions of Python and the dead state of widgets.
    """
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook["metadata"] = {"kernelspec": kernel, "language_info": {"name": "python"}}
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        cell["outputs"] = _join([_still(output) for output in cell.get("outputs", ())])
        if cell["cell_type"] != "code":
            del cell["outputs"]
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _join(outputs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what is printed in one go as one output: a kernel breaks it where a moment has passed."""
    joined: list[dict[str, Any]] = []
    for output in outputs:
        before = joined[-1] if joined else {}
        if output["output_type"] == "stream" and output.get("name") == before.get("name"):
            before["text"] = "".join([*before["text"], *output["text"]]).splitlines(keepends=True)
        else:
            joined.append(output)
    return joined


def _still(output: dict[str, Any]) -> dict[str, Any]:
    """Return an output that shows the same without its kernel."""
    data = output.get("data", {})
    if WIDGET in data:
        note = THINKS if LINK in data else ASIDE
        kept = {name: data[name] for name in data if name == LINK}
        output["data"] = kept | {"text/markdown": note, "text/plain": note}
    return output


def write_index(lessons: Sequence[Lesson]) -> None:
    """Write the index, and the pictures that changed."""
    for each in lessons:
        if not is_of(each.picture, each.figure):
            each.picture.write_bytes(thumbnail(each.figure))
    (FOLDER / "README.md").write_text(index(lessons), encoding="utf-8", newline="\n")


def index(lessons: Sequence[Lesson]) -> str:
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
    summary = ""
    for sentence in re.split(r"(?<=[.!?:])(?<!e\.g\.)(?<!i\.e\.) (?=[^a-z])", paragraph):
        if summary and len(summary) + len(sentence) > ENOUGH:
            break
        summary = f"{summary} {sentence}".strip()
    return summary


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
    sys.exit(main(sys.argv[1:]))
