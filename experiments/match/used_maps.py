"""Used maps: which held-out maps earlier plans and entries took, so that a range of them answers one question.

A range on which a choice was made is a development range from then on: the next question takes maps that are new.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from experiments.arena.schedule import Mix, Seeds

from .ledger import Ledger
from .plan import MatchPlan

NAMED = 3  # entries that a statement names; the others are counted


@dataclass(frozen=True, slots=True)
class UsedMaps:
    """The maps that one plan took."""

    name: str  # of its entry, E-0183
    number: int  # of the plan in its ledger
    maps: range  # numbers of maps; with a test that was decided only those that it needed
    is_entered: bool


def used(ledger: Ledger, plan: MatchPlan) -> Iterator[UsedMaps]:
    """Yield which of the maps that this plan could play a ledger's plans took: same number of players, a common size.

    Raises LedgerError.
    """
    entries = ledger.entries()
    for number, other in ledger.plans().items():
        if other.seeds is plan.seeds and _share_maps(other, plan):
            maps = range(other.first, other.first + _blocks(other, entries.get(number)))
            yield UsedMaps(ledger.called(number), number, maps, number in entries)


def on_unused(plan: MatchPlan, ledger: Ledger, others: Iterable[Ledger] = ()) -> MatchPlan:
    """Return the plan on the first held-out maps that no plan took; the filed one where it was asked before.

    So a match that was killed goes on, and a question that was answered is not asked until it agrees. Raises
    LedgerError; PlanError when there are not enough maps left.

    others   further ledgers, beside the one that the plan will be filed in, whose maps are used
    """
    for filed in reversed(ledger.plans().values()):
        moved = msgspec.structs.replace(plan, first=filed.first)
        if filed.asks_the_same(moved):
            return moved
    first, need = 0, plan.blocks + plan.size
    taken = (each.maps for book in (ledger, *others) for each in used(book, plan))
    for maps in sorted(taken, key=lambda maps: maps.start):
        if first + need <= maps.start:
            break
        first = max(first, maps.stop)
    return msgspec.structs.replace(plan, first=first)


def statement(plan: MatchPlan, number: int, blocks: int, ledger: Ledger, others: Iterable[Ledger] = ()) -> str:
    """Return `maps 0 to 39 were used by E-0183`, of a plan's held-out maps; nothing where all are new.

    number   of the plan in its ledger; of that ledger earlier entries count, of `others` all
    blocks   that were played
    """
    if plan.seeds is not Seeds.HELD_OUT:
        return ""
    earlier = [each for each in used(ledger, plan) if each.number < number]
    earlier += [each for other in others for each in used(other, plan)]
    parts = [
        f"maps {both.start} to {both.stop - 1} were used by {each.name}"
        for each in earlier
        if each.is_entered and (both := _common(each.maps, range(plan.first, plan.first + blocks)))
    ]
    rest = [f"and more by {len(parts) - NAMED} other entries"] if len(parts) > NAMED else []
    return " · ".join([*parts[-NAMED:], *rest])


def _common(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _share_maps(one: MatchPlan, other: MatchPlan) -> bool:
    """Return whether a map of the one can be a map of the other: the mix may draw the number of players."""
    seats = one.seats, other.seats
    return (None in seats or seats[0] == seats[1]) and bool({*Mix.parse(one.mix).sides} & {*Mix.parse(other.mix).sides})


def _blocks(plan: MatchPlan, entry: str | None) -> int:
    """Return how many maps a plan took: by its entry, or without one as many as it may need."""
    games = re.search(r"^  ([\d,]+) games · ", entry, re.MULTILINE) if entry else None
    if plan.test and games:
        return int(games[1].replace(",", "")) // len(plan.lineup)
    return plan.blocks + plan.size
