"""Red-green capture trees: who goes now (green), who waits (red).

Each of our squares looks downhill to one neighbour, so our land is a forest whose roots are squares
that are not ours. For a neutral root the tree is cut level by level, nearest first: the first level
that, arriving together with all nearer ones after their turns of waiting, is enough walks now.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..board.board import NEUTRAL, Board
from ..parameters.presets import Parameters

FREE, RED, GREEN = range(3)


def schedule(board: Board, downhill: Mapping[int, int], parameters: Parameters) -> list[int]:
    """Return the light of every square (flat list): FREE, RED or GREEN; without red_green all are FREE.

    Args:
        downhill: for each of our squares the neighbour it looks to
    """
    light = [FREE] * (board.height * board.width)
    if not parameters.red_green:
        return light
    children = defaultdict(list)
    for child, parent in downhill.items():
        children[parent].append(child)
    for root in children:
        if board.owner[root] == NEUTRAL and board.strength[root] > 0:
            _climb(board, root, children, light)
    return light


def _climb(board: Board, root: int, children: Mapping[int, Sequence[int]], light: list[int]) -> None:
    """Light the tree above `root`, nearest level first.

    `strength` is what the levels so far bring if they wait until the next one has come up, and
    `production` what they gain in every further turn of waiting.
    """
    needed = board.strength[root]
    strength = production = 0
    level = children[root]
    while level and strength + production <= needed:
        together = strength + production + sum(board.strength[c] for c in level)
        if together > needed:
            for c in _strongest(board, level, together - needed):
                light[c] = GREEN
            return
        for c in level:
            light[c] = RED
        strength = together
        production += sum(board.production[c] for c in level)
        level = [child for c in level for child in children.get(c, ())]


def _strongest(board: Board, level: Sequence[int], surplus: int) -> list[int]:
    """Return `level` without its weakest squares, as long as some of the `surplus` is left without them."""
    rank = board.torus.rank
    strongest = sorted(level, key=lambda c: (-board.strength[c], rank[c]))
    while surplus - board.strength[strongest[-1]] > 0:
        surplus -= board.strength[strongest.pop()]
    return strongest


def roots(downhill: Mapping[int, int]) -> dict[int, int]:
    """Return the root of the tree of each of our squares; none where potentials are infinite and the way circles."""
    root_of: dict[int, int | None] = {}  # None: the way circles
    for c in downhill:
        path: dict[int, None] = {}  # squares in order; finding one takes no time
        at = c
        while at in downhill and at not in root_of and at not in path:
            path[at] = None
            at = downhill[at]
        root_of.update(dict.fromkeys(path, root_of.get(at, None if at in path else at)))
    return {c: root for c, root in root_of.items() if root is not None}
