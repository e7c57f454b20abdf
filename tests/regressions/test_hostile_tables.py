"""TOML files from outside: plans, parameters, spaces, positions. Each is refused in one line, at once."""

import subprocess
import sys

import pytest

from bot.parameters.families import lines
from engine.documents import toml
from tests.support.project import ROOT

TABLES = {
    "deep": "a = " + "[" * 20_000 + "]" * 20_000,
    "inline": "a = " + "{a = " * 20_000 + "1" + "}" * 20_000,
    "digits": "a = " + "9" * 6_000,
}

READERS = {
    "an experiment": "from experiments.match.experiment import read",
    "parameters": "from bot.parameters.families import lines as read",
    "a space": "from experiments.arena.space import Space; read = Space.load",
    "a position": "from experiments.positions.position import read",
}
READ = """
import sys
from pathlib import Path
{reader}
for path in map(Path, sys.argv[1:]):
    try:
        read(path)
    except ValueError as error:
        print(str(error))
"""


@pytest.mark.parametrize("reader", READERS)
def test_a_hostile_table_is_refused_in_a_line(tmp_path, reader):
    """Deep nesting was a traceback."""
    paths = [tmp_path / f"{name}.toml" for name in TABLES]
    for path, content in zip(paths, TABLES.values(), strict=True):
        path.write_text(content, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", READ.format(reader=READERS[reader]), *map(str, paths)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    for path, line in zip(paths, done.stdout.splitlines(), strict=True):
        assert str(path) in line
        assert len(line) < 500


def test_a_table_may_begin_with_the_mark_of_windows_editors(tmp_path):
    """The story: parameters saved by Notepad were "not TOML (Invalid statement (at line 1, column 1))"."""
    path = tmp_path / "mine.toml"
    path.write_text("\N{BYTE ORDER MARK}alpha = 0.2\n", encoding="utf-8")
    assert lines(path) == toml(path.read_bytes()) == {"alpha": 0.2}
