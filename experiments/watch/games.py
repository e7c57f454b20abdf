"""Which games the window can open: those of one folder, those it was started with, uploads, and futures."""

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from engine import Replay, ReplayError
from engine.documents import brief
from engine.names import shown_in_full
from engine.replay import as_bytes, parse

from .question import BAD_REQUEST, NOT_FOUND, TOO_LARGE, Refusal
from .sizes import LARGEST_UPLOAD
from .watched import Watched

ENDINGS = (".hlt", ".hlt.gz")

KEPT = 4
"""Games that stay in memory, of some 10 MB each; the rest are read again."""

UPLOAD, FUTURE = "upload", "future"


class Games:
    """The games of `folder`, by their names there. The window opens with `first`, and shows `second` beside it."""

    def __init__(self, folder: Path, first: Path | None = None, second: Path | None = None):
        self.folder = folder.resolve()
        self.first = shown_in_full(first.name) if first else None
        self.second = _other_name(second, self.first) if second else None
        given = {self.first: first, self.second: second}
        self._given = {name: path.resolve() for name, path in given.items() if name and path}
        self._open: OrderedDict[str, Watched] = OrderedDict()
        self._uploaded: OrderedDict[str, bytes] = OrderedDict()
        self._played: OrderedDict[str, Replay] = OrderedDict()
        self._taken = 0  # uploads and futures so far: no name is given twice
        self._lock = Lock()  # requests are answered in several threads

    def listed(self) -> list[dict[str, Any]]:
        """The folder's games, the newest first: name, size in bytes, time of the last change in s since 1970."""
        games = []
        for path in self._files():
            # A name that begins with a dot is a game that is still being written.
            if not path.name.startswith(".") and self._is_game(path):
                status = path.stat()
                name = shown_in_full(path.name)
                games.append({"name": name, "size": status.st_size, "modified": status.st_mtime})
        return sorted(games, key=lambda game: (-game["modified"], game["name"]))

    def content(self, name: str) -> bytes:
        """The bytes of a game's file, as they are. Raises Refusal."""
        if name in self._uploaded:
            return self._uploaded[name]
        if name in self._played:
            return as_bytes(self._played[name])
        path = self._path(name)
        try:
            if path.stat().st_size > LARGEST_UPLOAD:
                raise Refusal(TOO_LARGE, f"{name} has more than {LARGEST_UPLOAD} bytes: that is no Halite game")
            return path.read_bytes()
        except OSError as error:
            raise Refusal(NOT_FOUND, f"{name} cannot be read: {error.strerror or error}") from None

    def named(self, request: Mapping[str, Any]) -> str:
        """The name of the game that a question is about; the first game's, where it names none. Raises Refusal."""
        name = request.get("game", self.first)
        if not isinstance(name, str):
            raise Refusal(BAD_REQUEST, f"game should be the name of a game, it is {brief(name)}")
        return name

    def watched(self, name: str) -> Watched:
        """The game called `name`. Raises Refusal."""
        with self._lock:
            game, played = self._open.get(name), self._played.get(name)
        # Read without the lock: a game may take seconds, and others ask for other games meanwhile.
        game = game or (Watched(played) if played else _watched(name, self.content(name)))
        with self._lock:
            # Who came first has worked out the players' memories already.
            game = self._open.setdefault(name, game)
            self._open.move_to_end(name)
            while len(self._open) > KEPT:
                self._open.popitem(last=False)
            return game

    def add(self, content: bytes) -> str:
        """Take an uploaded file in; returns the name it can be asked for by. Raises Refusal when it is no game."""
        watched = _watched("the upload", content)
        with self._lock:
            name = self._new_name(UPLOAD)
            self._open[name], self._uploaded[name] = watched, content
            while len(self._uploaded) > KEPT:
                self._open.pop(self._uploaded.popitem(last=False)[0], None)
            return name

    def add_played(self, replay: Replay) -> str:
        """Keep a game that was played on from a frame; returns the name it can be asked for by."""
        with self._lock:
            name = self._new_name(FUTURE)
            self._played[name] = replay
            while len(self._played) > KEPT:
                self._open.pop(self._played.popitem(last=False)[0], None)
            return name

    def _new_name(self, origin: str) -> str:
        self._taken += 1
        return f"{origin}-{self._taken}.hlt"

    def _files(self) -> list[Path]:
        try:
            return list(self.folder.iterdir())
        except OSError as error:
            raise Refusal(NOT_FOUND, f"the folder cannot be read any more: {error.strerror or error}") from None

    def _path(self, name: str) -> Path:
        """The file called `name`, as `listed` has it; nothing outside the folder has a name."""
        if name in self._given:
            return self._given[name]
        for path in self._files():
            if shown_in_full(path.name) == name and self._is_game(path):
                return path
        raise Refusal(NOT_FOUND, f"there is no game {name!r:.80} in the folder; GET /api/games lists what there is")

    def _is_game(self, path: Path) -> bool:
        """Whether this is a game's file that lies in the folder itself, also after links are followed."""
        return path.name.endswith(ENDINGS) and path.is_file() and path.resolve().parent == self.folder


def _other_name(path: Path, taken: str | None) -> str:
    """The name of the second game: games of two folders may have the same."""
    name = shown_in_full(path.name)
    return name if name != taken else f"{shown_in_full(path.resolve().parent.name)}-{name}"


def _watched(name: str, content: bytes) -> Watched:
    try:
        replay = parse(content)
    except ReplayError as error:
        raise Refusal(BAD_REQUEST, f"{name}: {error}") from None
    return Watched(replay)
