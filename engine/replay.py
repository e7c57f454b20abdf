"""The official replay file, version 11: one recorded game, read and written byte for byte."""

import gc
import gzip
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .state import MOST_PLAYERS, Grid, State

VERSION = 11
_KEYS = ("frames", "moves", "num_frames", "num_players", "player_names", "productions", "version", "width", "height")
_CELL = np.array([[f"[{owner},{strength}]" for strength in range(256)] for owner in range(MOST_PLAYERS + 1)], object)


class ReplayError(ValueError):
    """A file is not a whole and consistent Halite replay of version 11."""


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
        _require(self.owner.ndim == 3 and self.owner.size > 0, f"frames are T x H x W, not {self.owner.shape}")
        _require(1 <= len(self.player_names) <= MOST_PLAYERS, f"1 to 6 players, not {len(self.player_names)}")
        frames, height, width = self.owner.shape
        for name, shape in (
            ("strength", (frames, height, width)),
            ("production", (height, width)),
            ("moves", (frames - 1, height, width)),
        ):
            found = getattr(self, name).shape
            _require(found == shape, f"{name} of {frames} frames of {height} x {width} must be {shape}, not {found}")
        highest = int(self.owner.max())
        _require(
            highest <= len(self.player_names), f"{len(self.player_names)} players, but a square belongs to {highest}"
        )


def write(replay: Replay, path: str | Path) -> None:
    """Write the file as the official program does; compressed when the name ends in .gz.

    The file appears under its name only when it is complete, so nobody reads half a game.
    Raises ReplayError when the replay contradicts itself, OSError when the folder cannot be written.
    """
    path = Path(path)
    # Names are bytes on the wire; surrogateescape carries those that are not UTF-8 through unchanged.
    content = text(replay).encode("utf-8", "surrogateescape")
    if path.suffix == ".gz":
        content = gzip.compress(content, mtime=0)  # no time inside: the same game gives the same bytes
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def text(replay: Replay) -> str:
    """The replay as the official program prints it: compact JSON, keys in alphabetical order, no newline."""
    replay.check()
    frames, height, width = replay.owner.shape
    cells = _CELL[replay.owner, replay.strength]
    members = {
        "frames": _nested(cells.tolist()),
        "height": str(height),
        "moves": _compact(replay.moves.tolist()),
        "num_frames": str(frames),
        "num_players": str(len(replay.player_names)),
        "player_names": _compact(list(replay.player_names)),
        "productions": _compact(replay.production.tolist()),
        "version": str(VERSION),
        "width": str(width),
    }
    return "{" + ",".join(f'"{key}":{value}' for key, value in members.items()) + "}"


def read(path: str | Path) -> Replay:
    """Read a replay, plain or gzip.

    Raises ReplayError, naming the file, what was expected and what came, when it is missing,
    damaged, cut short or something else.
    """
    try:
        return parse(unpacked(Path(path)))
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None


def unpacked(path: Path) -> bytes:
    """The bytes of a file, decompressed when they start like gzip, whatever its name says.

    Raises ReplayError when the file cannot be read or its gzip is damaged.
    """
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ReplayError(f"damaged gzip ({error}); was the download cut short?") from None
    except OSError as error:
        raise ReplayError(f"cannot be read: {error.strerror or error}") from None


def parse(content: bytes) -> Replay:
    """The replay in these (uncompressed) bytes. Raises ReplayError."""
    try:
        with _no_garbage_collection():
            found = json.loads(content.decode("utf-8", "surrogateescape"))
    except ValueError as error:
        raise ReplayError(f"not JSON ({error}); was the file cut short, or is it no replay?") from None
    except RecursionError:
        raise ReplayError("not a replay: its JSON is nested without end") from None
    _require(isinstance(found, dict), f"expected one JSON object, found a {type(found).__name__}; is it a replay?")
    missing = [key for key in _KEYS if key not in found]
    _require(not missing, f"no {', '.join(missing)} in it; is it a Halite I replay?")
    _require(found["version"] == VERSION, f"version {VERSION} expected, found {found['version']!r}")
    return _replay(found)


def _replay(found: dict[str, object]) -> Replay:
    """The checked replay in a JSON object that has every key."""
    frames = _whole_numbers(found, "frames", dimensions=4, largest=255)
    _require(frames.shape[3] == 2, f"a square is [owner, strength], but some have {frames.shape[3]} numbers")
    highest = int(frames[..., 0].max(initial=0))
    _require(highest <= MOST_PLAYERS, f"owners are 0..{MOST_PLAYERS}, but a square belongs to {highest}")
    replay = Replay(
        owner=frames[..., 0].astype(np.uint8),
        strength=frames[..., 1].astype(np.uint8),
        production=_whole_numbers(found, "productions", dimensions=2, largest=255).astype(np.uint8),
        moves=_moves(found, frames.shape[1:3]),
        player_names=_names(found),
    )
    replay.check()
    _agree(found, replay)
    return replay


def _names(found: dict[str, object]) -> tuple[str, ...]:
    names = found["player_names"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ReplayError(f"player_names must be a list of texts, found {names!r:.80}")
    return tuple(names)


def _moves(found: dict[str, object], board: tuple[int, ...]) -> npt.NDArray[np.int32]:
    """The moves; a game that ended before its first turn has an empty list, which tells no shape."""
    if found["moves"] == []:
        return np.zeros((0, *board), dtype=np.int32)
    return _whole_numbers(found, "moves", dimensions=3, largest=2**31 - 1).astype(np.int32)


def _agree(found: dict[str, object], replay: Replay) -> None:
    """Raise ReplayError when a number that the file states differs from what it holds."""
    frames, height, width = replay.owner.shape
    held = {"num_frames": frames, "height": height, "width": width, "num_players": len(replay.player_names)}
    for key, value in held.items():
        _require(found[key] == value, f"{key} says {found[key]!r}, but the file holds {value}; was it edited?")


def _whole_numbers(found: dict[str, object], key: str, dimensions: int, largest: int) -> npt.NDArray[np.int64]:
    """The nested lists under this key as one array. Raises ReplayError when they are not one."""
    try:
        with _no_garbage_collection():
            numbers = np.array(found[key])
    except (ValueError, OverflowError):  # rows of different lengths, or numbers beyond 64 bits
        raise ReplayError(
            f"{key} is not a {dimensions}-dimensional table: its rows differ in length or depth"
        ) from None
    _require(
        numbers.dtype.kind == "i" and numbers.ndim == dimensions,
        f"{key} must be a {dimensions}-dimensional table of whole numbers, found {numbers.dtype} {numbers.shape}",
    )
    low, high = int(numbers.min(initial=0)), int(numbers.max(initial=0))
    _require(low >= 0 and high <= largest, f"{key} are 0..{largest}, but the file holds {low}..{high}")
    return numbers


def _nested(frames: list[list[list[str]]]) -> str:
    """Frames of rows of written cells as one JSON array."""
    return "[" + ",".join("[" + ",".join("[" + ",".join(row) + "]" for row in rows) + "]" for rows in frames) + "]"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ReplayError(message)


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """A 50 x 50 game is a million small lists; the collector would walk all of them again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
