"""Labels that a search leaves for the next one for the same player: they hold where nothing on their way has changed.

A label is kept where price, toll and all before it on its way are still the same; `parent` leads back along the way.
The way must lie outside our land, and prices must have grown at each of its steps. Then the squares of a way leave the
queue one after the other, and before any worse label, whatever the turn's luck is. So the kept label is there from the
beginning as it would be after its parent left.

A square offers a label that is kept to its neighbours at the beginning. It waits itself only beside our land, where
labels spread in waves, where the price of its offer falls, or once it is offered a better label, as those are that come
across our land.
"""

from ..ground.arrays import Places, Record, Records
from ..ground.board import OPTIONS
from ..ground.view import NORTH
from .compiler import inside, uncounted
from .queue import _wait
from .squares import FINAL, NOWHERE


@uncounted
def _recall(me: int, size: int, kept: Records, found: Places, queue: Record, cells: Records) -> None:
    """Give squares the labels that are kept, where price, toll and parent are still the same."""
    queue.recalled = 0
    for i in range(size):
        c = kept[me, i].square
        parent, value = kept[me, c].parent, kept[me, c].value
        is_same = cells[c].owner != me and cells[c].first == kept[me, c].first and cells[c].toll == kept[me, c].toll
        if is_same and (parent == c or cells[parent].is_kept):
            cells[c].key = cells[c].value = value
            cells[c].parent, cells[c].is_kept = parent, True
            found[queue.recalled] = c
            queue.recalled += 1
    queue.found = queue.recalled


@uncounted
def _keep(me: int, kept: Records, found: Places, queue: Record, cells: Records) -> int:
    """Keep the labels that do not depend on the order; return how many they are."""
    size = 0
    for i in range(queue.found):
        c = found[i]
        if cells[c].depends or (i < queue.recalled and not _is_as_it_was(c, cells)):
            continue
        kept[me, size].square = c
        size += 1
        if i >= queue.recalled:
            kept[me, c].first, kept[me, c].toll = cells[c].first, cells[c].toll
            kept[me, c].value, kept[me, c].parent = cells[c].value, cells[c].parent
    return size


@inside
def _is_as_it_was(c: int, cells: Records) -> bool:
    """Return whether a square still has its kept label, and does not wait.

    One that waits at the end of a search has compared nothing with the labels around it that are new.
    """
    return cells[c].is_kept and (cells[c].key == FINAL or cells[c].place == NOWHERE)


@inside
def _call_kept(c: int, queue: Record, cells: Records) -> None:
    """Let the neighbours of a square wait whose labels are kept."""
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].is_kept and cells[n].place == NOWHERE:
            _wait(n, queue, cells)


@inside
def _gives_up(c: int, queue: Record, cells: Records) -> bool:
    """Give up the kept label of a square that is offered a better one, unless it would have left the queue already.

    It would if a higher key has left. At the same key luck decides: then we search anew, with no label kept.
    """
    if cells[c].place == NOWHERE and cells[c].key <= queue.highest:
        queue.is_doubtful |= cells[c].key == queue.highest
        return False
    cells[c].is_kept = False
    return True
