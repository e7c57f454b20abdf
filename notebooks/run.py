"""Runs notebooks from a fresh kernel and writes their outputs into them.

python notebooks/run.py            all of them
python notebooks/run.py 02 sweep   those whose names contain one of these words

With FAST=1 the notebooks run with small samples, and the files stay as they are.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))  # nothing is installed

from experiments.laboratory.progress import duration
from viewer.planes import LINK

CELL_SECONDS = 1800  # that a cell may take: one that hangs is a failure, and some wait for thousands of games
LARGEST = 1_000_000  # bytes of a notebook with its outputs: every clone carries them

WIDGET = "application/vnd.jupyter.widget-view+json"  # lives only as long as its kernel
ASIDE = (
    "*Something to move: run this cell. Only a Python kernel draws it anew; the figures beside it stay as they are.*"
)
# Stands beside the link of a board that thinks without a kernel; see dragging.py.
THINKS = "*A board to drag on: run this cell once, or open this lesson on the site, where it needs no kernel.*"

# Small samples, as games.py reads it: such outputs prove that the cells run, and are not worth keeping.
FAST = os.environ.get("FAST") == "1"


class NotebookError(Exception):
    """A notebook failed or cannot be kept; the message says which and why."""


def main(words: Sequence[str]) -> int:
    """Run what the command line asks for; returns the exit code: 0 done, 1 a notebook failed, 2 there is none."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of names; without them all notebooks are run")
    chosen = notebooks(parser.parse_args(words).names)
    if not chosen:
        print(f"No notebook is called so; there are {', '.join(path.stem for path in notebooks())}", file=sys.stderr)
        return 2
    for path in chosen:
        print(f"{path.name} runs ...", end=" ", flush=True)
        begun = monotonic()
        try:
            text = execute(path)
        except NotebookError as error:
            print("failed", flush=True)
            print(error, file=sys.stderr)
            return 1
        print(duration(monotonic() - begun), flush=True)
        if not FAST:
            path.write_text(text, encoding="utf-8", newline="\n")
    if FAST:
        print("FAST=1: every cell ran; the files keep the outputs of their last full run")
    return 0


def notebooks(names: Sequence[str] = ()) -> list[Path]:
    """Return the notebooks in their order; with `names`, those whose own contain one of them."""
    paths = sorted(FOLDER.glob("[0-9][0-9]-*.ipynb"))
    return [path for path in paths if not names or any(name in path.stem for name in names)]


def execute(path: Path) -> str:
    """Return the text of a notebook after its run in a copy, so that a failure leaves the file as it was.

    Raises NotebookError with the traceback when a cell fails, or when the result is too large to be kept.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(path.read_bytes())
        _execute(copy)
        text = stable_text(json.loads(copy.read_text(encoding="utf-8")))
    if len(text.encode()) > LARGEST:
        raise NotebookError(
            f"{path.name} has {len(text.encode()):,} bytes, more than {LARGEST:,}: draw smaller figures"
        )
    return text


def _execute(copy: Path) -> None:
    """Fill in the outputs; `import show` finds this folder as it does in Jupyter."""
    import_module("matplotlib.font_manager")  # lists a new machine's fonts, and says so where no lesson keeps it
    around = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(FOLDER), os.environ.get("PYTHONPATH"))))}
    flags = ["--inplace", "--kernel_name=python3", f"--timeout={CELL_SECONDS}"]
    command = [sys.executable, "-m", "jupyter", "execute", *flags, copy.name]
    finished = subprocess.run(command, cwd=copy.parent, env=around, capture_output=True, text=True, check=False)
    if finished.returncode:
        raise NotebookError(f"{copy.name} failed:\n{finished.stderr}")


def stable_text(notebook: dict[str, Any]) -> str:
    """Return the notebook as it is kept: the same run gives the same text, apart from what it measured.

    Without times of cells, versions of Python and the dead state of widgets.
    """
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook["metadata"] = {"kernelspec": kernel, "language_info": {"name": "python"}}
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        cell["outputs"] = _joined([_still(output) for output in cell.get("outputs", ())])
        if cell["cell_type"] != "code":
            del cell["outputs"]
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _joined(outputs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
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
        told = THINKS if LINK in data else ASIDE
        output["data"] = {"text/markdown": told, "text/plain": told} | {
            name: data[name] for name in data if name == LINK
        }
    return output


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
