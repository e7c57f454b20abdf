"""`python -m experiments` without a command, and on a machine on which ./test was never run."""

import os
import re
import subprocess
import sys
from itertools import chain

from experiments.arena.players import player
from experiments.commands import VERBS
from experiments.match import run
from experiments.match.experiment import Stop
from tests.support.bots import ROOT
from tests.support.laboratory import asked
from tests.support.processes import PATIENCE


def test_a_laboratory_without_its_libraries_says_where_they_come_from(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['typer'] = None", encoding="utf-8")
    command = [sys.executable, "-m", "experiments", "parameters"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    answer = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert "typer" in line
    assert "`make install`" in line


def test_help_waits_for_no_library_that_it_does_not_need():
    """typer's pydantic and numpy took two thirds of the time of `match --help`."""
    program = (
        "import runpy, sys; sys.argv = ['experiments', 'match', '--help']\n"
        "try: runpy.run_module('experiments', run_name='__main__')\n"
        "finally: print({'numpy', 'numba', 'pydantic', 'rich'} & {*sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == "set()\n"


def test_the_help_lists_the_commands_by_what_they_are_for(tmp_path):
    """In lines of at most 80 characters, as every help."""
    shown = asked(tmp_path, "--help").stdout
    every = [shown, *(asked(tmp_path, verb, "--help").stdout for verb in chain(*VERBS.values()))]
    assert max(len(line) for text in every for line in text.splitlines()) <= 80
    assert all("\n\n  Exit code" in text for text in every[1:] if "Exit code" in text), "codes are a paragraph"
    parts = re.split("|".join(VERBS), shown)
    for (_, verbs), text in zip(VERBS.items(), parts[1:], strict=True):
        assert tuple(re.findall(r"^  ([a-z]+)  ", text, re.MULTILINE)) == verbs


def test_before_the_first_game_a_program_without_a_version_is_told_what_that_means(capsys):
    seated = [player("cmd:./bot --fast"), player("cmd@1:./bot"), player("cmd:./bot --fast")]
    run.ask(seated, "Who?", "30x30", Stop(blocks=1))
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("Later runs play the games with cmd:./bot --fast again: without a version ")
    assert line.endswith('"cmd@1:./bot --fast"')
