"""The pictures of the schools' pages, a part of `make pictures`.

Each school plays v12 on the same map. On the left are arrows of its thought, on the right one of its layers and the
moves that it made.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm, LogNorm, Normalize
from matplotlib.figure import Figure

from bot import View
from engine import generate
from experiments.arena.arena import played
from experiments.arena.players import player
from experiments.opponents import registry
from experiments.opponents.school import Thought
from experiments.recordings import drawing

SIDE, SEED, RIVAL = 30, 3, "v12"
NEUTRAL, OURS, THEIRS = "#ececec", (0.0, 0.36, 0.85), (0.85, 0.33, 0.2)


@dataclass(frozen=True)
class Picture:
    """What is shown of a school."""

    player: str
    turn: int
    arrows: dict[str, str]  # a colour for each kind
    left: str  # title
    layer: str
    right: str
    label: str  # of the layer's colours
    colours: str = "viridis"
    factors: bool = False  # the layer's numbers differ by factors
    balanced: bool = False  # they are ours above 0 and the enemy's below


PICTURES = {
    "amortizer": Picture(
        "amortizer", 64, {"mining targets": "black", "attack targets": "#d62728"},
        "targets: mining (black), attacking (red)", "dominance", "dominance, and the moves",
        "chance that no enemy stack comes by within two turns",
    ),
    "friendly": Picture(
        "friendly", 101, {"edges": "black", "yields": "#d62728"},
        "edges of stacks and targets (black), ways given up (red)", "friendliness",
        "friendliness, and the moves that navigation chose", "full stacks", "RdBu", balanced=True,
    ),
    "matcher": Picture(
        "matcher", 63, {"matches": "black", "refused": "#d62728"},
        "stacks and the tiles they are matched with (black), moves refused (red)", "net",
        "the moves that the assignment chose", "net score of the move, beyond that of staying: strength a turn",
        factors=True,
    ),
    "planner": Picture(
        "planner?flow=on", 64, {"captures": "black"}, "squares that are booked, and their targets (flow=on)",
        "price", "price of neutral land with what lies behind it, and the moves", "turns until it is repaid",
        "viridis_r", factors=True,
    ),
    "unifier": Picture(
        "unifier", 68, {"policy": "#d62728", "searched": "black"},
        "what the likeliest policy expects (red), moves that the search changed (black)", "reach",
        "enemy strength to be expected in two turns, and the moves", "strength", "magma_r",
    ),
}  # fmt: skip


def taken(folder: Path) -> None:
    """Draw a picture of each school into the folder."""
    for name in PICTURES:
        view, thought, moves = position(PICTURES[name])
        figure = drawn(name, PICTURES[name], view, thought, moves)
        figure.savefig(folder / f"school-{name}.png", dpi=80, metadata={"Software": None})
        print(f"school-{name}.png")


def position(picture: Picture) -> tuple[View, Thought, np.ndarray]:
    """Return the frame that is shown, with what the school thought and did there."""
    settings = player(picture.player).parameters
    replay = played([settings, player(RIVAL).parameters], generate(SIDE, SIDE, 2, SEED))
    mover = registry.school(picture.player.partition("?")[0]).open(settings, SIDE, SIDE)
    for turn in range(min(picture.turn, replay.turns - 1) + 1):
        view = View(replay.owner[turn], replay.strength[turn], replay.production, 1, turn)
        moves = mover.moves(view)
    return view, mover.thought(), np.where(view.owner == 1, moves, 0)


def drawn(name: str, picture: Picture, view: View, thought: Thought, moves: np.ndarray) -> Figure:
    """Both panels."""
    figure = Figure(figsize=(12.5, 6.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    figure.suptitle(f"{picture.player} (blue) against {RIVAL}, {SIDE} x {SIDE}, map seed {SEED}, turn {view.turn}")
    _ground(left, view, picture.left, 1.0)
    for kind, colour in picture.arrows.items():
        _draw_arrows(left, thought.arrows[kind], colour)
    _ground(right, view, picture.right, 0.25)
    image = right.imshow(thought.layers[picture.layer], cmap=picture.colours, norm=_scale(picture, thought))
    drawing.arrows(right, moves.astype(np.uint8), color="black" if picture.balanced else "#c2185b")
    figure.colorbar(image, ax=right, label=picture.label, shrink=0.8)
    return figure


def _scale(picture: Picture, thought: Thought) -> Normalize:
    shown = thought.layers[picture.layer]
    shown = shown[np.isfinite(shown)]
    if picture.factors:
        return LogNorm(*np.percentile(shown[shown > 0], (5, 98)))
    if picture.balanced:
        return CenteredNorm(halfrange=np.abs(shown).max())
    return Normalize(shown.min(), np.percentile(shown, 98))


def _ground(axes: Axes, view: View, title: str, depth: float) -> None:
    """Whose squares, the darker the stronger; `depth` fades both colours."""
    ground = np.full((*view.owner.shape, 3), [int(NEUTRAL[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    for number, colour in ((1, OURS), (2, THEIRS)):
        mask = view.owner == number
        share = depth * (0.25 + 0.75 * view.strength[mask, None] / 255)
        ground[mask] = 1 + share * (np.array(colour) - 1)
    axes.imshow(ground)
    axes.set_title(title, fontsize=10)
    axes.set_xlabel("column")
    axes.set_ylabel("row")


def _draw_arrows(axes: Axes, pairs: np.ndarray, colour: str) -> None:
    for start, end in pairs:
        (y, x), (down, right) = divmod(int(start), SIDE), np.subtract(divmod(int(end), SIDE), divmod(int(start), SIDE))
        down, right = ((step + SIDE // 2) % SIDE - SIDE // 2 for step in (down, right))  # the short way on the torus
        style = {"arrowstyle": "->", "color": colour, "linewidth": 1.1}
        axes.annotate("", (x + right, y + down), (x, y), arrowprops=style, annotation_clip=True)
