"""Ledger: plans written before the games, entries written after them; neither is ever changed.

    experiments/LEDGER.md, experiments/plans/     what the project claims (`--publish`), with games in published/
    laboratory-ledger/LEDGER.md, .../plans/       beside laboratory.db: everything else that was asked with it

An entry has its plan's number, E-0001 or L-0001. So a match that was killed finds its plan again by what it asks, and
its entry by the number: nothing is written twice.
"""

import contextlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine import writing
from engine.errors import UserError
from experiments.arena.fingerprint import ROOT
from experiments.laboratory import lock
from experiments.laboratory.database import Database

from . import plan as plans
from .plan import MatchPlan
from .words import PlanError

PUBLISHED = ROOT / "experiments"

# What a ledger begins with that a laboratory makes beside its database. The published one has its own head.
HEAD = """\
# Ledger of this laboratory

Written by `python -m experiments`; experiments/LEDGER.md explains how an entry reads. Entries are never edited:
a new one corrects an old one.
"""


PROJECT, LABORATORY = "E", "L"  # how numbers of entries begin; laboratories once wrote E as well


class LedgerError(UserError):
    """A ledger cannot be read or written; the message says what to do."""


class Ledger:
    """One file of entries and its folder of plans, which are made with the first plan.

    games   the folder of published games, which gets those of every entry; None for a ledger beside its database
    """

    def __init__(self, folder: Path, games: Path | None = None) -> None:
        self.path = folder / "LEDGER.md"
        self.games = games
        self._plans = folder / "plans"

    @classmethod
    def published(cls) -> "Ledger":
        """Return the project's own ledger, with its published games."""
        return cls(PUBLISHED, PUBLISHED / "published")

    @classmethod
    def beside(cls, database: Path) -> "Ledger":
        """Return the ledger of a laboratory: `laboratory-ledger` next to laboratory.db."""
        return cls(database.with_name(f"{database.stem}-ledger"))

    def file(self, plan: MatchPlan) -> Path:
        """Return the file of this plan: where one that asks the same was filed before, else a new one.

        Raises   LedgerError when it cannot be written, or a file among the plans is not a plan
        """
        try:
            for path in self._numbered():
                if path.stat().st_size and plans.read(path).asks_the_same(plan):  # as in `plans`
                    return path
            return self._file_anew(plan)
        except PlanError as error:
            raise LedgerError(str(error)) from None
        except OSError as error:
            raise LedgerError(f"no plan can be written to {self._plans}: {error.strerror}") from None

    def called(self, number: int) -> str:
        """Return the name of an entry: E-0001 in the project's ledger, L-0001 in the one beside a database."""
        return f"{PROJECT if self.games else LABORATORY}-{number:04d}"

    def entry(self, number: int) -> str | None:
        """Return the entry of this plan; None as long as it has none."""
        return self.entries().get(number)

    def entries(self) -> dict[int, str]:
        """Return all entries by the numbers of their plans."""
        found = re.finditer(r"^```text\n([EL]-(\d{4,}) .*?)^```$", self._text(), re.MULTILINE | re.DOTALL)
        return {int(match[2]): match[1].rstrip("\n") for match in found}

    def enter(self, number: int, entry: str, games: Iterable[str], database: Database) -> bool:
        """Add a plan's entry, and publish its games if this ledger publishes; return False if it was entered already.

        games    their keys in the database
        Raises   LedgerError; DatabaseError when the games cannot be written
        """
        is_new = self.append(number, entry)
        if self.games:
            database.publish(self.called(number), set(games), folder=self.games)
        return is_new

    def append(self, number: int, entry: str) -> bool:
        """Add the entry of a plan behind all others; False, and nothing written, when it has one already."""
        try:
            with self._alone():
                if self.entry(number) is not None:
                    return False
                writing.write(self.path, f"{self._text() or HEAD}\n```text\n{entry}\n```\n")
        except OSError as error:
            raise LedgerError(
                f"{self.path} cannot be written: {error.strerror}; repeat the command to try again"
            ) from None
        return True

    def plans(self) -> dict[int, MatchPlan]:
        """Return all filed plans by their numbers. Raises LedgerError for a file that is none."""
        try:  # an empty file is a number whose taker was killed at that moment
            return {number_of(path): plans.read(path) for path in self._numbered() if path.stat().st_size}
        except PlanError as error:
            raise LedgerError(str(error)) from None

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from replacing the ledger: of two entries the first would be lost."""
        with self.path.with_name(f".{self.path.name}.lock").open("ab") as file:
            lock.wait_for(file)
            yield

    def _file_anew(self, plan: MatchPlan) -> Path:
        """File the plan under the first free number.

        The name is taken first, so that no process overwrites another's. Of two that take one number under different
        names, who sees the other in the second look gives way.
        """
        self._plans.mkdir(parents=True, exist_ok=True)
        while True:
            number = 1 + max([*map(number_of, self._numbered()), *self.entries()], default=0)
            path = self._plans / f"{number:04d}-{plans.slug(plan.question)}.toml"
            with contextlib.suppress(FileExistsError):
                path.touch(exist_ok=False)
                if [number_of(other) for other in self._numbered()].count(number) == 1:
                    writing.write(path, plans.write(plan))
                    return path
                path.unlink()

    def _numbered(self) -> list[Path]:
        return sorted(self._plans.glob("[0-9][0-9][0-9][0-9]-*.toml"))

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise LedgerError(f"{self.path} cannot be read: {error}") from None


def number_of(path: Path) -> int:
    """Return the number of a filed plan, from its name."""
    return int(path.name[:4])
