"""Kernels: each has the readable twin that it names; the kept module is compiled from those of today."""

import importlib
import json
import re
import subprocess
import sys

import pytest

from bot.kernels import tie_break, turn
from bot.search import candidates, rollout
from experiments.module.build import digest, made_by, table, versions
from experiments.module.exports import exports, workspace
from experiments.module.inputs import fingerprint, reachable_kernels
from tests.support.project import ROOT
from viewer.pack import BUILT, MODULE, TABLE

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "bot" / "kernels").glob("*.py"))}
HOMES = {path.stem: path for room in ("", "board", "greedy") for path in (ROOT / "bot" / room).glob("*.py")}

TWINS = re.compile(r"Twins?: (\w+\.[\w.]+(?:, \w+\.[\w.]+)*)")


def twins(text):
    return [name.rstrip(".") for names in TWINS.findall(text) for name in names.split(", ")]


@pytest.mark.parametrize("name", [name for text in TEXTS.values() for name in twins(text)])
def test_every_twin_is_there(name):
    """As file.function, or file.class.method; without its twin a kernel cannot be checked by reading."""
    file, *path = name.split(".")
    place = importlib.import_module(".".join(HOMES[file].relative_to(ROOT).with_suffix("").parts))
    for part in path:
        place = getattr(place, part)


def test_the_engine_does_not_import_the_compiler():
    """./play installs none."""
    look = "import sys, engine.__main__, engine.mapgen, engine.rules, engine.verify; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", look], cwd=ROOT, check=False).returncode == 0


# The kept module is that of today's kernels, by a fingerprint that changes with all that it is compiled from.


OFFERED = exports(workspace(6, 8))
KERNELS = {
    f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}": kernel.py_func
    for kernel in reachable_kernels(OFFERED)
}
BEFORE = fingerprint(OFFERED)
MADE_BY = json.loads((BUILT / TABLE).read_text(encoding="utf-8"))["made_by"]


def test_the_table_is_todays():
    assert (BUILT / TABLE).read_text(encoding="utf-8") == table(MADE_BY), "run `make module`"


@pytest.mark.skipif(not versions().items() <= MADE_BY.items(), reason=f"kept is what {MADE_BY} built")
def test_the_kept_module_was_compiled_from_these_sources():
    """By the fingerprints in the table, of what was compiled and of its bytes: to build it again takes a minute."""
    assert made_by() == {name: MADE_BY[name] for name in made_by()}, "a kernel has changed: run `make module`"
    assert digest((BUILT / MODULE).read_bytes()) == MADE_BY["module"]


def edited(function, *more):
    return function.__code__.replace(co_consts=(*function.__code__.co_consts, *more))


@pytest.mark.parametrize("name", sorted(KERNELS)[::20])
def test_an_edit_of_any_kernel_shows(name, monkeypatch):
    function = KERNELS[name]
    monkeypatch.setattr(function, "__code__", edited(function, "a text"))
    assert fingerprint(OFFERED) == BEFORE
    monkeypatch.setattr(function, "__code__", edited(function, 5))
    assert fingerprint(OFFERED) != BEFORE


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [(rollout, "STRONGEST", 254), (turn, "ORDER", (1, 2, 4, 3, 0)), (candidates, "GROWTHS", (0.0,) * 6)],
)
def test_another_constant_shows(module, name, value, monkeypatch):
    monkeypatch.setattr(module, name, value)
    assert fingerprint(OFFERED) != BEFORE


def test_options_show_and_where_libraries_lie_does_not(monkeypatch):
    """On Debian `math` has no file; with `.venv` in the checkout numpy was a part of the project."""
    monkeypatch.delattr(tie_break.np, "__file__")
    assert fingerprint(OFFERED) == BEFORE
    monkeypatch.setattr(tie_break.np, "__file__", rollout.__file__, raising=False)
    assert fingerprint(OFFERED) == BEFORE
    monkeypatch.setitem(rollout.step.targetoptions, "_nrt", not rollout.step.targetoptions["_nrt"])
    assert fingerprint(OFFERED) != BEFORE
