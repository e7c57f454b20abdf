"""One list of dependencies, in pyproject.toml; the locks and environment.yml agree with it."""

import re
import tomllib
from collections import defaultdict

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.support.project import ROOT, tracked

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
    """Package name to range; names in the form in which a hyphen and an underscore are the same."""
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
