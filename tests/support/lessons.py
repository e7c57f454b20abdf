"""Runs lessons one after another in one process, by IPython as a kernel does, without a kernel or a notebook."""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
LONGEST = 3600  # seconds of the clock; a lesson that hangs then ends the process, and says where


class Lessons:
    """The process; ends with the `with` block."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        around = os.environ | {"FAST": "1", "OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "agg"} | environment
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__], env=around, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Lessons:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def run(self, path: Path, folder: Path) -> dict[str, Any]:
        """Run a lesson in this folder.

        Returns what each cell printed (`said`), what failed, empty if nothing did (`error`), and the CPU time that
        it took (`seconds`).
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([str(path), str(folder)]) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def main() -> None:
    """Answer each line of JSON by another until there is none."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a worker of a lesson prints is no answer
    sys.path.insert(0, str(NOTEBOOKS))
    for line in sys.stdin:
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        print(json.dumps(_ran(*map(Path, json.loads(line)))), file=answers, flush=True)
        faulthandler.cancel_dump_traceback_later()


def _ran(path: Path, folder: Path) -> dict[str, Any]:
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output
    from traitlets.config import Config

    for name in [name for name, module in sys.modules.items() if _lies_beside_lessons(module)]:
        del sys.modules[name]  # each lesson imports them anew
    os.chdir(folder)
    shell = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
    before, said, error = _seconds(), [], ""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        with capture_output() as shown:
            went = cell["cell_type"] != "code" or shell.run_cell("".join(cell["source"])).success
        said.append(shown.stdout)
        if not went:
            error = shown.stdout + shown.stderr
            break
    return {"said": said, "error": error, "seconds": _seconds() - before}


def _lies_beside_lessons(module: Any) -> bool:
    return Path(getattr(module, "__file__", None) or "").parent == NOTEBOOKS


def _seconds() -> float:
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    main()
