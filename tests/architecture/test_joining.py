"""A parameter and a reason are declared once: two invented ones appear in help, docs, viewer, tuner without an edit."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot import DEFAULT
from tests.support.project import ROOT

PARAMETER = """    bravery: float = parameter(
        0.5, low=0.0, high=2.0, group="Invented", unit="grains of salt", of="dodge", rulesets=("v26",),
        why="made up by a test to see who notices",
    )
    haste: str = parameter(
        "none", group="Invented", unit="haste", choices=("none", "some"), off="none",
        why="made up by a test, with words",
    )
    # fmt: on
"""
REASON = '    BRAVE = 99, "Made up by a test.", "bravery"\n'


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project in which two parameters and a reason are declared, and nothing else is changed."""
    folder: Path = tmp_path_factory.mktemp("joining")
    for name in ("bot", "engine", "experiments", "viewer", "notebooks", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "*.db", "golden", "*.ipynb", "pictures")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "MyBot.py", folder)
    parameters, reasons = folder / "bot" / "parameters" / "presets.py", folder / "bot" / "greedy" / "reasons.py"
    text = parameters.read_text(encoding="utf-8")
    assert text.count("    # fmt: on\n") == 1
    parameters.write_text(text.replace("    # fmt: on\n", PARAMETER), encoding="utf-8")
    reasons.write_text(reasons.read_text(encoding="utf-8") + REASON, encoding="utf-8")
    return folder


# Programs one after the other, a line each: a process for each would load the libraries again.
RUNS = """
import contextlib, io, json, sys
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
        exec(json.loads(line), {})
    print(json.dumps(said.getvalue()), flush=True)
"""


@pytest.fixture(scope="module")
def answer(project):
    command = [sys.executable, "-c", RUNS]
    with subprocess.Popen(command, cwd=project, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as runs:

        def run(program):
            print(json.dumps(program), file=runs.stdin, flush=True)
            return json.loads(runs.stdout.readline())

        yield run


ASKED = {
    "the kernels' record has a field for it: a number by its name, of a text every word": (
        "from bot import override, preset; from bot.kernels import VALUES, values; "
        "told = values(override(preset('v26'), {'bravery': 0.75, 'haste': 'some'})); "
        "print(VALUES['bravery'], told['bravery'], told['haste_none'], told['haste_some'])",
        "float64 0.75 False True\n",
    ),
    "the panel that asks gets its control, with group, range and unit": (
        "from experiments.module.table import parameter_table; found = parameter_table(); "
        "print([group['definitions'] for group in found['groups'] if group['name'] == 'Invented'][0], "
        "found['definitions']['bravery']['unit'], found['presets']['v12']['bravery'])",
        "['bravery', 'haste'] grains of salt 0.5\n",
    ),
    "a search may vary it": (
        "from experiments.arena.space import Axis, tunable; "
        "print('bravery' in tunable(), Axis.parse('bravery=0:1:3').values(), "
        "Axis.parse('haste=none,some').values())",
        "True (0.0, 0.5, 1.0) ('none', 'some')\n",
    ),
    "it changes no player that does not use it: see bot.parameters.presets.effective": (
        "from bot import effective, override, preset; v12, v26 = preset('v12'), preset('v26'); "
        "print('haste' in effective(v26), 'haste' in effective(override(v26, {'haste': 'some'}))); "
        "print('bravery' in effective(v26), 'bravery' in effective(override(v26, {'dodge': False})), "
        "'bravery' in effective(v12))",
        "False True\nTrue False False\n",
    ),
    "the explanation says it in words, the parameter with its range and the reason": (
        "import numpy as np; from bot import View, preset; from bot.program.explanation_file import header; "
        "one = np.ones((1, 1), np.uint8); head = header(View(one, one, one, 1, 0), preset('v26'), 'bot'); "
        "print(head['definitions']['bravery']['high'], head['parameters']['haste'], head['reasons'][-1])",
        "2.0 none {'name': 'BRAVE', 'sentence': 'Made up by a test.', 'parameters': ('bravery',)}\n",
    ),
    "help shows it under its group": (
        "from bot.parameters.families import read_arguments as read; from bot.parameters.presets import OURS; "
        "read(['--help'], OURS)",
        f"Invented (defaults are those of {DEFAULT}):\n  --bravery 0..2",
    ),
    "a page of docs has a row for it": (
        "from tests.support.documents import parameter_tables; print(parameter_tables())",
        "\n| `bravery` | 0.5 |  | 0 … 2, grains of salt | made up by a test to see who notices | while `dodge` is off; "
        "except in v26 |\n",
    ),
}


@pytest.mark.parametrize("what", ASKED)
def test_an_invented_parameter_joins_without_an_edit(answer, what):
    program, said = ASKED[what]
    assert said in answer(program)
