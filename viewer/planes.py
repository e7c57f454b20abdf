"""A game in bytes, which a page shows without reading a replay: a short line of JSON, then its tables."""

import json

import numpy as np

from engine.names import shown
from engine.replay import Replay

_MOST_MOVE = 5  # the page has one mark for every move above 4


def planes(replay: Replay) -> bytes:
    """Return the game in bytes; viewer/page/planes.js reads them.

    A line of JSON with width, height, frames and players, as names are shown; then owner (H, W, T), strength
    (H, W, T), production (H, W) and moves (H, W, T - 1), a byte for each number, moves above 4 as 5.

    A large game has a third as many bytes as its replay. What happens on one square stands together, because it
    repeats itself: packed, it takes two thirds of what it takes frame by frame.
    """
    frames, height, width = replay.owner.shape
    header = {"width": width, "height": height, "frames": frames, "players": list(map(shown, replay.player_names))}
    tables = (replay.owner, replay.strength, replay.production[None], np.minimum(replay.moves, _MOST_MOVE))
    by_square = (np.moveaxis(table, 0, -1).astype(np.uint8) for table in tables)
    return json.dumps(header).encode() + b"\n" + b"".join(table.tobytes() for table in by_square)
