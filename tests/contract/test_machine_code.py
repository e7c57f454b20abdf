"""Cached machine code is never older than its sources, in any file."""

import os
import shutil
import subprocess
import sys

from tests.support.project import ROOT

HELPER = """from .compiler import compiled

STEP = {step}


@compiled
def _stride(a: int) -> int:
    return a + STEP
"""
CALLER = """from .compiler import compiled
from .helper import _stride


@compiled
def walk(a: int) -> int:
    return _stride(a)
"""
PROGRAM = "from bot.kernels.caller import walk; print(walk(40), sum(walk.stats.cache_hits.values()))"


def test_an_edit_in_one_file_of_kernels_reaches_its_callers_in_another(tmp_path):
    """Numba looks at the caller's file alone, at its size and date; the answer of the second run would be 41 again."""
    kernels = tmp_path / "bot" / "kernels"
    shutil.copytree(ROOT / "bot", tmp_path / "bot", ignore=shutil.ignore_patterns("__pycache__"))
    (kernels / "caller.py").write_text(CALLER, encoding="utf-8")

    def answer(step):
        (kernels / "helper.py").write_text(HELPER.format(step=step), encoding="utf-8")
        os.utime(kernels / "helper.py", (1, 1))
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", PROGRAM]
        run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        return run.stdout.split() or run.stderr

    assert answer(1) == ["41", "0"]
    assert answer(1) == ["41", "1"]  # from the cache
    assert answer(2) == ["42", "0"]
    assert answer(1) == ["41", "1"]
