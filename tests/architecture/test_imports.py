"""Which folder may import which. import-linter checks the same; this also reads scripts and third-party names."""

import importlib
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

from tests.support.project import ROOT, imports, name_of, roots_imported, sources, texts

# What a folder may import of the project, besides itself. Only tests and tools import notebooks and tests.
NEIGHBOURS = {
    "MyBot.py": {"bot"},
    "bot": set(),
    "engine": set(),
    "viewer": {"engine"},
    "experiments": {"bot", "engine", "viewer", "MyBot"},  # an opponent's program leads stderr nowhere as MyBot.py does
    "notebooks": {"bot", "engine", "viewer", "experiments"},
    "tools": {"bot", "engine", "viewer", "experiments", "tests"},
    "tests": {"bot", "engine", "viewer", "experiments", "notebooks", "MyBot", "tests", "tools"},
}
PROJECT = {"MyBot", "bot", "engine", "viewer", "experiments", "notebooks", "tests", "tools"}

# What the two islands may import from outside, and the files that may import more.
ISLANDS = {"MyBot.py": set(), "bot": {"numpy", "sortedcontainers"}, "engine": {"numpy"}}
MORE = {
    "bot/board/compiled.py": {"numba"},  # the only file of the bot that knows the compiler
    "bot/program/module.py": {"wasmtime"},  # the compiled bot; the readable one plays without it
    "engine/kernels.py": {"numba"},  # the rules and the maps compiled: nothing else of the engine knows the compiler
    "engine/map_kernels.py": {"numba"},
    "engine/halite1_v0.py": {"gymnasium", "pettingzoo"},  # the environment for learning agents, an optional extra
}

# Where the name to import is not the name to install.
INSTALLED_AS = {
    "IPython": "ipython",
    "dask": "distributed",  # which asks for exactly its own release of it
    "markdown_it": "markdown-it-py",
    "vl_convert": "vl-convert-python",
    "yaml": "pyyaml",
    "PIL": "pillow",
}
# An opponent is started as a program, and a notebook imports from its own folder: what lies beside them is theirs.
BESIDE = {"board", "greedy", "starter", "games", "graph", "handles", "window"}

PLACES = [place for place in NEIGHBOURS if sources(place)]
PACKAGES = [place for place in PLACES if (ROOT / place / "__init__.py").is_file()]


def home(path: Path) -> str:
    """The top-level folder of a file; the file itself when it lies at the root."""
    return path.relative_to(ROOT).parts[0]


def from_outside(path: Path) -> set[str]:
    return roots_imported(path) - set(sys.stdlib_module_names) - PROJECT


@pytest.mark.parametrize("place", PLACES)
def test_a_folder_imports_its_allowed_neighbours_only(place):
    for path in sources(place):
        own = {place} if path.parent.parent != ROOT else set()
        forbidden = (roots_imported(path) & PROJECT) - NEIGHBOURS[place] - own
        assert not forbidden, f"{name_of(path)} imports {forbidden}"


@pytest.mark.parametrize("place", ["bot", "engine"])
def test_inside_an_island_imports_are_relative_and_stay_inside(place):
    """A second revision of the bot, loaded under another name, must not reach into the first one."""
    for path in sources(place):
        depth = len(path.relative_to(ROOT).parts) - 1
        for level, name in imports(path):
            assert level > 0 or name.partition(".")[0] != place, f"{name_of(path)} imports {name} by its absolute name"
            assert level <= depth, f"{name_of(path)} climbs out of {place} to {'.' * level}{name}"


@pytest.mark.parametrize("place", ISLANDS)
def test_an_island_needs_few_libraries(place):
    """A tournament machine has numpy and sortedcontainers and no compiler; a judge needs even less."""
    for path in sources(place):
        surplus = from_outside(path) - ISLANDS[place] - MORE.get(name_of(path), set())
        assert not surplus, f"{name_of(path)} imports {surplus}"


@pytest.mark.parametrize("place", PLACES)
def test_every_library_is_on_the_list_of_dependencies(place):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    declared = {Requirement(line).name for line in lines}
    for path in sources(place):
        needed = {INSTALLED_AS.get(name, name) for name in from_outside(path)}
        if path.is_relative_to(ROOT / "experiments" / "opponents") or home(path) == "notebooks":
            needed -= BESIDE
        assert needed <= declared, f"{name_of(path)} imports {needed - declared}, which pyproject.toml does not name"


def test_every_python_file_has_a_place_in_these_rules():
    assert {home(path) for path in sources()} <= set(NEIGHBOURS)


def test_the_binary_heap_of_the_standard_library_is_used_nowhere():
    heap = "heap" + "q"
    assert not [name_of(path) for path in sources() if heap in roots_imported(path)]
    by_text = re.compile(rf"(?:import|from)\s+{heap}|[\"']{heap}[\"']")
    assert not [name for name, text in texts() if by_text.search(text)]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_folder_offers_exactly_what_it_lists(package):
    """`__all__` is the promise: every name is there, nothing public is left off; no list promises nothing."""
    module = importlib.import_module(package)
    for name in getattr(module, "__all__", ()):  # engine fetches a name when it is first asked for
        setattr(module, name, getattr(module, name))
    public = {name for name, value in vars(module).items() if not name.startswith("_") and not is_module(value)}
    assert public == set(getattr(module, "__all__", ()))


def is_module(value: object) -> bool:
    """Whether this is a module: an imported submodule becomes an attribute of its package without being public."""
    return isinstance(value, ModuleType)
