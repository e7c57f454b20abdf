"""Reads explanation files, which the bot writes while it plays; docs/11-explanations.md is their format."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import Explanation, ParameterError, Parameters, Reason, changed
from bot.program.explanation_file import FORMAT, GZIP, LIGHT_NAMES, OPTION_NAMES, VERSION
from engine.documents import DocumentError, brief, loads

LARGEST = 1 << 30  # bytes of text at which reading ends; a 50 x 50 game has tens of megabytes
HIGHEST = 1 << 31  # distances and strengths of any board stay below
SOURCES = ("bot", "replay")


class ExplanationError(ValueError):
    """A file is no explanation file of this version, or contradicts itself; the message says where."""


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Explained:
    """One player's thoughts in one game."""

    source: str  # "bot": written while playing; "replay": computed afterwards
    player: int
    name: str
    width: int
    height: int
    parameters: Parameters
    turns: tuple[Explanation, ...]  # turns[t] led from frame t to frame t + 1
    differs: tuple[npt.NDArray[np.bool_], ...] | None  # (H, W) each: the recorded move is another; None from a bot
    is_complete: bool  # False: the game was killed or is still running


def read(path: str | Path) -> Explained:
    """Read an explanation file; of one that was not closed, the turns that are whole. Raises ExplanationError."""
    try:
        return parse(Path(path).read_bytes())
    except ExplanationError as error:
        raise ExplanationError(f"{path}: {error}") from None
    except OSError as error:
        raise ExplanationError(f"{path}: cannot be read: {error.strerror or error}") from None


def parse(packed: bytes) -> Explained:
    """Parse the bytes of an explanation file. Raises ExplanationError."""
    lines, is_complete = _whole_lines(packed)
    head = _head(lines)
    source = head.text("source")
    width, height = head.whole("width", 1, HIGHEST), head.whole("height", 1, HIGHEST)
    turns = [Members(_json(line), f"turn {turn}") for turn, line in enumerate(lines[1:])]
    return Explained(
        source, head.whole("player", 1, 6), head.text("name"), width, height, _parameters(head),
        tuple(_turn(members, number, height, width) for number, members in enumerate(turns)),
        tuple(_marked(members, "differs", height, width) for members in turns) if source == "replay" else None,
        is_complete,
    )  # fmt: skip


def _whole_lines(packed: bytes) -> tuple[list[bytes], bool]:
    """Return the whole lines, and whether the gzip stream came to its end."""
    unpacking = zlib.decompressobj(wbits=GZIP)
    try:
        text = unpacking.decompress(packed, LARGEST)
    except zlib.error as error:
        raise ExplanationError(f"not an explanation file, or a damaged one: it should be gzip ({error})") from None
    _require(not unpacking.unconsumed_tail, f"more than {LARGEST} bytes of text: that is not a game")
    _require(not unpacking.unused_data, "something follows after the end; were two files joined?")
    *lines, rest = text.split(b"\n")
    _require(not (unpacking.eof and rest), "the last line does not end; was the text cut before it was packed?")
    return lines, unpacking.eof


def _json(line: bytes) -> Any:
    try:
        return loads(line)
    except DocumentError as error:
        raise ExplanationError(f"a line should be short JSON, it is not: {error!s:.80}") from None


def _parameters(head: "Members") -> Parameters:
    values = head.member("parameters", dict)
    try:
        return changed(Parameters(), values)
    except ParameterError as error:
        raise ExplanationError(f"the header's parameters are not ours: {error}") from None


def _turn(members: "Members", number: int, height: int, width: int) -> Explanation:
    area, board = height * width, (height, width)
    value = members.floats("value", area)  # first: a list of this length says that such a board can be held in memory
    _require(members.whole("turn", 0, HIGHEST) == number, f"turn {number} should stand here; are lines missing?")
    order = members.squares("order", area)
    place, booked = np.full(area, -1), np.zeros(area, np.int64)
    score = np.full((area, len(OPTION_NAMES)), np.nan)
    place[order] = np.arange(len(order))
    booked[order] = members.wholes("booked", len(order), 0, HIGHEST)
    score[order] = members.floats("score", score[order].size).reshape(-1, len(OPTION_NAMES))

    def whole(name: str, low: int, high: int) -> npt.NDArray[np.int64]:
        return members.wholes(name, area, low, high).reshape(board)

    return Explanation(
        value=value.reshape(board), distance=whole("distance", 0, HIGHEST),
        potential=members.floats("potential", area).reshape(board), root=whole("root", -1, area - 1),
        light=whole("light", 0, len(LIGHT_NAMES) - 1).astype(np.uint8), wall=_marked(members, "wall", height, width),
        danger=_danger(members, area).reshape(board), score=score.reshape(*board, -1), booked=booked.reshape(board),
        order=place.reshape(board), reason=whole("reason", 0, len(Reason) - 1).astype(np.uint8),
        move=whole("move", 0, len(OPTION_NAMES) - 1).astype(np.uint8), hold=members.number("hold"),
        hurdle=members.whole("hurdle", 0, HIGHEST), mining_remains=members.member("mining_remains", bool),
        search=members.member("search", dict) if "search" in members.members else None,
    )  # fmt: skip


def _marked(members: "Members", name: str, height: int, width: int) -> npt.NDArray[np.bool_]:
    """(H, W): whether a square is in the list of that name."""
    mask = np.zeros(height * width, np.bool_)
    mask[members.squares(name, height * width)] = True
    return mask.reshape(height, width)


def _danger(members: "Members", area: int) -> npt.NDArray[np.int64]:
    """Return the weight of every square, 0 for those that are in no pair."""
    pairs = members.member("danger", list)
    flat = Members({"danger": [number for pair in pairs if isinstance(pair, list) for number in pair]}, members.place)
    numbers = flat.wholes("danger", 2 * len(pairs), 0, HIGHEST)
    squares, weight = numbers[::2], np.zeros(area, np.int64)
    _require(bool((squares < area).all()), f"{members.place}: danger names a square beyond the board's {area}")
    weight[squares] = numbers[1::2]
    return weight


def _head(lines: Sequence[bytes]) -> "Members":
    """Return the header in the first of these lines, of this version of the format."""
    _require(bool(lines), "not even a header; was the game killed before it began?")
    head = Members(_json(lines[0]), "the header")
    stated = head.members.get("format"), head.members.get("version")
    _require(stated[0] == FORMAT, f"its first line does not say it is a {FORMAT}; is it another file?")
    _require(stated[1] == VERSION, f"version {VERSION} expected, found {brief(stated[1])}")
    source = head.text("source")
    _require(source in SOURCES, f"source should be {' or '.join(SOURCES)}, not {brief(source)}")
    return head


class Members:
    """The members of one line's JSON object, each checked when it is asked for."""

    def __init__(self, members: Any, place: str):
        _require(isinstance(members, dict), f"{place} should be a JSON object, it is a {type(members).__name__}")
        self.members: dict[str, Any] = members
        self.place = place

    def member(self, name: str, kind: type) -> Any:
        """Return the member, of exactly this type."""
        _require(name in self.members, f"{self.place} has no {name}; is it a file of another version?")
        value = self.members[name]
        _require(type(value) is kind, f"{self.place}: {name} should be a {kind.__name__}, it is {brief(value)}")
        return value

    def text(self, name: str) -> str:
        """Return a text."""
        return str(self.member(name, str))

    def number(self, name: str) -> float:
        """Return a finite number."""
        _require(name in self.members, f"{self.place} has no {name}; is it a file of another version?")
        value = Members({name: [self.members[name]]}, self.place).floats(name, 1)[0]
        _require(bool(np.isfinite(value)), f"{self.place}: {name} should be a finite number")
        return float(value)

    def whole(self, name: str, low: int, high: int) -> int:
        """Return a whole number within these bounds."""
        value = int(self.member(name, int))
        _require(low <= value <= high, f"{self.place}: {name} should be {low}..{high}, it is {brief(value)}")
        return value

    def floats(self, name: str, length: int) -> npt.NDArray[np.float64]:
        """(length,) numbers; null becomes nan."""
        values = self._list(name, length, {float, int, type(None)})
        try:
            return np.array(values, np.float64)
        except OverflowError:  # a whole number beyond every float
            raise ExplanationError(f"{self.place}: {name} should hold finite numbers, one is too large") from None

    def wholes(self, name: str, length: int, low: int, high: int) -> npt.NDArray[np.int64]:
        """(length,) whole numbers within these bounds."""
        values = self._list(name, length, {int})
        inside = not values or (min(values) >= low and max(values) <= high)
        _require(inside, f"{self.place}: {name} should hold {low}..{high}, it does not")
        return np.array(values, np.int64)

    def squares(self, name: str, area: int) -> npt.NDArray[np.int64]:
        """Return some squares of the board, none of them twice."""
        squares = self.wholes(name, len(self.member(name, list)), 0, area - 1)
        _require(len(np.unique(squares)) == len(squares), f"{self.place}: {name} names a square twice")
        return squares

    def _list(self, name: str, length: int, kinds: set[type]) -> list[Any]:
        """Return a list of this length that holds these types only."""
        values: list[Any] = self.member(name, list)
        _require(len(values) == length, f"{self.place}: {name} should hold {length} numbers, it holds {len(values)}")
        strange = sorted(kind.__name__ for kind in set(map(type, values)) - kinds)
        _require(not strange, f"{self.place}: {name} should hold numbers, it holds {', '.join(strange)}")
        return values


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ExplanationError(message)
