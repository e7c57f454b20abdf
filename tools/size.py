"""Count the lines of each folder and compare them with the ceilings in pyproject.toml: `python tools/size.py`.

Lines are those of the files that git tracks, blank lines and comments included, as `wc -l` counts them.
"""

import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).parent.parent


class Row(NamedTuple):
    """One line of `[tool.size]`: which files are counted, and how many lines they may have."""

    name: str
    files: Sequence[str]  # patterns of paths below the root
    without: Sequence[str]  # patterns of paths that are not counted
    ceiling: int  # `./test` fails above it
    budget: int  # the target

    def holds(self, path: PurePosixPath) -> bool:
        """Return whether this row counts the file."""
        return any(matches(path, each) for each in self.files) and not any(matches(path, each) for each in self.without)


def matches(path: PurePosixPath, pattern: str) -> bool:
    """Return whether a path fits a pattern such as `bot/**.py`: any file with this ending in the folder or below it."""
    folder, _, ending = pattern.partition("**")
    return str(path).startswith(folder) and path.name.endswith(ending) if "**" in pattern else str(path) == pattern


def rows(root: Path) -> list[Row]:
    """Read `[tool.size]`."""
    table = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["size"]
    return [
        Row(name, row["files"], row.get("without", ()), row["lines"], row.get("budget", row["lines"]))
        for name, row in table.items()
    ]


def tracked(root: Path) -> list[PurePosixPath]:
    """Return the files that git tracks and that exist."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    return [PurePosixPath(name) for name in listed.split("\0") if name and (root / name).is_file()]


def main() -> int:
    """Print the table; return 1 when a folder is above its ceiling."""
    paths, too_large = tracked(ROOT), []
    print(f"{'':<28}{'files':>6}{'lines':>8}{'ceiling':>9}{'budget':>8}")
    for row in rows(ROOT):
        files = [path for path in paths if row.holds(path)]
        lines = sum((ROOT / path).read_bytes().count(b"\n") for path in files)
        print(f"{row.name:<28}{len(files):>6}{lines:>8,}{row.ceiling:>9,}{row.budget:>8,}")
        if lines > row.ceiling:
            too_large.append(
                f"{row.name} has {lines:,} lines, its ceiling in [tool.size] of pyproject.toml is {row.ceiling:,}"
            )
    print("\n".join(too_large), end="\n" if too_large else "")
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
