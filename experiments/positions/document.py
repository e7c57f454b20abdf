"""A position as a file: TOML that people read, write by hand and compare line by line."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from bot import Memory
from engine.documents import toml, toml_value
from engine.names import shown_in_full
from experiments.stats import Interval

from .board_text import OWNERS, board, rows
from .evidence import Evidence, Measure
from .position import DIRECTIONS, Choice, Position, PositionError, Source, check

LARGEST = 1 << 21  # bytes of a file; a board of 50 x 50 takes 10 kB


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; a mistyped line is an error."""


class _Square(_Strict, frozen=True):
    x: int
    y: int
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


class _Source(_Strict, frozen=True):
    game: str
    players: tuple[str, ...]


class _Memory(_Strict, frozen=True):
    started: int
    met: tuple[str, ...]  # for every player the letters of those it has met


class _Evidence(_Strict, frozen=True):
    measure: Measure
    worlds: tuple[str, ...]
    first: int
    futures: int
    moves: tuple[str, ...]
    scores: tuple[float, ...]
    losses: tuple[tuple[float, float, float], ...]  # low end, mean, high end


class _Board(_Strict, frozen=True):
    owner: tuple[str, ...]
    strength: tuple[str, ...]
    production: tuple[str, ...]


class _File(_Strict, frozen=True, kw_only=True):
    theme: str
    note: str = ""
    tags: tuple[str, ...] = ()
    player: str
    turn: int
    square: tuple[_Square, ...]
    source: _Source
    memory: _Memory
    evidence: tuple[_Evidence, ...] = ()
    board: _Board


def read(path: Path) -> Position:
    """Return the position in a file. Raises PositionError, which names the file and the field."""
    try:
        position = _position(path.stem, msgspec.convert(toml(_content(path)), _File))
        check(position)
    except OSError as error:
        raise PositionError(f"{shown_in_full(path)} cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # no TOML, a wrong type, our own checks
        raise PositionError(shown_in_full(f"{path}: {' '.join(str(error).split())}")) from None
    return position


def text(position: Position) -> str:
    """Return the position as a file holds it. Raises PositionError where it contradicts itself."""
    check(position)
    return "\n".join(_lines(position)) + "\n"


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise PositionError(f"more than {LARGEST:,} bytes; is it a tagged position?")
    return content


def _position(name: str, file: _File) -> Position:
    memories = [Memory(file.memory.started, frozenset(_players("memory.met", met))) for met in file.memory.met]
    return Position(
        name, file.theme, file.note.strip(), _player("player", file.player), file.turn,
        board(file.board.owner, file.board.strength, file.board.production), tuple(memories),
        tuple(_choice(number, square) for number, square in enumerate(file.square)),
        Source(file.source.game, file.source.players), file.tags, tuple(map(_evidence, file.evidence)),
    )  # fmt: skip


def _choice(number: int, square: _Square) -> Choice:
    field = f"square[{number}]"
    return Choice(
        square.x, square.y, _directions(f"{field}.right", square.right), _directions(f"{field}.wrong", square.wrong)
    )


def _evidence(told: _Evidence) -> Evidence:
    moves = tuple(_direction("evidence.moves", move) for move in told.moves)
    losses = tuple(Interval(*loss) for loss in told.losses)
    return Evidence(told.measure, told.worlds, told.first, told.futures, moves, told.scores, losses)


def _player(field: str, letter: str) -> int:
    if len(letter) != 1 or letter not in OWNERS[1:]:
        raise PositionError(f"{field}: a letter of a..f expected, it is {letter!r}")
    return OWNERS.index(letter)


def _players(field: str, letters: str) -> list[int]:
    return [_player(field, letter) for letter in letters]


def _directions(field: str, names: tuple[str, ...]) -> tuple[int, ...]:
    directions = tuple(sorted(_direction(field, name) for name in names))
    if len(set(directions)) < len(directions):
        raise PositionError(f"{field}: a direction is named twice")
    return directions


def _direction(field: str, name: str) -> int:
    if name not in DIRECTIONS:
        raise PositionError(f"{field}: {', '.join(DIRECTIONS)} expected, it is {name!r}")
    return DIRECTIONS.index(name)


def _lines(position: Position) -> Iterator[str]:
    yield f"theme = {toml_value(position.theme)}"
    yield f"note = {toml_value(position.note)}"
    if position.tags:
        yield f"tags = {toml_value(position.tags)}"
    yield f"player = {toml_value(OWNERS[position.player])}"
    yield f"turn = {position.turn}"
    for choice in position.choices:
        yield from ("", "[[square]]", f"x = {choice.x}", f"y = {choice.y}")
        for name, moves in (("right", choice.right), ("wrong", choice.wrong)):
            if moves:
                yield f"{name} = {toml_value([DIRECTIONS[move] for move in moves])}"
    source = position.source
    yield from ("", "[source]", f"game = {toml_value(source.game)}", f"players = {toml_value(source.players)}")
    met = ["".join(OWNERS[other] for other in sorted(memory.met)) for memory in position.memories]
    yield from ("", "[memory]", f"started = {position.memories[0].starting_players}", f"met = {toml_value(met)}")
    for evidence in position.evidence:
        yield from _evidence_lines(evidence)
    yield from _board_lines(position)


def _evidence_lines(evidence: Evidence) -> Iterator[str]:
    def listed(values: Iterable[float]) -> str:
        return f"[{', '.join(f'{value:.{evidence.measure.digits}f}' for value in values)}]"

    yield from ("", "[[evidence]]", f"measure = {toml_value(evidence.measure)}")
    yield from (f"worlds = {toml_value(evidence.worlds)}", f"first = {evidence.first}", f"futures = {evidence.futures}")
    yield f"moves = {toml_value([DIRECTIONS[move] for move in evidence.moves])}"
    yield f"scores = {listed(evidence.scores)}"
    yield f"losses = [{', '.join(listed((loss.low, loss.value, loss.high)) for loss in evidence.losses)}]"


def _board_lines(position: Position) -> Iterator[str]:
    yield from ("", "[board]")
    for name, layer in zip(("owner", "strength", "production"), rows(position.state), strict=True):
        yield f"{name} = ["
        yield from (f'  "{row}",' for row in layer)
        yield "]"
