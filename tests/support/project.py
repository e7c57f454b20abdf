"""The project seen as files, who imports whom, what the documents say; and how long its programs may take."""

import ast
import functools
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@functools.cache
def tracked() -> tuple[Path, ...]:
    """Every file that git knows and that is still there; so these tests need a git clone, not an archive."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return tuple(path for path in paths if path.is_file())


def sources(folder: str = "") -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and path.is_relative_to(ROOT / folder)]


def texts() -> Iterator[tuple[str, str]]:
    for path in tracked():
        try:
            yield name_of(path), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # recordings and pictures are not text
            continue


def name_of(path: Path) -> str:
    """The path as people write it: from the root, with forward slashes."""
    return path.relative_to(ROOT).as_posix()


@functools.cache
def imports(path: Path) -> list[tuple[int, str]]:
    """Level (0 = absolute, 1 = this package, ...) and dotted name of every import in a file."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or ""))
    return found


def roots_imported(path: Path) -> set[str]:
    """First words of the absolute imports of a file: {"numpy", "engine"} for `import numpy as np, engine.rules`."""
    return {name.partition(".")[0] for level, name in imports(path) if level == 0}


def blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document, flags=re.MULTILINE | re.DOTALL)


# Seconds after which something that is waited for will not come. A quiet machine needs a few.
PATIENCE = 180.0
