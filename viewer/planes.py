"""A game in bytes, which a page shows without reading a replay: a short line of JSON, then its tables."""

import json
from base64 import urlsafe_b64encode
from gzip import compress

import numpy as np
import numpy.typing as npt

from engine.names import printable
from engine.replay import Replay

Table = npt.NDArray[np.integer]

# The kind of a cell's output that stands behind the # of a page which shows the same; the site shows it so.
LINK = "application/x-halite-link"

_MOST_MOVE = 5  # the page has one mark for every move above 4
_STEPS = {1: (-1, 1), 2: (1, 2), 3: (1, 1), 4: (-1, 2)}  # of a move: how far along which axis of (T, H, W)


def planes(replay: Replay) -> bytes:
    """Return the game in bytes; viewer/core/replay.js reads them.

    A line of JSON with width, height, frames and players, as names are shown; then owner (H, W, T), strength
    (H, W, T), production (H, W) and moves (H, W, T - 1), a byte for each number, moves above 4 as 5. From the second
    frame on strength is written as what it is more than expected, modulo 256.

    What happens on one square stands together, because it repeats itself: packed, it takes two thirds of what it takes
    frame by frame. Most strengths are as expected: a duel of champions takes two fifths of what it takes with strengths
    as they are.
    """
    frames, height, width = replay.owner.shape
    header = {"width": width, "height": height, "frames": frames, "players": list(map(printable, replay.player_names))}
    strength = replay.strength.astype(np.int16)
    strength[1:] -= _expected_strength(replay.owner[:-1], strength[:-1], replay.production, replay.moves)
    tables = (replay.owner, strength, replay.production[None], np.minimum(replay.moves, _MOST_MOVE))
    by_square = (np.moveaxis(table, 0, -1).astype(np.uint8) for table in tables)
    return json.dumps(header).encode() + b"\n" + b"".join(table.tobytes() for table in by_square)


def _expected_strength(owner: Table, strength: Table, production: Table, moves: Table) -> Table:
    """Return the strengths that every frame lets expect of the next: pieces that stay grow, pieces that move arrive.

    All pieces on a square are added up, and on neutral ground its defender and they are subtracted from one another.
    This is not how fights end: there the difference is not 0, and takes a few bytes.
    """
    arriving = np.where((owner > 0) & (moves == 0), strength + production, 0)
    for move, (step, axis) in _STEPS.items():
        arriving += np.roll(np.where((owner > 0) & (moves == move), strength, 0), step, axis)
    return np.where(owner > 0, arriving, np.abs(arriving - strength))


def board_link(replay: Replay) -> str:
    """Return the link of a game, or of a position: a game of one frame. viewer/files/link.js reads it.

    It holds every frame, so a whole game makes a long one.
    """
    packed = compress(planes(replay), compresslevel=9, mtime=0)
    return f"#board={urlsafe_b64encode(packed).decode().rstrip('=')}"
