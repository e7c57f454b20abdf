"""The kernels in a page: WebAssembly, and the table of what lies where; see docs/decisions.md."""

from base64 import b64encode
from functools import cache
from gzip import compress
from pathlib import Path

BUILT = Path(__file__).parents[1] / "bot" / "built"
"""Where `make module` leaves them: the compiled bot, which also `MyBot.py` plays."""

MODULE, TABLE = "kernels.wasm", "table.json"
PARTS = {"module": MODULE, "table": TABLE}
"""The files by the names that think/module.js knows."""

STYLES = "think/ask.css", "lab/lab.css"


def style() -> str:
    """Return what the panels that ask a bot, and the laboratory, add to the page's style sheet."""
    return "".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in STYLES)


@cache
def elements() -> str:
    """Return the elements of a page that thinks: each file as gzip in base64. Its frame must allow `thinks`."""
    return "\n".join(_element(f"kernels-{name}", (BUILT / file).read_bytes()) for name, file in PARTS.items())


def _element(name: str, content: bytes) -> str:
    packed = b64encode(compress(content, compresslevel=9, mtime=0)).decode()
    return f'<script type="application/gzip" id="{name}">{packed}</script>'
