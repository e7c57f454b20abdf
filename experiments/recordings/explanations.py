"""Reads explanation files, which the bot writes while it plays; docs/pages/explanations.md is their format."""

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta

from bot import Explanation, ParameterError, Parameters, Reason, override
from bot.program.explanation_file import FORMAT, GZIP, LIGHT_NAMES, OPTION_NAMES, VERSION, leads_to

LARGEST = 1 << 30  # bytes of text at which reading ends; a 50 x 50 game has tens of megabytes
MOST = 1 << 31  # distances and strengths of any board stay below

Whole = Annotated[int, Meta(ge=0, le=MOST)]
Numbers = list[float | None]  # null is a number that was not computed
Line = TypeVar("Line", bound=msgspec.Struct)


class ExplanationError(ValueError):
    """A file is no explanation file of this version, or contradicts itself; the message says where."""


class Header(msgspec.Struct):
    """The first line, as far as it is read here."""

    format: Literal["halite-explanation"]
    version: Literal[4]
    source: Literal["bot", "replay"]
    player: Annotated[int, Meta(ge=1, le=6)]
    name: str
    width: Annotated[int, Meta(ge=1, le=MOST)]
    height: Annotated[int, Meta(ge=1, le=MOST)]
    parameters: dict[str, Any]
    opponent: str | None = None


class Turn(msgspec.Struct, kw_only=True):
    """Each line after it: arrays row by row, or lists of squares."""

    turn: Whole
    value: Numbers | None = None  # times 100, or
    rise: list[int | list[float | None]] | None = None
    distance: list[Whole]
    step: float
    root: list[Annotated[int, Meta(ge=-1, le=MOST)]]
    light: list[Annotated[int, Meta(ge=0, lt=len(LIGHT_NAMES))]]
    wall: list[Whole]
    danger: list[tuple[Whole, Whole]]
    order: list[Whole]
    booked: list[Whole]
    extra: list[tuple[Whole, float | None]]
    reason: list[Annotated[int, Meta(ge=0, lt=len(Reason))]]
    move: list[Annotated[int, Meta(ge=0, lt=len(OPTION_NAMES))]]
    hold: float
    hurdle: Whole
    mining_remains: bool
    search: dict[str, Any] | None = None
    differs: list[Whole] | None = None


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
    if not lines:
        raise ExplanationError("not even a header; was the game killed before it began?")
    head = _line(lines[0], Header, f"the header of a {FORMAT}, version {VERSION}, expected")
    if head.opponent is not None:
        raise ExplanationError(f"it is of the opponent {head.opponent:.40}, whose layers the page shows")
    try:
        parameters = override(Parameters(), head.parameters)
    except ParameterError as error:
        raise ExplanationError(f"the header's parameters are not ours: {error}") from None
    board, turns, differs = (head.height, head.width), list[Explanation](), list[npt.NDArray[np.bool_]]()
    for number, text in enumerate(lines[1:]):
        line = _line(text, Turn, f"turn {number}")
        try:
            turns.append(_turn(line, number, board, turns[-1] if turns else None))
            if head.source == "replay":
                differs.append(_mask(line.differs, board))
        except (ValueError, IndexError, TypeError, OverflowError) as error:
            raise ExplanationError(f"turn {number}: {error}") from None
    marks = tuple(differs) if head.source == "replay" else None
    return Explained(head.source, head.player, head.name, *board[::-1], parameters, tuple(turns), marks, is_complete)


def _whole_lines(packed: bytes) -> tuple[list[bytes], bool]:
    """Return the whole lines, and whether the gzip stream came to its end."""
    unpacking = zlib.decompressobj(wbits=GZIP)
    try:
        text = unpacking.decompress(packed, LARGEST)
    except zlib.error as error:
        raise ExplanationError(f"not an explanation file, or a damaged one: it should be gzip ({error})") from None
    if unpacking.unconsumed_tail or unpacking.unused_data:
        raise ExplanationError("more follows than one game; were two files joined?")
    return text.split(b"\n")[:-1], unpacking.eof


def _line(text: bytes, kind: type[Line], place: str) -> Line:
    try:
        # Not by msgspec alone, which refuses the 1e999 of an infinite number.
        return msgspec.convert(json.loads(text), kind)
    except (ValueError, RecursionError) as error:  # msgspec derives its own from ValueError
        raise ExplanationError(f"{place}: {error!s:.120}") from None


def _turn(line: Turn, number: int, board: tuple[int, int], before: Explanation | None) -> Explanation:
    def whole(values: list[int], kind: type) -> npt.NDArray[Any]:
        return np.array(values, kind).reshape(board)

    value = np.array(_values(line, before), np.float64).reshape(board) / 100  # first: such a board fits into memory
    if line.turn != number:
        raise ValueError("another turn stands here; are lines missing?")
    if len(set(line.order)) != len(line.order):
        raise ValueError("order names a square twice")
    if not np.isfinite([line.hold, line.step]).all():
        raise ValueError("hold and step should be finite numbers")
    place, booked, danger = np.full(board, -1), np.zeros(board, np.int64), np.zeros(board, np.int64)
    score = np.full((*board, len(OPTION_NAMES)), np.nan)
    place.flat[line.order] = np.arange(len(line.order))
    booked.flat[line.order] = _check_length(line.booked, len(line.order), "booked")
    far = whole(line.distance, np.int64)
    potential = value + line.step * far.astype(np.float64) ** 2
    around = leads_to(potential, line.order)
    scores = np.column_stack([np.full(len(around), np.nan), around[:, 1:]])
    for at, more in line.extra:
        scores.flat[at] = np.nan if more is None else around.flat[at] + more
    score.reshape(-1, len(OPTION_NAMES))[line.order] = scores
    for square, weight in line.danger:
        danger.flat[square] = weight

    root = whole(line.root, np.int64)
    if root.max() >= value.size:
        raise ValueError(f"root names a square beyond the board's {value.size}")
    return Explanation(
        value=value, distance=far, root=root,
        potential=potential, light=whole(line.light, np.uint8),
        wall=_mask(line.wall, board), danger=danger, score=score, booked=booked, order=place,
        reason=whole(line.reason, np.uint8), move=whole(line.move, np.uint8), hold=line.hold, hurdle=line.hurdle,
        mining_remains=line.mining_remains, search=line.search,
    )  # fmt: skip


def _values(line: Turn, before: Explanation | None) -> Numbers:
    """Return the values, times 100."""
    if line.value is not None:
        return line.value
    if line.rise is None or before is None:
        raise ValueError("value is missing; was the line before it cut out?")
    previous = (100 * before.value).round().ravel().tolist()
    pairs = zip(previous, _check_length(line.rise, len(previous), "rise"), strict=True)
    return [each[0] if isinstance(each, list) else one + each for one, each in pairs]


def _check_length(values: list[Any], length: int, name: str) -> list[Any]:
    if len(values) != length:
        raise ValueError(f"{name} should hold {length} numbers, it holds {len(values)}")
    return values


def _mask(squares: list[int] | None, board: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """(H, W): whether a square is in the list."""
    if squares is None:
        raise ValueError("differs is missing; is it a file of another version?")
    mask = np.zeros(board, np.bool_)
    mask.flat[squares] = True
    return mask
