"""Filing: a plan goes into the ledger before its first game, its entry after the last one."""

from collections.abc import Iterable

from experiments.arena.schedule import Block
from experiments.laboratory.database import Database

from . import ledger as ledgers
from . import plan as plans
from .ledger import Ledger
from .plan import MatchPlan


def file(plan: MatchPlan, ledger: Ledger) -> tuple[int, MatchPlan]:
    """File the plan and print where; return its number and the filed plan, which may be of an earlier day.

    Raises LedgerError.
    """
    path = ledger.file(plan)
    number = ledgers.number_of(path)
    print(f"Plan {number:04d}, on {plan.seeds} maps, is in {path}", flush=True)
    return number, plans.read(path)


def enter(number: int, entry: str, blocks: Iterable[Block], ledger: Ledger, database: Database) -> str:
    """Enter a finished plan with its blocks; return the entry and where it is, to be printed.

    Call it before anything else is printed: the reader of the output may have left. Raises LedgerError, DatabaseError.
    """
    keys = (game.key for block in blocks for game in block.games)
    is_new = ledger.enter(number, entry, keys, database)
    where = f"{'is now' if is_new else 'was already'} in {ledger.path}"
    return f"Entry {ledger.called(number)} {where}:\n\n{ledger.entry(number)}"
