"""`python -m experiments` on a machine on which ./test was never run."""

import os
import subprocess
import sys

from tests.support.bots import ROOT
from tests.support.processes import PATIENCE


def test_a_laboratory_without_its_libraries_says_where_they_come_from(tmp_path):
    """One line instead of a traceback: after ./play alone .venv has no typer."""
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['typer'] = None", encoding="utf-8")
    command = [sys.executable, "-m", "experiments", "parameters"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    asked = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert asked.returncode == 1
    (line,) = asked.stderr.splitlines()
    assert "typer" in line
    assert "`make install`" in line
