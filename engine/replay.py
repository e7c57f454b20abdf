"""The official replay file, version 11: one recorded game, read and written byte for byte."""

import gzip
import json
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from . import tables
from .state import MOST_PLAYERS, Grid, State

VERSION = 11
_TABLES = {"frames": (4, 255), "moves": (3, 2**31 - 1), "productions": (2, 255)}  # dimensions, largest number
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
    replay.check()
    path = Path(path)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(unfinished, "wb") as file:
            if path.suffix == ".gz":
                # No name and no time inside: the same game gives the same bytes.
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    packed.writelines(_bytes(replay))
            else:
                file.writelines(_bytes(replay))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def text(replay: Replay) -> str:
    """The replay as the official program prints it: compact JSON, keys in alphabetical order, no newline."""
    replay.check()
    return "".join(_pieces(replay))


def _bytes(replay: Replay) -> Iterator[bytes]:
    """The file in small parts: a 200 x 200 game is 700 MB of text."""
    # Names are bytes on the wire; surrogateescape carries those that are not UTF-8 through unchanged.
    return (piece.encode("utf-8", "surrogateescape") for piece in _pieces(replay))


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
        "player_names": list(replay.player_names),
        "productions": replay.production.tolist(),
        "version": VERSION,
        "width": width,
    }
    yield "]," + _compact(members)[1:]


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
    rest, texts = tables.cut(content, tuple(_TABLES))
    try:
        found = json.loads(rest.decode("utf-8", "surrogateescape"))
    except ValueError as error:
        raise ReplayError(f"not JSON ({error}); was the file cut short, or is it no replay?") from None
    except RecursionError:
        raise ReplayError("not a replay: its JSON is nested without end") from None
    _require(isinstance(found, dict), f"expected one JSON object, found a {type(found).__name__}; is it a replay?")
    missing = [key for key in _KEYS if key not in found]
    _require(not missing, f"no {', '.join(missing)} in it; is it a Halite I replay?")
    _require(found["version"] == VERSION, f"version {VERSION} expected, found {found['version']!r}")
    return _replay(found, {key: _table(key, found[key], texts) for key in _TABLES})


def _replay(found: dict[str, object], table: dict[str, tables.Numbers]) -> Replay:
    """The checked replay in a JSON object that has every key, and in its tables."""
    frames = table["frames"]
    _require(frames.shape[3] == 2, f"a square is [owner, strength], but each has {frames.shape[3]} numbers")
    highest = int(frames[..., 0].max())
    _require(highest <= MOST_PLAYERS, f"owners are 0..{MOST_PLAYERS}, but a square belongs to {highest}")
    # A game that ended before its first turn has an empty list of moves, which tells no shape.
    moves = table["moves"] if table["moves"].size else np.zeros((0, *frames.shape[1:3]))
    replay = Replay(
        owner=frames[..., 0].astype(np.uint8),
        strength=frames[..., 1].astype(np.uint8),
        production=table["productions"].astype(np.uint8),
        moves=moves.astype(np.int32),
        player_names=_names(found),
    )
    replay.check()
    _agree(found, replay)
    return replay


def _table(key: str, value: object, texts: dict[str, bytes]) -> tables.Numbers:
    """The table under this key, checked by itself; `value` is None where it was cut out."""
    dimensions, largest = _TABLES[key]
    wanted = f"{key} must be a {dimensions}-dimensional table of whole numbers 0..{largest}"
    if value is not None or key not in texts:
        raise ReplayError(f"{wanted}, but it holds {_foreign(value)}")
    try:
        numbers = tables.read(texts[key])
    except ValueError as error:
        raise ReplayError(f"{key} is not a {dimensions}-dimensional table: {error}") from None
    is_empty = key == "moves" and numbers.size == 0
    _require(numbers.ndim == dimensions or is_empty, f"{wanted}, but it has {numbers.ndim} dimensions")
    highest = int(numbers.max(initial=0))
    _require(highest <= largest, f"{key} are 0..{largest}, but the file holds {highest} or more")
    return numbers


def _foreign(value: object) -> str:
    """The first thing in a table that does not belong there."""
    text = json.dumps(value)
    found = re.search(r"[^\[\],\s]*[^\[\],0-9\s][^,\]]*", text)
    return f"{found[0] if found else text:.40}"


def _names(found: dict[str, object]) -> tuple[str, ...]:
    names = found["player_names"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ReplayError(f"player_names must be a list of texts, found {names!r:.80}")
    return tuple(names)


def _agree(found: dict[str, object], replay: Replay) -> None:
    """Raise ReplayError when a number that the file states differs from what it holds."""
    frames, height, width = replay.owner.shape
    held = {"num_frames": frames, "height": height, "width": width, "num_players": len(replay.player_names)}
    for key, value in held.items():
        _require(found[key] == value, f"{key} says {found[key]!r}, but the file holds {value}; was it edited?")


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ReplayError(message)
