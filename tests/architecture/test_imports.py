"""What folders may import from outside, what they offer, who writes files; one list of dependencies, kept by locks."""

import ast
import importlib
import re
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from experiments.opponents.opponent import NAMES
from tests.support.project import ROOT, imports, name_of, roots_imported, sources, texts, tracked

# Which of these may import which is in [tool.importlinter] of pyproject.toml; only the last ones import the last ones.
PLACES = "MyBot.py", "bot", "engine", "viewer", "experiments", "notebooks", "tools", "tests"
LAST = {"notebooks", "tools", "tests"}

# What the two islands and opponents may import from outside, and the files that may import more.
ISLANDS = {
    "MyBot.py": set(), "bot": {"numpy", "sortedcontainers"}, "engine": {"numpy"},
    **{f"experiments/opponents/{name}": {"numpy", "scipy", "numba", "sortedcontainers"} for name in NAMES},
}  # fmt: skip
MORE = {
    "bot/board/compiled.py": {"numba"},  # the only file of the bot that knows the compiler
    "bot/program/module.py": {"wasmtime"},  # the compiled bot; the readable one plays without it
    "engine/kernels.py": {"numba"},  # the rules and the maps compiled: nothing else of the engine knows the compiler
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
BESIDE = {"board", "greedy", "starter", "games", "show", "handles", "window"}

PACKAGES = [place for place in PLACES if (ROOT / place / "__init__.py").is_file()]


def home(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


def from_outside(path: Path) -> set[str]:
    ours = {place.removesuffix(".py") for place in PLACES}
    return roots_imported(path) - set(sys.stdlib_module_names) - (ours if home(path) in LAST else ours - LAST)


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
    declared = {requirement.name for requirement in EVERYTHING}
    for path in sources(place):
        needed = {INSTALLED_AS.get(name, name) for name in from_outside(path)}
        if path.is_relative_to(ROOT / "experiments" / "opponents") or home(path) == "notebooks":
            needed -= BESIDE
        assert needed <= declared, f"{name_of(path)} imports {needed - declared}, which pyproject.toml does not name"


def test_every_python_file_has_a_place_in_these_rules():
    assert {home(path) for path in sources()} <= set(PLACES)


def test_the_binary_heap_of_the_standard_library_is_used_nowhere():
    heap = "heap" + "q"
    assert not [name_of(path) for path in sources() if heap in roots_imported(path)]
    by_text = re.compile(rf"(?:import|from)\s+{heap}|[\"']{heap}[\"']")
    assert not [name for name, text in texts() if by_text.search(text)]


# `name   meaning`, `Returns   meaning`: a table, which is no section of Google's form.
TABLE = re.compile(r"^[^\W\d]\w*(?:, [\w…]+)* {2,}\S", re.MULTILINE)


def test_docstrings_explain_arguments_in_one_form():
    """In Google's sections `Args:`, `Attributes:`, `Returns:` and `Raises:`, whose layout ruff checks."""
    for path in (path for path in sources() if home(path) != "tests"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
                assert not TABLE.search(text), f"{name_of(path)}, {node.name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_folder_offers_exactly_what_it_lists(package):
    """`__all__` is the promise: every name is there, nothing public but submodules is left off."""
    module = importlib.import_module(package)
    for name in getattr(module, "__all__", ()):  # engine fetches a name when it is first asked for
        setattr(module, name, getattr(module, name))
    public = {name for name, value in vars(module).items() if name[0] != "_" and not isinstance(value, ModuleType)}
    assert public == set(getattr(module, "__all__", ()))


# Files are made and replaced through engine/writing.py; what writes directly is listed with its reason.

WRITES = re.compile(
    r"\.(write_text|write_bytes|savefig|to_csv|to_parquet|savez_compressed)\("
    r"|(open|fdopen)\(([^()]|\([^()]*\))*[\"'][bt+]*[wxa][bt+]*[\"']"
)
HOME = "engine/writing.py"

# Calls outside `writing.replacing`, and why they may be.
DIRECT = {
    "bot/program/explanation_file.py": "grows by a line a turn, and every reader takes a part of it",
    "bot/program/loop.py": "the stream of the protocol",
    "engine/__main__.py": "the null device, for closed streams",
    "engine/host.py": "claims a game's files, and writes logs into them",
    "engine/replay.py": "in `writing.replacing`",
    "experiments/coach/journal.py": "grows by a line a batch, and a torn line is passed over",
    "experiments/laboratory/exports.py": "in `writing.replacing`",
    "experiments/match/run.py": "a number is taken by creating its file",
    "experiments/site/build.py": "into a temporary folder that mkdocs reads",
    "experiments/site/staging.py": "as above",
    "experiments/league/export.py": "replays, into a folder that is exported whole",
    "tools/pictures.py": "pictures, taken by hand and then committed",
    "viewer/__init__.py": "an example, in its docstring",
}


@pytest.mark.parametrize("folder", ["bot", "engine", "viewer", "experiments", "tools"])
def test_files_are_replaced_whole(folder):
    """A full disk cut positions and pages in half: each module had its own way to write, and only some renamed."""
    direct = {name_of(path) for path in sources(folder) if WRITES.search(path.read_text(encoding="utf-8"))} - {HOME}
    listed = {name for name in DIRECT if name.startswith(f"{folder}/")}
    assert direct == listed, f"write through {HOME}, or list the file here with its reason"


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {name: listed for name, listed in PROJECT["optional-dependencies"].items() if name != "all"}
TO_PLAY = [Requirement(line) for line in PROJECT["dependencies"]]
EVERYTHING = TO_PLAY + [Requirement(line) for listed in EXTRAS.values() for line in listed]
LOCKS = {"requirements.lock": TO_PLAY, "requirements-all.lock": EVERYTHING}


def locked(lock: str) -> list[tuple[Requirement, list[str]]]:
    pins = re.split(r"(?<!\\)\n", (ROOT / lock).read_text(encoding="utf-8").strip())
    parts = [pin.replace("\\\n", " ").split(" --hash=") for pin in pins]
    return [(Requirement(pin.strip()), [digest.strip() for digest in hashes]) for pin, *hashes in parts]


def ranges(requirements: list[Requirement]) -> dict[str, SpecifierSet]:
    return {canonicalize_name(requirement.name): requirement.specifier for requirement in requirements}


def test_the_extra_called_all_names_every_other_extra_and_no_second_list_is_tracked():
    """`all` is what the large lock is made from; two lists drift apart: all else is made from one."""
    (everything,) = (Requirement(line) for line in PROJECT["optional-dependencies"]["all"])
    assert everything.name == PROJECT["name"]
    assert everything.extras == set(EXTRAS)
    rivals = {"setup.py", "setup.cfg", "requirements.txt", "requirements.in", "Pipfile", "poetry.lock", "uv.lock"}
    assert not rivals & {path.name for path in tracked()}


def test_environment_yml_says_what_pyproject_says():
    """A conda user gets the same packages in the same ranges, and the same Python."""
    conda = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    *from_conda, pip, from_pip = conda["dependencies"]
    assert pip == "pip"
    listed = ranges([Requirement(line) for line in [*from_conda, *from_pip["pip"]]])
    assert listed.pop("python") == SpecifierSet(PROJECT["requires-python"])
    assert listed == ranges(EVERYTHING)
    assert set(conda) == {"name", "channels", "dependencies"}
    assert conda["name"] == PROJECT["name"]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_satisfies_the_ranges_of_pyproject(lock):
    versions = defaultdict(list)
    for pin, _ in locked(lock):
        (exact,) = pin.specifier
        assert exact.operator == "==", f"{pin} is not an exact version"
        versions[canonicalize_name(pin.name)].append(exact.version)
    for name, allowed in ranges(LOCKS[lock]).items():
        assert versions[name], f"{lock} does not pin {name}; was `make lock` run after pyproject.toml changed?"
        assert all(version in allowed for version in versions[name]), f"{name} {versions[name]} outside {allowed}"


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_hashes_and_no_address(lock):
    for pin, hashes in locked(lock):
        assert hashes, f"{pin} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in hashes), f"{pin}: {hashes}"
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    assert " @ " not in text


def test_the_small_lock_is_part_of_the_large_one():
    """`./play` after `./test` keeps the environment that `./test` made, so the large lock must hold the small one."""
    large = {str(pin): hashes for pin, hashes in locked("requirements-all.lock")}
    for pin, hashes in locked("requirements.lock"):
        assert large.get(str(pin)) == hashes, f"{pin} differs between the locks; `make lock` makes both anew"
