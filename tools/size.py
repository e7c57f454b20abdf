"""Count the lines of each folder and compare them with the ceilings in pyproject.toml: `python tools/size.py`.

Lines are those of the files that git tracks, blank lines and comments included, as `wc -l` counts them.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def tracked_files(root: Path, row: dict[str, list[str]]) -> list[Path]:
    """Return the files that git tracks and that a row of `[tool.size]` counts: its patterns are git's."""
    patterns = [*row["files"], *(f":!{pattern}" for pattern in row.get("without", ()))]
    command = ["git", "ls-files", "-z", "--", *patterns]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return [root / name for name in listed.split("\0") if name and (root / name).is_file()]


def main() -> int:
    """Print the table; return 1 when a folder is above its ceiling."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["size"]
    too_large = []
    print(f"{'':<28}{'files':>6}{'lines':>8}{'ceiling':>9}{'budget':>8}")
    for name, row in table.items():
        files, ceiling = tracked_files(ROOT, row), row["lines"]
        lines = sum(path.read_bytes().count(b"\n") for path in files)
        print(f"{name:<28}{len(files):>6}{lines:>8,}{ceiling:>9,}{row.get('budget', ceiling):>8,}")
        if lines > ceiling:
            too_large.append(f"{name} has {lines:,} lines, its ceiling in [tool.size] of pyproject.toml is {ceiling:,}")
    print("\n".join(too_large), end="\n" if too_large else "")
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
