"""LEDGER.md: a row for each published result, generated from experiments/results; nobody writes it."""

from collections.abc import Iterator

from engine import writing
from experiments.arena.schedule import Seeds
from experiments.stats import Interval
from experiments.stats.words import signed

from .experiment import LEDGER, Book, Ends, Experiment
from .places import games

HEAD = """\
# Ledger

What was asked about the strength of players, and what the games said. This page is generated from the files in
[results](results), one for each experiment: `match`, `ladder` and `tune` with `--publish` write question, players, maps
and the rule for stopping before the first game, and the answer after the last one.

- A result stands here whatever it says. One of twenty changes that do nothing passes a 5 % test, so a list of successes
  alone cannot be read.
- A result is never edited; a new one corrects an old one. A number that is missing belongs to games that were not
  finished. Strength is claimed from here only: a text that repeats a claim gives its number.
- Anybody can count a result again: its file has the places of every game, and `experiments/stats` the formulas. The
  intervals are those of the day on which it was written.

Verdicts: KEEP, the test accepted that the first player is rather `elo1` better than `elo0`; DROP, rather `elo0`;
UNDECIDED, the number of blocks was reached first; MEASURED, a fixed number of blocks; RATED, a ladder. A block is one
map played from every seat. Elo is the first player's with its 95 % interval: from further blocks where there are some,
because a test stops when luck agrees with its verdict (marked *). A ladder has the Elo of each player above the first,
a gauntlet the lead of the first over each. [docs/lab/statistics.md](../docs/lab/statistics.md) explains the words.

The revisions that E-0257 to E-0289 name were made by sessions whose single commits are lost; their code is commit
8b9aae7d. Some of E-0206 to E-0221 name lost ones as well, and were filed by f61d9922 and 49b851f2.

| result | date | question | players and boards | verdict | Elo | games |
| --- | --- | --- | --- | --- | --- | ---: |
"""


def page(book: Book) -> str:
    """Return the ledger of a book's answered experiments, the oldest first."""
    return HEAD + "".join(_row(book, number, each) for number, each in book.all() if each.result)


def update() -> None:
    """Write the project's ledger anew."""
    writing.write(LEDGER, page(Book.published()))


def size(each: Experiment) -> str:
    """Return the strength of a match's first player: from further blocks if there are some."""
    assert each.result
    leans = " *" if each.stop.sprt and each.result.verdict != "UNDECIDED" and not each.result.size else ""
    ends = each.result.size or each.result.elo
    return f"{_written(ends)}{leans}" if ends else ", ".join(_rated(each))


def _row(book: Book, number: int, each: Experiment) -> str:
    assert each.result
    held_out = ", held-out" if each.maps.seeds is Seeds.HELD_OUT else ""
    return (
        f"| [{book.name(number)}](results/{number:04}.toml) | {each.date} | {each.question} | {_who(each)}, "
        f"{each.maps.mix}{held_out} | {each.result.verdict} | {size(each)} | {games(each):,} |\n"
    )


def _who(each: Experiment) -> str:
    if each.ladder and not each.ladder.gauntlet:
        return f"ladder of {len(each.players)}; {each.ladder.seats or 'mixed'} players"
    return (
        f"{each.players[0]} against {each.opponents}; {each.ladder.seats if each.ladder else len(each.players)} players"
    )


def _rated(each: Experiment) -> Iterator[str]:
    assert each.result
    for name, *ends in each.result.ratings:
        yield f"{name} {_written((ends[0], ends[1], ends[2]))}"


def _written(ends: Ends) -> str:
    return signed(Interval(*ends))
