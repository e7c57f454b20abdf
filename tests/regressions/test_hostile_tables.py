"""TOML files from outside: plans, parameters, spaces, positions. Each is refused in one line, at once."""

import resource
import subprocess
import sys

import pytest

from tests.support.project import ROOT

DEEP = "a = " + "[" * 20_000 + "]" * 20_000
INLINE = "a = " + "{a = " * 20_000 + "1" + "}" * 20_000
PARTS = "a" + ".a" * 200_000 + " = 1"
TABLES = "".join(f"[t{number}{'.a' * 2_000}]\nb = 1\n" for number in range(40))
DIGITS = "a = " + "9" * 6_000

READERS = {
    "a plan": "from experiments.match.plan import read",
    "parameters": "from bot.knobs.families import lines as read",
    "a space": "from experiments.arena.space import Space; read = Space.load",
    "a position": "from experiments.positions.document import read",
}
READ = """
import sys
from pathlib import Path
{reader}
try:
    read(Path(sys.argv[1]))
except ValueError as error:
    print(str(error))
"""
MEMORY = 3 << 30


def _limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "content", [DEEP, INLINE, PARTS, TABLES, DIGITS], ids=["deep", "inline", "parts", "tables", "digits"]
)
def test_a_hostile_table_is_refused_in_a_line(tmp_path, reader, content):
    """The story: a plan with deep nesting was a traceback; then a name of 200,000 parts, 400 kB, took all memory.

    Python's reader keeps every beginning of such a name. With memory for three gigabytes it died, without a limit it
    took the machine.
    """
    path = tmp_path / "hostile.toml"
    path.write_text(content, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", READ.format(reader=READERS[reader]), str(path)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, preexec_fn=_limited, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert str(path) in done.stdout
    assert done.stdout.count("\n") == 1
    assert len(done.stdout) < 500
