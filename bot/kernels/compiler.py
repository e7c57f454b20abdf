"""The compiler of this folder: an edit of any file here, or of a file whose constants are used, compiles all anew."""

from pathlib import Path

from ..board.compiled import IS_COMPILED, UNCOUNTED, compiler

if not IS_COMPILED:
    raise ImportError("bot.kernels needs numba (`pip install numba`); the plain path, bot.decide, does not")

HERE = Path(__file__).parent

FILES = (
    *sorted(f"{HERE.name}/{path.name}" for path in HERE.glob("*.py")),
    *(f"board/{name}.py" for name in ("board", "compiled", "view")),  # their constants become machine code
    *(f"greedy/{name}.py" for name in ("luck", "nap", "potential")),  # their functions too
    *(f"greedy/{name}.py" for name in ("reasons", "trees", "move_rules")),
)  # fmt: skip

compiled = compiler(*FILES)

# For kernels that make no arrays, not even views.
uncounted = compiler(*FILES, **UNCOUNTED)

# The same, compiled into the callers: for short functions that run often.
inside = compiler(*FILES, forceinline=True, **UNCOUNTED)
