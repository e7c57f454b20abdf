"""The queue of the potential field: labels wait in buckets by their keys, those of the lowest bucket in a heap.

A label of a higher bucket goes into a list that is not sorted before its turn comes. So the heap, which keeps the exact
order, holds only labels of the lowest bucket.

A search leaves its labels for the next one for the same player. A label is kept where price, cost and all before it on
its way are still the same; `parent` leads back along the way. The way must lie outside our land, and prices must have
grown at each of its steps. Then the squares of a way leave the queue one after the other, and before any worse label,
whatever the draws of the turn are. So the kept label is there from the beginning as it would be after its parent left.

A square offers a label that is kept to its neighbours at the beginning. It waits itself only beside our land, where
labels spread in waves, where the price of its offer falls, or once it is offered a better label, as those are that come
across our land.
"""

import numpy as np

from ..board.board import NORTH, OPTIONS
from ..board.compiled import Places, Record, Records, compiled, inside
from ..greedy.tie_break import DRAWS, QUEUE
from .squares import BUCKETS, FINAL, IN_BUCKET, IN_WAVE, NOWHERE
from .tie_break import _draw

# Buckets for each turn of price; keys too high for them share the last one.
FINENESS = 8.0


@compiled
def _reset(queue: Record, cells: Records) -> None:
    """Begin with nothing waiting."""
    queue.size, queue.bucket, queue.newest = 0, -1, cells.size
    for bucket in range(BUCKETS):  # the last search may have stopped before they were empty
        queue.buckets[bucket] = cells.size
    if queue.lowest == np.inf:
        queue.lowest = 0.0


@inside
def _bucket_of(key: float, queue: Record) -> int:
    """Return where a label with this key waits. Of two labels, the lower key never has the higher bucket."""
    return int(min(max((key - queue.lowest) * FINENESS, 0.0), BUCKETS - 1.0))


@inside
def _enqueue(c: int, queue: Record, cells: Records) -> None:
    """Let square `c` wait with its label, or move up when it waits already."""
    bucket, place = _bucket_of(cells[c].key, queue), cells[c].place
    if place == IN_BUCKET - bucket:
        return
    if place <= IN_BUCKET:
        _unlink(c, queue, cells)
    if bucket <= queue.bucket:
        _push(c, queue, cells)
    else:
        _link(c, bucket, queue, cells)


@inside
def _link(c: int, bucket: int, queue: Record, cells: Records) -> None:
    """Put square `c` into a bucket."""
    first = queue.buckets[bucket]
    cells[c].place, cells[c].next, cells[c].previous = IN_BUCKET - bucket, first, cells.size
    if first != cells.size:
        cells[first].previous = c
    queue.buckets[bucket] = c


@inside
def _unlink(c: int, queue: Record, cells: Records) -> None:
    """Take square `c` out of its bucket."""
    previous, behind = cells[c].previous, cells[c].next
    if previous == cells.size:
        queue.buckets[IN_BUCKET - cells[c].place] = behind
    else:
        cells[previous].next = behind
    if behind != cells.size:
        cells[behind].previous = previous
    cells[c].place = NOWHERE


@inside
def _is_waiting(queue: Record, cells: Records) -> bool:
    """Return whether a square waits; if so, the one that leaves next stands at the top of the heap."""
    while queue.size == 0 and queue.bucket + 1 < BUCKETS:
        queue.bucket += 1
        c = queue.buckets[queue.bucket]
        queue.buckets[queue.bucket] = cells.size
        while c != cells.size:
            behind = cells[c].next
            _push(c, queue, cells)
            c = behind
    return bool(queue.size > 0)


@inside
def _push(c: int, queue: Record, cells: Records) -> None:
    """Put square `c` into the heap, or nearer to its top when it is there already."""
    at = cells[c].place
    if at < 0:
        at = queue.size
        queue.size += 1
    _sift_up(at, c, queue, cells)


@inside
def _pop(queue: Record, cells: Records) -> None:
    """Take the square at the top out of the heap."""
    queue.size -= 1
    if queue.size > 0:
        _sift_down(0, cells[queue.size].top, queue, cells)


@inside
def _join(c: int, queue: Record, cells: Records) -> None:
    """Let square `c` wait in the newest wave, or lead a new one."""
    newest = queue.newest
    is_alike = newest != cells.size and cells[newest].value == cells[c].value
    if is_alike and cells[newest].distance == cells[c].distance:
        cells[c].place, cells[c].after = IN_WAVE, cells[newest].after
        cells[newest].after = c
    else:
        cells[c].leads, cells[c].after = True, cells.size
        queue.newest = c
        _enqueue(c, queue, cells)


@compiled
def _break_up(c: int, queue: Record, cells: Records) -> None:
    """Let the squares of the wave that `c` leads wait one by one, each with its label."""
    cells[c].leads = False
    if queue.newest == c:  # no square joins the wave any more
        queue.newest = cells.size
    _enqueue(c, queue, cells)
    if cells[c].place >= 0:
        _sift_down(cells[c].place, c, queue, cells)
    n = cells[c].after
    while n != cells.size:
        if cells[n].place == IN_WAVE:
            _enqueue(n, queue, cells)
        n = cells[n].after


@inside
def _is_before(c: int, other: int, queue: Record, cells: Records) -> bool:
    """Return whether square `c`'s label leaves the queue before that of the other square."""
    a, b = cells[c], cells[other]
    if a.key != b.key:
        return a.key < b.key
    first, second = _tie_draw(c, queue, cells), _tie_draw(other, queue, cells)
    if first != second:
        return first < second
    if a.value != b.value:
        return a.value < b.value
    if a.distance != b.distance:
        return a.distance < b.distance
    return a.rank < b.rank


@inside
def _tie_draw(c: int, queue: Record, cells: Records) -> np.uint64:
    """Return the draw of tie_break.queue_draws; but a square that leads a wave stands before all others of its key."""
    if cells[c].leads:
        return np.uint64(0)
    return _draw(queue.base, c * DRAWS + QUEUE) if queue.is_seeded else np.uint64(1)


@inside
def _put(at: int, c: int, cells: Records) -> None:
    cells[at].top, cells[c].place = c, at


@inside
def _sift_up(at: int, c: int, queue: Record, cells: Records) -> None:
    """Put square `c` into the hole `at` of the heap or nearer to its top."""
    while at > 0:
        above = (at - 1) >> 1
        if not _is_before(c, cells[above].top, queue, cells):
            break
        _put(at, cells[above].top, cells)
        at = above
    _put(at, c, cells)


@inside
def _sift_down(at: int, c: int, queue: Record, cells: Records) -> None:
    """Put square `c` into the hole `at` of the heap or farther from its top."""
    while True:
        below = 2 * at + 1
        if below >= queue.size:
            break
        if below + 1 < queue.size:
            below += _is_before(cells[below + 1].top, cells[below].top, queue, cells)
        if _is_before(c, cells[below].top, queue, cells):
            break
        _put(at, cells[below].top, cells)
        at = below
    _put(at, c, cells)


@compiled
def _restore(me: int, size: int, kept: Records, found: Places, queue: Record, cells: Records) -> None:
    """Give squares the labels that are kept, where price, cost and parent are still the same."""
    queue.recalled = 0
    for i in range(size):
        c = kept[me, i].square
        parent, value = kept[me, c].parent, kept[me, c].value
        is_same = cells[c].owner != me and cells[c].first == kept[me, c].first and cells[c].cost == kept[me, c].cost
        if is_same and (parent == c or cells[parent].is_kept):
            cells[c].key = cells[c].value = value
            cells[c].parent, cells[c].is_kept = parent, True
            found[queue.recalled] = c
            queue.recalled += 1
    queue.found = queue.recalled


@compiled
def _keep(me: int, kept: Records, found: Places, queue: Record, cells: Records) -> int:
    """Keep the labels that do not depend on the order; return how many they are."""
    size = 0
    for i in range(queue.found):
        c = found[i]
        if cells[c].depends or (i < queue.recalled and not _has_kept_label(c, cells)):
            continue
        kept[me, size].square = c
        size += 1
        if i >= queue.recalled:
            kept[me, c].first, kept[me, c].cost = cells[c].first, cells[c].cost
            kept[me, c].value, kept[me, c].parent = cells[c].value, cells[c].parent
    return size


@inside
def _has_kept_label(c: int, cells: Records) -> bool:
    """Return whether a square still has its kept label, and does not wait.

    One that waits at the end of a search has compared nothing with the labels around it that are new.
    """
    return cells[c].is_kept and (cells[c].key == FINAL or cells[c].place == NOWHERE)


@inside
def _enqueue_kept(c: int, queue: Record, cells: Records) -> None:
    """Let the neighbours of a square wait whose labels are kept."""
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].is_kept and cells[n].place == NOWHERE:
            _enqueue(n, queue, cells)


@inside
def _gives_up(c: int, queue: Record, cells: Records) -> bool:
    """Give up the kept label of a square that is offered a better one, unless it would have left the queue already.

    It would if a higher key has left. At the same key the draws decide: then we search anew, with no label kept.
    """
    if cells[c].place == NOWHERE and cells[c].key <= queue.highest:
        queue.is_doubtful |= cells[c].key == queue.highest
        return False
    cells[c].is_kept = False
    return True
