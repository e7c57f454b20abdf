"""Tagging: stores a person's judgements of frames as positions, and undoes them."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numpy as np

from engine import Replay, writing
from engine.documents import brief
from engine.names import shown
from experiments.recordings.watched import Watched
from experiments.serving.requests import BAD_REQUEST, Refusal, whole

from .board_text import BoardError
from .folder import ENDING, fingerprint, keep, name_of, positions
from .position import DIRECTIONS, Choice, Position, PositionError, Source

T = TypeVar("T")

NOTE_LETTERS = 2000  # characters of a note; a theme and a tag have forty
MOST_SQUARES = 64  # squares of one position


class Tagging:
    """The folder in which positions are stored. For several threads at once."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._before: list[dict[Path, bytes | None]] = []  # files as they were before each change of this session
        self._lock = Lock()

    def stored(self, watched: Watched, game: str) -> dict[str, Any]:
        """Return a game's positions by turn, and how many changes can be undone. Raises Refusal.

        A position of another game that has the same name is left out: it would be stored again with this one's board.
        """
        with self._lock:
            own = [each for each in self._positions() if each.source.game == game and _is_frame(each, watched.replay)]
            own.sort(key=lambda each: (each.turn, each.name))
            return {"positions": list(map(_described, own)), "undo": len(self._before), "folder": str(self.folder)}

    def store(self, watched: Watched, game: str, request: Mapping[str, Any]) -> str:
        """Store what a request says about a frame; return the position's name. Raises Refusal.

        It replaces everything that was said of the same squares before, under any theme.
        """
        position = tagged(watched, game, request)
        with self._lock:
            same = [each.name for each in self._positions() if fingerprint(each) == fingerprint(position)]
            paths = [self.folder / f"{name}{ENDING}" for name in {position.name, *same}]
            before = {path: _attempt(path.read_bytes) if path.exists() else None for path in paths}
            _attempt(lambda: keep(position, self.folder))
            self._before.append(before)  # before others are deleted: if that fails, the new one can be taken back
            for name in set(same) - {position.name}:
                _attempt((self.folder / f"{name}{ENDING}").unlink)
        return position.name

    def remove(self, name: str) -> None:
        """Delete a position. Raises Refusal."""
        with self._lock:
            if not any(each.name == name for each in self._positions()):
                raise Refusal(BAD_REQUEST, f"there is no position {brief(name)} to remove")
            path = self.folder / f"{name}{ENDING}"
            before = _attempt(path.read_bytes)
            _attempt(path.unlink)
            self._before.append({path: before})

    def undo(self) -> None:
        """Take back the latest change of this session. Raises Refusal."""
        with self._lock:
            if not self._before:
                raise Refusal(BAD_REQUEST, "there is nothing to take back: nothing was stored since the tagger started")
            for path, before in self._before[-1].items():
                _attempt(
                    partial(path.unlink, missing_ok=True) if before is None else partial(writing.write, path, before)
                )
            self._before.pop()  # only now: what could not be taken back yet can be tried again

    def _positions(self) -> list[Position]:
        """Return the positions in the folder itself, without subfolders."""
        if not self.folder.is_dir() or not any(self.folder.glob(f"*{ENDING}")):
            return []
        try:
            return [each for each in positions(self.folder) if (self.folder / f"{each.name}{ENDING}").exists()]
        except PositionError as error:
            raise Refusal(BAD_REQUEST, str(error)) from None


def tagged(watched: Watched, game: str, request: Mapping[str, Any]) -> Position:
    """Return the position that a request describes. Raises Refusal.

    request   turn, player, theme, squares [{x, y, right, wrong}], and perhaps tags and a note
    """
    replay = watched.replay
    turn = whole(request, "turn", 0, replay.turns - 1)
    players = len(replay.player_names)
    player = whole(request, "player", 1, players)
    squares = request.get("squares")
    if not isinstance(squares, list) or not 0 < len(squares) <= MOST_SQUARES:
        raise Refusal(BAD_REQUEST, f"squares should be a list of 1 to {MOST_SQUARES} squares, it is {brief(squares)}")
    tags = request.get("tags", [])
    if not isinstance(tags, list):
        raise Refusal(BAD_REQUEST, f"tags should be a list of words, it is {brief(tags)}")
    theme, note = _words("theme", request.get("theme"), 40, 1), _words("note", request.get("note", ""), NOTE_LETTERS)
    position = Position(
        "", theme, note, player, turn, replay.state(turn),
        memories=tuple(watched.memory(turn, seat) for seat in range(1, players + 1)),
        choices=tuple(map(_choice, squares)),
        source=Source(game, tuple(map(shown, replay.player_names))),
        tags=tuple(_words("a tag", tag, 40, 1) for tag in tags),
    )  # fmt: skip
    return position.called(name_of(position))


def _choice(square: Any) -> Choice:
    if not isinstance(square, dict):
        raise Refusal(BAD_REQUEST, f"a square should be an object with x, y, right and wrong, it is {brief(square)}")
    x, y = (whole(square, name, 0, 255) for name in ("x", "y"))
    return Choice(x, y, _directions(square, "right"), _directions(square, "wrong"))


def _directions(square: Mapping[str, Any], name: str) -> tuple[int, ...]:
    moves = square.get(name, [])
    if not isinstance(moves, list) or any(move not in DIRECTIONS for move in moves):
        raise Refusal(BAD_REQUEST, f"{name} should be a list of {', '.join(DIRECTIONS)}, it is {brief(moves)}")
    return tuple(sorted({DIRECTIONS.index(move) for move in moves}))


def _words(name: str, value: Any, most: int, least: int = 0) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else None
    if text is None or not least <= len(text) <= most or not text.isprintable():
        raise Refusal(BAD_REQUEST, f"{name} should be a text of {least} to {most} characters, it is {brief(value)}")
    return text


def _is_frame(position: Position, replay: Replay) -> bool:
    if position.turn >= replay.turns:
        return False
    frame = replay.state(position.turn)
    return all(
        np.array_equal(getattr(position.state, layer), getattr(frame, layer))
        for layer in ("owner", "strength", "production")
    )


def _attempt(act: Callable[[], T]) -> T:
    """Read or change a file; a Refusal where that fails."""
    try:
        return act()
    except OSError as error:
        raise Refusal(BAD_REQUEST, f"{error.filename} cannot be changed: {error.strerror or error}") from None
    except (PositionError, BoardError) as error:
        raise Refusal(BAD_REQUEST, str(error)) from None


def _described(position: Position) -> dict[str, Any]:
    return {
        "name": position.name, "theme": position.theme, "note": position.note, "tags": list(position.tags),
        "player": position.player, "turn": position.turn,
        "squares": [
            {
                "x": choice.x, "y": choice.y,
                "right": [DIRECTIONS[move] for move in choice.right],
                "wrong": [DIRECTIONS[move] for move in choice.wrong],
            }
            for choice in position.choices
        ],
    }  # fmt: skip
