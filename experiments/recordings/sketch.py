"""Boards drawn as text, for tests and notebooks that are meant to be read.

A square is one word: who owns it, its strength, and its production behind a slash (1 when left out).

    a..f    players 1 to 6; we are player a
    .       neutral
    #       rock: neutral, strength 255, production 0, so no player ever wants it
    A       ours too, and the square that is asked about

    #  a30  A5  .9/3      three of four squares hold strength 30, 5 and 9; the last produces 3
"""

import re

import numpy as np

from bot import View

SQUARE = re.compile(r"([.a-fA])(\d+)(?:/(\d+))?")
ROCK = 0, 255, 0
US = 1


def sketch(text: str, turn: int = 0) -> View:
    """Return the view of player a. Raises ValueError where a word is no square."""
    rows = [[_square(word) for word in line.split()] for line in text.strip().splitlines()]
    owner, strength, production = np.moveaxis(np.array(rows, np.uint8), 2, 0).copy()
    return View(owner, strength, production, US, turn)


def _square(word: str) -> tuple[int, int, int]:
    if word == "#":
        return ROCK
    match = SQUARE.fullmatch(word)
    if not match:
        raise ValueError(f"{word!r} is not a square; expected # or owner, strength and production, as in a30 or .9/3")
    who, strength, production = match.groups()
    return ".abcdef".index(who.lower()), int(strength), int(production or 1)
