"""Where the kernels lie that a page thinks with: WebAssembly, and the table of what lies where in it."""

from pathlib import Path

# Where `make module` leaves them: the compiled bot, which also `MyBot.py` plays.
BUILT = Path(__file__).parents[1] / "bot" / "built"
MODULE, TABLE = "kernels.wasm", "table.json"
PARTS = {"module": MODULE, "table": TABLE}  # by the names that think/module.js knows
