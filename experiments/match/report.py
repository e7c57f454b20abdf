"""What experiments say: a match while it is played and at its end, and LEDGER.md, a row for each published result.

All of it is generated from the files of experiments; nobody writes it.
"""

from collections import defaultdict
from collections.abc import Iterator

from experiments.arena.schedule import Seeds, maps
from experiments.stats import Interval, Tally, from_score, of_score, of_shares, result_block
from experiments.stats import shares as shares_of
from experiments.stats.report import evidence, sentence, text_table
from experiments.stats.words import format_interval, format_short, percent

from .experiment import Experiment, games, lineups, read_all, shares, tallies

STOPPED = "A test stops when luck agrees with its verdict, so this Elo leans that way; --further measures without."
LEANS = "A test stopped the match, so this leans towards its verdict."
LATE = (
    "An answer may be late because this machine was busy; its game counts all the same. Stored games are not played "
    "again: to see whether it was the machine, play with --workers 1 and another --database."
)
ALIKE = (
    "Every block was even: do the players move alike? A new parameter plays only when the compiled bot reads it, too; "
    "CONTRIBUTING.md."
)
FEW = 4  # blocks that may all be even by chance
HEAD = """\
# Ledger

What was asked about the strength of players, and what the games said. This page is generated from the files in
`results`, one for each experiment: `match`, `ladder`, `sweep` and `tune` with `--publish` write question,
players, maps and the rule for stopping before the first game, and the answer after the last one.

- A result stands here whatever it says. One of twenty changes that do nothing passes a 5 % test, so a list of successes
  alone cannot be read.
- A result is never edited; a new one corrects an old one. A number that is missing belongs to games that were not
  finished. Strength is claimed from here only: a text that repeats a claim gives its number.
- `./test proofs -k test_published` counts every result again: its file has the places of every game, and
  `experiments/stats` the formulas. Intervals and stopping points are those of the day on which a result was written.

Verdicts: KEEP, the test accepted that the first player is rather `elo1` better than `elo0`; DROP, rather `elo0`;
UNDECIDED, the number of blocks was reached first; MEASURED, a fixed number of blocks; RATED, a ladder; AHEAD or EVEN,
whether the best point of a sweep can be told from the default; FOUND or NOTHING, a search. A block is one
map played from every seat. Elo is the first player's with its 95 % interval: from further blocks where there are some,
because a test stops when luck agrees with its verdict (marked *). A ladder has the Elo of each player above the first,
a gauntlet the lead of the first over each. [docs/lab/statistics.md](../docs/lab/statistics.md) explains the words.

The revisions that E-0257 to E-0289 name were made by sessions whose single commits are lost; their code is commit
8b9aae7d. Some of E-0206 to E-0221 name lost ones as well, and were filed by f61d9922 and 49b851f2.

| result | date | question | players and boards | verdict | Elo | games |
| --- | --- | --- | --- | --- | --- | ---: |
"""


def text(asked: Experiment) -> str:
    """Return the whole report of an answered match, parts that have nothing to tell left out."""
    names, test = (asked.players[0], asked.opponents), asked.stop.test
    decided, further = tallies(asked)
    is_stopped = test is not None and asked.answer.verdict != "UNDECIDED"
    parts = [result_block(*names, decided)]
    if test:
        hypotheses = f"[{test.elo0:g}, {test.elo1:g}] Elo"
        parts[0] += f"\nTest of {hypotheses}: {asked.answer.verdict}, {evidence(decided, test)}"
    if is_stopped:
        parts.append(STOPPED)
    if further:
        parts.append(f"Size, from further blocks:\n{result_block(*names, further)}")
    parts += [_sizes(asked), *_all_scores(asked), *_programs(asked)]
    if decided.blocks >= FEW and not decided.varies and decided.score == 0.5:
        parts.append(ALIKE)
    leans = f" {LEANS}" if is_stopped and not further else ""
    return "\n\n".join([*parts, sentence(*names, further or decided) + leans])


def _sizes(asked: Experiment) -> str:
    """Return a row for each board size, smallest first."""
    by_size: dict[tuple[int, int], list[tuple[float, ...]]] = defaultdict(list)
    drawn = maps(asked.maps.mix, len(asked.players), asked.maps.seeds, asked.maps.first)
    for block, board in zip(shares(asked), drawn, strict=False):
        by_size[board.width, board.height].append(block)
    rows = []
    for (width, height), found in sorted(by_size.items()):
        tally = Tally.of_games(found)
        score = of_score(tally)
        counts = f"{tally.blocks}", f"{tally.games}"
        rows.append([f"{width}x{height}", *counts, percent(score), format_short(score.on_scale(from_score))])
    return text_table(["board", "blocks", "games", "score", "Elo"], rows)


def _all_scores(asked: Experiment) -> Iterator[str]:
    """Yield the scores of three and more different players, first player first."""
    if len(set(asked.players)) < 3:
        return
    scores: dict[str, list[float]] = defaultdict(list)  # name -> of each block the mean over its seats
    for lineup, ended in lineups(asked):
        beaten = shares_of(ended).mean(axis=0)
        for name in dict.fromkeys(lineup):
            scores[name].append(float(beaten[[other == name for other in lineup]].mean()))
    yield text_table(
        ["player", "opponents beaten"], [[name, percent(of_shares(each))] for name, each in scores.items()]
    )


def _programs(asked: Experiment) -> Iterator[str]:
    """Yield crashes, late answers and worst times of programs; players of this process have none."""
    faults = asked.answer.faults
    if faults:
        rows = [[name, f"{crashes}", f"{late}", f"{slowest} ms"] for name, (crashes, late, slowest) in faults.items()]
        yield text_table(["program", "crashes", "late answers", "slowest answer"], rows)
    if any(late for _, late, _ in faults.values()):
        yield LATE


def ledger() -> str:
    """Return the ledger: the project's answered experiments, the oldest first."""
    return HEAD + "".join(_row(number, each) for number, each in read_all() if each.result)


def size(each: Experiment) -> str:
    """Return the strength of a match's first player, from further blocks if there are some; or what else was found."""
    if each.answer.best:
        return f"best: {each.answer.best}"
    leans = " *" if each.stop.sprt and each.answer.verdict != "UNDECIDED" and not each.answer.size else ""
    ends = each.answer.size or each.answer.elo
    if ends:
        return f"{format_interval(Interval(*ends))}{leans}"
    return ", ".join(f"{name} {format_interval(Interval(*elo))}" for name, *elo in each.answer.ratings)


def _row(number: int, each: Experiment) -> str:
    held_out = ", held-out" if each.maps.seeds is Seeds.HELD_OUT else ""
    return (
        f"| [E-{number:04}](results/{number:04}.toml) | {each.date} | {each.question} | {_who(each)}, "
        f"{each.maps.mix}{held_out} | {each.answer.verdict} | {size(each)} | {games(each):,} |\n"
    )


def _who(each: Experiment) -> str:
    first, seats = each.players[0], len(each.players)
    if each.ladder:
        seats = each.ladder.seats or 0
        if not each.ladder.gauntlet:
            return f"ladder of {len(each.players)}; {seats or 'mixed'} players"
    if varied := each.sweep or each.tune:
        first, seats = f"{first} with {', '.join(varied.vary)}", varied.seats
    return f"{first} against {each.opponents}; {seats} players"
