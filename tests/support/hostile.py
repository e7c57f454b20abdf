"""Hostile input for all readers: names that no terminal can show, endless numbers and brackets, gzip bombs."""

import gzip
import io
import json

import numpy as np

from engine import Replay
from engine.replay import as_bytes
from engine.state import MOST_PLAYERS

# Names that a bot can send, or a file can hold, by what is wrong with them.
NAMES = {
    "half a letter": ("x" + 20 * "ü").encode()[:30].decode("utf-8", "surrogateescape"),
    "latin-1": b"caf\xe9".decode("utf-8", "surrogateescape"),
    "two dollars": "$$", "broken mathtext": r"$\frac{a$", "escape sequence": "\x1b]0;owned\x07\x1b[31mred",
    "turned around": "\u202egnitset\u2066", "formula": "=cmd|'/c calc'!A1", "another formula": "@SUM(1+1)",
    "minus": "-1+1", "markup": "[red]</red>[/]", "html": "</script><img src=x onerror=alert(1)>",
    "lines": "one\r\ntwo\x00three\x85four\u2028five", "nothing": "", "blank": " \t\u3000", "path": "../../etc/passwd",
    "emoji": "\N{PILE OF POO}\u200d\N{COMBINING ACUTE ACCENT}" * 3, "underscores": "_hidden",
    "format": "{0.__class__} %s %(x)s", "quotes": "\"'`;,\\", "thousands of letters": "n" * 100_000,
}  # fmt: skip

# A name that JSON can write and UTF-8 cannot encode.
LONE = '"\\ud800"'


def game(*names: str, turns: int = 3) -> Replay:
    """A game in which all players stand still, under these names; a second player called "rest" joins a single one."""
    names = (*names, "rest") if len(names) == 1 else names
    owner = np.zeros((turns + 1, 6, 6), np.uint8)
    for player in range(len(names)):
        owner[:, player, player] = player + 1
    strength = np.zeros_like(owner)
    strength[:, owner[0] > 0] = 10 + np.arange(turns + 1)[:, None]
    return Replay(owner, strength, np.ones((6, 6), np.uint8), np.zeros((turns, 6, 6), np.int32), names)


def games() -> list[Replay]:
    """Games of up to six that hold every name once."""
    names = list(NAMES.values())
    return [game(*names[start : start + MOST_PLAYERS]) for start in range(0, len(names), MOST_PLAYERS)]


def edited(**changes: str) -> bytes:
    text = as_bytes(game("one")).decode()
    members = {key: json.dumps(value, separators=(",", ":")) for key, value in json.loads(text).items()} | changes
    return ("{" + ",".join(f'"{key}":{value}' for key, value in members.items()) + "}").encode()


def nested(depth: int, inside: str = "0") -> str:
    return "[" * depth + inside + "]" * depth


# Small files that took quadratic time or would, by what they are made of.
BOMBS = {
    "nested frames": lambda: edited(frames=nested(100_000)),
    "nested member": lambda: edited(width=nested(100_000)),
    "long numbers and a word": lambda: edited(frames="[" + ("1" * 4000 + ",") * 100 + '"x"]'),
    "long numbers": lambda: edited(extra="[" + ",".join(["1" * 4000] * 1000) + "]"),
    "a long number": lambda: edited(width="1" * 1_000_000),
    "long moves": lambda: edited(moves="[[[" + "9" * 3_000_000 + "]]]"),
    "blanks": lambda: edited(frames="[" + " " * 3_000_000 + "]"),
    "unclosed texts": lambda: edited(extra='"' + '\\"' * 500_000),
    "keys and keys": lambda: edited(extra='["frames"' + ' , "frames"' * 100_000 + "]"),
}


def packed(start: bytes, repeated: bytes, times: int) -> bytes:
    """A gzip file of some megabytes at most that unpacks to `times` as many bytes as are repeated."""
    target = io.BytesIO()
    with gzip.GzipFile("", "wb", compresslevel=1, fileobj=target, mtime=0) as file:
        file.write(start)
        for _ in range(times):
            file.write(repeated)
    return target.getvalue()
