"""A fingerprint of the bot's source files: its machine code is cached under it."""

import hashlib
from functools import cache
from pathlib import Path

BOT = Path(__file__).parent.parent


@cache
def fingerprint(*files: str) -> str:
    """Return a short text that differs when any of these files of the bot differs; all of them when none is named."""
    paths = [BOT / name for name in files] or sorted(BOT.rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:16]
