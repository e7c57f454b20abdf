"""Which games the tagger can open: those of one folder, and the one that it was started with."""

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from engine import ReplayError
from engine.documents import brief
from engine.names import shown_in_full
from engine.replay import parse
from experiments.recordings.watched import Watched
from experiments.serving.requests import BAD_REQUEST, NOT_FOUND, TOO_LARGE, Refusal

ENDINGS = (".hlt", ".hlt.gz")

LARGEST = 64 << 20  # bytes of a game's file
KEPT = 4  # games that stay in memory; the rest are read again


class Games:
    """The games of `folder`, by their names there. The tagger opens with `first`, which may lie elsewhere."""

    def __init__(self, folder: Path, first: Path | None = None):
        self.folder = folder.resolve()
        self.first = shown_in_full(first.name) if first else None
        self._given = first.resolve() if first else None
        self._open: OrderedDict[str, Watched] = OrderedDict()
        self._lock = Lock()  # requests are answered in several threads

    def listed(self) -> list[dict[str, Any]]:
        """Return the folder's games, the newest first: name, bytes, time of the last change in s since 1970."""
        games = []
        for path in self._files():
            # A name that begins with a dot is a game that is still being written.
            if not path.name.startswith(".") and self._is_game(path):
                status = path.stat()
                name = shown_in_full(path.name)
                games.append({"name": name, "size": status.st_size, "modified": status.st_mtime})
        return sorted(games, key=lambda game: (-game["modified"], game["name"]))

    def content(self, name: str) -> bytes:
        """Return the bytes of a game's file, as they are. Raises Refusal."""
        path = self._path(name)
        try:
            if path.stat().st_size > LARGEST:
                raise Refusal(TOO_LARGE, f"{name} has more than {LARGEST} bytes: that is no Halite game")
            return path.read_bytes()
        except OSError as error:
            raise Refusal(NOT_FOUND, f"{name} cannot be read: {error.strerror or error}") from None

    def named(self, request: Mapping[str, Any]) -> str:
        """Return the name of the game that a question is about; by default the first game's. Raises Refusal."""
        name = request.get("game", self.first)
        if not isinstance(name, str):
            raise Refusal(BAD_REQUEST, f"game should be the name of a game, it is {brief(name)}")
        return name

    def watched(self, name: str) -> Watched:
        """Return the game called `name`. Raises Refusal."""
        with self._lock:
            game = self._open.get(name)
        # Read without the lock: a game may take seconds, and others ask for other games meanwhile.
        game = game or _watched(name, self.content(name))
        with self._lock:
            # Who came first has worked out the players' memories already.
            game = self._open.setdefault(name, game)
            self._open.move_to_end(name)
            while len(self._open) > KEPT:
                self._open.popitem(last=False)
            return game

    def _files(self) -> list[Path]:
        try:
            return list(self.folder.iterdir())
        except OSError as error:
            raise Refusal(NOT_FOUND, f"the folder cannot be read any more: {error.strerror or error}") from None

    def _path(self, name: str) -> Path:
        """Return the file called `name`, as `listed` has it; nothing outside the folder has a name."""
        if name == self.first and self._given:
            return self._given
        for path in self._files():
            if shown_in_full(path.name) == name and self._is_game(path):
                return path
        raise Refusal(NOT_FOUND, f"there is no game {name!r:.80} in the folder; GET /api/games lists what there is")

    def _is_game(self, path: Path) -> bool:
        """Return whether this is a game's file that lies in the folder itself, also after links are followed."""
        return path.name.endswith(ENDINGS) and path.is_file() and path.resolve().parent == self.folder


def _watched(name: str, content: bytes) -> Watched:
    try:
        replay = parse(content)
    except ReplayError as error:
        raise Refusal(BAD_REQUEST, f"{name}: {error}") from None
    return Watched(replay)
