"""An experiment is one file: question, players, maps and the rule for stopping before the first game, the result after.

    experiments/results/0001.toml …    what the project claims (`--publish`); LEDGER.md is generated from them
    laboratory-results/0001.toml …     beside laboratory.db: everything else that was asked with it

A command that was killed finds its file again by what it asks. How a block ended is a word of the result:

    12          two players: the first one won from the first seat and was second from the other
    1423        four: its places from every seat against three copies of one opponent
    1234…       against different opponents: the places of all, in the order of the line-up, game after game
    03:1221     a ladder: who sat there, numbers of players in base 36, and their places
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engine.errors import UserError
from experiments.arena.schedule import Seeds
from experiments.stats.sprt import Sprt
from experiments.stats.tally import Tally
from experiments.stats.words import join_words

if TYPE_CHECKING:  # what plays loads slowly, and a result is read without it
    from experiments.laboratory.laboratory import PlayedBlock

RESULTS = Path(__file__).resolve().parents[1] / "results"
LEDGER = RESULTS.parent / "LEDGER.md"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"  # numbers of a ladder's players


class ExperimentError(UserError, ValueError):
    """An experiment contradicts itself, or its file cannot be read or written; the message says where."""


class Maps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which maps of the schedule: one for each block."""

    mix: str  # of board sizes
    seeds: Seeds
    first: int  # number of the first map


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """When the games end: after `blocks` maps, or earlier by a test, or when a ladder's intervals are narrow.

    A sweep plays so many maps with each point, a search of `tune` with each candidate.
    """

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


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The points of a sweep around the first player; all others are opponents."""

    vary: tuple[str, ...]  # axes, as `--vary` has them
    points: int  # of a hypercube, where there are three axes or more
    seats: int  # players of a game: the point and copies of one opponent
    seed: int  # of the hypercube


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How `tune` looks for better values of the first player; all others are opponents."""

    vary: tuple[str, ...]  # axes, as `--vary` has them
    sampler: str
    trials: int
    prune: float  # how often a candidate as good as the base may be given up; 0 for never
    seats: int  # players of a game: the candidate and copies of one opponent
    seed: int


Ends = tuple[float, float, float]  # low, value, high in Elo, 95 %


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What the games said. Everything but revision and faults can be counted again from `games`."""

    revision: str
    # KEEP, DROP or UNDECIDED by a test; MEASURED by a number of blocks; RATED, a ladder; AHEAD or EVEN, whether a
    # sweep's best point can be told from the default; FOUND or NOTHING, a search
    verdict: str
    blocks: tuple[int, int, int] | None = None  # of the first player: lost, even, won
    llr: float | None = None  # evidence of these blocks
    elo: Ends | None = None  # after these blocks; where a test stopped them it leans towards the verdict
    further: tuple[int, int, int] | None = None  # further blocks
    size: Ends | None = None  # of these alone
    ratings: tuple[
        tuple[str, float, float, float], ...
    ] = ()  # a ladder's players, or a gauntlet's leads: low, value, high
    best: str = ""  # the best player of a sweep or a search
    expected: tuple[float, float] | None = None  # 0..1, what a search expects of the best, and what the base scored
    points: tuple[tuple[str, int, float], ...] = ()  # its points or candidates: changes, blocks, score 0..1
    faults: dict[str, tuple[int, int, int]] = {}  # player -> crashes, late answers, slowest answer in ms
    games: str = ""  # a word for each block; of a search the database has them


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A question and how it is answered: by a match, a ladder, a sweep or a search; and its answer once it has one."""

    question: str
    date: str  # of the day on which it was asked, 2026-09-03
    players: tuple[str, ...]  # notations in order; the first is asked about, a ladder gives it 0 Elo
    play: str = ""  # digest of how these players and the rules play; "" in the oldest files
    maps: Maps
    stop: Stop
    ladder: Draw | None = None
    sweep: Grid | None = None
    tune: Search | None = None
    result: Result | None = None

    @property
    def answer(self) -> Result:
        """Its result. Raises ValueError where there is none yet."""
        if self.result is None:
            raise ValueError(f"{self.question} has no result yet")
        return self.result

    @property
    def is_match(self) -> bool:
        """Whether its players meet in the order in which they stand."""
        return not (self.ladder or self.sweep or self.tune)

    @property
    def map_numbers(self) -> range:
        """The numbers of its maps: those that it played, or may yet play."""
        played = len(self.result.games.split()) if self.result else self.stop.blocks + self.stop.further
        return range(self.maps.first, self.maps.first + played)

    @property
    def opponents(self) -> str:
        """The opponents of the first player: `v17`, `3 x v17`, `v17, v12 and tiny`."""
        names = [f"{n} x {name}" if n > 1 else name for name in dict.fromkeys(self.players[1:])
                 if (n := self.players[1:].count(name))]  # fmt: skip
        return join_words(names)


def read_all(folder: Path | None = None) -> Iterator[tuple[int, Experiment]]:
    """Yield the experiments of a folder, or the project's, by number. Raises ExperimentError for another file."""
    for path in sorted((folder or RESULTS).glob("[0-9][0-9][0-9][0-9]*.toml")):
        if path.stat().st_size:  # an empty one is a number whose taker was killed at that moment
            yield int(path.stem), read(path)


def first_unused_map(*folders: Path) -> int:
    """Return the first held-out map after all that these experiments took: every verdict is on new maps."""
    every = (each for folder in folders for _, each in read_all(folder))
    return max((each.map_numbers.stop for each in every if each.maps.seeds is Seeds.HELD_OUT), default=0)


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
        games, points = result.pop("games", "").split(), result.pop("points", ())
        lines += ["", "[result]", *(f"{key} = {toml(value)}" for key, value in result.items())]
        across = max(1, 119 // (len(games[0]) + 1)) if games else 1  # in lines that an editor can show
        rows = [" ".join(games[start : start + across]) for start in range(0, len(games), across)]
        lines += ["points = [", *(f"  {toml(point)}," for point in points), "]"] if points else []
        lines += ['games = """', *rows, '"""'] if games else []
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


def word(block: PlayedBlock, players: Sequence[str], is_ladder: bool = False) -> str:
    """Return how a block ended."""
    lineup = [player.notation for player in block.block.lineup]
    alike = len(set(lineup[1:])) == 1 and not is_ladder
    places = (
        str(played.ranks[block.block.seat(place, rotation)])
        for rotation, played in enumerate(block.games)
        for place in range(1 if alike else len(lineup))
    )
    who = "".join(DIGITS[players.index(name)] for name in lineup) + ":" if is_ladder else ""
    return who + "".join(places)


Games = list[tuple[int, ...]]  # the places of a block's games, in the order of the line-up


def of_word(text: str, players: tuple[str, ...]) -> tuple[tuple[str, ...], Games]:
    """Return a block's line-up and, game by game, its places; of copies of one opponent only the first place."""
    who, colon, places = text.rpartition(":")
    lineup = tuple(players[DIGITS.index(one)] for one in who) if colon else players
    each = len(places) // len(lineup)  # places of a game; a block has as many games as players
    ended = [tuple(map(int, places[at : at + each])) for at in range(0, len(places), each)]
    return lineup, [(first, 3 - first) for (first,) in ended] if len(lineup) == 2 and each == 1 else ended


def lineups(asked: Experiment) -> list[tuple[tuple[str, ...], Games]]:
    """Return line-up and places of each block of an answered match or ladder."""
    return [of_word(each, asked.players) for each in asked.answer.games.split()]


def shares(asked: Experiment) -> list[tuple[float, ...]]:
    """Return (blocks)(games) the share of opponents that the first player of a match beat."""
    most = len(asked.players) - 1
    return [tuple((most + 1 - places[0]) / most for places in games) for _, games in lineups(asked)]


def tallies(asked: Experiment) -> tuple[Tally, Tally | None]:
    """Return the first player's blocks until the test stopped, or all of a fixed number; and the further ones."""
    found, decided = shares(asked), sum(asked.answer.blocks or ())
    return Tally.of_games(found[:decided]), Tally.of_games(found[decided:]) if found[decided:] else None


def games(asked: Experiment) -> int:
    """Return how many games a result counts."""
    if asked.tune:
        return asked.tune.seats * sum(blocks for _, blocks, _ in asked.answer.points)
    if asked.sweep:
        return sum(map(len, asked.answer.games.split()))
    return sum(len(lineup) for lineup, _ in lineups(asked))
