"""The last turns, played by the same code as the readable ones."""

from ..greedy import last_turns
from ..greedy.reasons import Reason
from .compiler import compiled, uncounted
from .player import Knobs
from .squares import Scratch

LAST_TURNS = int(Reason.LAST_TURNS)

_last_turns = compiled.twin(last_turns)["play"]


@uncounted
def _end(me: int, left: int, knobs: Knobs, scratch: Scratch) -> None:
    """Twin: last_turns.moves; both run the same code."""
    cells, book = scratch.cells, scratch.book
    for c in range(cells.size):
        book.owner[c], book.option[c] = cells[c].owner, cells[c].option
        book.strength[c], book.production[c] = cells[c].strength, cells[c].production
    _last_turns(me, left, knobs.last_kill, knobs.last_part, knobs.last_keep, book)
    for c in range(cells.size):
        if cells[c].option != book.option[c] and cells[c].strength > 0:
            cells[c].reason = LAST_TURNS
        cells[c].option = book.option[c]
