"""The viewer in a cell, driven from Python: the code of the page, and what is seen and chosen as traits.

window = Window("game.hlt", explanation="game.player1.explain.gz")
window                                     # shows it; in a second cell it shows the same moment once more
window.turn, window.layers = 84, ["potential"]
window.observe(print, "selected")          # called when a square is clicked
"""

import gzip
import sys
import tempfile
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from operator import index
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))  # Jupyter runs a notebook in its own folder, and nothing is installed

import numpy as np
import traitlets
from anywidget import AnyWidget

from bot import Explanation, Parameters, View, preset
from bot.program.explanation_file import ExplanationFile, header, line, pack
from engine import Replay
from engine.names import printable
from engine.replay import as_bytes, read
from experiments.recordings import explanations
from experiments.recordings.watched import Watched
from viewer import script, style

# What can be laid over the board: the keys in viewer/explain.
LAYERS = (
    "moves", "potential", "downhill", "trees", "wall",
    "danger", "reasons", "search", "differs",
)  # fmt: skip

MOST_THOUGHTS = 40  # turns that `explain` can give: the page keeps no more; a whole game's come as `explanation`

# The layout of a viewer in a cell. JupyterLab lays out lists of any output as columns; ours have a layout.
_PLACE = """
.halite-window { height: var(--height); border: 1px solid #8884; border-radius: 8px; overflow: hidden; }
.halite-window:has(> .narrow) { height: auto; }
div.halite-window :is(dl, dt, dd) { float: none; width: auto; overflow: visible; font-weight: inherit; }
"""


class Window(AnyWidget):
    """A recorded game to look at. What is done there shows in the traits, and what is set there is seen.

    Args:
        replay: a Replay, or the path of a file
        explanation: why a player moved as it did: an Explained, or the path of an explanation file

    Raises:
        ReplayError, ExplanationError, TypeError: a file or an object is something else
        TraitError: here and later, a trait gets a value that this game has not
    """

    turn = traitlets.Int(0, help="the frame that is shown, 0 is the map").tag(sync=True)
    selected = traitlets.Tuple(None, allow_none=True, help="(x, y) of the square that is asked about").tag(sync=True)
    layers = traitlets.Tuple((), help=f"what is laid over the board, some of {', '.join(LAYERS)}").tag(sync=True)
    playing = traitlets.Bool(False, help="whether the game runs").tag(sync=True)
    theme = traitlets.Enum(("auto", "dark", "light"), "auto", help="auto: as the notebook").tag(sync=True)
    scales = traitlets.Dict(help="ends of layers' scales, {layer: (low, high)}; others follow the turn").tag(sync=True)
    height = traitlets.Int(600, min=200, help="pixels; narrow cells take what they need").tag(sync=True)

    _esm = traitlets.Unicode(script("ui/app.js") + (FOLDER / "window.js").read_text("utf-8")).tag(sync=True)
    _css = traitlets.Unicode(style() + _PLACE).tag(sync=True)
    _name = traitlets.Unicode().tag(sync=True)
    _replay = traitlets.Bytes().tag(sync=True)
    _explanations = traitlets.List(traitlets.Bytes()).tag(sync=True)
    _thoughts = traitlets.Dict().tag(sync=True)  # "player:turn" -> [header, turn], as JSON; the latest is the last
    _marks = traitlets.List().tag(sync=True)
    _board = traitlets.List(traitlets.Bytes()).tag(sync=True)  # owner, strength, production of the shown frame

    def __init__(
        self, replay: Replay | str | Path, explanation: explanations.Explained | str | Path | None = None, **values: Any
    ):
        self.replay = replay if isinstance(replay, Replay) else read(replay)
        names = self.replay.player_names if isinstance(replay, Replay) else [Path(replay).name]
        super().__init__(
            _name=" – ".join(map(printable, names)),  # names hold bytes that a widget's message cannot
            _replay=gzip.compress(as_bytes(self.replay), mtime=0),
            _explanations=[self._thoughts_file(explanation)] if explanation else [],
            **values,
        )

    def mark(self, squares: Iterable[tuple[int, int]], colour: str | None = None) -> None:
        """Frame these squares (x, y), and no longer those from before; `colour` in any form that CSS knows."""
        places = [self._square(square) for square in squares]
        self._marks = [{"x": x, "y": y} | ({"color": colour} if colour else {}) for x, y in places]

    def explain(self, turn: int, thought: Explanation, player: int = 1, parameters: Parameters | str = "v26") -> None:
        """Show what `player` thinks on frame `turn`, in the place of what was known; `parameters` thought it.

        Raises:
            TraitError: there is no such frame
            ValueError: the thought is another player's
        """
        chosen = preset(parameters) if isinstance(parameters, str) else parameters
        head = header(self._view(player), chosen, "replay")
        self._check_ours(thought, turn, player)
        members = {"turn": turn, **pack(thought)}
        if turn < self.replay.turns:
            differs = (thought.order >= 0) & (thought.move != self.replay.moves[turn])
            members["differs"] = np.flatnonzero(differs).tolist()
        others = {key: texts for key, texts in self._thoughts.items() if key != f"{player}:{turn}"}
        thoughts = [*others.items(), (f"{player}:{turn}", [line(head), line(members)])]
        self._thoughts = dict(thoughts[-MOST_THOUGHTS:])

    def set_board(self, seen: View) -> None:
        """Put this board in the place of the frame that is shown."""
        shape = self.replay.owner.shape[1:]
        if seen.owner.shape != shape:
            raise ValueError(f"the pieces stand on a board of {seen.owner.shape}, the game's is {shape}")
        owner, strength = self.replay.owner.copy(), self.replay.strength.copy()
        owner[self.turn], strength[self.turn] = seen.owner, seen.strength
        production = np.asarray(seen.production, np.uint8)
        self.replay = replace(self.replay, owner=owner, strength=strength, production=production)
        self._board = [grid.tobytes() for grid in (owner[self.turn], strength[self.turn], production)]

    @traitlets.validate("turn", "selected", "layers")
    def _valid(self, proposal: dict[str, Any]) -> Any:
        value, name = proposal["value"], proposal["trait"].name
        if name == "turn":
            return self._frame(value)
        if name == "selected":
            return None if value is None else self._square(value)
        if unknown := [layer for layer in value if layer not in LAYERS]:
            raise traitlets.TraitError(f"there is no layer {unknown[0]!r}; there are {', '.join(LAYERS)}")
        return tuple(value)

    def _frame(self, turn: int) -> int:
        if not 0 <= turn <= self.replay.turns:
            raise traitlets.TraitError(f"turn = {turn}, but this game has the frames 0 to {self.replay.turns}")
        return turn

    def _square(self, square: Any) -> tuple[int, int]:
        _, height, width = self.replay.owner.shape
        try:
            x, y = map(index, square)
        except (TypeError, ValueError):
            raise traitlets.TraitError(f"a square is (x, y), two whole numbers; it is {square!r}") from None
        if not (0 <= x < width and 0 <= y < height):
            raise traitlets.TraitError(f"there is no square ({x}, {y}): x is 0 to {width - 1}, y is 0 to {height - 1}")
        return x, y

    def _view(self, player: int) -> View:
        names = self.replay.player_names
        if not 1 <= player <= len(names):
            raise ValueError(
                f"there is no player {player} in this game, only 1 to {len(names)}: {', '.join(map(printable, names))}"
            )
        return Watched(self.replay).view(0, player)

    def _check_ours(self, thought: Explanation, turn: int, player: int) -> None:
        """Raise ValueError when another player thought this, or on another board."""
        board = self.replay.owner[self._frame(turn)]
        if thought.order.shape != board.shape:
            raise ValueError(f"the thought is about a board of {thought.order.shape}, the game's is {board.shape}")
        if ((thought.order >= 0) & (board != player)).any():
            raise ValueError(f"it moves squares that are not player {player}'s on frame {turn}; is the turn right?")

    def _thoughts_file(self, explanation: explanations.Explained | str | Path) -> bytes:
        """Return a whole explanation file; the page compares it with the game."""
        if isinstance(explanation, explanations.Explained):
            return self._pack(explanation)
        explanations.read(explanation)
        return Path(explanation).read_bytes()

    def _pack(self, explained: explanations.Explained) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "explanation.gz"
            with closing(ExplanationFile(path)) as file:
                file.write_header(header(self._view(explained.player), explained.parameters, explained.source))
                for turn, thought in enumerate(explained.turns):
                    file.write_turn(turn, thought, explained.differs[turn] if explained.differs else None)
            return path.read_bytes()
