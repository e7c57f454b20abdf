"""The official replay file, version 11: one recorded game, read and written byte for byte."""

import gzip
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from . import unpacking
from .names import encoded, settled
from .recording import VERSION, Passage, ReplayError, agree, check_owners, names_in, require
from .state import MOST_PLAYERS, Grid, State
from .unpacking import UnreadableError

__all__ = ["Replay", "ReplayError", "as_bytes", "parse", "read", "text", "write"]

_CELL = np.array([[f"[{owner},{strength}]" for strength in range(256)] for owner in range(MOST_PLAYERS + 1)], object)


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Replay:
    """A game of T frames and T - 1 turns; `moves[t]` leads from frame t to frame t + 1."""

    owner: Grid  # (T, H, W)  0 = neutral, 1..6 = players
    strength: Grid  # (T, H, W)  0..255
    production: Grid  # (H, W)  0..255
    moves: npt.NDArray[np.int32]  # (T - 1, H, W)  as applied, see rules.applied
    player_names: tuple[str, ...]

    @property
    def turns(self) -> int:
        """Turns played: one less than the frames."""
        return len(self.moves)

    def state(self, turn: int) -> State:
        """The board after this many turns; 0 is the map."""
        return State(self.owner[turn], self.strength[turn], self.production)

    def check(self) -> None:
        """Raise ReplayError when the parts contradict one another."""
        require(self.owner.ndim == 3 and self.owner.size > 0, f"frames are T x H x W, not {self.owner.shape}")
        require(1 <= len(self.player_names) <= MOST_PLAYERS, f"1 to 6 players, not {len(self.player_names)}")
        frames, height, width = self.owner.shape
        for name, shape in (
            ("strength", (frames, height, width)),
            ("production", (height, width)),
            ("moves", (frames - 1, height, width)),
        ):
            actual = getattr(self, name).shape
            require(actual == shape, f"{name} of {frames} frames of {height} x {width} must be {shape}, not {actual}")
        check_owners(int(self.owner.max()), len(self.player_names))


def write(replay: Replay, path: str | Path) -> None:
    """Write the file as the official program does; compressed when the name ends in .gz.

    The file appears under its name only when it is complete, so no reader sees half a game.
    Raises ReplayError when the replay contradicts itself, OSError when the folder cannot be written.
    """
    replay.check()
    path = Path(path)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(unfinished, "wb") as file:
            if path.suffix == ".gz":
                # No name and no time in the gzip header: the same game gives the same bytes.
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    packed.writelines(_bytes(replay))
            else:
                file.writelines(_bytes(replay))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def text(replay: Replay) -> str:
    """The replay as the official program prints it: compact JSON, keys in alphabetical order, no newline.

    A name may hold surrogates for bytes that are no UTF-8; `as_bytes` writes them as these bytes.
    """
    replay.check()
    return "".join(_pieces(replay))


def _bytes(replay: Replay) -> Iterator[bytes]:
    """The file in small parts: a 200 x 200 game is 700 MB of text."""
    return map(encoded, _pieces(replay))


def _pieces(replay: Replay) -> Iterator[str]:
    """The text, a turn at a time."""
    frames, height, width = replay.owner.shape
    yield '{"frames":['
    for turn in range(frames):
        cells = _CELL[replay.owner[turn], replay.strength[turn]].tolist()
        yield "," * (turn > 0) + "[" + ",".join("[" + ",".join(row) + "]" for row in cells) + "]"
    yield f'],"height":{height},"moves":['
    for turn in range(replay.turns):
        yield "," * (turn > 0) + _compact(replay.moves[turn].tolist())
    members = {
        "num_frames": frames,
        "num_players": len(replay.player_names),
        "player_names": list(map(settled, replay.player_names)),
        "productions": replay.production.tolist(),
        "version": VERSION,
        "width": width,
    }
    yield "]," + _compact(members)[1:]


def as_bytes(replay: Replay) -> bytes:
    """The bytes of the file, uncompressed."""
    return encoded(text(replay))


def read(path: str | Path, largest: int = unpacking.LARGEST) -> Replay:
    """Read a replay, plain or gzip, of at most `largest` bytes of text.

    Raises ReplayError, naming the file, what was expected and what came, when it is missing,
    damaged, cut short, too large or something else.
    """
    try:
        return _gathered(Passage(Path(path), largest))
    except UnreadableError as error:
        raise ReplayError(f"{path}: {error}") from None


def parse(content: bytes, largest: int = unpacking.LARGEST) -> Replay:
    """The replay in these bytes, plain or gzip, of at most `largest` bytes of text. Raises ReplayError."""
    try:
        return _gathered(Passage(content, largest))
    except ReplayError:
        raise
    except UnreadableError as error:
        raise ReplayError(str(error)) from None


def _gathered(passage: Passage) -> Replay:
    """The checked replay in a text."""
    layers = {name: bytearray() for name in ("owner", "strength", "moves", "production")}
    for key, rows in passage.rows():
        if key == "frames":
            layers["owner"] += rows[..., 0].astype(np.uint8).tobytes()
            layers["strength"] += rows[..., 1].astype(np.uint8).tobytes()
        elif key == "moves":
            layers["moves"] += rows.astype(np.int32).tobytes()
        else:
            layers["production"] += rows.astype(np.uint8).tobytes()
    members, shapes = passage.members(), passage.shapes
    board = shapes["frames"][:3]
    replay = Replay(
        owner=np.frombuffer(layers["owner"], np.uint8).reshape(board),
        strength=np.frombuffer(layers["strength"], np.uint8).reshape(board),
        production=np.frombuffer(layers["production"], np.uint8).reshape(shapes["productions"]),
        moves=np.frombuffer(layers["moves"], np.int32).reshape(shapes.get("moves", (0, *board[1:]))),
        player_names=names_in(members),
    )
    replay.check()
    agree(members, board, len(replay.player_names))
    return replay


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
