"""An experiment is one file: question, players, maps and the rule for stopping before the first game, the result after.

    experiments/results/0001.toml …    what the project claims (`--publish`); LEDGER.md is generated from them
    laboratory-results/0001.toml …     beside laboratory.db: everything else that was asked with it

A match that was killed finds its file again by what it asks.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine import writing
from engine.errors import UserError
from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Seeds
from experiments.stats import Sprt

RESULTS = Path(__file__).resolve().parents[1] / "results"
LEDGER = RESULTS.parent / "LEDGER.md"


class ExperimentError(UserError, ValueError):
    """An experiment contradicts itself, or its file cannot be read or written; the message says where."""


class Maps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which maps of the schedule: one for each block."""

    mix: str  # of board sizes
    seeds: Seeds
    first: int  # number of the first map


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """When the games end: after `blocks` maps, or earlier by a test, or when a ladder's intervals are narrow."""

    sprt: tuple[float, float] | None = None  # elo0, elo1 of a sequential test
    alpha: float = 0.05
    beta: float = 0.05
    width: float | None = None  # Elo; of a ladder
    blocks: int
    further: int = 0  # after the test has decided, for the size of the effect

    @property
    def test(self) -> Sprt | None:
        """The sequential test; None for a fixed number of blocks."""
        return Sprt(*self.sprt, self.alpha, self.beta) if self.sprt else None


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How a ladder draws who plays whom."""

    seats: int | None = None  # players of a game; None for what the mix draws map by map
    seed: int  # of line-ups, and of the random weights behind the intervals
    gauntlet: bool = False  # only the first player meets the others


Ends = tuple[float, float, float]  # low, value, high in Elo, 95 %


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What the games said. Everything but revision and faults can be counted again from `games`."""

    revision: str
    verdict: str  # KEEP, DROP or UNDECIDED by a test; MEASURED by a number of blocks; RATED, a ladder
    blocks: tuple[int, int, int] | None = None  # of the first player: lost, even, won
    llr: float | None = None  # evidence of these blocks
    elo: Ends | None = None  # after these blocks; where a test stopped them it leans towards the verdict
    further: tuple[int, int, int] | None = None  # further blocks
    size: Ends | None = None  # of these alone
    ratings: tuple[
        tuple[str, float, float, float], ...
    ] = ()  # a ladder's players, or a gauntlet's leads: low, value, high
    faults: dict[str, tuple[int, int, int]] = {}  # player -> crashes, late answers, slowest answer in ms
    games: str  # a word for each block, see `word`


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A question and how it is answered: by a match, or by a ladder; with its answer once it has one."""

    question: str
    date: str  # of the day on which it was asked, 2026-09-03
    players: tuple[str, ...]  # notations in order; a match asks about the first, a ladder gives it 0 Elo
    play: str = ""  # digest of how these players and the rules play; "" in the oldest files
    maps: Maps
    stop: Stop
    ladder: Draw | None = None
    result: Result | None = None

    def __post_init__(self) -> None:
        if not self.question.strip() or not self.question.isprintable():
            raise ExperimentError(f"the question is {self.question!r}; expected one line that can be answered")
        last = self.maps.first + self.stop.blocks + self.stop.further
        if self.stop.blocks < 1 or self.stop.further < 0 or not 0 <= self.maps.first < last <= schedule.HELD_OUT_FROM:
            raise ExperimentError(f"maps {self.maps.first} to {last - 1} are outside 0..{schedule.HELD_OUT_FROM - 1}")

    @property
    def taken(self) -> range:
        """The numbers of its maps: those that it played, or may yet play."""
        played = len(self.result.games.split()) if self.result else self.stop.blocks + self.stop.further
        return range(self.maps.first, self.maps.first + played)

    @property
    def opponents(self) -> str:
        """The opponents of the first player: `v17`, `3 x v17`, `v17, v12 and tiny`."""
        names = [f"{n} x {name}" if n > 1 else name for name in dict.fromkeys(self.players[1:])
                 if (n := self.players[1:].count(name))]  # fmt: skip
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def play_of(players: Sequence[Player]) -> str:
    """Return a digest that changes when one of these players or the rules play differently."""
    identities = [schedule.RULES, *(player.identity for player in players)]
    return hashlib.sha256("\n".join(identities).encode()).hexdigest()[:12]


class Book:
    """A folder of experiments.

    letter   before the numbers, E-0012: E in the project's folder, L beside a database
    """

    def __init__(self, folder: Path, letter: str = "L") -> None:
        self.folder = folder
        self.letter = letter

    @classmethod
    def published(cls) -> "Book":
        """Return the project's own."""
        return cls(RESULTS, "E")

    @classmethod
    def beside(cls, database: Path) -> "Book":
        """Return that of a laboratory: `laboratory-results` next to laboratory.db."""
        return cls(database.with_name(f"{database.stem}-results"))

    @classmethod
    def both(cls, database: Path, is_published: bool) -> tuple["Book", "Book"]:
        """Return the book that an experiment belongs to, and the other one, whose held-out maps are used as well."""
        books = cls.beside(database), cls.published()
        return books[::-1] if is_published else books

    def path(self, number: int) -> Path:
        """Return the file of an experiment."""
        return self.folder / f"{number:04}.toml"

    def name(self, number: int) -> str:
        """Return how texts cite an experiment: E-0012."""
        return f"{self.letter}-{number:04}"

    def all(self) -> Iterator[tuple[int, Experiment]]:
        """Yield the experiments by number. Raises ExperimentError for a file that is none."""
        for path in sorted(self.folder.glob("[0-9][0-9][0-9][0-9]*.toml")):
            if path.stat().st_size:  # an empty one is a number whose taker was killed at that moment
                yield int(path.stem), read(path)

    def find(self, asked: Experiment, is_moved: bool = False) -> tuple[int, Experiment] | None:
        """Return the number and the file of an experiment that asks the same; its date and result are its own.

        is_moved   so may its maps be, of the same kind
        """
        for number, other in self.all():
            first = other.maps.first if is_moved else asked.maps.first
            moved = msgspec.structs.replace(asked.maps, first=first)
            if other == msgspec.structs.replace(asked, date=other.date, result=other.result, maps=moved):
                return number, other
        return None

    def file(self, asked: Experiment) -> tuple[int, Experiment]:
        """Return the experiment's number and what its file says; the file is written unless the same was asked before.

        Raises ExperimentError.
        """
        if found := self.find(asked):
            return found
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            number = 1 + max((int(path.stem) for path in self.folder.glob("[0-9]*.toml")), default=0)
            with self.path(number).open("x", encoding="utf-8") as file:
                file.write(text(asked))
        except FileExistsError:  # another process took the number
            return self.file(asked)
        except OSError as error:
            raise ExperimentError(f"no experiment can be written to {self.folder}: {error.strerror}") from None
        return number, asked

    def answer(self, number: int, asked: Experiment, result: Result) -> Experiment:
        """Write the result into the experiment's file, unless it has one; return what the file says now."""
        if asked.result:
            return asked
        answered = msgspec.structs.replace(asked, result=result)
        try:
            writing.write(self.path(number), text(answered))
        except OSError as error:
            raise ExperimentError(
                f"{self.path(number)} cannot be written: {error.strerror}; repeat the command"
            ) from None
        return answered


def unused(*books: Book) -> int:
    """Return the first held-out map after all that experiments took: every verdict is on new maps."""
    taken = [each.taken for book in books for _, each in book.all() if each.maps.seeds is Seeds.HELD_OUT]
    return max((maps.stop for maps in taken), default=0)


def read(path: Path) -> Experiment:
    """Return the experiment in a file; ExperimentError when it is none."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=Experiment)
    except (ValueError, RecursionError) as error:
        raise ExperimentError(f"{path} is not an experiment: {error}; was it edited?") from None
    except OSError as error:
        raise ExperimentError(f"{path} cannot be read: {error.strerror}") from None
    if found.result is None:
        return found
    games = " ".join(found.result.games.split())  # a file has them in lines
    return msgspec.structs.replace(found, result=msgspec.structs.replace(found.result, games=games))


def text(experiment: Experiment) -> str:
    """Return an experiment as TOML."""
    values = msgspec.to_builtins(experiment)
    result = values.pop("result", None)
    lines = [f"{key} = {toml(value)}" for key, value in values.items()]
    if result:
        games = result.pop("games")
        lines += ["", "[result]", *(f"{key} = {toml(value)}" for key, value in result.items())]
        lines += ['games = """', *_rows(games.split()), '"""']
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(k) if not k.isidentifier() else k} = {toml(v)}" for k, v in value.items()
                                if v is not None) + " }"  # fmt: skip
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Sequence):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value) if isinstance(value, bool) else str(value)  # TOML knows infinity, JSON does not


def _rows(words: Sequence[str]) -> Iterator[str]:
    """Yield the words of blocks in lines that an editor can show."""
    across = max(1, 119 // (len(words[0]) + 1)) if words else 1
    for start in range(0, len(words), across):
        yield " ".join(words[start : start + across])
