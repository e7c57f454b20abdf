"""Which packages a school needs, and which of them are missing; asked before anything is imported that needs them."""

from collections.abc import Iterable
from importlib import util

ALWAYS = ("numpy", "sortedcontainers", "numba")  # packages that every school needs


def missing(packages: Iterable[str]) -> list[str]:
    """Return those that are not installed."""
    return [package for package in packages if util.find_spec(package) is None]


def advice(package: str) -> str:
    """Return the advice for a user who lacks this package."""
    return f"it needs the package {package}, which is not installed; requirements-all.lock has all packages"
