"""Plan: everything about a match or a ladder that must be fixed before its first game, in a readable file."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from engine.documents import toml, toml_value
from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Seeds
from experiments.laboratory.executor.code import revision_here
from experiments.stats import Sprt, Tally

from .words import PlanError, bounds


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How a ladder draws who plays whom."""

    seats: int | None = None  # players of a game; None for what the mix draws map by map
    seed: int  # of line-ups, and of the random weights behind the intervals
    gauntlet: bool = False  # only the first player meets the others


class MatchPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question and how it will be answered: by a match, or by a ladder."""

    question: str
    date: str  # of the day on which it was written, 2026-09-03
    revision: str  # of this repository; with a + where files that play differed from it; "unknown" outside a clone
    lineup: tuple[str, ...]  # notations in order; a match asks about the first one, a ladder gives it 0 Elo
    identities: dict[str, str]  # notation -> all that determines this player's moves
    referee: str  # signatures of the rules and the maps
    mix: str  # of board sizes
    seeds: Seeds
    first: int  # number of the first map in the schedule
    blocks: int  # with a test the most it may take, else how many are played
    test: Sprt | None = None
    size: int = 0  # further blocks for the size of the effect, after the test has decided
    ladder: Draw | None = None  # None for a match

    def __post_init__(self) -> None:
        if not self.question.strip() or "\n" in self.question:
            raise PlanError(f"the question is {self.question!r}; expected one line that can be answered")
        for text in (self.question, self.mix, *self.lineup):
            _check_text(text)
        if self.blocks < 1 or self.size < 0 or self.first < 0:
            raise PlanError(
                f"blocks = {self.blocks}, size = {self.size}, first = {self.first}: "
                "expected at least one block, and nothing below 0"
            )
        if (end := self.first + self.blocks + self.size) > schedule.HELD_OUT_FROM:
            raise PlanError(
                f"the plan may need map {end - 1}, the last one has number {schedule.HELD_OUT_FROM - 1}; "
                "take a smaller --first"
            )
        if self.size and not self.test:
            raise PlanError(f"size = {self.size} without a test: a fixed number of blocks measures the size already")
        if self.ladder and self.test:
            raise PlanError("a ladder has no test: it measures every player by a number of blocks")
        if set(self.lineup) != set(self.identities):
            raise PlanError(f"the line-up {self.lineup} and the identities of {tuple(self.identities)} differ")

    @property
    def seats(self) -> int | None:
        """Players of a game; None where the mix draws it map by map."""
        return self.ladder.seats if self.ladder else len(self.lineup)

    def asks_the_same(self, other: "MatchPlan") -> bool:
        """Return whether both lead to the same games and answer; date and revision may differ.

        Code that decides no moves may change while a match is interrupted; what decides them is in the identities.
        """
        return self == msgspec.structs.replace(other, date=self.date, revision=self.revision)


def between(lineup: Sequence[Player], question: str, today: date, **rest: Any) -> MatchPlan:
    """Return the plan for these players at this revision; `rest` as in MatchPlan. Raises PlanError."""
    return MatchPlan(
        question=question,
        date=today.isoformat(),
        revision=revision_here(),
        lineup=tuple(player.notation for player in lineup),
        identities={player.notation: player.identity for player in lineup},
        referee=schedule.referee(),
        **rest,
    )


def sprt(pair: str, alpha: float, beta: float) -> Sprt:
    """Return the test that bounds such as `0,10` and the other options mean. Raises PlanError when they mean none."""
    elo0, elo1 = bounds(pair)
    try:
        return Sprt(elo0, elo1, alpha, beta)
    except ValueError as error:
        raise PlanError(str(error)) from None


def check(test: Sprt, players: int) -> None:
    """Raise PlanError for a test whose bounds lie too far apart to be compared with any result."""
    try:
        test.llr(Tally.empty(players))
    except ValueError as error:
        raise PlanError(f"the bounds {test.elo0:g},{test.elo1:g} are too wide: {error}") from None


def write(plan: MatchPlan) -> str:
    """Return the plan as TOML."""
    values = msgspec.to_builtins(plan)
    tables = {name: value for name, value in values.items() if isinstance(value, Mapping)}
    lines = [line for name, value in values.items() if name not in tables for line in _lines(name, value)]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(line for key, value in table.items() for line in _lines(key, value))]
    return "\n".join(lines) + "\n"


def read(path: Path) -> MatchPlan:
    """Return the plan in a file; PlanError when it is not one."""
    try:
        return msgspec.convert(toml(path.read_bytes()), MatchPlan)
    except ValueError as error:  # also msgspec's, for a wrong type, and those of our own checks
        raise PlanError(f"{path} is not a plan: {error}; was it edited, or written by another version?") from None
    except OSError as error:
        raise PlanError(f"{path} cannot be read: {error.strerror}") from None


def _check_text(text: str) -> None:
    """Raise PlanError for words of a command line with bytes that no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PlanError(f"{text!r} is not text: it has bytes that are not UTF-8") from None


def slug(question: str) -> str:
    """Return the question as the end of a file name."""
    words = re.findall(r"[a-z0-9]+", question.lower())
    return "-".join(words)[:60].strip("-") or "plan"


def _lines(key: str, value: Any) -> Iterator[str]:
    """Yield `key = value`; nothing at all for None, which TOML cannot say and reading puts back."""
    if value is not None:
        name = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)
        yield f"{name} = {toml_value(value)}"
