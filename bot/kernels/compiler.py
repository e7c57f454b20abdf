"""The compiler of this folder: an edit of any file here, or of a file whose constants are used, compiles all anew."""

from pathlib import Path

from ..compiled import IS_COMPILED, UNCOUNTED, Compiler

if not IS_COMPILED:
    raise ImportError("bot.kernels needs numba (`pip install numba`); the plain path, bot.decide, does not")

HERE = Path(__file__).parent

FILES = (
    *sorted(f"{HERE.name}/{path.name}" for path in HERE.glob("*.py")), "compiled.py", "last_turns.py",
    "board.py", "luck.py", "nap.py", "trees.py", "verdicts.py", "view.py",  # their constants become machine code
)  # fmt: skip

compiled = Compiler(*FILES)

uncounted = Compiler(*FILES, **UNCOUNTED)
"""For kernels that make no arrays, not even views."""

inside = Compiler(*FILES, forceinline=True, **UNCOUNTED)
"""The same, compiled into the callers: for what runs so often that calls would take longer."""
