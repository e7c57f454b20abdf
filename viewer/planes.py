"""A game in bytes, which a page shows without reading a replay: a short line of JSON, then its tables."""

import json

import numpy as np

from engine.names import shown
from engine.replay import Replay

_MOST_MOVE = 5  # the page has one mark for every move above 4


def planes(replay: Replay) -> bytes:
    """Return the game in bytes; viewer/page/planes.js reads them.

    A line of JSON with width, height, frames and players, as names are shown; then owner (T, H, W), strength
    (T, H, W), production (H, W) and moves (T - 1, H, W), a byte for each number, moves above 4 as 5.

    A large game has a third as many bytes as its replay, and a browser takes the tables as they are.
    """
    frames, height, width = replay.owner.shape
    header = {"width": width, "height": height, "frames": frames, "players": list(map(shown, replay.player_names))}
    tables = (replay.owner, replay.strength, replay.production, np.minimum(replay.moves, _MOST_MOVE))
    return json.dumps(header).encode() + b"\n" + b"".join(table.astype(np.uint8).tobytes() for table in tables)
