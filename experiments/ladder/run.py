"""A ladder: who plays whom, when it ends, and its files.

Who meets whom is fixed before the first game: pairs in turn, or for larger tables each player in turn with others, who
are drawn. Every block has a map of its own, because the intervals take blocks to be independent. When a ladder ends
depends on how narrow the intervals are and not on who leads, so they still hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import combinations, cycle, islice
from pathlib import Path

import numpy as np

from engine.state import MOST_PLAYERS
from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Map, ScheduleError
from experiments.laboratory import exports
from experiments.laboratory.games import revision_here
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.match.experiment import Draw, Experiment, Result, Stop, lineups, of_word, word
from experiments.match.run import ask, ends
from experiments.stats import Estimate
from experiments.stats.report import text_table

from . import plots
from .standings import Standings

OPENING = 4  # rounds of all pairs, or of all players, before it may end
GROWTH = 0.1  # share of its blocks that is played before all are rated again


def ladder(
    players: Sequence[Player],
    question: str,
    mix: str,
    is_held_out: bool,
    first: int | None,
    stop: Stop,
    draw: Draw,
) -> Experiment:
    """Return what is asked of these players.

    Raises:
        ExperimentError: see `ask`
        ScheduleError: also for too few players to fill a table without copies, or too few blocks for an opening
    """
    if draw.gauntlet and draw.seats != 2:
        raise ScheduleError("a gauntlet is a ladder of pairs: leave --players out, or take --players 2")
    if len(players) < (draw.seats or 2):
        raise ScheduleError(f"{len(players)} players are too few for games of {draw.seats or 2}; each has one seat")
    least = opening(players, draw)
    if stop.blocks < least:
        raise ScheduleError(
            f"{stop.blocks} blocks are too few: a ladder of these {len(players)} players opens with {least}, so that "
            f"every player has met another; take --blocks {least} or more"
        )
    return ask(players, question, mix, stop, is_held_out=is_held_out, first=first, ladder=draw)


def opening(players: Sequence[Player], draw: Draw) -> int:
    """Return how many blocks every ladder of these players has."""
    return OPENING * len(pairs(players, draw.gauntlet) if draw.seats == 2 else players)


def pairs(players: Sequence[Player], gauntlet: bool) -> list[tuple[Player, Player]]:
    """Return all pairs of players, or in a gauntlet those with the first one."""
    return [pair for pair in combinations(players, 2) if not gauntlet or pair[0] is players[0]]


def blocks(asked: Experiment, players: Sequence[Player]) -> Iterator[Block]:
    """Yield the blocks of a ladder in its order, the same whatever their results are."""
    draw = asked.ladder
    assert draw is not None  # for the type checker: it is that of a ladder
    most = min(len(players), MOST_PLAYERS)
    maps = schedule.maps(asked.maps.mix, draw.seats, asked.maps.seeds, asked.maps.first, most)
    if draw.seats == 2:
        met = zip(maps, cycle(pairs(players, draw.gauntlet)), strict=False)
        return islice((Block(each, pair) for each, pair in met), asked.stop.blocks)
    turns = zip(maps, cycle(players), strict=False)
    return islice((_table(each, player, players, draw.seed) for each, player in turns), asked.stop.blocks)


def _table(board: Map, player: Player, players: Sequence[Player], seed: int) -> Block:
    """Return this map with this player and others, who are drawn."""
    random = np.random.default_rng([seed, board.seed])
    others = [other for other in players if other is not player]
    drawn = [player, *(others[i] for i in random.permutation(len(others))[: board.players - 1])]
    return Block(board, tuple(drawn[i] for i in random.permutation(len(drawn))))


def play(asked: Experiment, players: Sequence[Player], laboratory: Laboratory) -> Result:
    """Play a ladder until its intervals are narrow or its blocks are played. Raises what Laboratory.play raises."""
    draw, stop = asked.ladder, asked.stop
    assert draw is not None  # for the type checker: it is that of a ladder
    standings, words = Standings(asked), []
    faults: dict[str, tuple[int, int, int]] = {}
    total = draw.seats and draw.seats * stop.blocks
    is_narrow, next_look = stop.width is None, opening(players, draw)
    with (
        closing(Progress(total, f"ladder of {len(players)}", how="at most " if stop.width else "")) as progress,
        closing(laboratory.play(blocks(asked, players), progress)) as played,
    ):
        for block in played:
            words.append(word(block, asked.players, is_ladder=True))
            standings.add(*of_word(words[-1], asked.players))
            block.count_faults(faults)
            if stop.width and standings.blocks >= next_look:
                widest = max(standings.ratings(), key=lambda rating: rating.elo.half_width)  # of several the first
                half = widest.elo.half_width
                status = f"{standings.blocks} blocks, widest {widest.name} ± {half:.0f} Elo, wanted ± {stop.width:g}"
                progress.advance(status=status)
                next_look = math.ceil((1 + GROWTH) * standings.blocks)
                if half <= stop.width:
                    is_narrow = True
                    break
    if draw.gauntlet:
        leads = {name: Estimate.of(tally).elo for name, tally in standings.tallies().items()}
    else:
        leads = {rating.name: rating.elo for rating in standings.ratings()}
    return Result(
        revision=revision_here(),
        verdict="RATED" if is_narrow else "UNDECIDED",
        ratings=tuple((name, *ends(elo)) for name, elo in leads.items()),
        faults=faults,
        games=" ".join(words),
    )


def report(asked: Experiment, folder: Path) -> str:
    """Write tables and pictures of an answered ladder, and return its table, best player first. Raises UserError."""
    standings = Standings(asked, lineups(asked))
    rows, met, sample = standings.table(), standings.head_to_head(), f"{standings.blocks} blocks"
    files = exports.save_all(folder, {
        "ladder.csv": rows,
        "head-to-head.csv": met,
        "ladder.png": plots.ratings(rows, standings.anchor, sample),
        "head-to-head.png": plots.matrix(rows, met, sample),
    })  # fmt: skip
    lines = [
        [f"{place}. {row.player}", f"{row.elo:+z.0f}", f"{row.elo_low:+z.0f} to {row.elo_high:+z.0f}",
         f"{100 * row.score:.1f} %", f"{row.games}", f"{row.faults}"]
        for place, row in enumerate(rows.itertuples(), start=1)
    ]  # fmt: skip
    table = text_table(["player", "Elo", "95 %", "score", "games", "faults"], lines)
    end = f"Elo above {standings.anchor}, all {standings.games} games fitted at once."
    if asked.stop.width:
        are = "All intervals are" if asked.answer.verdict == "RATED" else "NOT all intervals are"
        end += f"\n{are} within ± {asked.stop.width:g} Elo, after {sample}."
    return "\n".join([table, "", end, "", *map(str, files)])
